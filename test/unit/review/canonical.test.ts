// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { describe, expect, test } from "vitest";
import { created, type Props, reviewOf, updated } from "../../support/previews";

/** Unknowns are identified by their canonical text: edits elsewhere in the policy leave them alone. */

type Rule = { readonly expressions?: readonly string[]; readonly actions: readonly object[] };

const rule = (type: string, config: object, ...expressions: readonly string[]): Rule => ({
  expressions,
  actions: [{ type, config }],
});
const deny = (...expressions: readonly string[]) => rule("deny", {}, ...expressions);
const forward = (url: string) => rule("forward-internal", { url });
const google = (...more: readonly string[]) => rule("oauth", { provider: "google" }, ...more);
const policy = (rules: readonly Rule[]) => ({ on_http_request: rules });

async function judged(url: string, before: readonly Rule[], after: readonly Rule[]) {
  const at = (rules: readonly Rule[]): Props => ({ url, trafficPolicy: policy(rules) }) as unknown as Props;
  const { findings, exposure } = await reviewOf([
    updated("Endpoint", "app", "ep_app", at(before), at(after), ["trafficPolicy"]),
  ]);
  const [found] = exposure.changed;
  return {
    verdict: found === undefined ? "same" : found.verdict,
    isCertain: found?.isCertain ?? true,
    severities: findings.filter(({ rule }) => rule.startsWith("exposure")).map(({ severity }) => severity),
  };
}

const SAME = { verdict: "same", isCertain: true, severities: [] };
const OPENS = { verdict: "opens", isCertain: true, severities: ["high"] };
const CLOSES = { verdict: "closes", isCertain: true, severities: [] };

const JWT = {
  issuer: { allow_list: [{ value: "https://id.example.com" }] },
  audience: { allow_list: [{ value: "api" }] },
  http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
  jws: {
    allowed_algorithms: ["RS256"],
    keys: { sources: { additional_jkus: ["https://id.example.com/keys"] } },
  },
};

const WILD = "https://*.apps.example.net";
const BY_HOST = forward("https://${req.host.split('.apps.example.net')[0]}.internal");
const HEADER = rule("add-headers", { headers: { "x-served-by": "edge" } });

describe("a forward to a name that the host fills in", () => {
  const member = (...emails: readonly string[]) =>
    deny(`!(actions.ngrok.oauth.identity.email in ${JSON.stringify(emails)})`);
  test.each<[string, readonly Rule[], readonly Rule[], object]>([
    ["a sign-in in front of it is removed", [google(), BY_HOST], [BY_HOST], OPENS],
    ["a sign-in in front of it is added", [BY_HOST], [google(), BY_HOST], CLOSES],
    [
      "an address is added to a list",
      [google(), member("a@x.io"), BY_HOST],
      [google(), member("a@x.io", "b@x.io"), BY_HOST],
      OPENS,
    ],
    ["one more method is refused", [BY_HOST], [deny("req.method == 'TRACE'"), BY_HOST], CLOSES],
    ["a header is added", [google(), BY_HOST], [google(), HEADER, BY_HOST], SAME],
    [
      "a variable is set",
      [google(), BY_HOST],
      [google(), rule("set-vars", { vars: [{ team: "a" }] }), BY_HOST],
      SAME,
    ],
    ["a host is refused no more", [deny("req.host.startsWith('a.')"), BY_HOST], [BY_HOST], OPENS],
    [
      "a header that it reads is added",
      [google(), forward("https://${getReqHeader('x-served-by')[0]}.internal")],
      [google(), HEADER, forward("https://${getReqHeader('x-served-by')[0]}.internal")],
      { verdict: "shifts", isCertain: false, severities: ["medium"] },
    ],
  ])("%s", async (_, before, after, expected) => {
    expect(await judged(WILD, before, after)).toEqual(expected);
  });

  test.each([
    "https://${req.host.split('.')[0]}.internal",
    "https://${req.host.split('.')[0].lowerAscii()}.internal",
    "https://app-${req.headers['x-team'][0]}.internal",
    "https://agent.internal",
  ])("is open to everybody where nothing guards it: %s", async (url) => {
    const { findings } = await reviewOf([
      created("Endpoint", "preview", {
        url: "https://*.preview.example.net",
        trafficPolicy: policy([forward(url)]),
      } as unknown as Props),
    ]);
    expect(findings.map(({ rule, severity, message }) => [rule, severity, message])).toEqual([
      ["exposure-new", "high", "is new and allows everybody"],
    ]);
  });
});

