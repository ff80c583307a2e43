// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service, not JavaScript, interpolates these strings.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { UNKNOWN } from "../../../provider/family/unknown";
import { type Attachment, checkEndpointPolicy, checkPolicy } from "../../../traffic-policy";

const findingTexts = (policy: unknown, isError: boolean, attachment?: Attachment) =>
  checkPolicy(policy, attachment)
    .filter((finding) => finding.isError === isError)
    .map(({ path, line, reason }) => `${path.join(".")}${line === undefined ? "" : ` (${line})`}: ${reason}`);

const errors = (policy: unknown) => findingTexts(policy, true);
const warnings = (policy: unknown, attachment?: Attachment) => findingTexts(policy, false, attachment);

/** A policy with one action. */
const policyWithAction = (type: string, config?: unknown, phase = "on_http_request") => ({
  [phase]: [{ actions: [{ type, ...(config === undefined ? {} : { config }) }] }],
});

const policyWithExpression = (expression: string, phase = "on_http_request") => ({
  [phase]: [{ expressions: [expression], actions: [{ type: "restrict-ips", config: {} }] }],
});

const INVALID_PEM = "-----BEGIN CERTIFICATE-----\nbm9uc2Vuc2U=\n-----END CERTIFICATE-----";

test.each([
  ["mutual_tls_certificate_authorities", [INVALID_PEM], "is neither the id of a certificate authority nor"],
  ["mutual_tls_certificate_authorities", ["BEGIN"], undefined],
  ["mutual_tls_certificate_authorities", ["not a certificate"], "is neither the id of"],
  ["mutual_tls_certificate_authorities", ["${secrets.get('tls', 'ca')}"], undefined],
  ["server_certificate", INVALID_PEM, "contains no valid PEM certificate"],
  ["server_private_key", "key", "contains no PEM private key"],
])("checks %s %j of terminate-tls: %s", (key, value, expected) => {
  const config = { server_certificate: "${vars.a}", server_private_key: "${vars.b}", [key]: value };
  const reasons = warnings(policyWithAction("terminate-tls", config, "on_tcp_connect"));
  expect(reasons.length).toBe(expected === undefined ? 0 : 1);
  expect(reasons.join()).toContain(expected ?? "");
});

test.each([
  ["server_certificate", (pem: string) => pem],
  ["mutual_tls_certificate_authorities", (pem: string) => [pem]],
])("refuses a private key in %s of terminate-tls", (key, toValue) => {
  const privateKey = `-----BEGIN ${"EC PRIVATE"} KEY-----\nc2VjcmV0\n`;
  for (const pem of [privateKey, `${INVALID_PEM}\n${privateKey}`]) {
    const config = { server_private_key: "${vars.b}", server_certificate: "${vars.a}", [key]: toValue(pem) };
    const reasons = errors(policyWithAction("terminate-tls", config, "on_tcp_connect"));
    expect(reasons).toEqual([expect.stringMatching(/ must contain certificates .* such as a private key$/)]);
  }
});

test.each([
  [[{ actions: [{ typ: "deny" }] }], ".actions.0.typ: is not a key of action; did you mean type"],
  [[{ action: [{ type: "deny" }] }], ".action: is not a key of rule; did you mean actions"],
])("reports a misspelled required key only once: %j", (rules, expected) => {
  const findings = checkEndpointPolicy({ on_http_request: rules });
  expect(findings.map(({ path, isError, reason }) => [isError, `${path.join(".")}: ${reason}`])).toEqual([
    [true, `on_http_request.0${expected}, which is required?`],
  ]);
});

test("reports an unknown key once, without checking its value", () => {
  expect(errors("0x1F: []")).toEqual([expect.stringMatching(/^0x1F \(1\): is not a phase/)]);
  expect(errors({ base: { type: "deny" } })).toEqual([expect.stringMatching(/^base: is not a phase/)]);
});

test("accepts the earlier name of a response body", () => {
  expect(checkPolicy(policyWithAction("custom-response", { status_code: 401, content: "denied" }))).toEqual(
    [],
  );
});

describe("a policy", () => {
  test("is accepted as YAML with comments, anchors, and merge keys, as JSON, and as an object", () => {
    const text = readFileSync(join(__dirname, "valid.yaml"), "utf8");
    const policy = parse(text, { merge: true });
    for (const form of [text, policy, JSON.stringify(policy)]) expect(checkPolicy(form)).toEqual([]);
  });

  test("may be empty", () => {
    for (const policy of ["", " \n", {}, "{}", { on_http_request: [] }])
      expect(checkPolicy(policy)).toEqual([]);
  });

  test.each(["null", "~", "# only a comment", null])("is rejected if it isn't a map: %j", (policy) => {
    expect(checkPolicy(policy)).toEqual([
      expect.objectContaining({ code: 2236, reason: expect.stringContaining("must be a map of phases") }),
    ]);
  });
});

describe("phases", () => {
  test("are rejected if they are misspelled or have unrelated names", () => {
    expect(errors({ on_http_requests: [] })).toEqual([
      "on_http_requests: is not a phase; did you mean on_http_request?",
    ]);
    expect(errors({ rules: [] })).toEqual([
      expect.stringMatching(/^rules: is not a phase; known are on_tcp/),
    ]);
  });

  test("cause warnings if they are unknown, and their rules are checked", () => {
    const rule = { actions: [{ type: "deny", config: { status_code: "x" } }] };
    expect(errors({ on_quic_handshake: [rule] })).toEqual([
      "on_quic_handshake.0.actions.0.config.status_code: must be a whole number, not a string",
    ]);
    expect(warnings({ on_quic_handshake: [] })).toEqual([expect.stringContaining("is an unknown phase")]);
  });

  test.each([
    [{ on_http_request: { actions: [] } }, "on_http_request: must be a list of rules, not a map"],
    [{ on_http_request: [{ name: "empty" }] }, "on_http_request.0.actions: is required: a list of actions"],
    [{ on_http_request: [{ actions: [] }] }, "on_http_request.0.actions: must have at least one action"],
    [[], ": must be a map of phases such as on_http_request, not a list"],
  ])("rejects a phase without a list of rules with actions: %j", (policy, error) => {
    expect(errors(policy)).toEqual([error]);
  });
});

