import { webcrypto } from "node:crypto";
import "reflect-metadata";
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  X509CrlGenerator,
} from "@peculiar/x509";
import type { ResourceValidationArgs } from "@pulumi/policy";
import { describe, expect, test } from "vitest";
import { RULES, type Rule, type RuleId } from "../../../policy";
import { resource, withUnknown } from "./support";

const ruleOf = (id: RuleId) => {
  const rule = RULES.find((rule: Rule) => rule.id === id) as Rule;
  if (rule.kind !== "resource") throw new Error(`${id} is not a resource rule`);
  return rule;
};

function findCase(id: RuleId, className: string, props: object) {
  const rule = ruleOf(id);
  const declared = resource(className, "one", props);
  const args = { ...declared, opts: { protect: false } } as unknown as ResourceValidationArgs;
  const ruleCase = rule.cases.find(({ resourceClass }) => declared.isType(resourceClass as never));
  if (!ruleCase) throw new Error(`${id} has no case for ${className}`);
  return { ruleCase, args, config: (settings: object) => rule.config.parse(settings) };
}

/** The violations that a resource rule reports. */
function messages(id: RuleId, className: string, props: object, settings: object = {}): string[] {
  const { ruleCase, args, config } = findCase(id, className, props);
  const findings = ruleCase.check(args, config(settings)) ?? [];
  return typeof findings === "string" ? [findings] : [...findings];
}

/** Applies the fix of a rule to properties in place, and returns them. */
function applyFix<T extends object>(id: RuleId, className: string, props: T): T {
  const { ruleCase, args, config } = findCase(id, className, props);
  ruleCase.fix?.(args, config({}));
  return props;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** The certificate of an authority, and a revocation list that it issued. */
async function authorityAndRevocationList() {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const name = "CN=Clients";
  const usages = new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign);
  const extensions = [new BasicConstraintsExtension(true), usages];
  const shared = { signingAlgorithm: ALGORITHM };
  const authority = await X509CertificateGenerator.createSelfSigned({ ...shared, name, keys, extensions });
  const issued = { issuer: name, signingKey: keys.privateKey, entries: [] };
  const list = await X509CrlGenerator.create({ ...shared, ...issued });
  return { authority: authority.toString("pem"), list: list.toString("pem") };
}

describe("edge-mtls-ca-valid", () => {
  const check = (caPem: string) => messages("edge-mtls-ca-valid", "CertificateAuthority", { caPem });
  const PARAMETERS = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";

  test("ignores other PEM blocks", async () => {
    const { authority, list } = await authorityAndRevocationList();
    for (const block of [list, PARAMETERS]) {
      expect(check(`${block}\n${authority}`)).toEqual([]);
      expect(check(`${authority}\n${block}`)).toEqual([]);
    }
  });
});

describe("edge-webhook-secret", () => {
  const check = (webhookVerification: object, settings?: object) =>
    messages("edge-webhook-secret", "HttpsEdgeRoute", { webhookVerification }, settings);

  test("requires a secret, except for exempt providers", () => {
    expect(check({ provider: "github", secret: "short" })).toEqual([]);
    expect(check({ provider: "sns" })).toEqual([]);
    expect(check({ provider: "github" })).toEqual(["webhookVerification.secret is not set."]);
    expect(check({ provider: "github", secret: "  " })).toEqual(["webhookVerification.secret is not set."]);
  });

  test("requires the minimum length in the settings", () => {
    const [message] = check({ provider: "github", secret: "hunter2" }, { minLength: 16 });
    expect(message).toContain("fewer than 16 characters");
    expect(message).not.toContain("hunter2");
  });
});

describe("edge-key-one-consumer", () => {
  const check = (consumer: unknown) =>
    messages("edge-key-one-consumer", "ApiKey", { metadata: JSON.stringify({ consumer }) });

  test("requires a single name", () => {
    for (const consumer of ["ci", "CI pipeline", "ci/cd, production"]) expect(check(consumer)).toEqual([]);
    for (const consumer of [["ci", "cd"], " ", 1, null]) expect(check(consumer)).toHaveLength(1);
  });
});

