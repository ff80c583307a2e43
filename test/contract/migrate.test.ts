// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { beforeEach, describe, expect, test } from "vitest";
import type { Rule } from "../../cli/migrate/policy";
import { isProven } from "../../cli/migrate/proof";
import type { Emulator, JsonObject } from "../../emulator";
import { authorityPem } from "../support/crypto";
import { emulatedAccount } from "../support/test-resources";
import { type MigrationResult, migrateAccount, proveWithoutRule } from "../support/verified-migration";

let emulator: Emulator;

beforeEach(async () => {
  emulator = await emulatedAccount();
  emulator.seed({
    "/ip_policies": [{ id: "ipp_office", description: "Office" }],
    "/ip_policy_rules": [{ ip_policy_id: "ipp_office", cidr: "192.0.2.0/24", action: "allow" }],
    "/certificate_authorities": [{ id: "ca_staff", ca_pem: authorityPem("Staff") }],
    "/backends/tunnel_group": [
      { id: "bkdtg_app", labels: { app: "web" } },
      { id: "bkdtg_old", labels: { app: "old" } },
    ],
    "/backends/weighted": [{ id: "bkdwd_split", backends: { bkdtg_app: 90, bkdtg_old: 10 } }],
    "/backends/failover": [{ id: "bkdfo_both", backends: ["bkdwd_split", "bkdtg_old"] }],
  });
});

const APP = { backend: { backend_id: "bkdtg_app" } };

/** Adds an HTTPS edge. @param routes - The modules of each route, by its match. */
function seedHttpsEdge(routes: Readonly<Record<string, JsonObject>>, fields: JsonObject = {}): void {
  emulator.seed({ "/edges/https": [{ id: "edghts_1", hostports: ["app.example.com:443"], ...fields }] });
  emulator.seed({
    "/edges/https/edghts_1/routes": Object.entries(routes).map(([match, modules]) => ({
      edge_id: "edghts_1",
      match_type: "path_prefix",
      match,
      ...APP,
      ...modules,
    })),
  });
}

function seedEdge(kind: "tls" | "tcp", modules: JsonObject): void {
  const hostports = kind === "tls" ? ["app.example.com:443"] : ["1.tcp.example.com:12345"];
  emulator.seed({ [`/edges/${kind}`]: [{ id: `edg${kind}_1`, hostports, ...APP, ...modules }] });
}

const listGaps = ({ migration }: MigrationResult) =>
  migration.gaps.map(({ effect, property }) => `${effect} ${property}`);

const FORWARD: Rule = {
  actions: [{ type: "forward-internal", config: { url: "https://app-web.internal" } }],
};
const deny = (status_code: number) => [{ type: "deny", config: { status_code } }];
const PROVEN = { opened: [], undecided: [] };
const EQUAL = { ...PROVEN, losesAccess: [] };

test.each<[string, JsonObject, string[]]>([
  ["/endpoints", { id: "ep_w", type: "cloud", url: "https://*.example.com" }, ["Endpoint ep_w"]],
  ["/endpoints", { id: "ep_w", type: "cloud", url: "https://*.example.com:8443" }, []],
  ["/endpoints", { id: "ep_w", type: "cloud", url: "https://*.other.example.com" }, []],
  ["/edges/tls", { id: "edgtls_w", hostports: ["*.example.com:443"] }, ["TlsEdge edgtls_w"]],
])("reports a wildcard that serves a hostport while it is free: %s %j", async (collection, object, by) => {
  emulator.seed({ [collection]: [object] });
  seedHttpsEdge({ "/": {} });
  const { migration } = await migrateAccount(emulator);
  expect(
    migration.wildcardCovers.filter(({ url }) => url === "app.example.com:443").flatMap(({ by }) => by),
  ).toEqual(by);
});