describe("phases of an attachment", () => {
  const PHASES = [
    "on_tcp_connect",
    "on_http_request",
    "on_http_response",
    "on_event_stream_message",
  ] as const;
  const rules = { actions: [{ type: "log", config: { metadata: {} } }] };
  const policy = Object.fromEntries(PHASES.map((phase) => [phase, [rules]]));

  const internal: Attachment["lacks"] = {
    phase: "on_tcp_connect",
    code: 2262,
    instead: "move its rules to on_http_request",
  };

  // From the documented table of phases by protocol, and the error codes for internal endpoints.
  test.each<[Attachment, readonly string[]]>([
    [{ name: "an http endpoint", protocol: "http" }, PHASES],
    [{ name: "an https endpoint", protocol: "https" }, PHASES],
    [{ name: "a tls endpoint", protocol: "tls" }, ["on_tcp_connect"]],
    [{ name: "a tcp endpoint", protocol: "tcp" }, ["on_tcp_connect"]],
    [{ name: "an internal https endpoint", protocol: "https", lacks: internal }, PHASES.slice(1)],
  ])("rejects phases that %j doesn't support", (attachment, supported) => {
    const rejected = checkPolicy(policy, attachment)
      .filter(({ path, isError }) => path.length === 1 && isError)
      .map(({ path: [phase] }) => phase);
    expect(rejected).toEqual(PHASES.filter((phase) => !supported.includes(phase)));
  });

  test("are reported with the supported phases, the line, and advice", () => {
    const text = "on_tcp_connect: []\non_http_request:\n  - actions:\n      - type: deny\n";
    const [finding] = checkPolicy(text, { name: "a tcp endpoint", protocol: "tcp" });
    expect(finding).toMatchObject({ isError: true, code: 2230, path: ["on_http_request"], line: 3 });
    expect(finding?.reason).toMatch(/supports on_tcp_connect\): .* attach the policy to/);
    const edge: Attachment = { name: "an HTTPS edge", protocol: "https", lacks: internal };
    const onEdge = checkPolicy(policy, edge).find(({ path }) => path.length === 1);
    expect(onEdge?.code).toBe(2262);
    expect(onEdge?.reason).toMatch(/on_event_stream_message\): move its rules to on_http_request$/);
  });

  test("are accepted without rules, with unknown rules, or with an unknown attachment", () => {
    const tcp = { name: "a tcp endpoint", protocol: "tcp" } as const;
    for (const rules of [[], null, UNKNOWN]) expect(checkPolicy({ on_http_request: rules }, tcp)).toEqual([]);
    expect(checkPolicy(policy).filter(({ path }) => path.length === 1)).toEqual([]);
  });

  test("don't end the policy if they are unsupported", () => {
    const deny = [{ actions: [{ type: "deny" }] }];
    const attachment: Attachment = { name: "an internal https endpoint", protocol: "https", lacks: internal };
    const reasons = checkEndpointPolicy({ on_tcp_connect: deny, on_http_request: deny }, attachment);
    expect(reasons.map(({ path }) => path.join("."))).toEqual(["on_tcp_connect"]);
  });

  test("may have the earlier name inbound, which depends on the protocol", () => {
    const inbound = { inbound: [{ actions: [{ type: "terminate-tls" }] }] };
    const earlier = (phase: string) => `inbound: is an earlier name of the phase ${phase}: use that`;
    const ending = { inbound: [{ actions: [{ type: "deny" }] }, { actions: [{ type: "log" }] }] };
    expect(warnings(inbound, { name: "a TLS edge", protocol: "tls" })).toEqual([earlier("on_tcp_connect")]);
    expect(warnings(ending)).toContain(earlier("on_http_request"));
    const edge: Attachment = { name: "an HTTPS edge", protocol: "https" };
    expect(checkPolicy(inbound, edge).some(({ isError }) => isError)).toBe(true);
  });
});

