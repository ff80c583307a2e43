import { describe, expect, test } from "vitest";
import { selectAccount } from "../../../cli/migrate/account";
import { migrate } from "../../../cli/migrate/convert";
import { type Policy, type PolicySecret, resolveSecrets } from "../../../cli/migrate/policy";
import { matchOf, routesOf } from "../../../cli/migrate/routes";
import type { AccountObject } from "../../../provider/inspect";

/** The conversion of each module, without the proof. */

type Props = Readonly<Record<string, unknown>>;

const object = (name: string, id: string, inputs: Props, more: Props = {}): AccountObject =>
  ({ family: { name }, id, inputs, state: {}, at: {}, unknownKeys: [], ...more }) as unknown as AccountObject;

const APP = { backend: { backendId: "bkdtg_app" } };
const BACKENDS = [
  object("TunnelGroupBackend", "bkdtg_app", { labels: { app: "web" } }),
  object("TunnelGroupBackend", "bkdtg_old", { labels: { app: "old" } }),
];

interface AccountParts {
  readonly kind?: "HttpsEdge" | "TlsEdge" | "TcpEdge";
  readonly hostports?: readonly string[];
  readonly edge?: Props;
  /** Modules of routes, by their match. */
  readonly routes?: Readonly<Record<string, Props>>;
  readonly others?: readonly AccountObject[];
}

function migrated({
  kind = "HttpsEdge",
  hostports = ["app.example.com:443"],
  edge = {},
  routes,
  others = [],
}: AccountParts) {
  const matches = kind === "HttpsEdge" ? Object.entries(routes ?? { "/": {} }) : [];
  return migrate(
    selectAccount([
      object(kind, "edge_1", { hostports, ...edge }),
      ...matches.map(([match, modules], n) =>
        object(
          "HttpsEdgeRoute",
          `route_${n}`,
          { match, matchType: "path_prefix", ...APP, ...modules },
          { at: { edgeId: "edge_1" } },
        ),
      ),
      ...BACKENDS,
      ...others,
    ]),
  );
}

/** The actions and the gaps of a migration. */
function outcome(given: AccountParts) {
  const { endpoints, gaps } = migrated(given);
  const rules = Object.values(endpoints[0]?.policy ?? {}).flat();
  return {
    actions: rules.flatMap(({ actions }) => actions.map(({ type }) => type)),
    gaps: gaps.map(({ effect, property }) => `${effect} ${property}`),
    text: JSON.stringify(
      resolveSecrets(endpoints[0]?.policy as Policy, ({ value }) => value ?? "optionalSecret"),
    ),
  };
}

const FORWARD = "forward-internal";
const DENIES = ["deny"];