/** Verifies access for the modules of routes; test/unit/migrate covers their conversion. */
describe("a module of a route", () => {
  const office: JsonObject = { ip_restriction: { ip_policy_ids: ["ipp_office"] } };
  const filter = { user_agent_filter: { allow: ["(?i)firefox"], deny: ["bot"] } };
  const google = (limits: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
    oauth: { provider: { google: limits }, ...more },
  });
  const breaker = { error_threshold_percentage: 0.5 };
  const domain = { email_domains: ["Example.com"] };
  const addresses = { ...domain, email_addresses: ["a@example.org", "b@example.com"] };
  const policy = (value: string): JsonObject => ({ traffic_policy: { value } });

  test.each<[string, JsonObject, gap?: string]>([
    ["no restriction", {}],
    ["ipRestriction", office],
    ["userAgentFilter", filter, "changed userAgentFilter"],
    ["webhookVerification", { webhook_verification: { provider: "github", secret: "s" } }],
    ["oauth", google()],
    ["oauth for a domain", google(domain)],
    ["oauth for email addresses and a domain", google(addresses), "changed oauth.provider.google"],
    [
      "oauth for all but OPTIONS",
      google(domain, { options_passthrough: true }),
      "changed oauth.optionsPassthrough",
    ],
    ["oidc", { oidc: { issuer: "https://id.example.com", client_id: "a", client_secret: "s" } }],
    ["circuitBreaker", { circuit_breaker: { ...breaker, rolling_window: 60, tripped_duration: 30 } }],
    ["circuitBreaker without a threshold", { circuit_breaker: {} }],
    ["circuitBreaker of an hour", { circuit_breaker: { rolling_window: 3600 } }, "changed circuitBreaker"],
    ["requestHeaders", { request_headers: { add: { "X-A": "1" }, remove: ["x-b"] } }],
    ["a failover to weights", { backend: { backend_id: "bkdfo_both" } }],
  ])("allows the same clients as before: %s", async (_name, modules, gap) => {
    seedHttpsEdge({ "/": modules });
    const migrated = await migrateAccount(emulator);
    expect(listGaps(migrated)).toEqual(gap === undefined ? [] : [gap]);
    expect(isProven(migrated.proof)).toBe(true);
    expect(migrated.proof).toMatchObject(gap === undefined ? EQUAL : PROVEN);
  });

  test.each<readonly [JsonObject, string]>([
    [{ saml: { idp_metadata: "<x/>" } }, "denied saml"],
    [{ user_agent_filter: { deny: ["[a-z"] } }, "denied userAgentFilter.deny[0]"],
    [{ backend: { backend_id: "bkdhr_1" } }, "denied backend.backendId"],
    [policy('{"inbound":[{"actions":[{"type":"deny"}]}]}'), "denied trafficPolicy.value"],
    [policy("on_http_request: ["), "denied trafficPolicy.value"],
    [{ ip_restriction: {} }, "changed ipRestriction.ipPolicyIds"],
  ])("denies all clients if it has no counterpart: %j", async (modules, gap) => {
    seedHttpsEdge({ "/": modules });
    const migrated = await migrateAccount(emulator);
    expect(listGaps(migrated)).toEqual([gap]);
    const rules = migrated.migration.endpoints[0]?.policy.on_http_request;
    expect(rules?.at(-1)?.actions).toEqual(deny(403));
    expect(migrated.proof).toMatchObject(PROVEN);
    for (const { why: reason, todo, class: name, id } of migrated.migration.gaps)
      expect([reason, todo, name, id].every((text) => text.length > 0)).toBe(true);
  });

  test("that is disabled restricts nothing, before or after", async () => {
    seedHttpsEdge({
      "/": {
        ip_restriction: { enabled: false, ip_policy_ids: ["ipp_office"] },
        saml: { enabled: false, idp_metadata: "<x/>" },
        traffic_policy: { enabled: false, value: '{"inbound":[]}' },
      },
    });
    const { migration, proof } = await migrateAccount(emulator);
    expect(migration.endpoints[0]?.policy).toEqual({ on_http_request: [FORWARD] });
    expect(proof).toMatchObject(EQUAL);
  });
});

describe("routes", () => {
  test("the most specific one applies, even if its policy rewrites the URL", async () => {
    const rewriting = {
      on_http_request: [
        { actions: [{ type: "url-rewrite", config: { from: "/admin/?", to: "/" } }] },
        { expressions: ["req.method == 'DELETE'"], actions: [{ type: "deny" }] },
      ],
    };
    seedHttpsEdge({
      "/": {},
      "/admin": {
        ip_restriction: { ip_policy_ids: ["ipp_office"] },
        traffic_policy: { value: JSON.stringify(rewriting) },
      },
      "/admin/open": { match_type: "exact_path", response_headers: { add: { "x-open": "1" } } },
    });
    const migrated = await migrateAccount(emulator);
    expect(migrated.proof).toMatchObject(EQUAL);
    const rules = migrated.migration.endpoints[0]?.policy.on_http_request ?? [];
    expect(rules.slice(1, 4).map(({ expressions }) => expressions ?? [])).toEqual([
      [],
      ['req.url.path.startsWith("/admin")'],
      ['req.url.path == "/admin/open"'],
    ]);
    expect(migrated.migration.endpoints[0]?.policy.on_http_response?.at(-1)?.expressions).toEqual([
      'vars.edge_route == "admin-open"',
    ]);
  });

  test("a policy may already have a variable of the same name", async () => {
    const policy = {
      on_http_request: [
        {
          actions: [
            { type: "set-vars", config: { vars: [{ edge_route: "root" }, { edge_allowed: "yes" }] } },
          ],
        },
      ],
    };
    seedHttpsEdge({
      "/": {},
      "/admin": {
        ip_restriction: { ip_policy_ids: ["ipp_office"] },
        user_agent_filter: { deny: ["bot"] },
        traffic_policy: { value: JSON.stringify(policy) },
      },
    });
    const { migration, proof } = await migrateAccount(emulator);
    expect(JSON.stringify(migration.endpoints[0]?.policy)).toContain('vars.edge_route_2 == \\"admin\\"');
    expect(proof).toMatchObject(EQUAL);
  });

  test("their hosts apply at the endpoint of the host, and at wildcards", async () => {
    const office = { ip_restriction: { ip_policy_ids: ["ipp_office"] } };
    seedHttpsEdge(
      { "/": {}, "a.example.com/": office, "b.example.com/x": office, "*.d.example.com": office },
      { hostports: ["a.example.com:443", "*.example.com:443", "c.example.com:80"] },
    );
    const { migration, proof } = await migrateAccount(emulator);
    expect(migration.endpoints.map(({ url }) => url)).toEqual([
      "https://a.example.com",
      "https://*.example.com",
      "http://c.example.com",
    ]);
    expect(proof).toMatchObject(PROVEN);
  });
});