describe("actions", () => {
  test("are rejected in other phases", () => {
    expect(errors(policyWithAction("oauth", { provider: "github" }, "on_tcp_connect"))).toEqual([
      "on_tcp_connect.0.actions.0.type: is oauth, which the phase on_tcp_connect doesn't support; it runs in on_http_request",
    ]);
  });

  test("are rejected at endpoints of other protocols", () => {
    const config = { server_certificate: "${vars.a}", server_private_key: "${vars.b}" };
    const policy = policyWithAction("terminate-tls", config, "on_tcp_connect");
    expect(checkPolicy(policy, { name: "a tcp endpoint", protocol: "tcp" })).toMatchObject([
      {
        code: 2205,
        reason: "is terminate-tls, which a tcp endpoint doesn't support: it is for https and tls",
      },
    ]);
  });

  test("cause warnings if they are unknown", () => {
    expect(errors(policyWithAction("teleport", { to: 1 }))).toEqual([]);
    expect(warnings(policyWithAction("teleport"))).toEqual([
      'on_http_request.0.actions.0.type: is "teleport", an unknown action',
    ]);
    expect(warnings(policyWithAction("custom-respons"))).toEqual([
      expect.stringContaining("did you mean custom-response?"),
    ]);
    expect(errors(policyWithAction("deny", { statuscode: 404 }))).toEqual([
      "on_http_request.0.actions.0.config.statuscode: is not a key of deny; did you mean status_code?",
    ]);
  });

  test("are rejected after deny", () => {
    const actions = [{ type: "deny" }, { type: "log", config: { metadata: {} } }];
    expect(errors({ on_http_request: [{ actions }] })).toEqual([
      "on_http_request.0.actions.1: is never reached: deny before it ends the policy",
    ]);
  });

  const deny = [{ type: "deny" }];

  test("cause one warning in unreachable rules", () => {
    const laterRules = [{ actions: deny }, { expressions: ["req.host == 'a'"], actions: deny }];
    for (const expressions of [undefined, null, [], ["true"], [true], [" true "]])
      expect(warnings({ on_http_request: [{ expressions, actions: deny }, ...laterRules] })).toEqual([
        "on_http_request.1: is never reached: deny in the previous rule ends the policy",
      ]);
    for (const expressions of [["req.host == 'a'"], ["true", "req.host == 'a'"], UNKNOWN, [UNKNOWN]])
      expect(warnings({ on_http_request: [{ expressions, actions: deny }, { actions: deny }] })).toEqual([]);
  });

  test("make later rules unreachable if they forward with on_error: halt", () => {
    const warningsAfter = (config: unknown) =>
      warnings({ on_http_request: [{ actions: [{ type: "forward-internal", config }] }, { actions: deny }] });
    const url = "https://a.internal";
    expect(warningsAfter({ url })).toHaveLength(1);
    expect(warningsAfter({ url, on_error: "halt" })).toHaveLength(1);
    expect(warningsAfter({ url, on_error: "continue" })).toEqual([]);
    expect(warningsAfter({ url, on_error: UNKNOWN })).toEqual([]);
    expect(warningsAfter(UNKNOWN)).toEqual([]);
  });

  test("make on_http_request unreachable if they end every connection", () => {
    const on_http_request = [{ actions: deny }];
    expect(warnings({ on_tcp_connect: [{ actions: deny }], on_http_request })).toEqual([
      "on_http_request: is never reached: deny in on_tcp_connect ends every connection",
    ]);
    const restricted = [{ actions: [{ type: "restrict-ips", config: {} }] }];
    expect(warnings({ on_tcp_connect: restricted, on_http_request })).toEqual([]);
  });

  test("may set variables that later rules read if their configuration is unknown", () => {
    const scopes = (vars: unknown) => ({
      on_tcp_connect: [{ actions: [{ type: "set-vars", config: { vars: [{ a: "x" }] } }] }],
      on_http_request: [
        { actions: [{ type: "set-vars", config: { vars } }] },
        { expressions: ["vars.a == 'x'"], actions: deny },
      ],
    });
    expect(warnings(scopes([{ b: "x" }])).join()).toContain("vars.a, which is set only in on_tcp_connect");
    expect(warnings(scopes(UNKNOWN))).toEqual([]);
  });

  test("sign users in only once per request, with distinct auth_id", () => {
    const oauth = (auth_id?: unknown) => ({ type: "oauth", config: { provider: "github", auth_id } });
    const issuer_url = "https://id.example.com";
    const oidc = (auth_id?: unknown) => ({ type: "openid-connect", config: { issuer_url, auth_id } });
    const ruleAt = (path: string, ...actions: unknown[]) => ({
      expressions: [`req.url.path == '${path}'`],
      actions,
    });
    const secondSignIns = (...rules: object[]) =>
      errors({ on_http_request: rules }).filter((text) => text.includes("signs users in a second time"));
    expect(secondSignIns({ actions: [oauth("a"), oidc("b")] })).toHaveLength(1);
    expect(secondSignIns({ actions: [oauth("a")] }, ruleAt("/b", oidc("b")))).toHaveLength(1);
    const warningsFor = (first?: unknown, second = first) =>
      warnings({ on_http_request: [ruleAt("/a", oauth(first)), ruleAt("/b", oidc(second))] });
    const sameId = [expect.stringContaining("needs its own config.auth_id")];
    expect([warningsFor(), warningsFor("x"), warningsFor("a", "b"), warningsFor(UNKNOWN)]).toEqual([
      sameId,
      sameId,
      [],
      [],
    ]);
  });

  test("are rejected the second time if a policy may have only one", () => {
    const twice = [{ type: "ai-gateway" }, { type: "ai-gateway" }];
    expect(errors({ on_http_request: [{ actions: twice }] })).toEqual([
      "on_http_request.0.actions.1.type: is ai-gateway, which a policy may have only once",
    ]);
  });

  test("are unknown if they are named like members of Object.prototype", () => {
    for (const type of ["constructor", "__proto__"]) expect(errors(policyWithAction(type))).toEqual([]);
    const json = JSON.stringify(policyWithAction("deny")).replace('"type"', '"__proto__":1,"type"');
    expect(warnings(json)).toHaveLength(1);
  });
});

describe("the policy of a cloud endpoint", () => {
  const deny = [{ type: "deny" }];
  const forward = (on_error?: unknown) => [
    {
      type: "forward-internal",
      config: { url: "https://a.internal", ...(on_error !== undefined && { on_error }) },
    },
  ];
  const when = ["req.method == 'PUT'"];
  const basic = { type: "basic-auth", config: { credentials: ["${vars.pair}"] } };

  test.each([
    [{}],
    ["{}"],
    [{ on_http_request: [{ actions: [basic] }] }],
    [{ on_http_request: [{ expressions: when, actions: deny }] }],
    [{ on_http_request: [{ actions: forward("continue") }] }],
    [{ on_http_response: [{ actions: [{ type: "custom-response", config: {} }] }] }],
  ])("warns about a policy that may continue after its last rule: %j", (policy) => {
    const reason = expect.stringContaining("deny, forward-internal");
    expect(checkEndpointPolicy(policy)).toEqual([
      expect.objectContaining({ isError: false, path: [], reason }),
    ]);
    expect(checkPolicy(policy)).toEqual([]);
  });

  test.each([
    [{ on_http_request: [{ actions: [basic, ...forward()] }] }],
    [{ on_http_request: [{ expressions: when, actions: [basic] }, { actions: deny }] }],
    [{ on_tcp_connect: [{ actions: deny }] }],
    [JSON.stringify({ on_http_request: [{ expressions: [], actions: forward("halt") }] })],
    [{ on_http_request: UNKNOWN }],
    [{ on_http_request: [UNKNOWN] }],
    [{ on_http_request: [{ actions: UNKNOWN }] }],
    [{ on_http_request: [{ actions: [UNKNOWN] }] }],
    [{ on_http_request: [{ actions: [{ type: UNKNOWN }] }] }],
    [{ on_http_request: [{ expressions: UNKNOWN, actions: deny }] }],
    [{ on_http_request: [{ actions: forward(UNKNOWN) }] }],
  ])("accepts a policy that ends, or may end, all requests: %j", (policy) => {
    expect(checkEndpointPolicy(policy)).toEqual([]);
  });

  test("accepts a policy that may end with an unknown action or phase", () => {
    const reasons = (policy: unknown) =>
      checkEndpointPolicy(policy).map(({ reason }) => reason.split(",")[0]);
    expect(reasons({ on_http_request: [{ actions: [{ type: "teleport" }] }] })).toHaveLength(1);
    expect(reasons({ on_quic_handshake: [{ actions: deny }] })).toHaveLength(1);
  });
});