describe("conditions that people write are read", () => {
  const AGENT = forward("https://agent.internal");
  const token = (expression: string) => [rule("jwt-validation", JWT), deny(expression), AGENT];
  const ROLES = "actions.ngrok.jwt_validation.tokens[0].payload.roles";

  test.each([
    "!('Bearer abc' in req.headers['authorization'])",
    "req.headers['authorization'][0] != 'Bearer abc'",
    "!req.headers['authorization'].exists_one(v, v == 'Bearer abc')",
    "req.headers['authorization'].join(',') != 'Bearer abc'",
    "!getReqHeader('Authorization').join(', ').startsWith('Bearer ')",
    "getReqHeader('Authorization') != ['Bearer abc']",
    "!('authorization' in req.headers)",
    "!('Authorization' in req.headers)",
    "!req.headers['x-key'].exists(k, k in ['k1', 'k2'])",
    "!req.headers['x-key'].exists(k, k == 'k1' || k.startsWith('k2'))",
    "!req.headers.exists(k, k in ['x-k1', 'x-k2'])",
    "!['x-k1', 'x-k2'].exists_one(k, k in req.headers)",
    "!req.headers.exists_one(k, k == 'x-canary')",
    "!(req.headers.exists_one(k, k == 'x-canary') && req.headers['x-canary'].join(',') == 'v1')",
    "!req.url.query_params.exists_one(k, k == 'q')",
    "!req.headers['x-key'].all(k, k == 'k1')",
    "req.headers['x-key'].all(k, k != 'k1' && !(k in ['k2', 'k3']))",
    "req.content_length > 1000000",
    "conn.server_port == 80",
    "double(conn.geo.latitude) >= 45.0",
    "conn.geo.radius <= '5'",
    "conn.server_ip.as.number == 12345",
    "conn.server_ip.geo.location.country != 'United States'",
    "conn.k8s.pod.metadata.namespace != 'payments'",
    "conn.k8s.pod.metadata.annotations['k8s.ngrok.com/environment'] != 'production'",
    "conn.tls.client.subject.common_name == 'www.example.com'",
    "conn.tls.client.san.dns_names == ['www.example.com', 'example.com']",
    "conn.tls.client.extensions[0].id == '2.5.29.15'",
    "conn.tls.client.validity.not_after == timestamp('2023-01-01T00:00:00Z')",
    "req.content_type.parameters['charset'] == 'utf-8'",
    "req.cookies['sessionId'][0].value > 'value'",
    "size(getQueryParam('q')) == 0",
    "queryString.decode(req.url.query)['q'] == 'hello'",
    "json.decode(getReqHeader('x-list')[0])[0] == 'first entry'",
  ])("a guard of it opens where it goes, and closes where it comes: %s", async (expression) => {
    const [guarded, open] = [[deny(expression), AGENT], [AGENT]];
    expect(await judged("https://app.example.com", guarded, open)).toEqual(OPENS);
    expect(await judged("https://app.example.com", open, guarded)).toEqual(CLOSES);
  });

  test.each<[string, readonly Rule[], readonly Rule[]]>([
    [
      "a limit of the body is raised",
      [deny("req.content_length > 1000"), AGENT],
      [deny("req.content_length > 10000000"), AGENT],
    ],
    [
      "a limit of a fact is raised",
      [deny("conn.bytes_in > 10"), AGENT],
      [deny("conn.bytes_in >= 12"), AGENT],
    ],
    [
      "a limit of what an expression gives is raised",
      [deny("size(req.headers['x-a']) > 1 || double(conn.geo.latitude) >= 45.0"), AGENT],
      [deny("size(req.headers['x-a']) > 1 || double(conn.geo.latitude) > 46.5"), AGENT],
    ],
    [
      "a role is added",
      token(`!('admin' in ${ROLES})`),
      token(`!('admin' in ${ROLES} || 'ops' in ${ROLES})`),
    ],
    [
      "a role is added to a list",
      token(`!${ROLES}.exists(r, r in ['a'])`),
      token(`!${ROLES}.exists(r, r in ['a', 'b'])`),
    ],
    [
      "a team of a token is asked no more",
      token(`${ROLES.replace("roles", "team")} != 'a'`),
      [rule("jwt-validation", JWT), AGENT],
    ],
    [
      "a group of users is added",
      [google(), deny("!('dev' in actions.ngrok.oauth.identity.groups)"), AGENT],
      [google(), deny("!['dev', 'ops'].exists(g, g in actions.ngrok.oauth.identity.groups)"), AGENT],
    ],
    [
      "a key is added to a list",
      [deny("!(req.headers['authorization'][0] in ['k1'])"), AGENT],
      [deny("!(req.headers['authorization'][0] in ['k1', 'k2'])"), AGENT],
    ],
  ])("%s", async (_, before, after) => {
    expect(await judged("https://app.example.com", before, after)).toEqual(OPENS);
    expect(await judged("https://app.example.com", after, before)).toEqual(CLOSES);
  });

  test.each([
    "conn.tls.server.subject.common_name == 'www.example.com'",
    "conn.ts.end < timestamp(time.now)",
    "req.made_up == 'a'",
    "req.url.path.size() > 300",
  ])("what nobody can be shown for leaves a doubt: %s", async (expression) => {
    const { isCertain } = await judged("https://app.example.com", [deny(expression), AGENT], [AGENT]);
    expect(isCertain).toBe(false);
  });

  test("a header with capitals may never be found: verdicts are definite where both readings agree", async () => {
    const denied = deny("req.headers['Authorization'][0] != 'Bearer abc'");
    expect(await judged("https://app.example.com", [denied, AGENT], [AGENT])).toMatchObject({
      isCertain: false,
    });
    expect(await judged("https://app.example.com", [google(), denied, AGENT], [denied, AGENT])).toEqual(
      OPENS,
    );
  });

  test("a check of the header that another guard reads leaves a doubt", async () => {
    const basic = rule("basic-auth", { credentials: ["ann:password1"] });
    const key = deny("req.headers['authorization'][0] != 'Basic YW5uOnBhc3N3b3JkMQ=='");
    const { isCertain } = await judged("https://app.example.com", [key, basic, AGENT], [basic, AGENT]);
    expect(isCertain).toBe(false);
  });
});

