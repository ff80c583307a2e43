// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { describe, expect, test } from "vitest";
import {
  type Condition,
  type GuardAction,
  readGuards,
  UNKNOWN_TEXT,
} from "../../../traffic-policy/symbolic/policy-reader";

const rulesOf = (policy: unknown) => readGuards(policy)?.rules ?? [];

/** A single action in a phase. */
const effectOf = (action: object, phase = "on_http_request"): GuardAction | undefined =>
  rulesOf({ [phase]: [{ actions: [action] }] })[0]?.actions[0];

const conditionOf = (expression: string): Condition | undefined =>
  rulesOf({ on_http_request: [{ expressions: [expression], actions: [{ type: "deny" }] }] })[0]
    ?.conditions[0];

const plain = (text: string) => ({ text, isFilledIn: false });

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
    expect(readGuards(policy)?.doubts).toEqual([]);
  });

  test("reads YAML, JSON, and objects alike, independent of the order of keys", () => {
    const policy = {
      on_http_request: [{ name: "a", actions: [{ type: "deny", config: { status_code: 401 } }] }],
    };
    const yaml =
      "on_http_request:\n  - actions:\n      - config: {status_code: 401}\n        type: deny\n    name: a\n";
    const read = rulesOf(policy);
    expect(rulesOf(JSON.stringify(policy))).toEqual(read);
    expect(rulesOf(yaml)).toEqual(read);
  });

  test.each<[string, object, object]>([
    ["deny", { type: "deny" }, { effect: "refuses" }],
    ["close-connection", { type: "close-connection" }, { effect: "refuses" }],
    [
      "custom-response",
      { type: "custom-response", config: { status_code: 404 } },
      { effect: "answers", status: 404 },
    ],
    [
      "redirect",
      { type: "redirect", config: { to: "https://x" } },
      { effect: "redirects", from: undefined, to: "https://x" },
    ],
    [
      "forward-internal",
      { type: "forward-internal", config: { url: "https://a.internal" } },
      { effect: "forwards", url: plain("https://a.internal"), continuesOnError: false },
    ],
    [
      "add-headers",
      { type: "add-headers", config: { headers: { a: "b" } } },
      { effect: "changes", what: "headers" },
    ],
    ["rate-limit", { type: "rate-limit", config: {} }, { effect: "none" }],
    [
      "restrict-ips",
      { type: "restrict-ips", config: { deny: ["192.0.2.0/24"], ip_policies: ["ipp_1"] } },
      {
        effect: "guards",
        isEnforced: true,
        requires: { kind: "address", allow: [], deny: [plain("192.0.2.0/24")], ipPolicies: [plain("ipp_1")] },
      },
    ],
    [
      "basic-auth without enforcement",
      { type: "basic-auth", config: { credentials: ["me:${secrets.get('v', 'p')}"], enforce: false } },
      {
        effect: "guards",
        isEnforced: false,
        requires: {
          kind: "password",
          credentials: [{ text: 'me:${secrets.get("v", "p")}', isFilledIn: true }],
        },
      },
    ],
    [
      "oauth",
      { type: "oauth", config: { provider: "google", allow_cors_preflight: true } },
      {
        effect: "guards",
        isEnforced: true,
        requires: { kind: "oauth", provider: plain("google"), allowsPreflight: true },
      },
    ],
    [
      "jwt-validation",
      {
        type: "jwt-validation",
        config: {
          issuer: { allow_list: [{ value: "https://i" }] },
          http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
          jws: { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: ["https://k"] } } },
        },
      },
      {
        effect: "guards",
        isEnforced: true,
        requires: {
          kind: "jwt",
          issuers: [plain("https://i")],
          audiences: [],
          algorithms: [plain("RS256")],
          tokens: [{ place: "header authorization", form: '["jwt","Bearer "]' }],
          keys: [plain("https://k")],
        },
      },
    ],
    [
      "an enforce that is not a boolean",
      { type: "restrict-ips", config: { enforce: "${x}" } },
      { isEnforced: undefined },
    ],
    [
      "an enforce that the action doesn't support",
      { type: "oauth", config: { provider: "google", enforce: false } },
      { isEnforced: undefined },
    ],
    [
      "an unsupported enforce with its default value",
      { type: "openid-connect", config: { issuer_url: "https://i", enforce: true } },
      { isEnforced: true },
    ],
    [
      "unknown settings",
      {
        type: "jwt-validation",
        config: {
          issuer: { allow_list: [{ value: "https://i", weight: 1 }] },
          http: { tokens: [{ type: "jwt", method: "header", name: "Authorization" }], optional: true },
          jws: { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: [] } } },
          leeway: "1s",
          none: null,
        },
      },
      { effect: "guards", unknown: ["issuer.allow_list[0].weight", "http.optional", "leeway"] },
    ],
    ["an unknown type", { type: "teleport" }, { effect: "unknown" }],
    ["a prototype's name", { type: "constructor" }, { effect: "unknown" }],
    ["a configuration that is not a map", { type: "deny", config: ["x"] }, { effect: "unknown" }],
    [
      "an unknown configuration",
      { type: "basic-auth", config: `${UNKNOWN_TEXT}later` },
      { effect: "unknown" },
    ],
  ])("reads the effect of %s", (_, action, effect) => {
    expect(effectOf(action)).toMatchObject(effect);
  });

  test("reads terminate-tls only in its phase", () => {
    const action = { type: "terminate-tls", config: { mutual_tls_certificate_authorities: ["ca_1"] } };
    expect(effectOf(action, "on_tcp_connect")).toMatchObject({
      requires: { kind: "tls", minVersion: "1.2", authorities: [plain("ca_1")], certificate: "verified" },
    });
    expect(effectOf(action)).toMatchObject({ effect: "unknown" });
  });

  test.each<[string, unknown]>([
    ["a phase", `${UNKNOWN_TEXT}it`],
    ["a rule", [`${UNKNOWN_TEXT}it`]],
    ["the actions of a rule", [{ actions: `${UNKNOWN_TEXT}it` }]],
    ["an action", [{ actions: [`${UNKNOWN_TEXT}it`] }]],
    ["the type of an action", [{ actions: [{ type: `${UNKNOWN_TEXT}it` }] }]],
    ["a configuration", [{ actions: [{ type: "restrict-ips", config: `${UNKNOWN_TEXT}it` }] }]],
  ])("reads %s that is masked as an unknown rule", (_, rules) => {
    expect(readGuards({ on_http_request: rules })).toMatchObject({
      rules: [{ conditions: [], actions: [{ effect: "unknown", isHidden: true }] }],
      doubts: [],
    });
  });

  test("reads masked expressions as an opaque condition", () => {
    const [rule] = rulesOf({
      on_http_request: [{ expressions: `${UNKNOWN_TEXT}it`, actions: [{ type: "deny" }] }],
    });
    expect(rule?.conditions).toMatchObject([{ kind: "expression" }]);
  });

  test("reports doubts", () => {
    expect(readGuards({ inbound: [], on_mars: [], on_http_request: "x" })?.doubts).toHaveLength(3);
    expect(readGuards("on_http_request: [")).toBeUndefined();
    expect(readGuards("")).toEqual({ rules: [], doubts: [] });
    expect(
      readGuards({ on_http_request: Array(3000).fill({ actions: [{ type: "deny" }] }) }),
    ).toBeUndefined();
  });
});

