// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import {
  AGENT,
  ANSWER,
  APP,
  addHeader,
  allow,
  deny,
  edited,
  endpointArgs,
  findExposure,
  forward,
  GOOGLE,
  INNER,
  OFFICE,
  password,
  reviewVerdict,
  rule,
  sameEndpoint,
  setVars,
} from "../../support/policies";
import { created, deleted, type Props, reviewSteps, type Step, same, updated } from "../../support/previews";

const PASSWORD = password("ann:password1");
const FOREIGN = rule("restrict-ips", { ip_policies: ["ipp_of_others"] });
const office = [
  same("IpPolicy", "office", "ipp_1", {}),
  same("IpPolicyRule", "v4", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }),
];

/** Returns the rules of the findings about exposure. */
const rulesOf = async (...steps: readonly Step[]) =>
  (await reviewSteps(steps)).findings.flatMap(({ rule: id }) => (id.startsWith("exposure-") ? [id] : []));

test("reports a possible opening, without its values, if the other conditions may contradict each other", async () => {
  const values = [
    deny("req.headers['x-a'][0].reverse() == 'alpha'"),
    deny("!(getReqHeader('x-a').join().reverse() == 'beta')"),
  ];
  for (const rules of [values, [deny("conn.client_port > 5000"), deny("conn.client_port < 5001")]]) {
    const { findings } = await reviewSteps([edited([OFFICE, ...rules, AGENT], [...rules, AGENT])]);
    expect(findings.map(({ rule: id }) => id)).toEqual(["exposure-may-open"]);
    expect(JSON.stringify(findings)).not.toMatch(/alpha|beta/);
  }
});

test.each([
  ["req.headers['content-type'][0] == 'c/d'", "!(req.content_type.raw == 'a/b')"],
  ["req.headers['user-agent'][0] == 'bot'", "!(req.user_agent.trim() == 'x')"],
  ["!('content-encoding' in req.headers)", "!(req.content_encoding == ['gzip'])"],
  ["conn.geo.country_code == 'DE'", "!(conn.geo.country == 'France')"],
])(
  "reports no definite opening if two variables of conditions depend on each other: %s",
  async (first, kept) => {
    expect(await reviewVerdict([deny(first), deny(kept), AGENT], [deny(kept), AGENT])).not.toBe("opens");
  },
);

test.each(["http://app.example.com", "tcp://app.example.com:443"])(
  "reports terminate-tls on a URL without TLS as undecided: %s",
  async (url) => {
    const on_tcp_connect = [rule("terminate-tls", { min_version: "1.3" })];
    const open = url.startsWith("http:") ? { on_http_request: [AGENT] } : { on_tcp_connect: [rule("log")] };
    expect(await rulesOf(edited({ ...open, on_tcp_connect }, open, url))).toEqual(["exposure-may-open"]);
  },
);

test("reports a possible opening by a response that allowed nobody before", async () => {
  // A rule adds the header, so that the condition never denies.
  const inner = [addHeader("x-team", "red"), deny("!('red' in getReqHeader('X-Team'))")];
  const forwardIf = (expression: string) => [OFFICE, forward(INNER, expression)];
  const change = edited(forwardIf("req.method == 'GET'"), forwardIf("req.url.path.startsWith('/api')"));
  expect(await rulesOf(change, sameEndpoint(inner, INNER, "inner"))).toEqual(["exposure-may-open"]);
});

test.each([
  ["restrict-ips", { allow: ["203.0.113.0/24"] }, "actions.ngrok.restrict_ips.action == 'deny'"],
  ["basic-auth", { credentials: ["a:password1"] }, "!actions.ngrok.basic_auth.credentials.authorized"],
  ["verify-webhook", { provider: "github", secret: "s" }, "actions.ngrok.verify_webhook.verified != true"],
])("leaves the result of an unenforced guard undecided: %s", async (type, config, expression) => {
  const unenforced = rule(type, { ...config, enforce: false });
  expect(await reviewVerdict([rule(type, config), AGENT], [unenforced, deny(expression), AGENT])).toBe(
    "shifts, perhaps",
  );
  expect(await reviewVerdict([unenforced, deny(expression), AGENT], [unenforced, AGENT])).toBe(
    "opens, perhaps",
  );
});

test("rates an internal endpoint without its guard by the guards of the endpoints that forward to it", async () => {
  const inner = edited([PASSWORD], [], INNER, "inner");
  expect(await rulesOf(sameEndpoint([PASSWORD, forward(INNER)]), inner)).toEqual(["exposure-may-open"]);
  expect(await rulesOf(sameEndpoint([forward(INNER)]), inner)).toEqual(["exposure-opens"]);
  expect(await rulesOf(inner)).toEqual(["exposure-opens"]);
});

test.each([
  ["from the request", "conn.client_ip", [], "exposure-may-open"],
  ["from a constant", "vars.policy", [setVars({ policy: "ipp_1" })], "exposure-opens"],
])("judges an IP policy whose id is interpolated %s", async (_, variable, setting, expected) => {
  const app = sameEndpoint([...setting, rule("restrict-ips", { ip_policies: [`\${${variable}}`] }), AGENT]);
  const range = (cidr: string) => ({ ipPolicyId: "ipp_1", cidr, action: "allow" });
  const wider = updated("IpPolicyRule", "v4", "ipr_1", range("203.0.113.0/24"), range("0.0.0.0/0"));
  expect(await rulesOf(...office.slice(0, 1), wider, app)).toEqual([expected]);
  expect(await rulesOf(...office, app)).toEqual([]);
});