describe("a module of a route", () => {
  const github = (more: Props, module: Props = {}) => ({ oauth: { provider: { github: more }, ...module } });
  const oidc = { issuer: "https://id.example", clientId: "a", clientSecret: "s" };
  const preflight = github({ emailDomains: ["a.b"] }, { optionsPassthrough: true });
  const denied = "denied oauth.provider";
  const noPolicies = "changed ipRestriction.ipPolicyIds";
  const BREAKER_CONFIG =
    '{"error_threshold":0.5,"volume_threshold":1,"window_duration":"120s","tripped_duration":"1s"}';
  const OIDC_CONFIG =
    '"issuer_url":"https://id.example","client_id":"a","client_secret":"s","max_session_duration":"60s"';
  const hook = (provider: string) => ({ webhookVerification: { provider, secret: "s" } });

  const agents = (lists: Props) => ({ userAgentFilter: lists });
  const value = (on_http_request: readonly Props[]) => ({ trafficPolicy: { value: { on_http_request } } });
  const deny = { type: "deny" };
  const put = ["req.method == 'PUT'"];
  const tcpOnly = { trafficPolicy: { value: { on_tcp_connect: [{ actions: [deny] }] } } };
  const ownApp = { clientId: "a$" + "{b}", clientSecret: "s", scopes: ["repo"] };
  const session = { maximumDuration: 60, inactivityTimeout: 30 };
  const cookies = { ...session, authCheckInterval: 0, cookiePrefix: "x." };
  const breaker = {
    errorThresholdPercentage: 0.5,
    volumeThreshold: 0,
    rollingWindow: 121,
    trippedDuration: 1,
  };
  const headers = { add: { "x-a": "$" + "{a}", "User-Agent": "x" }, remove: ["x-b"] };
  const eleven = { remove: Array.from({ length: 11 }, (_, n) => `x-${n}`) };
  const LIMITED = ["set-vars", "set-vars", "deny", FORWARD];
  const SIGNED_IN = ["oauth", ...LIMITED];
  const orPreflight = ["oauth", "set-vars", ...LIMITED];
  const rewritten = ["remove-headers", "add-headers", FORWARD];
  const compressed = [FORWARD, "compress-response", "remove-headers"];
  const breakerGaps = ["changed circuitBreaker.volumeThreshold", "changed circuitBreaker.rollingWindow"];
  const headerGaps = ["changed requestHeaders", "changed requestHeaders.add"];

  test.each<[string, Props, readonly string[], readonly string[], string?]>([
    ["a filter that denies", agents({ deny: ["bot"] }), LIMITED, [], '![\\"bot\\"].exists(pattern'],
    ["a filter that allows", agents({ allow: ["curl"] }), LIMITED, [], '"[\\"curl\\"].exists(pattern'],
    ["a filter without lists", agents({}), [FORWARD], []],
    ["webhooks", hook("github"), ["verify-webhook", FORWARD], [], '{"provider":"github","secret":"s"}'],
    ["webhooks of SNS", hook("sns"), DENIES, ["denied webhookVerification.provider"]],
    ["webhooks of SNS by its other name", hook("aws_sns"), DENIES, ["denied webhookVerification.provider"]],
    ["OAuth for teams", github({ teams: ["a/b"] }), DENIES, ["denied oauth.provider.github.teams"]],
    ["OAuth for organizations", github({ organizations: ["a"] }), DENIES, [`${denied}.github.organizations`]],
    ["OAuth of two providers", { oauth: { provider: { github: {}, google: {} } } }, DENIES, [denied]],
    ["OAuth of no provider", { oauth: { provider: {} } }, DENIES, [denied]],
    ["OAuth for capitals", github({ emailAddresses: ["Ann@B.c"] }), SIGNED_IN, [], 'in [\\"ann@b.c\\"]'],
    ["OAuth for a domain", github({ emailDomains: ["B.c"] }), SIGNED_IN, [], '[\\"@b.c\\"].exists(domain'],
    [
      "OAuth with an app",
      github(ownApp),
      ["oauth", FORWARD],
      [],
      `"client_id":"a$\{'$'}{b}","client_secret"`,
    ],
    [
      "OAuth except for OPTIONS",
      preflight,
      orPreflight,
      ["changed oauth.optionsPassthrough"],
      '_preflight":true',
    ],
    ["sessions", github({}, cookies), ["oauth", FORWARD], ["changed oauth.cookiePrefix"], '_timeout":"30s"}'],
    ["OIDC", { oidc: { ...oidc, ...session } }, ["openid-connect", FORWARD], [], OIDC_CONFIG],
    ["OIDC without an issuer", { oidc: {} }, DENIES, ["denied oidc.issuer"]],
    ["SAML", { saml: { idpMetadata: "<x/>" } }, DENIES, ["denied saml"]],
    ["disabled SAML", { saml: { enabled: false } }, [FORWARD], ["open saml.enabled"]],
    ["a restriction without policies", { ipRestriction: { ipPolicyIds: [] } }, DENIES, [noPolicies]],
    ["a breaker", { circuitBreaker: breaker }, ["circuit-breaker", FORWARD], breakerGaps, BREAKER_CONFIG],
    ["headers", { requestHeaders: headers }, rewritten, headerGaps, `{"headers":{"x-a":"$\{'$'}{a}"}}`],
    ["eleven headers", { requestHeaders: eleven }, ["remove-headers", "remove-headers", FORWARD], []],
    ["compression", { compression: {}, responseHeaders: { remove: ["x"] } }, compressed, []],
    ["a policy in a phase that never runs", tcpOnly, DENIES, ["denied trafficPolicy.value"]],
    ["a policy that the service refuses", value([{ actions: [] }]), DENIES, ["denied trafficPolicy.value"]],
    ["a policy that denies some", value([{ expressions: put, actions: [deny] }]), ["deny", FORWARD], []],
    ["a policy that denies all", value([{ actions: [deny] }]), DENIES, []],
    ["no backend", { backend: undefined }, DENIES, [], '"status_code":502'],
  ])("%s", (_name, modules, actions, gaps, text = "") => {
    const found = outcome({ routes: { "/": modules } });
    expect({ actions: found.actions, gaps: found.gaps }).toEqual({ actions, gaps });
    expect(found.text).toContain(text);
  });

  test("that is unknown to this version denies everything, on routes and on edges", () => {
    const unknown = { unknownKeys: ["geo_fence"] };
    const policies = migrate(
      selectAccount([
        object("TcpEdge", "edge_2", { hostports: ["a.example.com:1"], ...APP }, unknown),
        object("HttpsEdge", "edge_1", { hostports: ["a.example.com:443"] }),
        object("HttpsEdgeRoute", "r", { match: "/", ...APP }, { at: { edgeId: "edge_1" }, ...unknown }),
        ...BACKENDS,
      ]),
    ).endpoints.map(({ policy }) =>
      Object.values(policy)
        .flat()
        .flatMap(({ actions }) => actions.map(({ type }) => type)),
    );
    expect(policies).toEqual([["deny"], ["deny"]]);
  });
});

