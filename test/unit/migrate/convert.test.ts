import { describe, expect, test } from "vitest";
import { selectAccount } from "../../../cli/migrate/account";
import { migrate } from "../../../cli/migrate/convert";
import { type Policy, type PolicySecret, resolveSecrets } from "../../../cli/migrate/policy";
import { matchOf, routesOf } from "../../../cli/migrate/routes";
import type { AccountObject } from "../../../provider/inspect";

/** The conversion alone: what takes the place of each module, and what has no counterpart. */

type Props = Readonly<Record<string, unknown>>;

const object = (name: string, id: string, inputs: Props, more: Props = {}): AccountObject =>
  ({ family: { name }, id, inputs, state: {}, at: {}, unknownKeys: [], ...more }) as unknown as AccountObject;

const APP = { backend: { backendId: "bkdtg_app" } };
const BACKENDS = [
  object("TunnelGroupBackend", "bkdtg_app", { labels: { app: "web" } }),
  object("TunnelGroupBackend", "bkdtg_old", { labels: { app: "old" } }),
];

interface Given {
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
}: Given) {
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

/** Actions, each with its conditions, and what has no counterpart. */
function outcome(given: Given) {
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
const REFUSES = ["deny"];

describe("a module of a route", () => {
  const github = (more: Props, module: Props = {}) => ({ oauth: { provider: { github: more }, ...module } });
  const oidc = { issuer: "https://id.example", clientId: "a", clientSecret: "s" };
  const hook = (provider: string) => ({ webhookVerification: { provider, secret: "s" } });

  test.each<[string, Props, readonly string[], readonly string[], string?]>([
    [
      "a filter that denies",
      { userAgentFilter: { deny: ["bot"] } },
      ["set-vars", "set-vars", "deny", FORWARD],
      [],
      '![\\"bot\\"].exists(pattern',
    ],
    [
      "a filter that allows",
      { userAgentFilter: { allow: ["curl"] } },
      ["set-vars", "set-vars", "deny", FORWARD],
      [],
      '"[\\"curl\\"].exists(pattern',
    ],
    ["a filter without lists", { userAgentFilter: {} }, [FORWARD], []],
    ["webhooks", hook("github"), ["verify-webhook", FORWARD], [], '{"provider":"github","secret":"s"}'],
    ["webhooks of SNS", hook("sns"), REFUSES, ["denied webhookVerification.provider"]],
    ["webhooks of SNS by its other name", hook("aws_sns"), REFUSES, ["denied webhookVerification.provider"]],
    ["OAuth for teams", github({ teams: ["a/b"] }), REFUSES, ["denied oauth.provider.github.teams"]],
    [
      "OAuth for organizations",
      github({ organizations: ["a"] }),
      REFUSES,
      ["denied oauth.provider.github.organizations"],
    ],
    [
      "OAuth of two providers",
      { oauth: { provider: { github: {}, google: {} } } },
      REFUSES,
      ["denied oauth.provider"],
    ],
    ["OAuth of no provider", { oauth: { provider: {} } }, REFUSES, ["denied oauth.provider"]],
    [
      "OAuth for an address in capitals",
      github({ emailAddresses: ["Ann@Example.com"] }),
      ["oauth", "set-vars", "set-vars", "deny", FORWARD],
      [],
      'lowerAscii() in [\\"ann@example.com\\"]',
    ],
    [
      "OAuth for a domain",
      github({ emailDomains: ["Example.com"] }),
      ["oauth", "set-vars", "set-vars", "deny", FORWARD],
      [],
      '[\\"@example.com\\"].exists(domain',
    ],
    [
      "OAuth with an app of its own",
      github({ clientId: "a$" + "{b}", clientSecret: "s", scopes: ["repo"] }),
      ["oauth", FORWARD],
      [],
      `"client_id":"a$\{'$'}{b}","client_secret":"s","scopes":["repo"]`,
    ],
    [
      "OAuth that lets OPTIONS pass",
      github({ emailDomains: ["a.b"] }, { optionsPassthrough: true }),
      ["oauth", "set-vars", "set-vars", "set-vars", "deny", FORWARD],
      ["changed oauth.optionsPassthrough"],
      '"allow_cors_preflight":true',
    ],
    [
      "sessions",
      github({}, { maximumDuration: 60, inactivityTimeout: 30, authCheckInterval: 0, cookiePrefix: "x." }),
      ["oauth", FORWARD],
      ["changed oauth.cookiePrefix"],
      '"max_session_duration":"60s","idle_session_timeout":"30s"}',
    ],
    [
      "OIDC",
      { oidc: { ...oidc, maximumDuration: 60, inactivityTimeout: 30 } },
      ["openid-connect", FORWARD],
      [],
      '"issuer_url":"https://id.example","client_id":"a","client_secret":"s","max_session_duration":"60s","idle_session_duration":"30s"',
    ],
    ["OIDC without an issuer", { oidc: {} }, REFUSES, ["denied oidc.issuer"]],
    ["SAML", { saml: { idpMetadata: "<x/>" } }, REFUSES, ["denied saml"]],
    ["SAML that is switched off", { saml: { enabled: false } }, [FORWARD], ["open saml.enabled"]],
    [
      "a restriction without policies",
      { ipRestriction: { ipPolicyIds: [] } },
      REFUSES,
      ["changed ipRestriction.ipPolicyIds"],
    ],
    [
      "a circuit breaker",
      {
        circuitBreaker: {
          errorThresholdPercentage: 0.5,
          volumeThreshold: 0,
          rollingWindow: 121,
          trippedDuration: 1,
          numBuckets: 10,
        },
      },
      ["circuit-breaker", FORWARD],
      ["changed circuitBreaker.volumeThreshold", "changed circuitBreaker.rollingWindow"],
      '{"error_threshold":0.5,"volume_threshold":1,"window_duration":"120s","tripped_duration":"1s"}',
    ],
    [
      "headers",
      { requestHeaders: { add: { "x-a": "$" + "{a}", "User-Agent": "x" }, remove: ["x-b"] } },
      ["remove-headers", "add-headers", FORWARD],
      ["changed requestHeaders", "changed requestHeaders.add"],
      `{"headers":{"x-a":"$\{'$'}{a}"}}`,
    ],
    [
      "eleven headers",
      { requestHeaders: { remove: Array.from({ length: 11 }, (_, n) => `x-${n}`) } },
      ["remove-headers", "remove-headers", FORWARD],
      [],
    ],
    [
      "compression",
      { compression: {}, responseHeaders: { remove: ["x"] } },
      [FORWARD, "compress-response", "remove-headers"],
      [],
    ],
    [
      "a policy in a phase that never runs",
      { trafficPolicy: { value: { on_tcp_connect: [{ actions: [{ type: "deny" }] }] } } },
      REFUSES,
      ["denied trafficPolicy.value"],
    ],
    [
      "a policy that the service refuses",
      {
        trafficPolicy: {
          value: { on_http_request: [{ actions: [{ type: "deny", config: { status_code: "x" } }] }] },
        },
      },
      REFUSES,
      ["denied trafficPolicy.value"],
    ],
    [
      "a policy that denies some",
      {
        trafficPolicy: {
          value: { on_http_request: [{ expressions: ["req.method == 'PUT'"], actions: [{ type: "deny" }] }] },
        },
      },
      ["deny", FORWARD],
      [],
    ],
    [
      "a policy that denies all",
      { trafficPolicy: { value: { on_http_request: [{ actions: [{ type: "deny" }] }] } } },
      REFUSES,
      [],
    ],
    ["no backend", { backend: undefined }, REFUSES, [], '"status_code":502'],
  ])("%s", (_name, modules, actions, gaps, text = "") => {
    const found = outcome({ routes: { "/": modules } });
    expect({ actions: found.actions, gaps: found.gaps }).toEqual({ actions, gaps });
    expect(found.text).toContain(text);
  });

  test("that this version does not know refuses everybody, on routes and on edges", () => {
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
  const limits = (emailAddresses: readonly string[], emailDomains: readonly string[]) => ({
    oauth: { provider: { google: { emailAddresses, emailDomains } } },
  });

  test.each<[string, Props, RegExp]>([
    [
      "some addresses are of a domain",
      limits(["ann@example.com", "bob@example.org"], ["example.com"]),
      /^changed: .*both[.] If one is enough, these lose access: bob@example[.]org, and users of example[.]com who/,
    ],
    [
      "no address is of a domain",
      limits(["bob@example.org"], ["example.com"]),
      /^denied: .*allows nobody[.] If one is enough, these lose access: bob@example[.]org, and users of/,
    ],
    [
      "all addresses are of a domain",
      limits(["Ann@Example.com"], ["example.com"]),
      /^changed: .*these lose access: users of example[.]com who are not in emailAddresses$/,
    ],
  ])("say who loses access: %s", (_, modules, expected) => {
    const { gaps } = migrated({ routes: { "/": modules } });
    expect(gaps.map(({ effect, why }) => `${effect}: ${why}`)).toEqual([expect.stringMatching(expected)]);
  });
});

describe("a restriction that is switched off", () => {
  const off = { ipRestriction: { enabled: false, ipPolicyIds: ["ipp_1"] } };
  const rule = (config: object) => ({
    trafficPolicy: { value: JSON.stringify({ on_http_request: [{ actions: [{ type: "oauth", config }] }] }) },
  });

  test.each<[string, Given, readonly (readonly [string, RegExp])[]]>([
    ["on a route without others", { routes: { "/": off } }, [["ipRestriction.enabled", /open to everybody/]]],
    [
      "beside another restriction",
      {
        routes: { "/": { ...off, oidc: { issuer: "https://id.example", clientId: "a", clientSecret: "s" } } },
      },
      [["ipRestriction.enabled", /applies to nobody/]],
    ],
    ["on a TCP edge", { kind: "TcpEdge", edge: { ...APP, ...off } }, [["ipRestriction.enabled", /open to/]]],
    [
      "in a traffic policy",
      { routes: { "/": rule({ provider: "google", enforce: false }) } },
      [["trafficPolicy.value.on_http_request[0]", /enforce: false/]],
    ],
    ["in none", { routes: { "/": rule({ provider: "google" }) } }, []],
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

  test.each<[string, Given, readonly string[], readonly string[], string?]>([
    ["TLS", { kind: "TlsEdge", edge: { ...APP, tlsTermination: {} } }, ["terminate-tls", FORWARD], []],
    [
      "TLS without a module",
      { kind: "TlsEdge", edge: APP },
      [FORWARD],
      [],
      '"url":"tcp://app-web.internal:443"',
    ],
    ["TLS that ends upstream", { kind: "TlsEdge", edge: { ...APP, ...upstream } }, [FORWARD], []],
    [
      "TLS upstream with mutual TLS",
      { kind: "TlsEdge", edge: { ...APP, ...upstream, ...mutual() } },
      REFUSES,
      ["denied mutualTls"],
    ],
    [
      "mutual TLS",
      { kind: "TlsEdge", edge: { ...APP, ...mutual() } },
      ["terminate-tls", FORWARD],
      [],
      '"mutual_tls_certificate_authorities":["ca_1"]',
    ],
    [
      "mutual TLS without authorities",
      { kind: "TlsEdge", edge: { ...APP, ...mutual([]) } },
      REFUSES,
      ["denied mutualTls.certificateAuthorityIds"],
    ],
    ["HTTPS with mutual TLS", { edge: mutual() }, ["terminate-tls", FORWARD], []],
    ["HTTPS with a termination that says nothing", { edge: { tlsTermination: {} } }, [FORWARD], []],
    ["HTTP with mutual TLS", { hostports: HTTP, edge: mutual() }, ["deny", FORWARD], ["denied mutualTls"]],
    ["HTTP without", { hostports: HTTP }, [FORWARD], []],
    [
      "an old version",
      { edge: version("1.0") },
      ["terminate-tls", FORWARD],
      ["changed tlsTermination.minVersion"],
      '"min_version":"1.2"',
    ],
    ["the newest version", { edge: version("1.3") }, ["terminate-tls", FORWARD], [], '"min_version":"1.3"'],
    [
      "a version that nobody knows",
      { edge: version("1.4") },
      ["deny", FORWARD],
      ["denied tlsTermination.minVersion"],
    ],
    [
      "TCP with a restriction",
      {
        kind: "TcpEdge",
        hostports: ["1.tcp.example.com:9"],
        edge: { ...APP, ipRestriction: { ipPolicyIds: ["ipp_1"] } },
      },
      ["restrict-ips", FORWARD],
      [],
    ],
    ["TCP without a backend", { kind: "TcpEdge", hostports: ["1.tcp.example.com:9"] }, REFUSES, []],
    ["HTTPS without routes", { routes: {} }, REFUSES, [], '"status_code":404'],
    ["no hostport", { hostports: [] }, [], ["changed hostports"]],
    [
      "a route of a wildcard that has its host",
      { routes: { "*.example.com": RESTRICTED } },
      ["restrict-ips", FORWARD],
      [],
    ],
    [
      "a route of a wildcard below its own",
      { hostports: ["*.example.com:443"], routes: { "*.a.example.com": RESTRICTED } },
      ["set-vars", "set-vars", "restrict-ips", FORWARD, "deny"],
      [],
      'req.url.host.lowerAscii().endsWith(\\".a.example.com\\")',
    ],
    [
      "a route of a host that it does not serve",
      { routes: { "/": {}, "*.example.org": RESTRICTED } },
      [FORWARD],
      ["denied match"],
    ],
    [
      "two routes that select the same",
      { routes: { "app.example.com": RESTRICTED, "app.example.com/": {} } },
      ["set-vars", "set-vars", "set-vars", "deny", "deny", "deny"],
      ["denied match", "denied match"],
    ],
    [
      "an exact path that is not named",
      { routes: { "app.example.com": { matchType: "exact_path" } } },
      REFUSES,
      ["denied match"],
    ],
    [
      "a route whose host has a port",
      { routes: { "/": {}, "app.example.com:443/x": RESTRICTED } },
      ["set-vars", "set-vars", "set-vars", "deny", FORWARD, "deny"],
      ["denied match"],
      'req.url.path.startsWith(\\"/x\\")',
    ],
    [
      "two sign-ins of one route",
      {
        routes: {
          "/": {
            oauth: { provider: { google: {} } },
            oidc: { issuer: "https://id.example", clientSecret: "s" },
          },
        },
      },
      ["oauth", "openid-connect", FORWARD],
      [],
      '"auth_id":"root-oidc"',
    ],
    [
      "an endpoint at its address",
      { others: [object("Endpoint", "ep_1", { url: "https://app.example.com:443" })] },
      [FORWARD],
      ["changed hostports"],
    ],
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
    expect(migrated({ kind, hostports: [hostport], edge: APP }).endpoints.map((one) => one.url)).toEqual([
      url,
    ]);
  });
});

describe("a backend", () => {
  const to = (id: string, ...others: AccountObject[]): Given => ({
    routes: { "/": { backend: { backendId: id } } },
    others,
  });
  const weighted = (backends: Props, id = "b") => object("WeightedBackend", id, { backends });
  const failover = (backends: readonly string[], id = "f") => object("FailoverBackend", id, { backends });
  const endpoint = (url: string) => object("Endpoint", "ep_1", { url });

  test.each<[string, Given, readonly string[], readonly string[]]>([
    [
      "weights",
      to("b", weighted({ bkdtg_app: 1, bkdtg_old: 3 })),
      ["[]: rand.int(0, 3)", "[< 1]: app-web", "[>= 1]: app-old", "[]: deny"],
      [],
    ],
    ["a weight of 0", to("b", weighted({ bkdtg_app: 0, bkdtg_old: 3 })), ["[]: app-old"], []],
    ["failover", to("f", failover(["bkdtg_app", "bkdtg_old"])), ["[]: app-web, or else", "[]: app-old"], []],
    [
      "failover to weights",
      to("f", failover(["b", "bkdtg_old"]), weighted({ bkdtg_app: 1, bkdtg_old: 1 })),
      ["[]: rand.int(0, 1)", "[< 1]: app-web, or else", "[>= 1]: app-old, or else", "[]: app-old"],
      [],
    ],
    ["itself", to("f", failover(["bkdtg_app", "f"])), ["[]: deny"], ["denied backend.backendId"]],
    ["nobody", to("bkd_none"), ["[]: deny"], ["denied backend.backendId"]],
    ["no child", to("f", failover([])), ["[]: deny"], ["changed backend.backendId"]],
    [
      "an address that a wildcard serves",
      { others: [endpoint("https://*.internal")] },
      ["[]: deny"],
      ["denied backend.backendId"],
    ],
    ["an address that is taken", { others: [endpoint("https://app-web.internal")] }, ["[]: app-web-2"], []],
    ["a page", to("p", object("HttpResponseBackend", "p", { statusCode: 503 })), ["[]: 503"], []],
    [
      "an address on the internet",
      to("s", object("StaticBackend", "s", {})),
      ["[]: deny"],
      ["denied backend.backendId"],
    ],
  ])("of %s", (_name, given, rules, gaps) => {
    const { endpoints, gaps: found } = migrated(given);
    const shown = endpoints[0]?.policy.on_http_request?.map(({ expressions = [], actions: [action] }) => {
      const config = (action?.config ?? {}) as { url?: string; on_error?: string; status_code?: number };
      const host = config.url?.replace(/^https:\/\/|\.internal$/g, "");
      const vars = /rand\.int\([^)]*\)/.exec(JSON.stringify(config))?.[0];
      const page = action?.type === "custom-response" ? config.status_code : undefined;
      const what = vars ?? page ?? host ?? action?.type;
      const when = expressions.map((text) => text.replace(/vars\.\w+ /, ""));
      return `[${when}]: ${what}${config.on_error === "continue" ? ", or else" : ""}`;
    });
    expect(shown).toEqual(rules);
    expect(found.map(({ effect, property }) => `${effect} ${property}`)).toEqual(gaps);
  });

  test("moves agents by their labels, each once", () => {
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

test("routes come the least specific first, each with its conditions", () => {
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

test("secrets are read from the configuration, headers only as a guess", () => {
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

describe("what no program can hold", () => {
  const lost = JSON.parse('{"__proto__":"a","x-team":"blue"}') as Props;
  const action = `{"type":"add-headers","config":{"headers":{"__proto__":"a"}}}`;
  const value = `{"on_http_request":[{"actions":[${action}]}]}`;
  const WHY = "is a key that the engine's SDK loses";

  test.each<[string, Given, string, string]>([
    [
      "a header of requests",
      { routes: { "/": { requestHeaders: { add: lost } } } },
      "requestHeaders.add.__proto__",
      WHY,
    ],
    [
      "a key of a policy",
      { routes: { "/": { trafficPolicy: { enabled: true, value } } } },
      "trafficPolicy.value",
      `on_http_request[0].actions[0].config.headers.__proto__ ${WHY}`,
    ],
    [
      "a header of a response",
      {
        routes: { "/": { backend: { backendId: "bkdhr_1" } } },
        others: [object("HttpResponseBackend", "bkdhr_1", { statusCode: 200, headers: lost })],
      },
      "backend.backendId",
      `headers.__proto__ of the backend bkdhr_1 ${WHY}`,
    ],
    ["half of a character", { edge: { description: "\ud83d" } }, "description", "contains half a character"],
  ])("is denied and said: %s", (_name, given, property, why) => {
    const { endpoints, gaps } = migrated(given);
    expect(gaps).toMatchObject([{ effect: "denied", property, why: expect.stringContaining(why) }]);
    const policies = JSON.stringify(endpoints.map(({ policy }) => policy));
    expect(policies).toContain('"deny"');
    expect(policies).not.toContain("__proto__");
  });
});