describe("configurations", () => {
  const url = "https://a.internal";
  const github = { provider: "github" };
  const keyless = { id: "a", api_keys: [{}] };
  const pairs = (count: number) => Array.from({ length: count }, (_, at) => `user-${at}:password`);
  const strategy = { strategy: ["ai."] };
  const CONTROL = "must not contain control characters";
  const RE2 = "is not a valid RE2 regular expression";

  test.each([
    ["rate-limit", {}, "name: is required by rate-limit"],
    ["basic-auth", undefined, "credentials: is required by basic-auth"],
    ["basic-auth", { credentials: [] }, "credentials: must have at least 1 item, not 0"],
    ["basic-auth", { credentials: pairs(11) }, "credentials: must have at most 10 items, not 11"],
    ["basic-auth", { credentials: ["nobody"] }, "credentials.0: must be a user name and a password"],
    ["basic-auth", { credentials: [":long-enough"] }, "credentials.0: must have a user name"],
    ["basic-auth", { credentials: ["me:short"] }, "credentials.0: must have a password of 8 to 128"],
    ["basic-auth", { credentials: "me:long-enough" }, "credentials: must be a list of values, not a string"],
    ["basic-auth", { credentials: ["me:long\tenough"] }, `credentials.0: ${CONTROL}`],
    ["basic-auth", { realm: "Büro" }, "realm: may contain only printable ASCII"],
    ["basic-auth", { realm: "a".repeat(129) }, "realm: must have at most 128"],
    [
      "http-request",
      { url: "https://a", headers: { ...pairs(11) } },
      "headers: must have at most 10 keys, not 11",
    ],
    ["add-headers", { headers: ["a"] }, "headers: must be a map, not a list"],
    ["add-headers", { headers: { a: 1 } }, "headers.a: must be a string, not a number"],
    ["add-headers", { headers: { "x y": "a" } }, "headers.x y: is not a valid header name"],
    ["add-headers", { headers: { a: "b\nc" } }, `headers.a: ${CONTROL}`],
    ["remove-headers", { headers: ["a:"] }, "headers.0: is not a valid header name"],
    ["deny", { status_code: 403.5 }, "status_code: must be a whole number, not 403.5"],
    ["circuit-breaker", { error_threshold: 2 }, "error_threshold: must be from 0 to 1"],
    ["circuit-breaker", { window_duration: "3m" }, "window_duration: must be from 1s to 120s"],
    ["circuit-breaker", { window_duration: "soon" }, "window_duration: must be a duration"],
    ["redirect", { to: "/", status_code: 200 }, "status_code: must be from 300 to 399"],
    ["restrict-ips", { enforce: "true" }, "enforce: must be true or false, not a string"],
    ["restrict-ips", { allow: ["192.0.2.0/33"] }, "allow.0: must be a CIDR"],
    ["set-vars", { vars: [{ a: 1, b: 2 }] }, "vars.0: must have exactly 1 key, not 2"],
    ["oauth", { provider: "google", scopes: ["profile"] }, "client_id: is required together with scopes"],
    ["oauth", { ...github, client_id: "c" }, "client_secret: is required together with client_id"],
    ["oauth", { client_id: null, client_secret: "s" }, "client_id: is required together with client_secret"],
    ["forward-internal", { url, on_error: "contine" }, "on_error: must be one of halt, continue; did"],
    ["compress-response", { algorithms: ["br", "br"] }, "algorithms.1: is repeated"],
    ["jwt-validation", { issuer: { allow_list: [{}] } }, "issuer.allow_list.0.value: is required"],
    ["openid-connect", { issuer_url: "https://id" }, "client_id: is required by openid-connect"],
    ["openid-connect", { client_id: "a" }, "client_secret: is required by openid-connect"],
    ["openid-connect", { issuer_url: "id.example.com" }, "issuer_url: must be a URL with a scheme"],
    ["rate-limit", { algorithm: "leaky_bucket" }, "algorithm: must be one of sliding_window"],
    ["redirect", { from: "^/(?!api)", to: "/" }, `from: ${RE2}`],
    ["url-rewrite", { from: "(a", to: "b" }, `from: ${RE2}: missing closing )`],
    ["redirect", { from: "(a)\\1" }, `from: ${RE2}: invalid escape sequence; RE2 has no references`],
    ["ai-gateway", { max_input_tokens: 500_001 }, "max_input_tokens: must be from 0 to 500000"],
    ["ai-gateway", { providers: [keyless] }, "providers.0.api_keys.0.value: is required by api_keys"],
    ["ai-gateway", { model_selection: strategy }, "model_selection.strategy.0: is not a valid CEL"],
  ])("rejects %s %j: %s", (type, config, expected) => {
    expect(errors(policyWithAction(type, config)).join("\n")).toContain(
      `on_http_request.0.actions.0.config.${expected}`,
    );
  });

  test("may have providers, models, and strategies for ai-gateway", () => {
    const models = [{ id: "large", max_context_window: 8192, supported_features: ["tool-calling"] }];
    const api_keys = [{ value: "${secrets.get('own', 'key')}" }];
    const config = {
      body: { temperature: 0.7 },
      providers: [{ id: "own", base_url: "https://models.internal", metadata: { a: "b" }, api_keys, models }],
      model_selection: { strategy: ["ai.models.filter(m, m.getMetadata('a') == 'b').underCost('c', 0.5)"] },
      api_key_selection: { strategy: ["ai.keys.filter(k, k.quota.remaining_requests > 100).randomize()"] },
    };
    expect(checkPolicy(policyWithAction("ai-gateway", config))).toEqual([]);
    expect(warnings(policyWithExpression("ai.models.size() > 1"))).toEqual([
      expect.stringContaining("the variable ai"),
    ]);
  });

  test.each([
    "^https?://([^/]+)/v(?P<version>[0-9]{1,3})/",
    "\\p{Greek}+",
    "(?i:a)|\\bb\\z",
    "${vars.a}(",
    "\\p{OfALaterUnicode}",
  ])("accepts the RE2 pattern %s", (from) => {
    expect(checkPolicy(policyWithAction("redirect", { from, to: "$1" }))).toEqual([]);
  });

  test("cause a warning for unknown values of open choices", () => {
    const policy = policyWithAction("verify-webhook", { provider: "githubb", secret: "s" });
    expect(errors(policy)).toEqual([]);
    expect(warnings(policy)).toEqual([expect.stringContaining("did you mean github?")]);
  });

  test("may be interpolated", () => {
    const config = { allow: ["${vars.office}"], ip_policies: ["${vars.policy}"] };
    expect(checkPolicy(policyWithAction("restrict-ips", config))).toEqual([]);
    expect(
      checkPolicy(policyWithAction("basic-auth", { credentials: ["${secrets.get('a', 'b')}"] })),
    ).toEqual([]);
  });

  test.each([
    policyWithAction("rate-limit", UNKNOWN),
    policyWithAction("restrict-ips", { enforce: UNKNOWN, allow: UNKNOWN, deny: [UNKNOWN] }),
    { on_http_request: UNKNOWN },
    { on_http_request: [UNKNOWN, { expressions: [UNKNOWN], actions: [UNKNOWN, { type: UNKNOWN }] }] },
  ])("accepts unknown values: %j", (policy) => {
    expect(checkPolicy(policy)).toEqual([]);
  });

  test("are checked next to unknown values", () => {
    expect(errors(policyWithAction("rate-limit", { name: UNKNOWN, capacity: 0 })).join()).toContain(
      "config.capacity: must be from 1",
    );
  });
});