describe("lists of users", () => {
  const LOSE = "If one is enough, these lose access:";
  const [ann, bob] = ["ann@example.com", "bob@example.org"];
  test.each<[string, readonly string[], string]>([
    ["some addresses", [ann, bob], `^changed: .*both[.] ${LOSE} ${bob}, and users of example[.]com who`],
    ["no address", [bob], `^denied: .*allows nobody[.] ${LOSE} ${bob}, and users of`],
    ["all addresses", ["Ann@Example.com"], `^changed: .*access: users of .* not in emailAddresses$`],
  ])("report who loses access if %s are in a domain", (_, emailAddresses, expected) => {
    const google = { emailAddresses, emailDomains: ["example.com"] };
    const { gaps } = migrated({ routes: { "/": { oauth: { provider: { google } } } } });
    expect(gaps.map(({ effect, why }) => `${effect}: ${why}`)).toEqual([expect.stringMatching(expected)]);
  });
});

describe("a disabled restriction", () => {
  const off = { ipRestriction: { enabled: false, ipPolicyIds: ["ipp_1"] } };
  const VALUE = "trafficPolicy.value";
  const rule = (enforce: boolean) => {
    const actions = [{ type: "oauth", config: { provider: "google", ...(!enforce && { enforce }) } }];
    return { trafficPolicy: { value: JSON.stringify({ on_http_request: [{ actions }] }) } };
  };
  const oidc = { issuer: "https://id.example", clientId: "a", clientSecret: "s" };
  const restriction = "ipRestriction.enabled";
  test.each<[string, AccountParts, readonly (readonly [string, RegExp])[]]>([
    ["on a route without others", { routes: { "/": off } }, [[restriction, /open to everybody/]]],
    ["next to another guard", { routes: { "/": { ...off, oidc } } }, [[restriction, /applies to nobody/]]],
    ["on a TCP edge", { kind: "TcpEdge", edge: { ...APP, ...off } }, [[restriction, /open to/]]],
    [
      "in a traffic policy",
      { routes: { "/": rule(false) } },
      [[`${VALUE}.on_http_request[0]`, /enforce: false/]],
    ],
    ["not at all", { routes: { "/": rule(true) } }, []],
  ])("is reported: %s", (_, given, expected) => {
    const found = migrated(given).gaps.filter(({ effect }) => effect === "open");
    expect(found.map(({ property, why }) => [property, why])).toEqual(
      expected.map(([property, why]) => [property, expect.stringMatching(why)]),
    );
  });
});

