import { authorityPem } from "../crypto";
import { type Declared, reference, resource, secret } from "../program";

const id = (name: string) => reference(name);

const PASSWORD = `on_http_request:
  - actions:
      - type: basic-auth
        config: { credentials: ["\${secrets.get('vault', 'pair')}"] }
`;
/** For TLS and TCP edges, which have no requests. */
const FINGERPRINT = `on_tcp_connect:
  - expressions: ["conn.tls.ja4_fingerprint != 'known'"]
    actions:
      - type: deny
`;
export const JWT = `on_http_request:
  - actions:
      - type: jwt-validation
        config:
          issuer: { allow_list: [{ value: https://issuer.example.com }] }
          http: { tokens: [{ type: jwt, method: header, name: authorization }] }
          jws: { allowed_algorithms: [RS256], keys: { sources: { additional_jkus: [https://issuer.example.com/keys] } } }
`;
export { PASSWORD };

/** Parent names of all hostports in the edits: the service serves reserved domains only. */
export const RESERVED = {
  "/reserved_domains": [
    "example.com",
    "tenants.example.com",
    "eu.tenants.example.com",
    "fallback.example.com",
  ].map((parent) => ({ domain: `*.${parent}` })),
};

/** An account with every kind of resource that clients can reach and every kind of guard in front of it. */
export const base: readonly Declared[] = [
  resource("IpPolicy", "office", { description: "office" }),
  rule("office-v4", "office", "203.0.113.0/24"),
  rule("office-v6", "office", "2001:db8::/32"),
  resource("IpPolicy", "partners"),
  rule("partners-all", "partners", "198.51.100.0/24"),
  rule("partners-guests", "partners", "198.51.100.128/25", "deny"),
  resource("IpPolicy", "blocked"),
  rule("blocked-printers", "blocked", "203.0.113.64/26", "deny"),
  resource("IpPolicy", "spare"),
  rule("spare-home", "spare", "192.0.2.0/24"),
  authority("ca-a"),
  authority("ca-b"),
  authority("ca-spare"),
  resource("TunnelGroupBackend", "web-tunnels", { labels: { app: "web" } }),
  resource("TunnelGroupBackend", "api-tunnels", { labels: { app: "api" } }),
  resource("FailoverBackend", "failover", { backends: [id("web-tunnels"), id("api-tunnels")] }),
  resource("WeightedBackend", "weighted", { backends: { [id("web-tunnels")]: 3, [id("api-tunnels")]: 1 } }),
  resource("HttpsEdge", "web", {
    hostports: ["app.example.com:443", "www.example.com:443"],
    tlsTermination: { minVersion: "1.2" },
  }),
  resource("HttpsEdge", "api", {
    hostports: ["api.example.com:443"],
    mutualTls: { certificateAuthorityIds: [id("ca-a")] },
  }),
  route("root", "web", "/", {
    ipRestriction: { ipPolicyIds: [id("office")] },
    oauth: {
      provider: { google: { emailDomains: ["example.com"] } },
    },
  }),
  route("admin", "web", "/admin", {
    ipRestriction: { ipPolicyIds: [id("office"), id("blocked")] },
    saml: { idpMetadata: "<EntityDescriptor/>", authorizedGroups: ["admins"] },
  }),
  route(
    "hook",
    "web",
    "/hook",
    { webhookVerification: { provider: "github", secret: secret("one secret") } },
    "exact_path",
  ),
  route("public", "web", "/public", { compression: {}, backend: { backendId: id("failover") } }),
  route("agents", "web", "/agents", { userAgentFilter: { allow: ["corp/1", "corp/2"], deny: ["corp/2"] } }),
  route("sso", "web", "/sso", {
    oidc: { issuer: "https://id.example.com", clientId: "web", clientSecret: secret("another secret") },
  }),
  route("code", "web", "/code", {
    oauth: {
      provider: { github: { organizations: ["acme"] } },
      optionsPassthrough: true,
    },
  }),
  route("policed", "web", "/policed", { trafficPolicy: { value: PASSWORD } }),
  route("upload", "web", "upload.example.com/in", { ipRestriction: { ipPolicyIds: [id("partners")] } }),
  resource("HttpsEdge", "tenants", { hostports: ["*.tenants.example.com:443"] }),
  route("tenants-root", "tenants", "/", { ipRestriction: { ipPolicyIds: [id("office"), id("partners")] } }),
  route("tenants-admin", "tenants", "admin.tenants.example.com/", {
    ipRestriction: { ipPolicyIds: [id("office")] },
  }),
  route("tenants-upload", "tenants", "upload.tenants.example.com:443/in", {
    ipRestriction: { ipPolicyIds: [id("partners")] },
  }),
  route("api-root", "api", "/", { backend: { backendId: id("weighted") } }),
  resource("TlsEdge", "internal", {
    hostports: ["internal.example.com:443"],
    backend: { backendId: id("api-tunnels") },
    ipRestriction: { ipPolicyIds: [id("office"), id("partners")] },
    mutualTls: { certificateAuthorityIds: [id("ca-a"), id("ca-b")] },
    tlsTermination: { terminateAt: "edge", minVersion: "1.2" },
    trafficPolicy: { value: FINGERPRINT },
  }),
  resource("TlsEdge", "through", {
    hostports: ["through.example.com:443"],
    backend: { backendId: id("api-tunnels") },
    tlsTermination: { minVersion: "1.2" },
  }),
  resource("TlsEdge", "shared", {
    hostports: ["shared.example.com:443"],
    backend: { backendId: id("api-tunnels") },
  }),
  resource("TlsEdgeMutualTls", "shared-mtls", {
    edgeId: id("shared"),
    certificateAuthorityIds: [id("ca-b")],
  }),
  resource("TlsEdgeTlsTermination", "shared-tls", {
    edgeId: id("shared"),
    terminateAt: "edge",
    minVersion: "1.3",
  }),
  resource("TlsEdge", "fallback", {
    hostports: ["*.fallback.example.com:443"],
    backend: { backendId: id("api-tunnels") },
    ipRestriction: { ipPolicyIds: [id("office")] },
  }),
  resource("TcpEdge", "db", {
    hostports: ["db.example.com:5432"],
    backend: { backendId: id("api-tunnels") },
    ipRestriction: { ipPolicyIds: [id("partners")] },
  }),
  resource("TcpEdge", "cache", {
    hostports: ["cache.example.com:6379"],
    backend: { backendId: id("api-tunnels") },
  }),
  resource("TcpEdgeIpRestriction", "cache-ips", { edgeId: id("cache"), ipPolicyIds: [id("office")] }),
  resource("Endpoint", "status", { url: "https://status.example.com", trafficPolicy: PASSWORD }),
  resource("Endpoint", "inside", {
    url: "https://inside.example.internal",
    trafficPolicy: JWT,
    bindings: ["internal"],
  }),
  resource("IpRestriction", "api-access", { type: "api", ipPolicyIds: [id("office")], enforced: true }),
  resource("IpRestriction", "agent-access", { type: "agent", ipPolicyIds: [id("office")] }),
  ...elsewhere(),
  ...sealed(),
  ...kept(),
  resource("ReservedDomain", "app-domain", { domain: "app.example.com" }),
  resource("ApiKey", "pipeline", { description: "pipeline" }),
  resource("BotUser", "bot", { name: "bot" }),
];