describe("documented restrictions", () => {
  const forward = (url: string): [string, object] => ["forward-internal", { url }];
  const jwt = (name: string) => ({
    issuer: { allow_list: [{ value: "https://issuer.example.com" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "x" }] },
    jws: {
      allowed_algorithms: [name],
      keys: { sources: { additional_jkus: ["https://id.example.com/keys"] } },
    },
  });
  const credentials = ["${vars.user}secret-word"];
  const retry_condition = "attempts + 1";
  test.each<[string, object, string, string?]>([
    [...forward("https://app.example.com"), "config.url: must name a host that ends in .internal"],
    [...forward("https://${vars.a}.example.com:8443/x"), "must name a host that ends in .internal"],
    [...forward("tcp://a.internal:80"), "config.url: must have the scheme http or https in on_http_request"],
    [...forward("https://a.internal"), "must have the scheme tcp or tls", "on_tcp_connect"],
    [...forward("app.internal:443"), "config.url: must be a URL with a scheme and a host"],
    ["remove-headers", { headers: ["x", "User-Agent"] }, "config.headers.1: is User-Agent"],
    ["add-headers", { headers: { "user-agent": "x" } }, "config.headers.user-agent: is User-Agent"],
    ["add-headers", { headers: { "Ngrok-Skip-Browser-Warning": "1" } }, "which a policy can't add"],
    ["terminate-tls", { min_version: "1.3", max_version: "1.2" }, "min_version: is above", "on_tcp_connect"],
    ["circuit-breaker", { enforce: false }, "config.error_threshold: is documented as required"],
    ["oauth", { provider: "amazon" }, "config.provider: is amazon, for which the service has no application"],
    ["deny", { status_code: 404 }, "config.status_code: has no effect", "on_tcp_connect"],
    ["basic-auth", { credentials }, "config.credentials.0: has no colon outside"],
    ["http-request", { url: "https://a.internal", retry_condition }, "retry_condition: has type"],
  ])("warns about %s %j: %s", (type, config, expected, phase) => {
    expect(errors(policyWithAction(type, config, phase))).toEqual([]);
    expect(warnings(policyWithAction(type, config, phase)).join("\n")).toContain(expected);
  });

  test.each<[string, object, string?]>([
    forward("https://A.Internal.:8443/x"),
    forward("${vars.scheme}://${vars.host}"),
    [...forward("tls://a.internal"), "on_tcp_connect"],
    ["terminate-tls", { min_version: UNKNOWN, max_version: "1.2" }, "on_tcp_connect"],
    ["jwt-validation", jwt("RS256")],
    forward("${vars.url}"),
    ["oauth", { provider: "amazon", client_id: "a", client_secret: UNKNOWN, scopes: ["profile"] }],
    ["deny", { status_code: 404 }],
    ["basic-auth", { credentials: ["${vars.pair}", "${vars.user}:${vars.word}", "a${vars.b}:secret-word"] }],
  ])("accepts %s %j", (type, config, phase) => {
    expect(checkPolicy(policyWithAction(type, config, phase))).toEqual([]);
  });

  test.each<[Attachment["protocol"], number]>([
    ["https", 0],
    ["tls", 0],
    ["http", 1],
    ["tcp", 1],
  ])("reports terminate-tls at a %s endpoint with %i findings", (protocol, count) => {
    const attachment: Attachment = { name: `${protocol} endpoints`, protocol };
    expect(checkPolicy(policyWithAction("terminate-tls", {}, "on_tcp_connect"), attachment)).toHaveLength(
      count,
    );
  });

  const setVar = (name: string, value = "1") => ({
    actions: [{ type: "set-vars", config: { vars: [{ [name]: value }] } }],
  });
  const reader = { expressions: ["vars.a == '1'"], actions: [{ type: "log", config: { metadata: {} } }] };
  test.each<[string, object, string | undefined]>([
    ["before", { on_http_request: [setVar("a"), reader] }, undefined],
    ["in the same action", { on_http_request: [setVar("a"), setVar("b", "${vars.a}")] }, undefined],
    ["nowhere", { on_http_request: [reader] }, undefined],
    ["by an unknown rule", { on_http_request: [UNKNOWN, reader, setVar("a")] }, undefined],
    ["later", { on_http_request: [reader, setVar("a")] }, "which is set later"],
    ["in another phase", { on_http_request: [setVar("a")], on_http_response: [reader] }, "is set only in"],
  ])("checks the order of rules for a variable that is set %s", (_, policy, expected) => {
    expect(warnings(policy)).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
  });
});