describe("an edge", () => {
  const mutual = (ids: readonly string[] = ["ca_1"]) => ({ mutualTls: { certificateAuthorityIds: ids } });
  const version = (minVersion: string) => ({ tlsTermination: { minVersion } });
  const upstream = { tlsTermination: { terminateAt: "upstream" } };
  const HTTP = ["app.example.com:80"];
  const RESTRICTED = { ipRestriction: { ipPolicyIds: ["ipp_1"] } };

  const tls = (modules: Props = {}): AccountParts => ({ kind: "TlsEdge", edge: { ...APP, ...modules } });
  const tcp = (edge: Props = {}): AccountParts => ({
    kind: "TcpEdge",
    hostports: ["1.tcp.example.com:9"],
    edge,
  });
  const TERMINATES = ["terminate-tls", FORWARD];
  const noAuthority = "denied mutualTls.certificateAuthorityIds";
  const old = "changed tlsTermination.minVersion";
  const AUTHORITIES = '"mutual_tls_certificate_authorities":["ca_1"]';
  const below: AccountParts = { hostports: ["*.example.com:443"], routes: { "*.a.example.com": RESTRICTED } };
  const BELOW = ["set-vars", "set-vars", "restrict-ips", FORWARD, "deny"];
  const noPath = { "app.example.com": { matchType: "exact_path" } };
  const equal = { "app.example.com": RESTRICTED, "app.example.com/": {} };
  const EQUAL = ["set-vars", "set-vars", "set-vars", "deny", "deny", "deny"];
  const port = { "/": {}, "app.example.com:443/x": RESTRICTED };
  const PORT = ["set-vars", "set-vars", "set-vars", "deny", FORWARD, "deny"];
  const oidc = { issuer: "https://id.example", clientSecret: "s" };
  const signIns = { "/": { oauth: { provider: { google: {} } }, oidc } };
  const SIGN_INS = ["oauth", "openid-connect", FORWARD];
  const taken = [object("Endpoint", "ep_1", { url: "https://app.example.com:443" })];

  test.each<[string, AccountParts, readonly string[], readonly string[], string?]>([
    ["TLS", tls({ tlsTermination: {} }), TERMINATES, []],
    ["TLS without a module", tls(), [FORWARD], [], '"url":"tcp://app-web.internal:443"'],
    ["TLS that ends upstream", tls(upstream), [FORWARD], []],
    ["TLS upstream with mutual TLS", tls({ ...upstream, ...mutual() }), DENIES, ["denied mutualTls"]],
    ["mutual TLS", tls(mutual()), TERMINATES, [], AUTHORITIES],
    ["mutual TLS without authorities", tls(mutual([])), DENIES, [noAuthority]],
    ["HTTPS with mutual TLS", { edge: mutual() }, TERMINATES, []],
    ["HTTPS with an empty termination", { edge: { tlsTermination: {} } }, [FORWARD], []],
    ["HTTP with mutual TLS", { hostports: HTTP, edge: mutual() }, ["deny", FORWARD], ["denied mutualTls"]],
    ["HTTP without", { hostports: HTTP }, [FORWARD], []],
    ["an old version", { edge: version("1.0") }, TERMINATES, [old], '"min_version":"1.2"'],
    ["the newest version", { edge: version("1.3") }, TERMINATES, [], '"min_version":"1.3"'],
    ["an unknown version", { edge: version("1.4") }, ["deny", FORWARD], [old.replace("changed", "denied")]],
    ["TCP with a restriction", tcp({ ...APP, ...RESTRICTED }), ["restrict-ips", FORWARD], []],
    ["TCP without a backend", tcp(), DENIES, []],
    ["HTTPS without routes", { routes: {} }, DENIES, [], '"status_code":404'],
    ["no hostport", { hostports: [] }, [], ["changed hostports"]],
    ["a route of its wildcard", { routes: { "*.example.com": RESTRICTED } }, ["restrict-ips", FORWARD], []],
    ["a route of a narrower wildcard", below, BELOW, [], 'endsWith(\\".a.example.com\\")'],
    ["another host's route", { routes: { "/": {}, "b.example": RESTRICTED } }, [FORWARD], ["denied match"]],
    ["an exact path that isn't named", { routes: noPath }, DENIES, ["denied match"]],
    ["two equal routes", { routes: equal }, EQUAL, ["denied match", "denied match"]],
    ["a route whose host has a port", { routes: port }, PORT, ["denied match"], 'startsWith(\\"/x\\")'],
    ["two sign-ins of one route", { routes: signIns }, SIGN_INS, [], '"auth_id":"root-oidc"'],
    ["an endpoint at its address", { others: taken }, [FORWARD], ["changed hostports"]],
  ])("with %s", (_name, given, actions, gaps, text = "") => {
    const found = outcome(given);
    expect({ actions: found.actions, gaps: found.gaps }).toEqual({ actions, gaps });
    expect(found.text ?? "").toContain(text);
  });

  test.each([
    ["HttpsEdge", "App.example.com:443", "https://app.example.com"],
    ["HttpsEdge", "app.example.com:80", "http://app.example.com"],
    ["HttpsEdge", "app.example.com:8443", "https://app.example.com:8443"],
    ["TlsEdge", "app.example.com:443", "tls://app.example.com"],
    ["TlsEdge", "app.example.com:80", "tls://app.example.com:80"],
    ["TcpEdge", "app.example.com:443", "tcp://app.example.com:443"],
  ] as const)("%s at %s becomes an endpoint at %s", (kind, hostport, url) => {
    expect(
      migrated({ kind, hostports: [hostport], edge: APP }).endpoints.map((endpoint) => endpoint.url),
    ).toEqual([url]);
  });
});