describe("edge-endpoint-https", () => {
  const redirect = (to: string, from?: string) => ({ actions: [{ type: "redirect", config: { to, from } }] });
  const to = "https://app.example.com";
  const plain = "http://app.example.com";
  const response = { actions: [{ type: "custom-response" }] };
  test.each<[string, string, object[], number]>([
    [plain, "no redirect", [], 1],
    ["HTTP://app.example.com", "no redirect", [], 1],
    [to, "no redirect", [], 0],
    ["http://app.internal", "no redirect", [], 0],
    [plain, "a redirect of all requests", [redirect(to)], 0],
    [plain, "a redirect that replaces the scheme", [redirect("https:", "^http:")], 0],
    [plain, "a redirect to plain HTTP", [redirect("http://b.example.com")], 1],
    [plain, "a redirect of one path", [redirect(to, "/old")], 1],
    [plain, "a redirect of one host", [{ ...redirect(to), expressions: ["req.host == 'a'"] }], 1],
    [plain, "a redirect after a response", [response, redirect(to)], 1],
  ])("checks %s with %s", (url, _, on_http_request, count) => {
    const check = (endpoint: object) =>
      messages("edge-endpoint-https", "Endpoint", { url, ...endpoint }, { exemptStacks: [] });
    expect(check({ bindings: ["kubernetes"], trafficPolicy: "" })).toEqual([]);
    expect(check({ trafficPolicy: JSON.stringify({ on_http_request }) })).toHaveLength(count);
  });
});

describe("edge-tls-min-version", () => {
  test("adds the module to an HttpsEdge", () => {
    expect(applyFix("edge-tls-min-version", "HttpsEdge", {})).toEqual({
      tlsTermination: { minVersion: "1.2" },
    });
    expect(applyFix("edge-tls-min-version", "TlsEdge", {})).toEqual({});
    const off = { tlsTermination: { enabled: false } };
    expect(messages("edge-tls-min-version", "TlsEdge", off)).toEqual([]);
    expect(messages("edge-tls-min-version", "HttpsEdge", off)).toEqual([expect.stringContaining("is false")]);
    expect(applyFix("edge-tls-min-version", "HttpsEdge", off)).toEqual({
      tlsTermination: { enabled: true, minVersion: "1.2" },
    });
  });

  const terminating = (min_version: string, ...expressions: string[]) => ({
    on_tcp_connect: [{ expressions, actions: [{ type: "terminate-tls", config: { min_version } }] }],
  });
  const thenDeny = [...terminating("1.0").on_tcp_connect, { actions: [{ type: "deny" }] }];
  test.each<[string, string, object, string | undefined, object?]>([
    ["https", "the service's default", {}, undefined],
    ["tls", "termination at the upstream", {}, undefined],
    ["https", "an accepted version", terminating("1.2"), undefined],
    ["tls", "1.1", terminating("1.1"), "TLS 1.1"],
    ["https", "1.0 for a network", terminating("1.0", "conn.client_ip == '192.0.2.1'"), "TLS 1.0"],
    ["https", "1.0 under a false condition", terminating("1.0", "false"), undefined],
    ["https", "1.0 under an undecided condition", terminating("1.0", "conn.client_port > 9"), undefined],
    ["https", "1.0 before a denial of all requests", { on_tcp_connect: thenDeny }, undefined],
    ["http", "1.0 without TLS", terminating("1.0"), undefined],
    ["https", "1.2 although only 1.3 is accepted", {}, "TLS 1.2", { accepted: ["1.3"] }],
    ["https", "1.3 although only 1.3 is accepted", terminating("1.3"), undefined, { accepted: ["tls1_3"] }],
  ])("checks the policy of an endpoint for %s: %s", (scheme, _, trafficPolicy, expected, settings = {}) => {
    const url = `${scheme}://app.example.com`;
    const found = messages("edge-tls-min-version", "Endpoint", { url, trafficPolicy }, settings);
    expect(found).toEqual(expected === undefined ? [] : [expect.stringContaining(`accepts ${expected}:`)]);
  });

  test("checks the policy of a TLS edge with terminate-tls", () => {
    const check = (value: object) =>
      messages("edge-tls-min-version", "TlsEdge", { trafficPolicy: { value } });
    expect(check({})).toEqual([]);
    expect(check(terminating("1.3"))).toEqual([]);
    expect(check(terminating("1.0"))).toEqual([expect.stringContaining("trafficPolicy.value accepts")]);
  });
});