describe("expressions", () => {
  test.each([
    ["req.method = 'GET'", "compare with =="],
    ["= 'GET'", "compare with =="],
    ["req.method == 'GET' and true", "write && for and"],
    ["true ? 1 2", "a colon"],
    ["req.method == 'GET", "is not a valid CEL expression"],
    ['req.method == "the `GET` method" 1', "is not a valid CEL expression"],
    ["", "is not a valid CEL expression: it ends too early"],
    ["'\\d' == 'a'", "is not a valid CEL expression: invalid escape sequence"],
  ])("rejects %s: %s", (expression, expected) => {
    expect(errors(policyWithExpression(expression)).join("\n")).toContain(expected);
  });

  test("are rejected with line and path in text", () => {
    const text =
      "on_http_request:\n  - expressions:\n      - 'true'\n      - req.\n    actions: [{ type: deny }]\n";
    expect(errors(text)).toEqual([
      expect.stringMatching(/^on_http_request\.0\.expressions\.1 \(4\): is not a/),
    ]);
  });

  test("are rejected in YAML if they start with ! without quotes", () => {
    const rule = (expression: string) =>
      `on_http_request: [{ expressions: [${expression}], actions: [{ type: deny }] }]`;
    expect(errors(rule("!(req.host in vars.hosts)"))).toEqual([
      expect.stringContaining("put the expression in quotes"),
    ]);
    expect(checkPolicy(rule('"!(req.host in vars.hosts)"'))).toEqual([]);
  });

  test.each([
    ["req.hots == 'a'", "names the variable req.hots, which is unknown; did you mean req.host?"],
    ["request.host == 'a'", "names the variable request, which is unknown"],
    ["actions.ngrok.oauth.identity.mail == 'a'", "did you mean actions.ngrok.oauth.identity.email?"],
    ["req.host.startWith('a')", "calls the function startWith, which is unknown; did you mean startsWith?"],
    ["hasHeader('a')", "calls the function hasHeader"],
    ["res.status_code == 200", "names the variable res, which isn't available in the phase on_http_request"],
    ["[1].exists(n, m > 1)", "names the variable m"],
    ["req.host == `a`", "doesn't support"],
    ["req.host.matches('a(?=b)')", "calls matches with a pattern that is not a valid RE2 regular expression"],
    ["matches(req.host, '[')", "missing closing ]"],
    ["req.method == 1", "has a value of the wrong type: no such overload: string == int"],
    ["req.method", "has type string, but a condition must be true or false"],
    ["req.host.startsWith(1)", "calls string.startsWith(int), but the signature is"],
    ["!conn.client_ip in ['192.0.2.1']", "no such overload: bool in list<string>"],
    ["vars.hosts.exists(host, req.method + 1 == host)", "no such overload: string + int"],
    ["hasReqHeader('x') == 'y'", "no such overload: bool == string"],
    ["req.headers['x'] == 'y'", "no such overload: list<string> == string"],
    ["hasReqHeader()", "calls hasReqHeader with no argument, but it takes 1"],
    ["inCidrRange(conn.client_ip)", "calls inCidrRange with 1 argument, but it takes 2"],
    ["secrets.get('a', 'b', 'c') == 'd'", "calls secrets.get with 3 arguments, but it takes 2"],
    ["'Authorization' in req.headers", "looks for Authorization in req.headers, whose names are lowercase"],
    ["'2' in req.headers['X-Api-Version']", "write x-api-version, or the rule may never match"],
    ["has(req.headers.Tier)", "looks for Tier in req.headers"],
    ["conn.client_ip in ['198.51.100.7', '198.51.100.0/24']", "write inCidrRange(conn.client_ip, '...')"],
    ["conn.client_ip != '2001:db8::/32'", "compares conn.client_ip with a CIDR as a string"],
    ["conn.server_ip.startsWith('198.51.100.0/24')", "compares conn.server_ip with a CIDR as a string"],
    ["hasReqHeader(5)", "calls hasReqHeader(int), but the signature is hasReqHeader(string)"],
    ["[1].exists(n, hasReqHeader(n > 1))", "calls hasReqHeader(bool), but the signature is"],
    ["inCidrRange(req.headers['x-a'], '192.0.2.0/24')", "calls inCidrRange(list<string>, string), but"],
    ["inCidrRanges(conn.client_ip, '192.0.2.0/24')", "but the signature is inCidrRanges(string, cidrs)"],
    ["inCidrRange(conn.client_ip, 'office')", "calls inCidrRange with an invalid CIDR"],
    ["inCidrRanges(conn.client_ip, ['192.0.2.0/24', '192.0.2.0/33'])", "with an invalid CIDR"],
    ["${vars.a} = 'x'", "is not a valid CEL expression, whatever its interpolations evaluate to"],
  ])("warns about %s: %s", (expression, expected) => {
    expect(errors(policyWithExpression(expression))).toEqual([]);
    expect(warnings(policyWithExpression(expression)).join("\n")).toContain(expected);
  });

  test.each([
    ["req.url.path.includes('/admin')", "calls includes, which CEL doesn't have: use contains()"],
    ["req.headers.exists('a')", "calls exists with 1 argument: it takes a name for the items and an"],
    ["req.headers('x') == 'a'", "calls req.headers, which is a variable: write req.headers['...']"],
  ])("rejects %s: %s", (expression, expected) => {
    expect(errors(policyWithExpression(expression)).join("\n")).toContain(expected);
  });

  test.each([
    "'authorization' in req.headers && req.cookies['Session'].size() > 0 && 'A' in req.url.query_params",
    "conn.client_ip in ['198.51.100.7', '2001:db8::1'] && req.url.path == '10.0.0.0/8'",
    "req.user_agent.is_bot && req.user_agent.contains('x')",
    "conn.client_ip.as.number == 64496 || conn.client_ip == '192.0.2.1'",
    "conn.k8s.pod.metadata.namespace == 'web'",
    "vars.map.all(key, value, key != value)",
    "${vars.a}.b == 'x' && '${vars.c}' == ${vars.d}",
    "req.host == null || req.content_length > 1.5 || (req.host == 'a' ? 1 : 'b') == 1",
    "true",
    "has(req.headers['x-a']) && has(vars.b)",
    "req.headers.x[0] == 'a' && 'a' in req.headers['x'] && req.headers['x'].join(',').trim() == ''",
    "timestamp(time.now) - conn.ts.start > duration('1h')",
    "inCidrRanges(conn.client_ip, ['192.0.2.0/24', '2001:db8::/32'])",
    "inCidrRange(conn.client_ip, '${vars.office}') || inCidrRange(vars.address, vars.network)",
    "inCidrRange(conn.client_ip, '192.0.2.7') || inCidrRanges(getReqHeader('x')[0], vars.networks)",
    "req.headers.exists(name, hasReqHeader(name) && getReqHeader('x' + name).exists(x, x.lower() == 'a'))",
    "actions.ngrok.jwt_validation.tokens[0].payload.sub == 'x'",
    "url.parse(req.url.raw).host == 'x' // as typed",
    "req.host.matches('^[a-z]+[.]example[.]com$') && req.host.matches(vars.pattern)",
  ])("accepts %s", (expression) => {
    expect(checkPolicy(policyWithExpression(expression))).toEqual([]);
  });

  test("are also checked in bucket keys and retry conditions", () => {
    const reasons = errors(policyWithAction("rate-limit", { bucket_key: ["req."] })).join();
    expect(reasons).toContain("bucket_key.0: is not a valid CEL");
    const retry_condition = "attempts < 3 && last_attempt.res.status_code > 499";
    expect(
      checkPolicy(policyWithAction("http-request", { url: "https://a.example.com", retry_condition })),
    ).toEqual([]);
  });
});