describe("a backend", () => {
  const to = (id: string, ...others: AccountObject[]): AccountParts => ({
    routes: { "/": { backend: { backendId: id } } },
    others,
  });
  const weighted = (backends: Props, id = "b") => object("WeightedBackend", id, { backends });
  const failover = (backends: readonly string[], id = "f") => object("FailoverBackend", id, { backends });
  const endpoint = (url: string) => object("Endpoint", "ep_1", { url });

  const both = weighted({ bkdtg_app: 1, bkdtg_old: 1 });
  const [web, old] = ["[< 1]: app-web", "[>= 1]: app-old"];
  const orElse = ", or else";
  const denied = ["denied backend.backendId"];
  const wildcard = { others: [endpoint("https://*.internal")] };
  const page = object("HttpResponseBackend", "p", { statusCode: 503 });

  test.each<[string, AccountParts, readonly string[], readonly string[]]>([
    ["weights", to("b", both), ["[]: rand.int(0, 1)", web, old, "[]: deny"], []],
    ["a weight of 0", to("b", weighted({ bkdtg_app: 0, bkdtg_old: 3 })), ["[]: app-old"], []],
    ["failover", to("f", failover(["bkdtg_app", "bkdtg_old"])), ["[]: app-web, or else", "[]: app-old"], []],
    [
      "failover to weights",
      to("f", failover(["b", "bkdtg_old"]), both),
      ["[]: rand.int(0, 1)", web + orElse, old + orElse, "[]: app-old"],
      [],
    ],
    ["itself", to("f", failover(["bkdtg_app", "f"])), ["[]: deny"], denied],
    ["an unknown id", to("bkd_none"), ["[]: deny"], denied],
    ["no child", to("f", failover([])), ["[]: deny"], ["changed backend.backendId"]],
    ["an address that a wildcard serves", wildcard, ["[]: deny"], denied],
    ["an address that is taken", { others: [endpoint("https://app-web.internal")] }, ["[]: app-web-2"], []],
    ["a page", to("p", page), ["[]: 503"], []],
    ["an address on the internet", to("s", object("StaticBackend", "s", {})), ["[]: deny"], denied],
  ])("with %s", (_name, given, rules, gaps) => {
    const { endpoints, gaps: found } = migrated(given);
    const summary = endpoints[0]?.policy.on_http_request?.map(({ expressions = [], actions: [action] }) => {
      const config = (action?.config ?? {}) as { url?: string; on_error?: string; status_code?: number };
      const host = config.url?.replace(/^https:\/\/|\.internal$/g, "");
      const vars = /rand\.int\([^)]*\)/.exec(JSON.stringify(config))?.[0];
      const page = action?.type === "custom-response" ? config.status_code : undefined;
      const target = vars ?? page ?? host ?? action?.type;
      const when = expressions.map((text) => text.replace(/vars\.\w+ /, ""));
      return `[${when}]: ${target}${config.on_error === "continue" ? ", or else" : ""}`;
    });
    expect(summary).toEqual(rules);
    expect(found.map(({ effect, property }) => `${effect} ${property}`)).toEqual(gaps);
  });

  test("moves agents once per set of labels", () => {
    const others = [
      object("TunnelGroupBackend", "bkdtg_same", { labels: { app: "web" } }),
      failover(["bkdtg_app", "bkdtg_same"]),
    ];
    const { agents } = migrated(to("f", ...others));
    expect(agents.map(({ url, labels, backends }) => [url, labels, backends.map(({ id }) => id)])).toEqual([
      ["https://app-web.internal", { app: "web" }, ["bkdtg_app", "bkdtg_same"]],
    ]);
  });
});

