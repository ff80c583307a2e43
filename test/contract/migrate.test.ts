// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { beforeEach, describe, expect, test } from "vitest";
import type { Rule } from "../../cli/migrate/policy";
import { isProven } from "../../cli/migrate/proof";
import type { Emulator, JsonObject } from "../../emulator";
import { authorityPem } from "../support/crypto";
import { emulatedAccount } from "../support/ending";
import { type Migrated, migrateAccount, withoutRule } from "../support/migrated";

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

/** An HTTPS edge whose routes have these modules, each by its match. */
function httpsEdge(routes: Readonly<Record<string, JsonObject>>, fields: JsonObject = {}): void {
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

function edge(kind: "tls" | "tcp", modules: JsonObject): void {
  const hostports = kind === "tls" ? ["app.example.com:443"] : ["1.tcp.example.com:12345"];
  emulator.seed({ [`/edges/${kind}`]: [{ id: `edg${kind}_1`, hostports, ...APP, ...modules }] });
}

const gapsOf = ({ migration }: Migrated) =>
  migration.gaps.map(({ effect, property }) => `${effect} ${property}`);

const FORWARD: Rule = {
  actions: [{ type: "forward-internal", config: { url: "https://app-web.internal" } }],
};

/** Types of the actions of all rules. */
const actionsOf = ({ migration }: Migrated) =>
  migration.endpoints.flatMap(({ policy }) =>
    Object.values(policy).flatMap((rules) => rules.flatMap(({ actions }) => actions.map(({ type }) => type))),
  );

test.each<[string, JsonObject, string[]]>([
  ["/endpoints", { id: "ep_w", type: "cloud", url: "https://*.example.com" }, ["Endpoint ep_w"]],
  ["/endpoints", { id: "ep_w", type: "cloud", url: "https://*.example.com:8443" }, []],
  ["/endpoints", { id: "ep_w", type: "cloud", url: "https://*.other.example.com" }, []],
  ["/edges/tls", { id: "edgtls_w", hostports: ["*.example.com:443"] }, ["TlsEdge edgtls_w"]],
])("while a hostport is free, a wildcard above it answers: %s %j", async (collection, object, by) => {
  emulator.seed({ [collection]: [object] });
  httpsEdge({ "/": {} });
  const { migration } = await migrateAccount(emulator);
  expect(
    migration.between.filter(({ url }) => url === "app.example.com:443").flatMap((one) => one.by),
  ).toEqual(by);
});

describe("a module of a route", () => {
  const google = (limits: JsonObject = {}) => ({ oauth: { provider: { google: limits } } });
  const ALLOWED = ["set-vars", "set-vars", "deny"];

  test.each<readonly [string, JsonObject, readonly string[], readonly string[]]>([
    ["no module", {}, [], []],
    ["ipRestriction", { ip_restriction: { ip_policy_ids: ["ipp_office"] } }, ["restrict-ips"], []],
    [
      "userAgentFilter",
      { user_agent_filter: { allow: ["(?i)firefox"], deny: ["bot"] } },
      ALLOWED,
      ["changed userAgentFilter"],
    ],
    [
      "webhookVerification",
      { webhook_verification: { provider: "github", secret: "s" } },
      ["verify-webhook"],
      [],
    ],
    ["oauth", google(), ["oauth"], []],
    ["oauth with domains", google({ email_domains: ["Example.com"] }), ["oauth", ...ALLOWED], []],
    [
      "oauth with addresses and domains",
      google({ email_domains: ["example.com"], email_addresses: ["a@example.org", "b@example.com"] }),
      ["oauth", ...ALLOWED],
      ["changed oauth.provider.google"],
    ],
    [
      "oauth that lets OPTIONS pass",
      { oauth: { options_passthrough: true, provider: { google: { email_domains: ["example.com"] } } } },
      ["oauth", "set-vars", "set-vars", "set-vars", "deny"],
      ["changed oauth.optionsPassthrough"],
    ],
    [
      "oidc",
      { oidc: { issuer: "https://id.example.com", client_id: "a", client_secret: "s" } },
      ["openid-connect"],
      [],
    ],
    [
      "circuitBreaker",
      { circuit_breaker: { rolling_window: 60, tripped_duration: 30, error_threshold_percentage: 0.5 } },
      ["circuit-breaker"],
      [],
    ],
    [
      "circuitBreaker beyond limits",
      { circuit_breaker: { tripped_duration: 300, num_buckets: 6 } },
      ["circuit-breaker"],
      [
        "changed circuitBreaker.errorThresholdPercentage",
        "changed circuitBreaker.trippedDuration",
        "changed circuitBreaker.numBuckets",
      ],
    ],
    [
      "requestHeaders",
      { request_headers: { add: { "X-A": "1" }, remove: ["x-b"] } },
      ["remove-headers", "add-headers"],
      [],
    ],
  ])("%s is carried over", async (_name, modules, actions, gaps) => {
    httpsEdge({ "/": modules });
    const migrated = await migrateAccount(emulator);
    expect(actionsOf(migrated)).toEqual([...actions, "forward-internal"]);
    expect(gapsOf(migrated)).toEqual(gaps);
    expect(isProven(migrated.proof)).toBe(true);
    if (gaps.length === 0) expect(migrated.proof.lockedOut).toEqual([]);
  });

  test.each<readonly [string, JsonObject, readonly string[]]>([
    ["SAML", { saml: { idp_metadata: "<x/>" } }, ["denied saml"]],
    [
      "teams",
      { oauth: { provider: { github: { teams: ["acme/ops"] } } } },
      ["denied oauth.provider.github.teams"],
    ],
    ["websocketTcpConverter", { websocket_tcp_converter: {} }, ["denied websocketTcpConverter"]],
    [
      "webhooks of SNS",
      { webhook_verification: { provider: "sns" } },
      ["denied webhookVerification.provider"],
    ],
    ["a pattern that is none", { user_agent_filter: { deny: ["[a-z"] } }, ["denied userAgentFilter.deny[0]"]],
    ["a backend of another kind", { backend: { backend_id: "bkdhr_1" } }, ["denied backend.backendId"]],
    [
      "a policy in earlier phases",
      { traffic_policy: { value: '{"inbound":[{"actions":[{"type":"deny"}]}]}' } },
      ["denied trafficPolicy.value"],
    ],
    [
      "a policy that is none",
      { traffic_policy: { value: "on_http_request: [" } },
      ["denied trafficPolicy.value"],
    ],
    ["an IP restriction without policies", { ip_restriction: {} }, ["changed ipRestriction.ipPolicyIds"]],
  ])("%s has no counterpart, and the route refuses everybody", async (_name, modules, gaps) => {
    httpsEdge({ "/": modules });
    const migrated = await migrateAccount(emulator);
    expect(gapsOf(migrated)).toEqual(gaps);
    expect(migrated.migration.endpoints[0]?.policy.on_http_request?.at(-1)?.actions).toEqual([
      { type: "deny", config: { status_code: 403 } },
    ]);
    expect(migrated.proof).toMatchObject({ opened: [], undecided: [] });
    for (const { why, todo, class: name, id } of migrated.migration.gaps)
      expect([why, todo, name, id].every((text) => text.length > 0)).toBe(true);
  });

  test("a module that is switched off guards neither before nor after", async () => {
    httpsEdge({
      "/": {
        ip_restriction: { enabled: false, ip_policy_ids: ["ipp_office"] },
        saml: { enabled: false, idp_metadata: "<x/>" },
        traffic_policy: { enabled: false, value: '{"inbound":[]}' },
      },
    });
    const { migration, proof } = await migrateAccount(emulator);
    expect(migration.endpoints[0]?.policy).toEqual({ on_http_request: [FORWARD] });
    expect(proof).toMatchObject({ opened: [], undecided: [], lockedOut: [] });
  });

  test("a module that this version does not know may be a guard, and the route refuses everybody", async () => {
    httpsEdge({ "/": {} });
    const [route] = emulator.objects("/edges/https/edghts_1/routes");
    const { selectAccount } = await import("../../cli/migrate/account.js");
    const { migrate } = await import("../../cli/migrate/convert.js");
    const { account } = await migrateAccount(emulator);
    const objects = account.objects.map((object) =>
      object.id === route?.id ? { ...object, unknownKeys: ["geo_fence"] } : object,
    );
    const { endpoints, gaps } = migrate(selectAccount(objects));
    expect(endpoints[0]?.policy.on_http_request).toEqual([
      {
        name: "not carried over: an unknown module",
        actions: [{ type: "deny", config: { status_code: 403 } }],
      },
    ]);
    expect(gaps[0]?.why).toContain("geo_fence");
  });
});

describe("routes", () => {
  test("the most specific one decides, whatever its policy makes of the URL", async () => {
    const rewriting = {
      on_http_request: [
        { actions: [{ type: "url-rewrite", config: { from: "/admin/?", to: "/" } }] },
        { expressions: ["req.method == 'DELETE'"], actions: [{ type: "deny" }] },
      ],
    };
    httpsEdge({
      "/": {},
      "/admin": {
        ip_restriction: { ip_policy_ids: ["ipp_office"] },
        traffic_policy: { value: JSON.stringify(rewriting) },
      },
      "/admin/open": { match_type: "exact_path", response_headers: { add: { "x-open": "1" } } },
    });
    const migrated = await migrateAccount(emulator);
    expect(migrated.proof).toMatchObject({ opened: [], undecided: [], lockedOut: [] });
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

  test("a variable of a policy that has the same name changes nothing", async () => {
    const policy = {
      on_http_request: [
        {
          actions: [
            { type: "set-vars", config: { vars: [{ edge_route: "root" }, { edge_allowed: "yes" }] } },
          ],
        },
      ],
    };
    httpsEdge({
      "/": {},
      "/admin": {
        ip_restriction: { ip_policy_ids: ["ipp_office"] },
        user_agent_filter: { deny: ["bot"] },
        traffic_policy: { value: JSON.stringify(policy) },
      },
    });
    const { migration, proof } = await migrateAccount(emulator);
    expect(JSON.stringify(migration.endpoints[0]?.policy)).toContain('vars.edge_route_2 == \\"admin\\"');
    expect(proof).toMatchObject({ opened: [], undecided: [], lockedOut: [] });
  });

  test("hosts of routes decide at the endpoint of that host, and at wildcards", async () => {
    const office = { ip_restriction: { ip_policy_ids: ["ipp_office"] } };
    httpsEdge(
      { "/": {}, "a.example.com/": office, "b.example.com/x": office, "*.d.example.com": office },
      { hostports: ["a.example.com:443", "*.example.com:443", "c.example.com:80"] },
    );
    const { migration, proof } = await migrateAccount(emulator);
    expect(migration.endpoints.map(({ url }) => url)).toEqual([
      "https://a.example.com",
      "https://*.example.com",
      "http://c.example.com",
    ]);
    expect(proof).toMatchObject({ opened: [], undecided: [] });
  });
});

describe("backends", () => {
  test("weights and failover become rules in their order", async () => {
    httpsEdge({ "/": { backend: { backend_id: "bkdfo_both" } } });
    const { migration, proof } = await migrateAccount(emulator);
    const to = (url: string, more: JsonObject = {}) => ({
      type: "forward-internal",
      config: { url, ...more },
    });
    expect(migration.endpoints[0]?.policy.on_http_request).toEqual([
      { actions: [{ type: "set-vars", config: { vars: [{ edge_chance: `\${rand.int(0, 99)}` }] } }] },
      {
        expressions: ["vars.edge_chance < 90"],
        actions: [to("https://app-web.internal", { on_error: "continue" })],
      },
      {
        expressions: ["vars.edge_chance >= 90"],
        actions: [to("https://app-old.internal", { on_error: "continue" })],
      },
      { actions: [to("https://app-old.internal")] },
    ]);
    expect(proof).toMatchObject({ opened: [], undecided: [], lockedOut: [] });
  });

  test("an internal address that is taken is given to nobody else", async () => {
    const taken = { type: "ephemeral", traffic_policy: "", bindings: ["internal"], upstream_url: "payroll" };
    emulator.seed({ "/endpoints": [{ ...taken, url: "https://app-web.internal" }] });
    httpsEdge({ "/": {} });
    const { migration, proof } = await migrateAccount(emulator);
    expect(migration.agents.map(({ url }) => url)).toEqual(["https://app-web-2.internal"]);
    expect(proof.opened).toEqual([]);
  });

  test.each([
    ["${getReqHeader('X-To')[0]}", 1],
    ["${getReqHeader('X-To')[0]}-old", 0],
    ["${req.host}", 0],
  ])(
    "where another endpoint forwards to https://%s.internal, the proof names its clients",
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
      httpsEdge({ "/": { ip_restriction: { ip_policy_ids: ["ipp_office"] } } });
      const { proof } = await migrateAccount(emulator);
      expect(proof.beside.map(({ url }) => url)).toEqual(Array(count).fill("https://open.example.com"));
      expect(isProven(proof)).toBe(count === 0);
    },
  );

  test("an internal address that a policy forwards to is given to nobody, even if nobody serves it yet", async () => {
    const spelled = "https://app-\\u0077eb.internal";
    const policy = `{"on_http_request":[{"actions":[{"type":"forward-internal","config":{"url":"${spelled}"}}]}]}`;
    httpsEdge({ "/": {}, "/legacy": { traffic_policy: { value: policy } } });
    const { migration, proof } = await migrateAccount(emulator);
    expect(migration.agents.map(({ url }) => url)).toEqual(["https://app-web-2.internal"]);
    expect(proof.opened).toEqual([]);
  });

  test("a wildcard that would get the traffic is a gap", async () => {
    const taken = { type: "ephemeral", traffic_policy: "", bindings: ["internal"], upstream_url: "payroll" };
    emulator.seed({ "/endpoints": [{ ...taken, url: "https://*.internal" }] });
    httpsEdge({ "/": {} });
    const migrated = await migrateAccount(emulator);
    expect(gapsOf(migrated)).toEqual(["denied backend.backendId"]);
    expect(migrated.proof.opened).toEqual([]);
  });

  const page = (fields: JsonObject = {}) => ({
    id: "bkdhr_page",
    status_code: 503,
    body: "later",
    ...fields,
  });
  const to = (id: string) => ({ backend: { backend_id: id } });

  test("an HTTP response becomes a custom-response, also behind a failover", async () => {
    const headers = { "retry-after": "60", "x-note": `\${getenv('A')}` };
    emulator.seed({ "/backends/http_response": [page({ body: `back at \${time}`, headers })] });
    emulator.seed({ "/backends/failover": [{ id: "bkdfo_page", backends: ["bkdtg_app", "bkdhr_page"] }] });
    httpsEdge({ "/": to("bkdfo_page"), "/closed": to("bkdhr_page") });
    const migrated = await migrateAccount(emulator);
    expect(gapsOf(migrated)).toEqual([]);
    const config = {
      status_code: 503,
      body: `back at \${'$'}{time}`,
      headers: { "retry-after": "60", "x-note": `\${'$'}{getenv('A')}` },
    };
    const rules = migrated.migration.endpoints[0]?.policy.on_http_request ?? [];
    const ends = rules.flatMap(({ actions }) => actions).filter(({ type }) => /^(custom|forward)/.test(type));
    expect(ends).toEqual([
      { type: "custom-response", config },
      { type: "forward-internal", config: { url: "https://app-web.internal", on_error: "continue" } },
      { type: "custom-response", config },
    ]);
    expect(migrated.proof).toMatchObject({ opened: [], undecided: [] });
  });

  test.each<readonly [string, () => void, RegExp]>([
    [
      "a static backend",
      () => {
        emulator.seed({ "/backends/static": [{ id: "bkdst_1", address: "origin.example.com:443" }] });
        httpsEdge({ "/": to("bkdst_1") });
      },
      /an address on the internet, as StaticBackend bkdst_1 does/,
    ],
    [
      "a response with more headers than an action takes",
      () => {
        const headers = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, "1"]));
        emulator.seed({ "/backends/http_response": [page({ headers })] });
        httpsEdge({ "/": to("bkdhr_page") });
      },
      /has 11 headers, and custom-response takes 10/,
    ],
    [
      "an HTTP response to what is no HTTP",
      () => {
        emulator.seed({ "/backends/http_response": [page()] });
        edge("tcp", to("bkdhr_page"));
      },
      /the traffic is not HTTP/,
    ],
  ])("%s is a gap", async (_name, seed, why) => {
    seed();
    const migrated = await migrateAccount(emulator);
    expect(gapsOf(migrated)).toEqual(["denied backend.backendId"]);
    expect(migrated.migration.gaps[0]?.why).toMatch(why);
    expect(actionsOf(migrated).at(-1)).toBe("deny");
    expect(migrated.proof.opened).toEqual([]);
  });

  test.each<readonly [string, JsonObject]>([
    ["weighted", { backends: { bkdtg_app: 0 } }],
    ["failover", { backends: [] }],
  ])(
    "a %s backend without a child that gets traffic refuses everything, and is named",
    async (kind, fields) => {
      emulator.seed({ [`/backends/${kind}`]: [{ id: "bkd_none", ...fields }] });
      httpsEdge({ "/": to("bkd_none") });
      const migrated = await migrateAccount(emulator);
      expect(gapsOf(migrated)).toEqual(["changed backend.backendId"]);
      expect(actionsOf(migrated)).toEqual(["deny"]);
    },
  );

  test.each<readonly [string, JsonObject]>([
    ["without a backend", { backend: null }],
    ["whose backend is switched off", { backend: { enabled: false, backend_id: "bkdtg_app" } }],
  ])("a route %s answers that there is none", async (_name, modules) => {
    httpsEdge({ "/": modules });
    const { migration } = await migrateAccount(emulator);
    expect(migration.endpoints[0]?.policy.on_http_request).toEqual([
      { name: "no backend", actions: [{ type: "deny", config: { status_code: 502 } }] },
    ]);
  });
});