describe("interpolations", () => {
  test("end at their closing brace", () => {
    const body = "${req.host} ${'}'} ${ {'a': '}'}['a'] } $ {not} ${req.headers[\"a\"][0]}";
    expect(checkPolicy(policyWithAction("custom-response", { body }))).toEqual([]);
  });

  test("are checked as expressions", () => {
    const customResponse = (body: string) => policyWithAction("custom-response", { body });
    expect(errors(customResponse("a ${req.} b"))).toEqual([
      expect.stringContaining(
        "config.body: has an interpolation that is not a valid CEL expression: expected a",
      ),
    ]);
    expect(warnings(customResponse("${req.hots}")).join()).toContain("did you mean req.host?");
    expect(errors(policyWithAction("log", { metadata: { a: [{ b: "${1 +}" }] } }))).toHaveLength(1);
  });

  test("cause warnings without a closing brace or with escaped quotes", () => {
    const reasons = (body: string) => warnings(policyWithAction("custom-response", { body }));
    expect(reasons("costs ${5")).toEqual([expect.stringContaining("without a closing brace")]);
    expect(reasons('${req.headers[\\"a\\"][0]}')).toEqual([expect.stringContaining("write single quotes")]);
  });
});

describe("text", () => {
  test("is rejected with its line if it is neither YAML nor JSON", () => {
    expect(errors("on_http_request:\n  - actions:\n    - type: deny\n   - x")).toEqual([
      expect.stringMatching(/^ \([34]\): is neither JSON nor YAML: /),
    ]);
    expect(errors('{"on_http_request": [}').join()).toContain("is neither JSON nor YAML");
    expect(errors("just words")).toEqual([
      " (1): must be a map of phases such as on_http_request, not a string",
    ]);
  });

  test("has lines in JSON", () => {
    expect(errors('{\n  "on_http_request": [\n    { "actions": 5 }\n  ]\n}')).toEqual([
      "on_http_request.0.actions (3): must be a list of actions, not a number",
    ]);
  });

  test("converts numbers to strings only in YAML", () => {
    const config = { url: 7 };
    const finding = "on_http_request.0.actions.0.config.url (1): must be a string, not a number";
    expect(errors(JSON.stringify(policyWithAction("forward-internal", config)))).toEqual([finding]);
    const yaml = (action: string) => `on_http_request: [{ actions: [{ type: ${action} } }] }]`;
    expect(errors(yaml("forward-internal, config: { url: 7"))).toEqual([]);
    expect(errors(yaml("restrict-ips, config: { enforce: yes"))).toEqual([]);
  });

  test("may have CRLF line endings and a byte order mark", () => {
    const text =
      "on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: x\n";
    const [finding] = errors(text);
    expect(errors(text.replaceAll("\n", "\r\n"))).toEqual([finding]);
    expect(errors(`\uFEFF${text}`)).toEqual([finding]);
    expect(finding).toContain("(5)");
    const json = JSON.stringify(policyWithAction("deny", { status_code: "x" }));
    expect(errors(`\uFEFF${json}`)).toEqual([
      "on_http_request.0.actions.0.config.status_code (1): must be a whole number, not a string",
    ]);
    expect(errors("on_http_request:\n\t- actions: []\n").join()).toContain("neither JSON nor YAML");
  });

  test("causes a warning for a repeated key in JSON", () => {
    const json = '{"on_http_request": [{"actions": [{"type": "deny", "type": "log\\" : "}]}]}';
    expect(warnings(json).join()).toContain("on_http_request.0.actions.0.type (1): is repeated");
    expect(
      warnings('{"on_http_request": [{"name": "a\\" : \\"b\\": c", "actions": [{"type": "deny"}]}]}'),
    ).toEqual([]);
  });

  test("may use aliases as keys", () => {
    const text = `on_http_request: [{ actions: [{ type: log, config: { metadata: { &key status_code: 1 } } }, { type: deny, config: { *key : x } }] }]`;
    expect(errors(text)).toEqual([
      "on_http_request.0.actions.1.config.status_code (1): must be a whole number, not a string",
    ]);
  });

  test("causes a warning for a repeated key or several documents in YAML", () => {
    expect(warnings("on_http_request: []\non_http_request: []").join()).toContain("is repeated");
    expect(warnings("on_http_request: []\n---\na: b").join()).toContain("several documents");
  });

  test("is rejected with an undefined or recursive alias", () => {
    expect(errors("on_http_request: *rules").join()).toContain("refers to the anchor rules");
    expect(errors("on_http_request: &rules [*rules]").join()).toContain("not defined before it");
  });
});

