// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.
import { describe, expect, test } from "vitest";
import {
  AGENT,
  APP,
  addHeader,
  deny,
  edited,
  forward,
  GOOGLE,
  password,
  type Rule,
  rule,
  served,
  setVars,
} from "../../support/policies";
import { created, type Props, reviewOf, updated } from "../../support/previews";

// Unknowns are identified by their canonical text, so that edits elsewhere in the policy don't affect them.

async function judged(before: readonly Rule[], after: readonly Rule[], url = APP) {
  const { findings, exposure } = await reviewOf([edited(before, after, url)]);
  const [change] = exposure.changed;
  return {
    verdict: change?.verdict ?? "same",
    isCertain: change?.isCertain ?? true,
    severities: findings.filter(({ rule }) => rule.startsWith("exposure")).map(({ severity }) => severity),
  };
}

const SAME = { verdict: "same", isCertain: true, severities: [] };
const OPENS = { verdict: "opens", isCertain: true, severities: ["high"] };
const SHIFTS = { verdict: "shifts", isCertain: false, severities: ["medium"] };
const CLOSES = { verdict: "closes", isCertain: true, severities: [] };

const JWT = rule("jwt-validation", {
  issuer: { allow_list: [{ value: "https://id.example.com" }] },
  audience: { allow_list: [{ value: "api" }] },
  http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
  jws: {
    allowed_algorithms: ["RS256"],
    keys: { sources: { additional_jkus: ["https://id.example.com/keys"] } },
  },
});

const WILD = "https://*.apps.example.net";
const BY_HOST = forward("https://${req.host.split('.apps.example.net')[0]}.internal");
const BY_HEADER = forward("https://${getReqHeader('x-served-by')[0]}.internal");
const HEADER = addHeader("x-served-by", "edge");

describe("a forward to a URL that contains the host", () => {
  const member = (...emails: readonly string[]) =>
    deny(`!(actions.ngrok.oauth.identity.email in ${JSON.stringify(emails)})`);
  test.each<[string, readonly Rule[], readonly Rule[], object]>([
    ["a removed sign-in before it", [GOOGLE, BY_HOST], [BY_HOST], OPENS],
    ["an added sign-in before it", [BY_HOST], [GOOGLE, BY_HOST], CLOSES],
    [
      "an added e-mail address",
      [GOOGLE, member("a@x.io"), BY_HOST],
      [GOOGLE, member("a@x.io", "b@x.io"), BY_HOST],
      OPENS,
    ],
    ["a denied method", [BY_HOST], [deny("req.method == 'TRACE'"), BY_HOST], CLOSES],
    ["an added header", [GOOGLE, BY_HOST], [GOOGLE, HEADER, BY_HOST], SAME],
    ["a new variable", [GOOGLE, BY_HOST], [GOOGLE, setVars({ team: "a" }), BY_HOST], SAME],
    ["a host that is no longer denied", [deny("req.host.startsWith('a.')"), BY_HOST], [BY_HOST], OPENS],
    ["an added header that it reads", [GOOGLE, BY_HEADER], [GOOGLE, HEADER, BY_HEADER], SHIFTS],
  ])("is compared by its text: %s", async (_, before, after, expected) => {
    expect(await judged(before, after, WILD)).toEqual(expected);
  });

  test.each([
    "https://${req.host.split('.')[0]}.internal",
    "https://${req.host.split('.')[0].lowerAscii()}.internal",
    "https://app-${req.headers['x-team'][0]}.internal",
    "https://agent.internal",
  ])("is open to everybody without a guard: %s", async (url) => {
    const preview = served([forward(url)], "https://*.preview.example.net");
    const { findings } = await reviewOf([created("Endpoint", "preview", preview)]);
    expect(findings.map(({ rule, severity, message }) => [rule, severity, message])).toEqual([
      ["exposure-new", "high", "is new and allows everybody"],
    ]);
  });
});

