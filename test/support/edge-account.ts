// biome-ignore-all lint/suspicious/noTemplateCurlyInString: test texts with interpolations
import type { Emulator, JsonObject } from "../../emulator";
import { authorityPem } from "./crypto";
import { createRandom } from "./random";

const CIDRS = [
  "192.0.2.0/24",
  "192.0.2.128/25",
  "198.51.100.7/32",
  "10.0.0.0/8",
  "2001:db8::/32",
  "0.0.0.0/0",
];
const PATHS = ["/", "/api", "/api/v2", "/admin", "/Admin", "/healthz", "/a'b\"c", "/${x}"];
const AGENTS = ["curl", "(?i)bot", "^Mozilla/\\d", "Go-http-client", "[a-z", "x+y"];
const PROVIDERS = ["google", "github", "microsoft", "gitlab"];

/** Traffic policies of edges and routes: valid, unusual, and invalid ones. */
const HTTP_POLICIES = [
  '{"on_http_request":[{"expressions":["req.method == \'POST\'"],"actions":[{"type":"deny"}]}]}',
  '{"on_http_request":[{"actions":[{"type":"restrict-ips","config":{"allow":["198.51.100.0/24"]}}]}]}',
  'on_http_request:\n  - expressions: ["req.url.path.startsWith(\'/admin\')"]\n    actions: [{type: basic-auth, config: {credentials: ["ops:correct-horse"]}}]\n',
  '{"on_http_request":[{"actions":[{"type":"url-rewrite","config":{"from":"/api/?","to":"/"}}]},{"expressions":["req.url.path == \'/admin\'"],"actions":[{"type":"deny"}]}]}',
  '{"on_http_request":[{"actions":[{"type":"set-vars","config":{"vars":[{"edge_route":"root"},{"edge_allowed":"yes"}]}}]}]}',
  '{"on_http_request":[{"actions":[{"type":"custom-response","config":{"status_code":200,"body":"hello"}}]}]}',
  '{"on_http_response":[{"actions":[{"type":"add-headers","config":{"headers":{"x-a":"1"}}}]}]}',
  '{"on_http_request":[{"actions":[{"type":"jwt-validation","config":{"issuer":{"allow_list":[{"value":"https://issuer.example"}]},"audience":{"allow_list":[{"value":"app"}]},"http":{"tokens":[{"type":"jwt","method":"header","name":"authorization","prefix":"Bearer "}]},"jws":{"allowed_algorithms":["RS256"],"keys":{"sources":{"additional_jkus":["https://issuer.example/keys"]}}}}}]}]}',
  '{"inbound":[{"actions":[{"type":"deny"}]}]}',
  '{"on_http_request":[{"actions":[{"type":"nobody-knows-it"}]}]}',
  '{"on_http_request":[{"expressions":["conn.geo.country_code in [\'DE\', \'FR\']"],"actions":[{"type":"deny"}]}]}',
  '{"on_http_request":[{"actions":[{"type":"forward-internal","config":{"url":"https://legacy.internal"}}]}]}',
  "on_http_request: [",
  "",
];

const CONNECTION_POLICIES = [
  '{"on_tcp_connect":[{"actions":[{"type":"restrict-ips","config":{"deny":["192.0.2.0/25"],"allow":["0.0.0.0/0"]}}]}]}',
  '{"on_tcp_connect":[{"expressions":["conn.client_ip == \'198.51.100.7\'"],"actions":[{"type":"deny"}]}]}',
  '{"on_http_request":[{"actions":[{"type":"deny"}]}]}',
  "",
];

const agentEndpoint = (url: string, upstream_url: string): JsonObject => ({
  url,
  upstream_url,
  type: "ephemeral",
  traffic_policy: "",
  bindings: ["internal"],
});

let authorities: readonly string[] | undefined;