/** Objects whose backends another program sets: they declare none here. Their names and labels contain the word. */
function elsewhere(): Declared[] {
  const guard = { ipRestriction: { ipPolicyIds: [id("elsewhere-lab")] } };
  return [
    resource("IpPolicy", "elsewhere-lab"),
    rule("elsewhere-v4", "elsewhere-lab", "192.0.2.128/26"),
    resource("HttpsEdgeRoute", "elsewhere-route", {
      edgeId: id("web"),
      matchType: "path_prefix",
      match: "/elsewhere",
      ...guard,
    }),
    resource("TcpEdge", "elsewhere-tcp", { hostports: ["elsewhere.example.com:5433"], ...guard }),
  ];
}

/** Guards that the program keeps secret, and the policies that they refer to. */
function sealed(): Declared[] {
  const edge = (name: string, ipRestriction: unknown): Declared =>
    resource("TcpEdge", name, {
      hostports: [`${name}.example.com:22`],
      backend: { backendId: id("api-tunnels") },
      ipRestriction,
    });
  return [
    resource("IpPolicy", "sealed-office"),
    rule("sealed-v4", "sealed-office", "192.0.2.192/27"),
    edge("sealed", secret({ ipPolicyIds: [id("sealed-office")] })),
    edge("sealed-ids", { ipPolicyIds: secret([id("sealed-office")]) }),
    resource("IpPolicy", "veiled-office"),
    resource("IpPolicyRule", "veiled-v4", {
      ipPolicyId: id("veiled-office"),
      cidr: secret("192.0.2.224/28"),
      action: "allow",
    }),
    edge("veiled", { ipPolicyIds: [id("veiled-office")] }),
  ];
}

/** Objects that stay on the service when they leave the program. */
function kept(): Declared[] {
  return [
    resource("IpPolicy", "kept-office"),
    { ...rule("kept-v4", "kept-office", "192.0.2.240/29"), retain: true },
    { ...rule("kept-no", "kept-office", "192.0.2.240/30", "deny"), retain: true },
    {
      class: "TcpEdge",
      name: "kept",
      inputs: {
        hostports: ["kept.example.com:22"],
        backend: { backendId: id("api-tunnels") },
        ipRestriction: { ipPolicyIds: [id("kept-office")] },
      },
      retain: true,
    },
  ];
}

/** One rule of a policy. */
export function rule(name: string, policy: string, cidr: string, action = "allow"): Declared {
  return resource("IpPolicyRule", name, { ipPolicyId: id(policy), cidr, action });
}

export function authority(name: string): Declared {
  return resource("CertificateAuthority", name, { caPem: authorityPem(`${name}.example.com`) });
}

/** A route to the web tunnels, with modules. */
export function route(
  name: string,
  edge: string,
  match: string,
  modules: Declared["inputs"] = {},
  matchType = "path_prefix",
): Declared {
  const backend = { backendId: id("web-tunnels") };
  return resource("HttpsEdgeRoute", name, { edgeId: id(edge), matchType, match, backend, ...modules });
}
