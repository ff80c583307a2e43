// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service, not JavaScript, interpolates these strings.

import { describe, expect, test } from "vitest";
import {
  type Condition,
  type GuardAction,
  maskedValue,
  readGuards,
} from "../../../traffic-policy/symbolic/policy-reader";

const MASKED = maskedValue("id");

const rulesOf = (policy: unknown) => readGuards(policy)?.rules ?? [];

const readAction = (action: object, phase = "on_http_request"): GuardAction | undefined =>
  rulesOf({ [phase]: [{ actions: [action] }] })[0]?.actions[0];

const conditionOf = (expression: string): Condition | undefined =>
  rulesOf({ on_http_request: [{ expressions: [expression], actions: [{ type: "deny" }] }] })[0]
    ?.conditions[0];

const plain = (text: string) => ({ text, isTemplate: false });

describe("readGuards", () => {
  test("returns the rules of all phases in the order in which they run", () => {
    const policy = `
on_http_request:
  - name: admin
    expressions: ["req.url.path.startsWith('/admin')"]
    actions: [{ type: deny }]
  - actions: [{ type: log, config: { metadata: {} } }]
on_tcp_connect:
  - actions: [{ type: restrict-ips, config: { allow: [203.0.113.0/24] } }]
`;
    expect(rulesOf(policy).map(({ phase, index, name }) => [phase, index, name])).toEqual([
      ["on_tcp_connect", 0, undefined],
      ["on_http_request", 0, "admin"],
      ["on_http_request", 1, undefined],
    ]);
    expect(readGuards(policy)?.ambiguities).toEqual([]);
  });

  test("reads YAML, JSON, and objects equally, in any order of keys", () => {
    const policy = {
      on_http_request: [{ name: "a", actions: [{ type: "deny", config: { status_code: 401 } }] }],
    };
    const yaml =
      "on_http_request:\n  - actions:\n      - config: {status_code: 401}\n        type: deny\n    name: a\n";
    const read = rulesOf(policy);
    expect(rulesOf(JSON.stringify(policy))).toEqual(read);
    expect(rulesOf(yaml)).toEqual(read);
  });

  const jws = { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: ["https://k"] } } };
  const tokens = [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }];
  const jwt = { issuer: { allow_list: [{ value: "https://i" }] }, http: { tokens }, jws };
  const weightedIssuer = { allow_list: [{ value: "https://i", weight: 1 }] };
  const withUnknownSettings = {
    issuer: weightedIssuer,
    http: { tokens, optional: true },
    jws,
    leeway: "1s",
    none: null,
  };
  const forward = { url: plain("https://a.internal"), continuesOnError: false };
  const network = { deny: ["192.0.2.0/24"], ip_policies: ["ipp_1"] };
  const address = { allow: [], deny: [plain("192.0.2.0/24")], ipPolicies: [plain("ipp_1")] };
  const credentials = [{ text: 'me:${secrets.get("v", "p")}', isTemplate: true }];
  const requires = (kind: string, more: object, isEnforced = true) => ({
    effect: "guards",
    isEnforced,
    requires: { kind, ...more },
  });
  const required = {
    issuers: [plain("https://i")],
    audiences: [],
    algorithms: [plain("RS256")],
    tokens: [{ location: "header authorization", form: '["jwt","Bearer "]' }],
    keys: [plain("https://k")],
  };
  const jwtWithTokenIn = (method: string) => ({
    ...jwt,
    http: { tokens: [{ type: "jwt", method, name: "Token" }] },
  });
  const bodyToken = { location: "body token", form: '["jwt",null]' };
  const google = { provider: plain("google"), allowsPreflight: true };
  const unknownSettings = ["issuer.allow_list[0].weight", "http.optional", "leeway"];

  test.each<[string, unknown, object]>([
    ["deny", undefined, { effect: "refuses" }],
    ["close-connection", undefined, { effect: "refuses" }],
    ["custom-response", { status_code: 404 }, { effect: "answers", status: 404 }],
    ["redirect", { to: "https://x" }, { effect: "redirects", from: undefined, to: "https://x" }],
    ["redirect", { from: "/x" }, { effect: "unknown" }],
    ["forward-internal", { url: "https://a.internal" }, { effect: "forwards", ...forward }],
    ["add-headers", { headers: { a: "b" } }, { effect: "changes", target: "headers" }],
    ["rate-limit", {}, { effect: "none" }],
    ["restrict-ips", network, requires("address", address)],
    ["oauth", { provider: "google", allow_cors_preflight: true }, requires("oauth", google)],
    ["jwt-validation", jwt, requires("jwt", required)],
    ["jwt-validation", jwtWithTokenIn("body"), requires("jwt", { ...required, tokens: [bodyToken] })],
    ["jwt-validation", jwtWithTokenIn("cookie"), { effect: "unknown" }],
    ["http-request", { on_error: "halt" }, { effect: "changes", target: "results", continuesOnError: false }],
    ["http-request", { on_error: "${x}" }, { effect: "unknown" }],
    // `enforce` that isn't a boolean; then, for actions that don't document it, `false`, and `true` as by default.
    ["restrict-ips", { enforce: "${x}" }, { effect: "unknown" }],
    ["oauth", { provider: "google", enforce: false }, { isEnforced: true, unknownSettings: ["enforce"] }],
    ["openid-connect", { issuer_url: "https://i", enforce: true }, { isEnforced: true }],
    ["jwt-validation", withUnknownSettings, { effect: "guards", unknownSettings }],
    ["teleport", undefined, { effect: "unknown" }],
    ["constructor", undefined, { effect: "unknown" }],
    ["deny", ["x"], { effect: "unknown" }],
    ["basic-auth", MASKED, { effect: "unknown" }],
  ])("reads the effect of %s %j", (type, config, effect) => {
    expect(readAction({ type, config })).toMatchObject(effect);
  });

  test("reads a guard that isn't enforced", () => {
    const config = { credentials: ["me:${secrets.get('v', 'p')}"], enforce: false };
    expect(readAction({ type: "basic-auth", config })).toMatchObject(
      requires("password", { credentials }, false),
    );
  });

  test("reads terminate-tls only in its phase", () => {
    const action = { type: "terminate-tls", config: { mutual_tls_certificate_authorities: ["ca_1"] } };
    expect(readAction(action, "on_tcp_connect")).toMatchObject({
      requires: { kind: "tls", minVersion: "1.2", authorities: [plain("ca_1")], certificate: "verified" },
    });
    expect(readAction(action)).toMatchObject({ effect: "unknown" });
  });

  test.each<[string, unknown]>([
    ["a phase", MASKED],
    ["a rule", [MASKED]],
    ["the actions of a rule", [{ actions: MASKED }]],
    ["an action", [{ actions: [MASKED] }]],
    ["the type of an action", [{ actions: [{ type: MASKED }] }]],
    ["a configuration", [{ actions: [{ type: "restrict-ips", config: MASKED }] }]],
  ])("reads %s that is masked as a rule with an unknown action", (_, rules) => {
    expect(readGuards({ on_http_request: rules })).toMatchObject({
      rules: [{ conditions: [], actions: [{ effect: "unknown", isHidden: true }] }],
      ambiguities: [],
    });
  });

  test("reads masked expressions as an opaque condition", () => {
    const [rule] = rulesOf({
      on_http_request: [{ expressions: MASKED, actions: [{ type: "deny" }] }],
    });
    expect(rule?.conditions).toMatchObject([{ kind: "expression" }]);
  });

  test("reports invalid phases as ambiguities, and returns undefined for unreadable or oversized policies", () => {
    expect(readGuards({ inbound: [], on_mars: [], on_http_request: "x" })?.ambiguities).toHaveLength(3);
    expect(readGuards("on_http_request: [")).toBeUndefined();
    expect(readGuards("")).toEqual({ rules: [], ambiguities: [] });
    expect(
      readGuards({ on_http_request: Array(3000).fill({ actions: [{ type: "deny" }] }) }),
    ).toBeUndefined();
  });
});