describe("what actions leave", () => {
  const APP = "https://app.example.com";
  const asked = (path: string) =>
    rule(
      "http-request",
      { url: "https://auth.example.com/check", on_error: "halt" },
      `req.url.path.startsWith('${path}')`,
    );
  const guard = deny("actions.ngrok.http_request.res.status_code != 200");
  const AGENT = forward("https://agent.internal");
  test.each<[string, readonly Rule[], readonly Rule[], object]>([
    ["a header is added in front", [asked("/"), guard, AGENT], [HEADER, asked("/"), guard, AGENT], SAME],
    [
      "a path is refused in front",
      [asked("/"), guard, AGENT],
      [deny("req.url.path == '/x'"), asked("/"), guard, AGENT],
      CLOSES,
    ],
    ["the check is removed", [asked("/"), guard, AGENT], [asked("/"), AGENT], { ...OPENS, isCertain: false }],
    [
      "claims are checked",
      [
        rule("jwt-validation", JWT),
        deny("actions.ngrok.jwt_validation.tokens[0].payload.team != 'a'"),
        AGENT,
      ],
      [
        HEADER,
        rule("jwt-validation", JWT),
        deny("actions.ngrok.jwt_validation.tokens[0].payload.team != 'a'"),
        AGENT,
      ],
      SAME,
    ],
    [
      "the place of an address",
      [rule("geo-data", {}), deny("timestamp(time.now).getHours() > 7"), AGENT],
      [HEADER, rule("geo-data", {}), deny("timestamp(time.now).getHours() > 7"), AGENT],
      { ...SAME },
    ],
  ])("%s", async (_, before, after, expected) => {
    expect(await judged(APP, before, after)).toEqual(expected);
  });
});

describe("the lists of restrict-ips", () => {
  const AGENT = forward("https://agent.internal");
  const lists = (allow: readonly string[], deny: readonly string[]) => [
    rule("restrict-ips", { allow, deny }),
    AGENT,
  ];
  test.each<[string, readonly Rule[], readonly Rule[], object]>([
    [
      "an allowed network that is denied opens nothing",
      lists(["203.0.113.0/24"], ["10.0.0.0/8"]),
      lists(["203.0.113.0/24", "10.1.0.0/16"], ["10.0.0.0/8"]),
      { verdict: "same", isCertain: true, severities: [] },
    ],
    ["a denied network closes", lists(["10.1.0.0/16"], []), lists(["10.1.0.0/16"], ["10.0.0.0/8"]), CLOSES],
    ["deny wins over everything", lists(["127.0.0.1/32"], ["0.0.0.0/0"]), [deny(), AGENT], SAME],
  ])("%s", async (_, before, after, expected) => {
    expect(await judged("https://app.example.com", before, after)).toEqual(expected);
  });
});

