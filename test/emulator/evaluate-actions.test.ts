// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { describe, expect, test } from "vitest";
import type { Question, Seed } from "../../emulator/index";
import { ask, denyIf, type Expected, outcome, policyOf, withPolicy } from "./support/evaluation";
import { selfSigned } from "./support/keys";

const action = (type: string, config: object = {}): string => policyOf("on_http_request", { type, config });

describe("terminate-tls", () => {
  const tls = (config: object) => policyOf("on_tcp_connect", { type: "terminate-tls", config });
  test("requests a client certificate and accepts those of its authorities", async () => {
    const [ours, theirs] = await Promise.all([selfSigned("ecdsa", "ours"), selfSigned("ecdsa", "theirs")]);
    const mutual = { mutual_tls_certificate_authorities: ["ca_1", ours.certificate] };
    const emulator = await withPolicy(tls(mutual), {
      "/certificate_authorities": [{ id: "ca_2", ca_pem: theirs.certificate }],
    });
    const request = { url: "https://app.example.com/", ip: "192.0.2.1" };
    expect(await emulator.evaluate(request)).toMatchObject({ outcome: "asks", asks: "client-certificate" });
    expect(await emulator.evaluate({ ...request, cert: ours.certificate })).toMatchObject({
      outcome: "forwarded",
    });
    expect(await emulator.evaluate({ ...request, cert: theirs.certificate })).toMatchObject({
      outcome: "refused",
    });
    emulator.clock({ set: "2040-01-01T00:00:00Z" });
    expect(await emulator.evaluate({ ...request, cert: ours.certificate })).toMatchObject({
      outcome: "refused",
    });
  });

  test("accepts an authority by its id, any certificate, or none, depending on its strategy", async () => {
    const [ours, theirs] = await Promise.all([selfSigned("ecdsa", "ours"), selfSigned("rsa", "theirs")]);
    const seed = { "/certificate_authorities": [{ id: "ca_1", ca_pem: ours.certificate }] };
    const verdict = async (strategy: string, cert?: string) => {
      const policy = tls({
        mutual_tls_certificate_authorities: ["ca_1"],
        mutual_tls_verification_strategy: strategy,
      });
      return (await ask(policy, cert === undefined ? {} : { cert }, seed)).outcome;
    };
    expect(await verdict("require-and-verify", ours.certificate)).toBe("forwarded");
    expect(await verdict("require-and-verify", theirs.certificate)).toBe("refused");
    expect(await verdict("require-any", theirs.certificate)).toBe("forwarded");
    expect(await verdict("require-any")).toBe("asks");
    expect(await verdict("request")).toBe("forwarded");
    expect(await verdict("nothing")).toBe("undecided");
  });

  test("passes the certificate to later rules", async () => {
    const { certificate } = await selfSigned("ecdsa", "ours");
    const policy = JSON.stringify({
      on_tcp_connect: [
        {
          actions: [{ type: "terminate-tls", config: { mutual_tls_certificate_authorities: [certificate] } }],
        },
      ],
      on_http_request: [
        {
          expressions: [
            "conn.tls.client.subject.common_name != 'ours' || actions.ngrok.terminate_tls.client.subject.common_name != 'ours'",
          ],
          actions: [{ type: "deny" }],
        },
      ],
    });
    expect(await ask(policy, { cert: certificate })).toMatchObject({ outcome: "forwarded" });
  });
});

test.each([
  ["conn.client_ip.geo.location.country_code", "conn.geo.country_code", "DE"],
  ["conn.geo.city", "conn.client_ip.geo.location.city", "Berlin"],
])("%s has the value of %s", async (named, given, value) => {
  const variables = { [given]: value };
  expect(await ask(denyIf(`${named} == '${value}'`), { variables })).toMatchObject({ outcome: "refused" });
});

test("an exit of Tor is an address of its category", async () => {
  const variables = { "conn.client_ip.categories": ["proxy.anonymous.tor"] };
  expect(await ask(denyIf("conn.client_ip.is_tor_node"), { variables })).toMatchObject({
    outcome: "refused",
  });
});