describe("an edge", () => {
  const restriction = { ip_restriction: { ip_policy_ids: ["ipp_office"] } };
  const mutual = { mutual_tls: { certificate_authority_ids: ["ca_staff"] } };

  test.each<readonly [string, () => void, readonly string[], readonly string[]]>([
    ["TCP", () => edge("tcp", restriction), ["restrict-ips", "forward-internal"], []],
    [
      "TLS that ends upstream",
      () => edge("tls", { tls_termination: { terminate_at: "upstream" } }),
      ["forward-internal"],
      [],
    ],
    [
      "TLS with mutual TLS",
      () => edge("tls", { ...restriction, ...mutual, tls_termination: { min_version: "1.3" } }),
      ["restrict-ips", "terminate-tls", "forward-internal"],
      [],
    ],
    [
      "HTTPS with mutual TLS",
      () => httpsEdge({ "/": {} }, mutual),
      ["terminate-tls", "forward-internal"],
      [],
    ],
    [
      "HTTPS with an old TLS version",
      () => httpsEdge({ "/": {} }, { tls_termination: { min_version: "1.1" } }),
      ["terminate-tls", "forward-internal"],
      ["changed tlsTermination.minVersion"],
    ],
    [
      "HTTPS with mutual TLS of nobody",
      () => httpsEdge({ "/": {} }, { mutual_tls: {} }),
      ["deny", "forward-internal"],
      ["denied mutualTls.certificateAuthorityIds"],
    ],
    [
      "TCP with a policy of its own",
      () =>
        edge("tcp", {
          traffic_policy: {
            value:
              "on_tcp_connect:\n- actions: [{type: restrict-ips, config: {deny: [192.0.2.7/32], allow: [0.0.0.0/0]}}]\n",
          },
        }),
      ["restrict-ips", "forward-internal"],
      [],
    ],
  ])("%s is carried over", async (_name, seed, actions, gaps) => {
    seed();
    const migrated = await migrateAccount(emulator);
    expect(actionsOf(migrated)).toEqual(actions);
    expect(gapsOf(migrated)).toEqual(gaps);
    expect(migrated.proof).toMatchObject({ opened: [], undecided: [] });
    if (gaps.length === 0) expect(migrated.proof.lockedOut).toEqual([]);
  });
});