/** A comparison with a constant. */
const compared = (of: string, text: string, is: string, type: string, value: string | number) => ({
  kind: "expression",
  text,
  reads: [of.split(".")[0]],
  isKnown: true,
  comparison: { of, is, type, value },
});
const LENGTH_FROM_10 = compared("req.content_length", "req.content_length >= 10", "least", "bigint", 10);

const asked = (subject: string, is: string, value: string, extra: object = {}) => ({
  kind: "test",
  subject,
  is,
  value,
  isFolded: false,
  ...extra,
});

describe("readCondition", () => {
  test.each<[string, unknown]>([
    ["req.url.path == '/a'", asked("req.url.path", "equal", "/a")],
    ["'/a' != req.url.path", { kind: "not", of: asked("req.url.path", "equal", "/a") }],
    [
      "req.method in ['GET', 'HEAD']",
      { kind: "any", of: [asked("req.method", "equal", "GET"), asked("req.method", "equal", "HEAD")] },
    ],
    ["req.host.lowerAscii().endsWith('.x')", asked("req.host", "end", ".x", { isFolded: true })],
    ["inCidrRange(conn.client_ip, '10.0.0.0/8')", asked("conn.client_ip", "network", "10.0.0.0/8")],
    [
      "['/a', '/b'].exists(p, req.url.path.startsWith(p))",
      { kind: "any", of: [asked("req.url.path", "start", "/a"), asked("req.url.path", "start", "/b")] },
    ],
    [
      "req.headers['x-user'][0] == 'me'",
      asked("req.headers.x-user[0]", "equal", "me", { needs: "req.headers.x-user" }),
    ],
    ["'me' in getReqHeader('X-User')", asked("req.headers.x-user[*]", "equal", "me")],
    ["hasReqHeader('X-User')", asked("req.headers.x-user", "present", "")],
    ["'x' in req.headers", asked("req.headers.x", "present", "")],
    ["getReqHeader('x').exists(v, v.contains('y'))", asked("req.headers.x[*]", "part", "y")],
    [
      "conn.geo.country_code == 'DE' && true",
      {
        kind: "all",
        of: [asked("conn.geo.country_code", "equal", "DE"), { kind: "constant", value: true }],
      },
    ],
    ["'s' in req.cookies", asked("req.cookies.s", "present", "")],
    ["has(req.cookies['s'])", asked("req.cookies.s", "present", "")],
    ["req.cookies['s'][0] == 'a'", expect.objectContaining({ kind: "expression" })],
    ...["size(req.url.path) > 9", "req.url.path.split('/').size() > 2"].map((text): [string, unknown] => [
      text,
      expect.objectContaining({ kind: "expression" }),
    ]),
    [
      "req.content_encoding   == []",
      { kind: "expression", text: "req.content_encoding == []", reads: ["req"], isKnown: true },
    ],
    ["req.content_length >= 10", LENGTH_FROM_10],
    ["10 > req.content_length", { kind: "not", of: LENGTH_FROM_10 }],
    ["res.status_code > 299", compared("res.status_code", "res.status_code > 299", "least", "bigint", 300)],
    [
      "double(conn.geo.latitude) <= 45.5",
      {
        kind: "not",
        of: {
          ...compared(
            "double(conn.geo.latitude)",
            "double(conn.geo.latitude) > 45.5",
            "above",
            "number",
            45.5,
          ),
          reads: ["conn"],
        },
      },
    ],
    [
      "conn.tls.client.validity.not_after < timestamp('2023-01-01T00:00:00Z')",
      {
        kind: "not",
        of: expect.objectContaining({
          isKnown: true,
          comparison: expect.objectContaining({ type: "timestamp" }),
        }),
      },
    ],
    ["req.made_up == 3", expect.objectContaining({ kind: "expression", isKnown: false })],
    ["req.host.split('.app.test')[0] == 'a'", asked("req.host", "match", "^a(?:\\.app\\.test|$)")],
    ["'a' == req.host.split('.')[0].lowerAscii()", asked("req.host", "match", "^[aA](?:\\.|$)")],
    ["req.host.split('.')[0] == 'a.b'", { kind: "constant", value: false }],
    ["req.host.split('.')[1] == 'a'", expect.objectContaining({ kind: "expression" })],
    [
      "getReqHeader('X-User').all(v, v != 'ann')",
      { kind: "not", of: asked("req.headers.x-user[*]", "equal", "ann") },
    ],
    ["req.headers['X-Odd'][0] == 'a'", expect.objectContaining({ kind: "ambiguous" })],
    ["req.url.path == true", expect.objectContaining({ kind: "expression" })],
    ["req.url.path ==", expect.objectContaining({ kind: "expression" })],
    ["${req.url.path == '/a'}", expect.objectContaining({ kind: "expression" })],
  ])("reads %s", (expression, condition) => {
    expect(conditionOf(expression)).toEqual(condition);
  });

  test("reads a long chain in linear time", () => {
    const long = Array.from({ length: 200 }, (_, n) => `req.url.path == '/${n}'`).join(" || ");
    expect(conditionOf(long)).toMatchObject({ kind: "any" });
    const nested = `${"[1, 2, 3].exists(a, ".repeat(12)}true${")".repeat(12)}`;
    expect(conditionOf(nested)).toBeDefined();
  });
});