test("orders routes from the least specific, each with its conditions", () => {
  const route = (match: string, matchType = "path_prefix") =>
    object("HttpsEdgeRoute", match, { match, matchType });
  const all = ["/b/c", "a.example.com/b", "/", "a.example.com", "other.example.com/"].map((match) =>
    route(match),
  );
  const found = routesOf([route("/b", "exact_path"), ...all], "*.example.com").map(
    ({ object: { id }, conditions }) => [id, ...conditions],
  );
  const isA = 'req.url.host.lowerAscii() == "a.example.com"';
  expect(found).toEqual([
    ["/"],
    ["/b/c", 'req.url.path.startsWith("/b/c")'],
    ["/b", 'req.url.path == "/b"'],
    ["a.example.com", isA],
    ["other.example.com/", 'req.url.host.lowerAscii() == "other.example.com"'],
    ["a.example.com/b", isA, 'req.url.path.startsWith("/b")'],
  ]);
  expect(routesOf([route("a.example.com/")], "a.example.com")[0]?.conditions).toEqual([]);
  expect(routesOf([route("a.example.com/")], "b.example.com")).toEqual([]);
  expect(matchOf(route("a.example.com", "exact_path")).exact).toBe(false);
});

test("treats secrets as secret, and header values as a guess", () => {
  const secrets: PolicySecret[] = [];
  const { endpoints } = migrated({
    routes: {
      "/": {
        webhookVerification: { provider: "github", secret: "" },
        requestHeaders: { add: { "x-key": "k" } },
      },
    },
  });
  resolveSecrets(endpoints[0]?.policy as Policy, (secret) => String(secrets.push(secret)));
  expect(secrets.map(({ path, value, isGuess }) => [path.join("."), value, isGuess])).toEqual([
    ["webhookVerification.secret", undefined, false],
    ["requestHeaders.add.x-key", "k", true],
  ]);
});

describe("a value that no program can contain", () => {
  const lost = JSON.parse('{"__proto__":"a","x-team":"blue"}') as Props;
  const action = `{"type":"add-headers","config":{"headers":{"__proto__":"a"}}}`;
  const value = `{"on_http_request":[{"actions":[${action}]}]}`;
  const WHY = "is a key that the engine's SDK loses";

  const header: AccountParts = { routes: { "/": { requestHeaders: { add: lost } } } };
  const policy: AccountParts = { routes: { "/": { trafficPolicy: { enabled: true, value } } } };
  const response: AccountParts = {
    routes: { "/": { backend: { backendId: "bkdhr_1" } } },
    others: [object("HttpResponseBackend", "bkdhr_1", { statusCode: 200, headers: lost })],
  };
  const half: AccountParts = { edge: { description: "\ud83d" } };
  const at = "on_http_request[0].actions[0].config";
  test.each<[string, AccountParts, string, string]>([
    ["a header of requests", header, "requestHeaders.add.__proto__", WHY],
    ["a key of a policy", policy, "trafficPolicy.value", `${at}.headers.__proto__ ${WHY}`],
    [
      "a header of a response",
      response,
      "backend.backendId",
      `headers.__proto__ of the backend bkdhr_1 ${WHY}`,
    ],
    ["a lone surrogate", half, "description", "contains half a character"],
  ])("is denied and reported: %s", (_name, given, property, why) => {
    const { endpoints, gaps } = migrated(given);
    expect(gaps).toMatchObject([{ effect: "denied", property, why: expect.stringContaining(why) }]);
    const policies = JSON.stringify(endpoints.map(({ policy }) => policy));
    expect(policies).toContain('"deny"');
    expect(policies).not.toContain("__proto__");
  });
});