describe("backends", () => {
  // Only the first can become `https://app-web.internal`, the new URL of the edge's agents.
  test.each([
    ["${getReqHeader('X-To')[0]}", 1],
    ["${getReqHeader('X-To')[0]}-old", 0],
    ["${req.host}", 0],
  ])(
    "if another endpoint forwards to https://%s.internal, the proof names %d endpoints that open the edge's agents",
    async (name, count) => {
      const actions = [{ type: "forward-internal", config: { url: `https://${name}.internal` } }];
      emulator.seed({
        "/endpoints": [
          {
            type: "cloud",
            url: "https://open.example.com",
            bindings: ["public"],
            traffic_policy: JSON.stringify({ on_http_request: [{ actions }] }),
          },
        ],
      });
      seedHttpsEdge({ "/": { ip_restriction: { ip_policy_ids: ["ipp_office"] } } });
      const { proof } = await migrateAccount(emulator);
      expect(proof.throughUnchanged.map(({ url }) => url)).toEqual(
        Array(count).fill("https://open.example.com"),
      );
      expect(isProven(proof)).toBe(count === 0);
    },
  );

  test("do not get an internal URL that a policy forwards to, even if nothing serves it yet", async () => {
    const escapedUrl = "https://app-\\u0077eb.internal";
    const policy = `{"on_http_request":[{"actions":[{"type":"forward-internal","config":{"url":"${escapedUrl}"}}]}]}`;
    seedHttpsEdge({ "/": {}, "/legacy": { traffic_policy: { value: policy } } });
    const { migration, proof } = await migrateAccount(emulator);
    expect(migration.agents.map(({ url }) => url)).toEqual(["https://app-web-2.internal"]);
    expect(proof.opened).toEqual([]);
  });

  const page = (fields: JsonObject = {}) => ({
    id: "bkdhr_page",
    status_code: 503,
    body: "later",
    ...fields,
  });
  const toBackend = (id: string) => ({ backend: { backend_id: id } });

  test("an HTTP response becomes a custom-response, even behind a failover", async () => {
    const headers = { "retry-after": "60", "x-note": `\${getenv('A')}` };
    emulator.seed({ "/backends/http_response": [page({ body: `back at \${time}`, headers })] });
    emulator.seed({ "/backends/failover": [{ id: "bkdfo_page", backends: ["bkdtg_app", "bkdhr_page"] }] });
    seedHttpsEdge({ "/": toBackend("bkdfo_page"), "/closed": toBackend("bkdhr_page") });
    const migrated = await migrateAccount(emulator);
    expect(listGaps(migrated)).toEqual([]);
    const config = {
      status_code: 503,
      body: `back at \${'$'}{time}`,
      headers: { "retry-after": "60", "x-note": `\${'$'}{getenv('A')}` },
    };
    const rules = migrated.migration.endpoints[0]?.policy.on_http_request ?? [];
    const destinations = rules
      .flatMap(({ actions }) => actions)
      .filter(({ type }) => /^(custom|forward)/.test(type));
    expect(destinations).toEqual([
      { type: "custom-response", config },
      { type: "forward-internal", config: { url: "https://app-web.internal", on_error: "continue" } },
      { type: "custom-response", config },
    ]);
    expect(migrated.proof).toMatchObject(PROVEN);
  });

  const headers = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, "1"]));

  test.each<readonly [string, JsonObject, "https" | "tcp", RegExp]>([
    ["too many headers", { headers }, "https", /has 11 headers, and custom-response takes 10/],
    ["traffic that is not HTTP", {}, "tcp", /the traffic is not HTTP/],
  ])("an HTTP response with %s is a gap", async (_name, fields, kind, reason) => {
    emulator.seed({ "/backends/http_response": [page(fields)] });
    if (kind === "tcp") seedEdge("tcp", toBackend("bkdhr_page"));
    else seedHttpsEdge({ "/": toBackend("bkdhr_page") });
    const { migration, proof } = await migrateAccount(emulator);
    expect(migration.gaps).toMatchObject([
      { property: "backend.backendId", why: expect.stringMatching(reason) },
    ]);
    expect(proof.opened).toEqual([]);
  });

  test.each<JsonObject>([{ backend_id: "bkd_none" }, { enabled: false, backend_id: "bkdtg_app" }])(
    "a route without an active backend responds with 502: %j",
    async (backend) => {
      emulator.seed({ "/backends/weighted": [{ id: "bkd_none", backends: { bkdtg_app: 0 } }] });
      seedHttpsEdge({ "/": { backend } });
      const { migration } = await migrateAccount(emulator);
      expect(migration.endpoints[0]?.policy.on_http_request).toMatchObject([{ actions: deny(502) }]);
    },
  );
});