describe("edge-oauth-limited", () => {
  test("reports public e-mail domains", () => {
    const violations = (...emailDomains: string[]) =>
      messages("edge-oauth-limited", "HttpsEdgeRoute", { oauth: { provider: { google: { emailDomains } } } });
    expect(violations("example.com")).toEqual([]);
    expect(violations("example.com", "Gmail.com")).toEqual([
      expect.stringContaining("allows the domain Gmail.com"),
    ]);
  });
});

describe("edge-ssh-source-address", () => {
  test.each([
    ["192.0.2.0/24", 0],
    ["192.0.2.0/24,2001:db8::/32", 0],
    ["", 1],
    ["0.0.0.0/0", 1],
    ["192.0.2.0/24, ::/0", 1],
    ["0.0.0.0/1,128.0.0.0/1", 1],
  ])("requires networks that exclude some addresses: %s", (networks, count) => {
    const criticalOptions = { "source-address": networks };
    const certificate = { principals: ["ci"], criticalOptions };
    expect(messages("edge-ssh-source-address", "SshUserCertificate", certificate)).toHaveLength(count);
  });
});

describe("edge-cert-lifetime", () => {
  const DAY_MS = 86_400_000;
  const FROM = new Date(Date.UTC(2026, 5, 1));
  const TO = new Date(FROM.getTime() + 400 * DAY_MS);

  /** Checks a certificate that is valid for 400 days. */
  async function violations(subject: string, issuer: string): Promise<string[]> {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
    const certificate = await X509CertificateGenerator.create({
      ...{ subject, issuer, notBefore: FROM, notAfter: TO, publicKey: keys.publicKey },
      ...{ signingKey: keys.privateKey, signingAlgorithm: ALGORITHM },
    });
    return messages("edge-cert-lifetime", "TlsCertificate", {
      certificatePem: certificate.toString("pem"),
      notBefore: FROM.toISOString(),
      notAfter: TO.toISOString(),
      subjectCommonName: certificate.subjectName.getField("CN")[0],
      issuerCommonName: certificate.issuerName.getField("CN")[0],
    });
  }

  test("ignores self-signed certificates, comparing the whole name", async () => {
    const tooLong = ["the certificate is valid for 400 days, but the limit at its date of issue was 200."];
    expect(await violations("CN=app.example.com", "CN=app.example.com")).toEqual([]);
    expect(await violations("CN=app.example.com", "CN=app.example.com, O=Public Authority")).toEqual(tooLong);
    // Current certificates have an empty subject, and some issuers have no common name.
    expect(await violations("O=Shop", "O=Public Authority")).toEqual(tooLong);
  });
});