test("reports mutual TLS without authorities as undecided", async () => {
  const edge = (certificateAuthorityIds: readonly string[]): Props => ({
    ...{ hostports: ["db.example.com:443"], backend: { backendId: "bkd_1" } },
    mutualTls: { certificateAuthorityIds },
  });
  const change = (from: readonly string[], to: readonly string[]) =>
    updated("TlsEdge", "db", "edgtls_1", edge(from), edge(to));
  const deletion = deleted("CertificateAuthority", "ca", "ca_1", { caPem: "" });
  for (const steps of [[change(["ca_1"], [])], [change([], ["ca_1"])], [deletion, change(["ca_1"], [])]])
    expect(await rulesOf(...steps)).toEqual(["exposure-may-open"]);
});

test("a wildcard that responds after a move isn't reported as moved", async () => {
  const wild = sameEndpoint([PASSWORD, AGENT], "https://*.example.com", "wild");
  const rules = [FOREIGN, AGENT];
  const [before, after] = [endpointArgs(rules), endpointArgs(rules, "https://app2.example.com")];
  const { exposure } = await reviewSteps([wild, updated("Endpoint", "app", "ep_1", before, after)]);
  expect(exposure.changed.map(({ surface, movedFrom }) => [surface.label, movedFrom?.label])).toEqual([
    [APP, undefined],
    ["https://app2.example.com", APP],
  ]);
});

test("reports rules that become masked as masked, not as removed", async () => {
  const admin = { name: "admin", ...deny("req.url.path.startsWith('/admin')") };
  const exposure = await findExposure([edited([admin, AGENT], { on_http_request: "[secret]" })]);
  const guards = exposure?.guards ?? [];
  expect(guards.filter(({ guard, after }) => guard.startsWith("rule") && after === null)).toEqual([]);
  expect(guards.map(({ after }) => after)).toContain("masked");
});

test.each<["high" | "medium" | "nothing", readonly object[]]>([
  ["high", [AGENT]],
  ["high", [allow("0.0.0.0/0"), AGENT]],
  ["high", [allow("0.0.0.0/1", "128.0.0.0/1"), AGENT]],
  ["high", [deny("req.url.scheme == 'http'"), AGENT]],
  ["high", [deny("req.method == 'DELETE'"), AGENT]],
  ["high", [deny("req.user_agent.contains('curl')"), AGENT]],
  ["high", [deny("req.headers['x-key'][0] != 'aaaa'"), AGENT]],
  ["high", [deny("inCidrRange(conn.client_ip, '192.0.2.0/24')"), AGENT]],
  ["high", [deny("req.method != 'GET'"), AGENT]],
  ["medium", [PASSWORD, AGENT]],
  ["medium", [OFFICE, AGENT]],
  ["medium", [deny("!('aaaa' in getReqHeader('x-key'))"), AGENT]],
  ["medium", [GOOGLE, AGENT]],
  ["medium", [ANSWER]],
  ["nothing", [deny()]],
])("rates a new endpoint %s by the clients that it allows: %j", async (severity, policy) => {
  const { findings } = await reviewSteps([created("Endpoint", "app", endpointArgs(policy))]);
  const found = findings.filter(({ rule: id }) => id === "exposure-new").map((finding) => finding.severity);
  expect(found).toEqual(severity === "nothing" ? [] : [severity]);
});

test.each([UNKNOWN, "[secret]"])(
  "reports a possible opening for a route whose match becomes %s",
  async (hidden) => {
    const route = (match: string, modules: Props = {}): Props => ({
      ...{ edgeId: "e_1", matchType: "path_prefix", match, backend: { backendId: "bkd_1" } },
      ...modules,
    });
    const admin = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };
    const rules = await rulesOf(
      ...office,
      same("HttpsEdge", "web", "e_1", { hostports: ["app.example.com:443"] }),
      same("HttpsEdgeRoute", "root", "r_1", route("/")),
      updated("HttpsEdgeRoute", "admin", "r_2", route("/admin", admin), route(hidden, admin)),
    );
    expect(new Set(rules)).toEqual(new Set(["exposure-may-open"]));
  },
);

test("ignores on_tcp_connect of an internal HTTP endpoint", async () => {
  const guarded = { on_http_request: [AGENT], on_tcp_connect: [OFFICE] };
  expect(await rulesOf(edited(guarded, [AGENT], "https://in.internal"))).toEqual([]);
});

describe("policies that are still required", () => {
  const unenforced = rule("restrict-ips", { allow: ["203.0.113.0/24"], enforce: false });
  test.each([
    ["a guard that is never reached", [AGENT, PASSWORD], false],
    ["an unenforced guard", [unenforced, AGENT], false],
    ["a condition that never holds", [deny("false"), AGENT], false],
    ["a guard that denies clients", [PASSWORD, AGENT], true],
  ])("are listed only with guards that deny clients: %s", async (_, rules, isRequired) => {
    const restriction = (enforced: boolean) => ({ type: "endpoints", ipPolicyIds: ["ipp_1"], enforced });
    const change = updated("IpRestriction", "all", "ipx_1", restriction(true), restriction(false));
    const exposure = await findExposure([...office, change, sameEndpoint(rules)]);
    expect([exposure?.verdict, exposure?.stillRequired.length]).toEqual(["opens", isRequired ? 1 : 0]);
  });
});
