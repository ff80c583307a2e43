// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { describe, expect, test } from "vitest";
import { deleted, type Props, reviewOf, type Step, same, updated } from "../../support/previews";

/** Changes of whom nobody can say that they let in somebody. */

const forward = { type: "forward-internal", config: { url: "https://agent.internal" } };
const http = (...actions: readonly object[]) => ({ on_http_request: [{ actions }] });
const unseen = { type: "restrict-ips", config: { ip_policies: ["ipp_of_others"] } };
const password = { type: "basic-auth", config: { credentials: ["ann:password1"] } };

const at = (url: string, trafficPolicy: object): Props => ({ url, trafficPolicy });

const openingsOf = (url: string, was: object, is: object) =>
  openings([updated("Endpoint", "app", "ep_1", at(url, was), at(url, is))]);

async function openings(steps: readonly Step[]) {
  const { findings } = await reviewOf(steps);
  return findings
    .filter(({ rule }) => rule.startsWith("exposure-"))
    .map(({ rule, message }) => [rule, message.replace(/^.*; not certain, since /, "")]);
}

const APP = "https://app.example.com";

test("rules of an IP policy that cannot be seen may let in nobody", async () => {
  expect(await openingsOf(APP, http({ type: "deny" }), http(unseen, forward))).toEqual([
    ["exposure-may-open", "rules of an IP policy cannot be seen, and may let in nobody"],
  ]);
  // What else keeps out goes: whomever they let in gets in.
  expect(
    (await openingsOf(APP, http(password, unseen, forward), http(unseen, forward))).map(([rule]) => rule),
  ).toEqual(["exposure-opens"]);
  // A password that cannot be seen lets in who has it.
  const hidden = { type: "basic-auth", config: { credentials: ["[secret]"] } };
  expect(
    (await openingsOf(APP, http({ type: "deny" }), http(hidden, forward))).map(([rule]) => rule),
  ).toEqual(["exposure-opens"]);
});

test.each(["http://app.example.com", "tcp://app.example.com:443"])(
  "what becomes of TLS that is ended where there is none, is not told: %s",
  async (url) => {
    const ending = {
      on_tcp_connect: [{ actions: [{ type: "terminate-tls", config: { min_version: "1.3" } }] }],
    };
    const open = url.startsWith("http:")
      ? http(forward)
      : { on_tcp_connect: [{ actions: [{ type: "log" }] }] };
    const [[rule] = []] = await openingsOf(url, { ...open, ...ending }, open);
    expect(rule).toBe("exposure-may-open");
  },
);

describe("an internal endpoint whose guard goes", () => {
  const inner = updated(
    "Endpoint",
    "inner",
    "ep_2",
    at("https://inner.internal", http(password)),
    at("https://inner.internal", { on_http_request: [] }),
  );
  const toInner = { type: "forward-internal", config: { url: "https://inner.internal" } };
  const outer = (...guards: readonly object[]) =>
    same("Endpoint", "app", "ep_1", at(APP, http(...guards, toInner)));

  test("may be reached by others only, where those that are shown let in nobody new", async () => {
    expect(await openings([outer(password), inner])).toEqual([
      ["exposure-may-open", "what else forwards requests to it is not shown"],
    ]);
  });

  test("is open where somebody gets there, or where nothing is known to forward to it", async () => {
    const rules = async (...steps: readonly Step[]) =>
      (await openings([...steps, inner])).map(([rule]) => rule);
    expect(await rules(outer())).toEqual(["exposure-opens"]);
    expect(await rules()).toEqual(["exposure-opens"]);
  });
});

test.each([
  ["by the request", "conn.client_ip", [], "exposure-may-open"],
  [
    "by a constant",
    "vars.policy",
    [{ type: "set-vars", config: { vars: [{ policy: "ipp_1" }] } }],
    "exposure-opens",
  ],
])("an id that is filled in %s is that of an IP policy", async (_, filled, setting, rule) => {
  const filledIn = { type: "restrict-ips", config: { ip_policies: [`\${${filled}}`] } };
  const steps = (to: string) => [
    same("IpPolicy", "office", "ipp_1", {}),
    updated(
      "IpPolicyRule",
      "v4",
      "ipr_1",
      { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" },
      { ipPolicyId: "ipp_1", cidr: to, action: "allow" },
    ),
    same("Endpoint", "app", "ep_1", at(APP, http(...setting, filledIn, forward))),
  ];
  expect((await openings(steps("0.0.0.0/0"))).map(([found]) => found)).toEqual([rule]);
  expect(await openings(steps("203.0.113.0/24"))).toEqual([]);
});

test("whom mutual TLS without authorities lets in is not told", async () => {
  const edge = (certificateAuthorityIds: readonly string[]): Props => ({
    hostports: ["db.example.com:443"],
    backend: { backendId: "bkd_1" },
    mutualTls: { certificateAuthorityIds },
  });
  const why = "the API reference does not say whom mutual TLS without authorities lets in";
  const change = (from: readonly string[], to: readonly string[]) =>
    openings([updated("TlsEdge", "db", "edgtls_1", edge(from), edge(to))]);
  expect(await change(["ca_1"], [])).toEqual([["exposure-may-open", why]]);
  expect(await change([], ["ca_1"])).toEqual([["exposure-may-open", why]]);
  const gone = deleted("CertificateAuthority", "ca", "ca_1", { caPem: "" });
  expect(
    (await openings([gone, updated("TlsEdge", "db", "edgtls_1", edge(["ca_1"]), edge([]))])).map(
      ([rule]) => rule,
    ),
  ).toEqual(["exposure-may-open"]);
});

test("why it cannot be told is said of the text that it is about", async () => {
  const google = { type: "oauth", config: { provider: "google" } };
  const policy = (condition: string) => ({
    on_http_request: [
      { actions: [google] },
      { expressions: [`!(${condition})`], actions: [{ type: "deny" }] },
      { actions: [forward] },
    ],
  });
  const email = "actions.ngrok.oauth.identity.email";
  const [was, is] = [`${email}.matches('^[^@]+@example[.]com$')`, `${email}.endsWith('@example.com')`];
  expect(await openingsOf(APP, policy(was), policy(is))).toEqual([
    ["exposure-may-open", "nobody can tell whether there is such an e-mail address"],
  ]);
});