test("the first names of phases are the ones of today", async () => {
  const policy = JSON.stringify({ inbound: [{ actions: [{ type: "deny" }] }], outbound: [] });
  expect(await ask(policy)).toMatchObject({ outcome: "refused", by: { phase: "on_http_request" } });
});

test("variables end with their phase", async () => {
  const policy = JSON.stringify({
    on_tcp_connect: [{ actions: [{ type: "set-vars", config: { vars: [{ a: 1 }] } }] }],
    on_http_request: [{ expressions: ["has(vars.a)"], actions: [{ type: "deny" }] }],
  });
  expect(await ask(policy)).toMatchObject({ outcome: "forwarded" });
});

describe("actions that may refuse", () => {
  const limit = {
    name: "a",
    algorithm: "sliding_window",
    capacity: 1,
    rate: "60s",
    bucket_key: ["conn.client_ip"],
  };
  test.each([
    action("rate-limit", { ...limit, enforce: false }),
    action("circuit-breaker", { error_threshold: 0.5, enforce: false }),
    action("http-request", { url: "https://a.internal" }),
  ])("none of them does where it is not enforced or goes on: %s", async (policy) => {
    expect((await ask(policy)).may).toBeUndefined();
  });

  test.each([
    ["rate-limit", limit],
    ["circuit-breaker", { error_threshold: 0.5 }],
    ["http-request", { url: "https://a.internal", on_error: "halt" }],
  ])("%s before what is not known: the request is refused or goes on", async (type, config) => {
    const policy = policyOf("on_http_request", { type, config }, { type: "an-action-of-later" });
    expect(await ask(policy)).toMatchObject({
      outcome: "undecided",
      may: [{ outcome: "undecided" }, { outcome: "refused", by: { action: type } }],
    });
  });
});

describe("guards of responses", () => {
  const hidden = [{ actions: [{ type: "restrict-ips", config: { allow: ["10.0.0.0/8"] } }] }];
  const answer = [{ actions: [{ type: "custom-response", config: { body: "x" } }] }];
  const forward = [{ actions: [{ type: "forward-internal", config: { url: "https://a.internal" } }] }];
  const shown = [{ actions: [{ type: "add-headers", config: { headers: { "x-a": "b" } } }] }];
  const internal = (traffic_policy: string): Seed => ({
    "/endpoints": [
      { type: "cloud", url: "https://app.example.com", traffic_policy },
      {
        type: "ephemeral",
        url: "https://a.internal",
        bindings: ["internal"],
        upstream_url: "http://a",
        traffic_policy: "",
      },
    ],
  });
  test.each<[string, object, Expected, Partial<Question>?]>([
    [
      "hide a response of the policy",
      { on_http_request: answer, on_http_response: hidden },
      { outcome: "refused", by: { phase: "on_http_response" } },
    ],
    [
      "show it to allowed clients",
      { on_http_request: answer, on_http_response: hidden },
      "answered",
      { ip: "10.0.0.1" },
    ],
    [
      "hide what comes back from forward-internal, after it got there",
      { on_http_request: forward, on_http_response: hidden },
      { outcome: "forwarded", to: "http://a", withheld: { phase: "on_http_response", rule: 0 } },
    ],
    ["that hide nothing change nothing", { on_http_request: forward, on_http_response: shown }, "forwarded"],
    [
      "after a redirect may run",
      {
        on_http_request: [{ actions: [{ type: "redirect", config: { to: "/x" } }] }],
        on_http_response: hidden,
      },
      { outcome: "undecided", may: [{ outcome: "redirected" }, { outcome: "refused" }] },
    ],
    [
      "that nobody knows may refuse",
      { on_http_request: answer, on_http_response: [{ actions: [{ type: "an-action-of-later" }] }] },
      { outcome: "undecided", may: [{ outcome: "answered" }, { outcome: "refused" }] },
    ],
  ])("%s", async (_title, policy, expected, question = {}) => {
    expect(await ask("", question, internal(JSON.stringify(policy)))).toMatchObject(outcome(expected));
  });
});

test("a condition on a result of an action that has not run is not true, and neither is its contrary", async () => {
  for (const condition of ["email == 'a'", "email != 'a'"])
    expect(await ask(denyIf(`actions.ngrok.oauth.identity.${condition}`))).toMatchObject({
      outcome: "forwarded",
    });
});