describe("a credential that the preview masks", () => {
  const APP = "https://app.example.com";
  const AGENT = forward("https://agent.internal");
  const basic = rule("basic-auth", { credentials: ["[secret]"] });
  const findingsOf = async (before: readonly Rule[], after: readonly Rule[], paths: readonly string[]) => {
    const at = (rules: readonly Rule[]): Props =>
      ({ url: APP, trafficPolicy: policy(rules) }) as unknown as Props;
    const { findings } = await reviewOf([updated("Endpoint", "app", "ep_app", at(before), at(after), paths)]);
    return findings.map(({ rule, severity }) => `${rule} ${severity}`);
  };
  const PHASE = "trafficPolicy.on_http_request";

  test("is the same one where only its rule moves", async () => {
    const paths = [`${PHASE}[0].actions[0]`, `${PHASE}[1].actions[0]`, `${PHASE}[2]`];
    expect(await findingsOf([basic, AGENT], [HEADER, basic, AGENT], paths)).toEqual([]);
    expect(await findingsOf([HEADER, basic, AGENT], [basic, AGENT], paths)).toEqual([]);
  });

  test("is another one where it changes in its place", async () => {
    const paths = [`${PHASE}[0].actions[0].config.credentials[0]`];
    expect(await findingsOf([basic, AGENT], [basic, AGENT], paths)).toEqual(["exposure-may-open medium"]);
  });
});

describe("an endpoint that leaves the public binding", () => {
  const AGENT = forward("https://agent.internal");
  const props = (url: string, rules: readonly Rule[], bindings?: readonly string[]): Props =>
    ({ url, trafficPolicy: policy(rules), ...(bindings && { bindings }) }) as unknown as Props;
  const APP = "https://app.example.com";
  const [open, guarded] = [[AGENT], [google(), AGENT]];

  test.each<[string, Props, Props, readonly string[]]>([
    ["for the internal one", props(APP, guarded), props("https://app.internal", guarded), []],
    ["for that of a cluster", props(APP, guarded), props(APP, guarded, ["kubernetes"]), []],
    ["and its guard", props(APP, guarded), props(APP, open, ["kubernetes"]), ["exposure-opens high"]],
    [
      "the other way round",
      props("https://app.internal", guarded),
      props(APP, guarded),
      ["exposure-opens high"],
    ],
  ])("%s", async (_, before, after, expected) => {
    const step = updated("Endpoint", "app", "ep_app", before, after, ["url", "bindings", "trafficPolicy"]);
    const { findings, exposure } = await reviewOf([step]);
    expect(findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(expected);
    if (expected.length === 0) expect(exposure.changed.map(({ verdict }) => verdict)).toContain("closes");
  });
});

describe("what a sentence names", () => {
  const APP = "https://app.example.com";
  const AGENT = forward("https://agent.internal");
  const whoOf = async (before: object, after: object) => {
    const at = (trafficPolicy: object): Props => ({ url: APP, trafficPolicy }) as unknown as Props;
    const { exposure } = await reviewOf([
      updated("Endpoint", "app", "ep_app", at(before), at(after), ["trafficPolicy"]),
    ]);
    return exposure.changed[0]?.newcomers.map(({ who }) => who).join();
  };
  const ending = (min_version: string) => ({
    on_tcp_connect: [rule("terminate-tls", { min_version })],
    ...policy([AGENT]),
  });
  const token = (jwks: string) =>
    policy([
      rule("jwt-validation", { ...JWT, jws: { ...JWT.jws, keys: { sources: { additional_jkus: [jwks] } } } }),
      AGENT,
    ]);
  const keyed = (expression: string) => policy([deny(expression), AGENT]);

  test.each<[string, object, object, RegExp]>([
    ["the version of TLS that is admitted", ending("1.2"), ending("1.1"), /^requests with TLS 1\.1(?:;|$)/],
    ["all older versions", ending("1.2"), ending("1.0"), /^requests with TLS older than 1\.2(?:;|$)/],
    [
      "the URL of new keys",
      token("https://a.test/keys"),
      token("https://b.test/keys"),
      /by the keys of https:\/\/b\.test\/keys/,
    ],
    [
      "headers, and not their values",
      keyed("req.headers['x-team'][0] + 'hush' == 'a'"),
      policy([AGENT]),
      /req\.headers\["x-team"\]\[0\] \+ "…"/,
    ],
  ])("%s", async (_, before, after, expected) => {
    expect(await whoOf(before, after)).toMatch(expected);
  });
});