describe("rules about guards in traffic policies", () => {
  /** The resources that can have a traffic policy, with the path of the policy. */
  const resourcesWith = (value: unknown): [className: string, props: object, path: string][] => [
    ["Endpoint", { trafficPolicy: value }, "trafficPolicy"],
    ["Endpoint", { trafficPolicy: JSON.stringify(value) }, "trafficPolicy"],
    ["HttpsEdgeRoute", { trafficPolicy: { value } }, "trafficPolicy.value"],
  ];
  const policyWith = (type: string, config: object, ...later: object[]) => ({
    on_http_request: [{ actions: [{ type, config }] }, ...later],
  });
  const denyIf = (expression: string) => ({ expressions: [expression], actions: [{ type: "deny" }] });
  const ACTION = "on_http_request[0].actions[0]";
  const jwt = {
    issuer: { allow_list: [{ value: "https://id.example.com" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "Authorization" }] },
    jws: {
      allowed_algorithms: ["RS256"],
      keys: { sources: { additional_jkus: ["https://id.example.com/k"] } },
    },
  };
  const provider = "github";
  const isProduction = { exemptStacks: [] };

  const unenforced = { enforce: false };
  const issuer = { issuer_url: "https://a.example.com", max_session_duration: "8h" };
  const idle = { provider, idle_session_timeout: "20m" };
  const longIdle = { ...issuer, idle_session_duration: "31m" };
  test.each<[RuleId, string, object, string, object?]>([
    ["edge-guard-disabled", "basic-auth", { credentials: [], ...unenforced }, "config.enforce is false"],
    ["edge-oauth-limited", "oauth", { provider }, "any account of the provider gets access"],
    ["edge-oauth-own-app", "oauth", { provider }, "config.client_id is not set", isProduction],
    ["edge-session-limits", "oauth", idle, "max_session_duration is not set: set it to at most 28800s"],
    ["edge-session-limits", "openid-connect", longIdle, "is 31m: set it to at most 1800s"],
    ["edge-webhook-secret", "verify-webhook", { provider, secret: " " }, "config.secret is not set"],
    ["edge-oauth-preflight", "oauth", { provider, allow_cors_preflight: true }, "_preflight is true"],
    ["edge-oidc-https", "openid-connect", { issuer_url: "http://a.example.com" }, "does not start"],
    ["edge-jwt-audience", "jwt-validation", jwt, "config.audience is not set"],
    ["edge-policy-credential", "basic-auth", { credentials: ["a:hunter2hunter2"] }, "contains a credential"],
  ])("%s reports %s %j", (id, type, config, expected, settings) => {
    for (const [className, props, path] of resourcesWith(policyWith(type, config))) {
      const [message, ...others] = messages(id, className, props, settings);
      expect(message).toMatch(`${path}.${ACTION}`);
      expect(message).toContain(expected);
      expect(message).not.toContain("hunter2");
      expect(others).toEqual([]);
    }
    const disabled = { trafficPolicy: { enabled: false, value: policyWith(type, config) } };
    const found = messages(id, "HttpsEdgeRoute", disabled, settings);
    expect(found).toEqual(
      id === "edge-guard-disabled"
        ? ["trafficPolicy.enabled is false: the policy is declared, but its guards allow everyone."]
        : [],
    );
  });

  const logIf = (expression: string) => ({
    expressions: [expression],
    actions: [{ type: "log", config: { metadata: {} } }],
  });
  const setVariable = (value: string, ...expressions: string[]) => ({
    expressions,
    actions: [{ type: "set-vars", config: { vars: [{ a: value }] } }],
  });
  const ngrok = "actions.ngrok";
  const email = `${ngrok}.oauth.identity.email`;
  const payload = `${ngrok}.jwt_validation.tokens[0].payload`;
  const [ips, hook] = [`${ngrok}.restrict_ips`, `${ngrok}.verify_webhook`];
  const signed = { provider, secret: "s", ...unenforced };
  test.each<[RuleId, string, object, condition: string, other: string]>([
    [
      "edge-guard-disabled",
      "restrict-ips",
      unenforced,
      `${ips}.action == 'deny'`,
      `${ips}.error.code == 'x'`,
    ],
    ["edge-guard-disabled", "verify-webhook", signed, `!${hook}.verified`, `${hook}.error.code == 'x'`],
    ["edge-oauth-limited", "oauth", { provider }, `!(${email} in ['a@b.c'])`, `${email} == 'a@b.c'`],
    ["edge-jwt-audience", "jwt-validation", jwt, `${payload}.aud != 'a'`, `${payload}.sub != 'a'`],
  ])("%s accepts %s %j if a later rule checks %s, not %s", (id, type, config, condition, other) => {
    const interpolated = "$".concat(`{${condition.replaceAll("'", '"')}}`);
    const counts = (...rules: object[]) =>
      resourcesWith(policyWith(type, config, ...rules)).map(
        ([className, props]) => messages(id, className, props).length,
      );
    expect(counts(denyIf(condition))).toEqual([0, 0, 0]);
    expect(counts(setVariable(interpolated), denyIf("vars.a == 'b'"))).toEqual([0, 0, 0]);
    expect(counts(setVariable("b", condition), denyIf("vars.a == 'b'"))).toEqual([0, 0, 0]);
    const insufficient = [
      [denyIf(other)],
      [logIf(condition)],
      [denyIf("actions.ngrok.log.metadata.a == 'b'")],
      [setVariable("b"), denyIf("vars.a == 'b'")],
      [setVariable(interpolated), logIf("vars.a == 'b'")],
    ];
    for (const rules of insufficient) expect(counts(...rules)).toEqual([1, 1, 1]);
  });

  test("require a limit even if only some paths require a sign-in", () => {
    const admin = "req.url.path.startsWith('/admin')";
    const check = (limit: string) => {
      const signIn = { expressions: [admin], actions: [{ type: "oauth", config: { provider: "google" } }] };
      const trafficPolicy = { on_http_request: [signIn, denyIf(`${admin} && ${limit}`)] };
      return messages("edge-oauth-limited", "Endpoint", { trafficPolicy }).length;
    };
    expect(check(`!${email}.endsWith('@example.com')`)).toBe(0);
    for (const limit of [`${email} == 'a@example.com'`, `!${email}.contains('@')`])
      expect(check(limit)).toBe(1);
  });

  test.each<[string, string | undefined]>([
    ["endsWith('@example.com')", undefined],
    ["matches('^[a-z]+@(example|acme)[.]com$')", undefined],
    ["endsWith('example.com')", "zq0@zq0example.com"],
    ["contains('@example.com')", ".example,"],
    ["startsWith('ops@')", "ops@zq0.example"],
    ["matches('@example[.]com')", ".example,"],
    ["endsWith('@gmail.com')", "zq0@gmail.com"],
    ["matches('@mail.example.com$')", "@mailaexample.com,"],
    ["matches('@example.co.uk$')", "@exampleaco.uk,"],
    ["matches('@(a|b).example.com$')", undefined],
    // A domain without a dot can't be registered.
    ["matches('@example.com$')", undefined],
  ])("find an e-mail address that anyone can get and that satisfies %s", (expression, expected) => {
    const limit = denyIf(`!${email}.${expression}`);
    const trafficPolicy = policyWith("oauth", { provider: "google" }, limit);
    const found = messages("edge-oauth-limited", "Endpoint", { trafficPolicy });
    expect(found).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
    const settings = { publicDomains: ["mail.example.com"] };
    if (expected?.includes("gmail"))
      expect(messages("edge-oauth-limited", "Endpoint", { trafficPolicy }, settings)).toEqual([]);
  });

  test("check on_tcp_connect, too", () => {
    const value = "on_tcp_connect: [{ actions: [{ type: restrict-ips, config: { enforce: false } }] }]";
    for (const className of ["TcpEdge", "TlsEdge"])
      expect(messages("edge-guard-disabled", className, { trafficPolicy: { value } })).toEqual([
        expect.stringContaining("trafficPolicy.value.on_tcp_connect[0].actions[0].config.enforce is false"),
      ]);
  });

  test("ignore unknown and invalid policies", () => {
    const unknown = policyWith("restrict-ips", withUnknown({ enforce: false }, "enforce"));
    expect(messages("edge-guard-disabled", "Endpoint", { trafficPolicy: unknown })).toEqual([]);
    const credentials = withUnknown(["a:hunter2hunter2"], 0);
    const trafficPolicy = policyWith("basic-auth", { credentials });
    expect(messages("edge-policy-credential", "Endpoint", { trafficPolicy })).toEqual([]);
    for (const text of ["{", "", "- a", "[".repeat(1000)])
      for (const id of ["edge-guard-disabled", "edge-oauth-limited", "edge-policy-credential"] as const)
        expect(messages(id, "Endpoint", { trafficPolicy: text })).toEqual([]);
  });
});