describe("an edge", () => {
  const restriction = { ip_restriction: { ip_policy_ids: ["ipp_office"] } };
  const mutual = { mutual_tls: { certificate_authority_ids: ["ca_staff"] } };
  const version = (min_version: string) => ({ tls_termination: { min_version } });
  const ranges = "{deny: [192.0.2.7/32], allow: [0.0.0.0/0]}";
  const value = `on_tcp_connect: [{actions: [{type: restrict-ips, config: ${ranges}}]}]`;

  test.each<[string, "https" | "tls" | "tcp", JsonObject, gap?: string]>([
    ["TCP", "tcp", restriction],
    ["TLS that ends upstream", "tls", { tls_termination: { terminate_at: "upstream" } }],
    ["TLS with mutual TLS", "tls", { ...restriction, ...mutual, ...version("1.3") }],
    ["HTTPS with mutual TLS", "https", mutual],
    ["HTTPS with an old TLS version", "https", version("1.1"), "changed tlsTermination.minVersion"],
    ["HTTPS that allows no client", "https", { mutual_tls: {} }, "denied mutualTls.certificateAuthorityIds"],
    ["TCP with its own policy", "tcp", { traffic_policy: { value } }],
  ])("with %s allows the same clients", async (_name, kind, modules, gap) => {
    if (kind === "https") seedHttpsEdge({ "/": {} }, modules);
    else seedEdge(kind, modules);
    const migrated = await migrateAccount(emulator);
    expect(listGaps(migrated)).toEqual(gap === undefined ? [] : [gap]);
    expect(migrated.proof).toMatchObject(gap === undefined ? EQUAL : PROVEN);
  });
});

test("the proof detects each missing guard that lets clients in", async () => {
  const guards: JsonObject = {
    ip_restriction: { ip_policy_ids: ["ipp_office"] },
    user_agent_filter: { deny: ["bot"] },
    webhook_verification: { provider: "github", secret: "s" },
    oauth: { provider: { google: {} } },
    traffic_policy: {
      value: '{"on_http_request":[{"expressions":["req.method == \'POST\'"],"actions":[{"type":"deny"}]}]}',
    },
  };
  const isGuard = ({ actions, expressions = [] }: Rule) =>
    actions.some(({ type }) => /restrict-ips|verify-webhook|oauth|terminate-tls|deny/.test(type)) ||
    expressions.join().includes("edge_allowed");
  seedHttpsEdge(
    {
      "/": guards,
      "/open": {},
      "/mail": { oauth: { provider: { google: { email_domains: ["example.com"] } } } },
    },
    { mutual_tls: { certificate_authority_ids: ["ca_staff"] }, tls_termination: { min_version: "1.3" } },
  );
  const { account, migration, proof } = await migrateAccount(emulator);
  expect(proof).toMatchObject(EQUAL);
  const rules = Object.values(migration.endpoints[0]?.policy ?? {}).flat();
  // The last rule is for requests without a route, which the edge did not serve either.
  const removed = rules.filter((rule) => isGuard(rule) && rule.name !== "no route");
  expect(removed).toHaveLength(8);
  for (const rule of removed) {
    const { opened } = await proveWithoutRule(account, migration, rule);
    // Without its sign-in, /mail knows no user, so the remaining rules deny all clients.
    const opens = !(
      rule.actions[0]?.type === "oauth" && rule.expressions?.includes('vars.edge_route == "mail"')
    );
    expect({ rule, opens: opened.length > 0 }).toEqual({ rule, opens });
  }
});