const comparison = (
  operand: string,
  text: string,
  operator: string,
  type: string,
  value: string | number,
) => ({
  kind: "expression",
  text,
  reads: [operand.split(".")[0]],
  hasKnownNames: true,
  comparison: { operand, operator, type, value },
});
const LENGTH_FROM_10 = comparison("req.content_length", "req.content_length >= 10", ">=", "bigint", 10);

const testCondition = (subject: string, is: string, value: string, extra: object = {}) => ({
  kind: "test",
  subject,
  is,
  value,
  isFolded: false,
  ...extra,
});

const OPAQUE = expect.objectContaining({ kind: "expression" });
const not = (of: unknown) => ({ kind: "not", of });
const any = (...of: unknown[]) => ({ kind: "any", of });
const header = (name: string, is: string, value: string) => testCondition(`req.headers.${name}`, is, value);

describe("readCondition", () => {
  const latitude = "double(conn.geo.latitude)";
  const aboveLatitude = comparison(latitude, `${latitude} > 45.5`, ">", "number", 45.5);
  const expiry = "conn.tls.client.validity.not_after < timestamp('2023-01-01T00:00:00Z')";
  const timestamp = expect.objectContaining({ type: "timestamp" });
  const user = testCondition("req.headers.x-user[0]", "equal", "me", { needs: "req.headers.x-user" });
  const isEmpty = "req.content_encoding == []";
  const success = comparison("res.status_code", "res.status_code > 299", ">=", "bigint", 300);
  const pathPrefix = (path: string) => testCondition("req.url.path", "start", path);
  const country = testCondition("conn.geo.country_code", "equal", "DE");

  test.each<[string, unknown]>([
    ["req.url.path == '/a'", testCondition("req.url.path", "equal", "/a")],
    ["'/a' != req.url.path", not(testCondition("req.url.path", "equal", "/a"))],
    [
      "req.method in ['A', 'B']",
      any(testCondition("req.method", "equal", "A"), testCondition("req.method", "equal", "B")),
    ],
    ["req.host.lowerAscii().endsWith('.x')", testCondition("req.host", "end", ".x", { isFolded: true })],
    ["inCidrRange(conn.client_ip, '10.0.0.0/8')", testCondition("conn.client_ip", "network", "10.0.0.0/8")],
    ["['/a', '/b'].exists(p, req.url.path.startsWith(p))", any(pathPrefix("/a"), pathPrefix("/b"))],
    ["req.headers['x-user'][0] == 'me'", user],
    ["'me' in getReqHeader('X-User')", header("x-user[*]", "equal", "me")],
    ["getReqHeader('X-User').all(v, v != 'ann')", not(header("x-user[*]", "equal", "ann"))],
    ["hasReqHeader('X-User')", header("x-user", "present", "")],
    ["'x' in req.headers", header("x", "present", "")],
    ["getReqHeader('x').exists(v, v.contains('y'))", header("x[*]", "part", "y")],
    [
      "conn.geo.country_code == 'DE' && true",
      { kind: "all", of: [country, { kind: "constant", value: true }] },
    ],
    ["'s' in req.cookies", testCondition("req.cookies.s", "present", "")],
    ["has(req.cookies['s'])", testCondition("req.cookies.s", "present", "")],
    ["req.cookies['s'][0] == 'a'", OPAQUE],
    [isEmpty.replace(" ", "  "), { kind: "expression", text: isEmpty, reads: ["req"], hasKnownNames: true }],
    ["req.content_length >= 10", LENGTH_FROM_10],
    ["10 > req.content_length", not(LENGTH_FROM_10)],
    ["res.status_code > 299", success],
    [`${latitude} <= 45.5`, not({ ...aboveLatitude, reads: ["conn"] })],
    [expiry, not(expect.objectContaining({ hasKnownNames: true, comparison: timestamp }))],
    ["req.made_up == 3", expect.objectContaining({ kind: "expression", hasKnownNames: false })],
    ["req.headers['X-Odd'][0] == 'a'", expect.objectContaining({ kind: "ambiguous" })],
    ["req.url.path == true", OPAQUE],
    ["req.url.path ==", OPAQUE],
    ["${req.url.path == '/a'}", OPAQUE],
  ])("reads %s", (expression, condition) => {
    expect(conditionOf(expression)).toEqual(condition);
  });

  test("reads long chains and nested comprehensions", () => {
    const long = Array.from({ length: 200 }, (_, n) => `req.url.path == '/${n}'`).join(" || ");
    expect(conditionOf(long)).toMatchObject({ kind: "any" });
    const nested = `${"[1, 2, 3].exists(a, ".repeat(12)}true${")".repeat(12)}`;
    expect(conditionOf(nested)).toBeDefined();
  });
});