describe("conditions of published policies", () => {
  const token = (expression: string) => [JWT, deny(expression)];
  const ROLES = "actions.ngrok.jwt_validation.tokens[0].payload.roles";
  const oneOf = (roles: string) => `!${ROLES}.exists(r, r in ${roles})`;

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
  ])("open when the guard is removed, and close when it is added: %s", async (expression) => {
    const [guarded, open] = [[deny(expression), AGENT], [AGENT]];
    expect(await judged(guarded, open)).toEqual(OPENS);
    expect(await judged(open, guarded)).toEqual(CLOSES);
  });

  const both = (limit: string) => deny(`size(req.headers['x-a']) > 1 || double(conn.geo.latitude) ${limit}`);
  const keyIn = (keys: string) => deny(`!(req.headers['authorization'][0] in ${keys})`);
  const group = (expression: string) => [GOOGLE, deny(expression)];
  const GROUPS = "actions.ngrok.oauth.identity.groups";
  test.each<[string, readonly Rule[], readonly Rule[]]>([
    [
      "a limit of the body size is raised",
      [deny("req.content_length > 1000")],
      [deny("req.content_length > 9000")],
    ],
    ["a limit of a variable is raised", [deny("conn.bytes_in > 10")], [deny("conn.bytes_in >= 12")]],
    ["a limit of an expression is raised", [both(">= 45.0")], [both("> 46.5")]],
    ["a role is added", token(`!('a' in ${ROLES})`), token(`!('a' in ${ROLES} || 'b' in ${ROLES})`)],
    ["a role is added to a list", token(oneOf("['a']")), token(oneOf("['a', 'b']"))],
    ["a condition on a token's team is removed", token(`${ROLES.replace("roles", "team")} != 'a'`), [JWT]],
    [
      "a group of users is added",
      group(`!('dev' in ${GROUPS})`),
      group(`!['dev', 'ops'].exists(g, g in ${GROUPS})`),
    ],
    ["a key is added to a list", [keyIn("['k1']")], [keyIn("['k1', 'k2']")]],
  ])("open, and close when reverted: %s", async (_, before, after) => {
    expect(await judged([...before, AGENT], [...after, AGENT])).toEqual(OPENS);
    expect(await judged([...after, AGENT], [...before, AGENT])).toEqual(CLOSES);
  });

  test.each([
    "conn.tls.server.subject.common_name == 'www.example.com'",
    "conn.ts.end < timestamp(time.now)",
    "req.made_up == 'a'",
    "req.url.path.size() > 300",
  ])("are undecided without a witness: %s", async (expression) => {
    const { isCertain } = await judged([deny(expression), AGENT], [AGENT]);
    expect(isCertain).toBe(false);
  });

  test("on a header in uppercase are definite where both readings of the API reference agree", async () => {
    const denied = deny("req.headers['Authorization'][0] != 'Bearer abc'");
    expect((await judged([denied, AGENT], [AGENT])).isCertain).toBe(false);
    expect(await judged([GOOGLE, denied, AGENT], [denied, AGENT])).toEqual(OPENS);
  });

  test("are undecided on a header that another guard reads", async () => {
    const basic = password("ann:password1");
    const key = deny("req.headers['authorization'][0] != 'Basic YW5uOnBhc3N3b3JkMQ=='");
    const { isCertain } = await judged([key, basic, AGENT], [basic, AGENT]);
    expect(isCertain).toBe(false);
  });
});