describe("the proof", () => {
  const guards: JsonObject = {
    ip_restriction: { ip_policy_ids: ["ipp_office"] },
    user_agent_filter: { deny: ["bot"] },
    webhook_verification: { provider: "github", secret: "s" },
    oauth: { provider: { google: {} } },
    traffic_policy: {
      value: '{"on_http_request":[{"expressions":["req.method == \'POST\'"],"actions":[{"type":"deny"}]}]}',
    },
  };

  /** Those that let fewer in. */
  const isGuard = ({ actions, expressions = [] }: Rule) =>
    actions.some(({ type }) => /restrict-ips|verify-webhook|oauth|terminate-tls|deny/.test(type)) ||
    expressions.some((text) => text.includes("edge_allowed"));

  test("sees each guard that is left out", async () => {
    httpsEdge(
      {
        "/": guards,
        "/open": {},
        "/mail": { oauth: { provider: { google: { email_domains: ["example.com"] } } } },
      },
      { mutual_tls: { certificate_authority_ids: ["ca_staff"] }, tls_termination: { min_version: "1.3" } },
    );
    const { account, migration, proof } = await migrateAccount(emulator);
    expect(proof).toMatchObject({ opened: [], undecided: [], lockedOut: [] });
    const rules = Object.values(migration.endpoints[0]?.policy ?? {}).flat();
    // The last rule is for requests without a route, which the edge did not serve either.
    const removed = rules.filter((rule) => isGuard(rule) && rule.name !== "no route");
    expect(removed.length).toBe(8);
    for (const rule of removed) {
      const { opened } = await withoutRule(account, migration, rule);
      // Without a sign-in nobody is on the list of users: what is left refuses everybody.
      const opens = !(
        rule.actions[0]?.type === "oauth" && rule.expressions?.includes('vars.edge_route == "mail"')
      );
      expect({ rule, opens: opened.length > 0 }).toEqual({ rule, opens });
    }
  });
});