/** Fills an account with edges, routes, modules, and backends of every kind. Equal seeds produce equal accounts. */
export function fillEdges(emulator: Emulator, seed: number): void {
  const random = createRandom(seed * 7919 + 13);
  const chance = (share: number) => random() < share;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const some = <T>(from: readonly T[], limit: number): T[] =>
    from.filter(() => random() < 0.5).slice(0, limit);
  // Generated once, because generating keys is slow.
  authorities ??= [authorityPem("One"), authorityPem("Two")];
  const names = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix}_${seed}${n}aaaaaaaa`);
  const policies = names("ipp", 3);
  const cas = names("ca", 2);
  const tunnels = names("bkdtg", 4);
  const [pageId = "", originId = ""] = [...names("bkdhr", 1), ...names("bkdst", 1)];
  emulator.seed({
    "/backends/http_response": [
      { id: pageId, body: "later", status_code: 503, headers: { "retry-after": "60" } },
    ],
    "/backends/static": [{ id: originId, address: "origin.example.com:443" }],
    "/ip_policies": policies.map((id) => ({ id, description: "generated" })),
    "/ip_policy_rules": policies.flatMap((ip_policy_id) =>
      some(CIDRS, 4).map((cidr) => ({ ip_policy_id, cidr, action: chance(0.7) ? "allow" : "deny" })),
    ),
    "/certificate_authorities": cas.map((id, n) => ({ id, ca_pem: authorities?.[n] ?? "" })),
    "/backends/tunnel_group": tunnels.map((id, n) => ({
      id,
      labels: pick<JsonObject>([
        {},
        { app: `web${n}` },
        { app: "shared" },
        { app: "Ä b", env: `${n}` },
        { "a/b": "c.d" },
      ]),
    })),
  });
  const weighted = names("bkdwd", 2);
  const failover = names("bkdfo", 2);
  emulator.seed({
    "/backends/weighted": weighted.map((id, n) => ({
      id,
      backends: Object.fromEntries(
        [...some(tunnels, 3), ...(n === 1 ? [weighted[0] ?? ""] : [pageId])].map((child) => [
          child,
          pick([0, 1, 10, 90]),
        ]),
      ),
    })),
    "/backends/failover": failover.map((id, n) => ({
      id,
      backends: [
        ...some(tunnels, 3),
        ...(chance(0.4) ? [pick(weighted)] : []),
        ...(n === 1 && chance(0.2) ? [id] : []),
        ...(n === 0 ? [pageId] : []),
      ],
    })),
    "/endpoints": [
      agentEndpoint("https://legacy.internal", "legacy"),
      ...(chance(0.3) ? [agentEndpoint("https://app-web0.internal", "taken")] : []),
      ...(chance(0.1) ? [agentEndpoint("https://*.internal", "wild")] : []),
    ],
  });
  if (chance(0.15))
    emulator.seed({
      "/ip_restrictions": [{ type: "endpoints", enforced: true, ip_policy_ids: [pick(policies)] }],
    });
  const targets = [...tunnels, ...tunnels, ...weighted, ...failover, pageId, originId, "bkdhr_gone"];
  const withChance = (share: number, module: () => JsonObject): JsonObject | null =>
    chance(share) ? { ...module(), ...(chance(0.12) ? { enabled: false } : {}) } : null;
  const modules = (byName: Record<string, JsonObject | null>): JsonObject =>
    Object.fromEntries(Object.entries(byName).filter(([, module]) => module !== null)) as JsonObject;
  const ipRestriction = () => ({ ip_policy_ids: some(policies, 2) });
  const backend = () => ({ backend_id: pick(targets) });
  const mutualTls = () => ({ certificate_authority_ids: chance(0.85) ? [pick(cas)] : [] });
  const lists = (): JsonObject => ({
    ...(chance(0.3) ? { email_addresses: ["a.user@example.com"] } : {}),
    ...(chance(0.4) ? { email_domains: ["example.com", "example.org"] } : {}),
  });
  const session = (): JsonObject => ({
    ...(chance(0.3) ? { options_passthrough: true } : {}),
    ...(chance(0.2) ? { maximum_duration: 3600, inactivity_timeout: 600, cookie_prefix: "mine." } : {}),
  });
  const oauth = (): JsonObject => {
    const name = pick(PROVIDERS);
    return {
      ...session(),
      provider: {
        [name]: {
          ...lists(),
          ...(chance(0.5) ? { client_id: "app", client_secret: "s3cret" } : {}),
          ...(name === "github" && chance(0.3) ? { teams: ["acme/ops"] } : {}),
        },
      },
    };
  };
  const signIn = (): JsonObject => {
    const kind = pick(["oauth", "oauth", "oidc", "saml"] as const);
    if (kind === "oauth") return { oauth: oauth() };
    if (kind === "saml") return { saml: { ...session(), authorized_groups: some(["ops", "dev"], 2) } };
    return {
      oidc: { ...session(), issuer: "https://issuer.example", client_id: "app", client_secret: "s3cret" },
    };
  };
  const route = (edge_id: string, match: string): JsonObject => ({
    edge_id,
    match_type: chance(0.3) ? "exact_path" : "path_prefix",
    match,
    ...modules({
      backend: withChance(0.93, backend),
      ip_restriction: withChance(0.35, ipRestriction),
      user_agent_filter: withChance(0.2, () => ({ allow: some(AGENTS, 2), deny: some(AGENTS, 1) })),
      websocket_tcp_converter: withChance(0.05, () => ({})),
      webhook_verification: withChance(0.15, (): JsonObject => {
        const provider = pick(["github", "slack", "sns"]);
        return provider === "sns" ? { provider } : { provider, secret: "s3cret" };
      }),
      circuit_breaker: withChance(0.15, () => ({
        tripped_duration: 300,
        error_threshold_percentage: 0.5,
        num_buckets: 6,
      })),
      compression: withChance(0.2, () => ({})),
      request_headers: withChance(0.2, () => ({
        add: { "x-from": "edge", "x-odd": "${a}" },
        remove: ["x-internal"],
      })),
      response_headers: withChance(0.2, () => ({ add: { "x-seen": "1" } })),
      traffic_policy: withChance(0.35, () => ({ value: pick(HTTP_POLICIES) })),
    }),
    ...(chance(0.35) ? signIn() : {}),
  });
  for (let n = 0; n < 2; n += 1) {
    const id = `edghts_${seed}${n}aaaaaaaa`;
    const host = chance(0.2) ? `*.w${n}.example.com` : `web${n}.example.com`;
    emulator.seed({
      "/edges/https": [
        {
          id,
          hostports: [
            `${host}:443`,
            ...(chance(0.2) ? [`${host}:80`] : []),
            ...(chance(0.1) ? [`${host}:8443`] : []),
          ],
          ...modules({
            mutual_tls: withChance(0.15, mutualTls),
            tls_termination: withChance(0.4, () => ({ min_version: pick(["1.2", "1.3", "1.1"]) })),
          }),
        },
      ],
    });
    const matches = new Set([
      ...some(PATHS, 4),
      ...(chance(0.7) ? ["/"] : []),
      ...(chance(0.2) ? [`a.w${n}.example.com/admin`] : []),
    ]);
    // The migration sorts by id, so ids must not differ between runs.
    const routes = [...matches].map((match, i) => ({
      id: `edghtsrt_${seed}${n}${i}aaaaaaaa`,
      ...route(id, match),
    }));
    emulator.seed({ [`/edges/https/${id}/routes`]: routes });
  }
  const connections = () => ({
    backend: withChance(0.93, backend),
    ip_restriction: withChance(0.4, ipRestriction),
    traffic_policy: withChance(0.3, () => ({ value: pick(CONNECTION_POLICIES) })),
  });
  const passesThrough = chance(0.2);
  emulator.seed({
    "/edges/tls": [
      {
        id: `edgtls_${seed}aaaaaaaa`,
        hostports: ["tls.example.com:443"],
        ...modules({
          ...connections(),
          mutual_tls: passesThrough ? null : withChance(0.5, mutualTls),
          tls_termination: passesThrough
            ? { terminate_at: "upstream" }
            : withChance(0.5, () => ({ min_version: pick(["1.2", "1.3"]) })),
        }),
      },
    ],
    "/edges/tcp": [
      { id: `edgtcp_${seed}aaaaaaaa`, hostports: ["1.tcp.example.com:12345"], ...modules(connections()) },
    ],
  });
}