describe("results of actions", () => {
  const request = rule("http-request", { url: "https://auth.example.com/check", on_error: "halt" });
  const guard = deny("actions.ngrok.http_request.res.status_code != 200");
  const claim = deny("actions.ngrok.jwt_validation.tokens[0].payload.team != 'a'");
  test.each<[string, readonly Rule[], readonly Rule[], object]>([
    ["an added header before", [request, guard, AGENT], [HEADER, request, guard, AGENT], SAME],
    [
      "a denied path before",
      [request, guard, AGENT],
      [deny("req.url.path == '/x'"), request, guard, AGENT],
      CLOSES,
    ],
    ["a removed check", [request, guard, AGENT], [request, AGENT], { ...OPENS, isCertain: false }],
    ["a check of claims, with an added header", [JWT, claim, AGENT], [HEADER, JWT, claim, AGENT], SAME],
  ])("are compared by the actions that set them: %s", async (_, before, after, expected) => {
    expect(await judged(before, after)).toEqual(expected);
  });
});

describe("the lists of restrict-ips", () => {
  const lists = (allow: readonly string[], deny: readonly string[]) => [
    rule("restrict-ips", { allow, deny }),
    AGENT,
  ];
  const [ten, one] = ["10.0.0.0/8", "10.1.0.0/16"];
  test.each<[string, readonly Rule[], readonly Rule[], object]>([
    [
      "open nothing for an allowed network that is denied too",
      lists(["1.1.1.1"], [ten]),
      lists(["1.1.1.1", one], [ten]),
      SAME,
    ],
    ["close with a denied network", lists([one], []), lists([one], [ten]), CLOSES],
    [
      "deny everything regardless of allowed networks",
      lists(["127.0.0.1/32"], ["0.0.0.0/0"]),
      [deny(), AGENT],
      SAME,
    ],
  ])("%s", async (_, before, after, expected) => {
    expect(await judged(before, after)).toEqual(expected);
  });
});

describe("a credential that the preview masks", () => {
  const basic = password("[secret]");
  const findingsOf = async (before: readonly Rule[], after: readonly Rule[], paths: readonly string[]) => {
    const step = updated("Endpoint", "app", "ep_app", served(before), served(after), paths);
    const { findings } = await reviewOf([step]);
    return findings.map(({ rule, severity }) => `${rule} ${severity}`);
  };
  const PHASE = "trafficPolicy.on_http_request";

  test("is unchanged if only its rule moves", async () => {
    const paths = [`${PHASE}[0].actions[0]`, `${PHASE}[1].actions[0]`, `${PHASE}[2]`];
    expect(await findingsOf([basic, AGENT], [HEADER, basic, AGENT], paths)).toEqual([]);
    expect(await findingsOf([HEADER, basic, AGENT], [basic, AGENT], paths)).toEqual([]);
  });

  test("may differ if it changes in its rule", async () => {
    const paths = [`${PHASE}[0].actions[0].config.credentials[0]`];
    expect(await findingsOf([basic, AGENT], [basic, AGENT], paths)).toEqual(["exposure-may-open medium"]);
  });
});

describe("an endpoint that leaves the public binding", () => {
  const props = (url: string, rules: readonly Rule[], bindings?: readonly string[]): Props => ({
    ...served(rules, url),
    ...(bindings && { bindings }),
  });
  const IN = "https://app.internal";
  const [open, guarded] = [[AGENT], [GOOGLE, AGENT]];

  test.each<[string, Props, Props, readonly string[]]>([
    ["closes for the internal binding", props(APP, guarded), props(IN, guarded), []],
    ["closes for the binding of a cluster", props(APP, guarded), props(APP, guarded, ["kubernetes"]), []],
    [
      "opens if it loses its guard",
      props(APP, guarded),
      props(APP, open, ["kubernetes"]),
      ["exposure-opens high"],
    ],
    ["opens in the other direction", props(IN, guarded), props(APP, guarded), ["exposure-opens high"]],
  ])("%s", async (_, before, after, expected) => {
    const step = updated("Endpoint", "app", "ep_app", before, after, ["url", "bindings", "trafficPolicy"]);
    const { findings, exposure } = await reviewOf([step]);
    expect(findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(expected);
    if (expected.length === 0) expect(exposure.changed.map(({ verdict }) => verdict)).toContain("closes");
  });
});