describe("findings", () => {
  const SECRET = "hunter2hunter2";

  test.each([
    policyWithAction("basic-auth", { credentials: [`nobody${SECRET}`] }),
    policyWithAction("basic-auth", { credentials: { a: SECRET } }),
    policyWithAction("verify-webhook", { provider: "github", secret: `\${'${SECRET}` }),
    policyWithAction("custom-response", { status_code: SECRET }),
    policyWithAction("forward-internal", { url: "a", on_error: SECRET }),
    policyWithExpression(`req.headers['x'] == '${SECRET}`),
    policyWithExpression(`req.host == '${SECRET}' 'b'`),
    policyWithExpression(`req.host == 0x${SECRET}`),
    policyWithAction("redirect", { from: `${SECRET}(?=`, to: "/" }),
    policyWithAction("redirect", { from: `[z-a]${SECRET}\\p{${SECRET}}`, to: "/" }),
    policyWithExpression(`req.host.matches('(${SECRET}')`),
    `on_http_request: "a" "${SECRET}"`,
    `on_http_request: [${SECRET}`,
    `? "${SECRET}\n: ${SECRET} : ${SECRET}`,
  ])("don't quote values of %j", (policy) => {
    const findings = checkPolicy(policy);
    expect(findings.length).toBeGreaterThan(0);
    expect(JSON.stringify(findings)).not.toContain(SECRET);
  });
});

describe("large policies", () => {
  const rule = (at: number) => ({
    expressions: [`req.url.path.startsWith('/${at}')`],
    actions: [{ type: "deny", config: { status_code: 404 } }],
  });
  const rules = (count: number) => ({ on_http_request: Array.from({ length: count }, (_, at) => rule(at)) });

  test("are checked completely with 10,000 rules", () => {
    const policy = rules(10_000);
    expect(checkPolicy(policy)).toEqual([]);
    policy.on_http_request.push({ expressions: ["req."], actions: [] });
    expect(errors(policy).join("\n")).toContain("on_http_request.10000.expressions.0");
  });

  test("report the first findings, errors before warnings", () => {
    const rule = (at: number) => ({ name: at, actions: [{ type: "other" }] });
    const policy = { on_http_request: Array.from({ length: 1000 }, (_, at) => rule(at)) };
    const findings = checkPolicy(policy);
    expect(findings).toHaveLength(21);
    expect(findings[0]?.isError).toBe(true);
    expect(findings.at(-1)?.reason).toBe("has 1980 more findings");
  });

  test("are not parsed beyond a million characters", () => {
    const text = `# ${"x".repeat(1_100_000)}\non_http_request: 5`;
    const reason = expect.stringContaining("was not checked");
    expect(checkPolicy(text)).toMatchObject([{ isError: false, isIncomplete: true, path: [], reason }]);
  });

  test("are parsed up to a maximum depth", () => {
    let value: unknown = "end";
    for (let level = 0; level < 5000; level++) value = [value];
    expect(warnings(policyWithAction("log", { metadata: { value } })).join()).toContain(
      "nested deeper than 100 levels",
    );
    expect(checkPolicy(`on_http_request: ${"[".repeat(50_000)}`)[0]?.reason).toMatch(/nested|neither/);
  });

  test("have patterns compiled up to a limit", () => {
    const replacements = Array.from({ length: 5000 }, (_, at) => ({
      from: `${"[a-z]{1000}".repeat(80)}${at}`,
    }));
    expect(checkPolicy(policyWithAction("request-body-find-replace", { replacements }))).toEqual([]);
    for (const from of ["(".repeat(100_000), `(${"a|".repeat(100_000)}`, "((a{1000}){1000}){1000}"])
      expect(errors(policyWithAction("redirect", { from, to: "/" })).length).toBeLessThan(2);
  });

  test("are checked up to a limit of values with exponential aliases", () => {
    const lines = Array.from(
      { length: 30 },
      (_, at) => `        a${at}: &a${at} [${Array(3).fill(`*a${at - 1}`)}]`,
    );
    lines[0] = "        a0: &a0 [x]";
    const action = "- type: log\n    config:\n      metadata:";
    const text = `on_http_request:\n- actions:\n  ${action}\n${lines.join("\n")}\n`;
    expect(warnings(text).join()).toContain("expands to more than 1000000 values");
  });

  test("are parsed up to a limit of values with many merges of a large map", () => {
    const keys = Array.from({ length: 2000 }, (_, at) => `k${at}: v`).join(", ");
    const merges = Array.from({ length: 2000 }, (_, at) => `        m${at}: { <<: *big }`).join("\n");
    const text = `on_http_request:\n- actions:\n  - type: log\n    config:\n      metadata:\n        big: &big { ${keys} }\n${merges}\n`;
    expect(warnings(text).join()).toContain("contains more than 500000 values");
  });
});
