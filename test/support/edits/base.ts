import { authorityPem } from "../crypto";
import { type Declared, reference, secret } from "../program";

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
  { class: "IpPolicy", name: "office", inputs: { description: "office" } },
  rule("office-v4", "office", "203.0.113.0/24"),
  rule("office-v6", "office", "2001:db8::/32"),
  { class: "IpPolicy", name: "partners", inputs: {} },
  rule("partners-all", "partners", "198.51.100.0/24"),
  rule("partners-guests", "partners", "198.51.100.128/25", "deny"),
  { class: "IpPolicy", name: "blocked", inputs: {} },
  rule("blocked-printers", "blocked", "203.0.113.64/26", "deny"),
  { class: "IpPolicy", name: "spare", inputs: {} },
  rule("spare-home", "spare", "192.0.2.0/24"),
  authority("ca-a"),
  authority("ca-b"),
  authority("ca-spare"),
  { class: "TunnelGroupBackend", name: "web-tunnels", inputs: { labels: { app: "web" } } },
  { class: "TunnelGroupBackend", name: "api-tunnels", inputs: { labels: { app: "api" } } },
  {
    class: "FailoverBackend",
    name: "failover",
    inputs: { backends: [id("web-tunnels"), id("api-tunnels")] },
  },
  {
    class: "WeightedBackend",
    name: "weighted",
    inputs: { backends: { [id("web-tunnels")]: 3, [id("api-tunnels")]: 1 } },
  },
  {
    class: "HttpsEdge",
    name: "web",
    inputs: {
      hostports: ["app.example.com:443", "www.example.com:443"],
      tlsTermination: { minVersion: "1.2" },
    },
  },
  {
    class: "HttpsEdge",
    name: "api",
    inputs: { hostports: ["api.example.com:443"], mutualTls: { certificateAuthorityIds: [id("ca-a")] } },
  },
  route("root", "web", "/", {
    ipRestriction: { ipPolicyIds: [id("office")] },
    oauth: {
      provider: { google: { emailDomains: ["example.com"], emailAddresses: ["guest@partner.test"] } },
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
      provider: { github: { organizations: ["acme"], teams: ["acme/edge"] } },
      optionsPassthrough: true,
    },
  }),
  route("policed", "web", "/policed", { trafficPolicy: { value: PASSWORD } }),
  route("upload", "web", "upload.example.com/in", { ipRestriction: { ipPolicyIds: [id("partners")] } }),
  { class: "HttpsEdge", name: "tenants", inputs: { hostports: ["*.tenants.example.com:443"] } },
  route("tenants-root", "tenants", "/", { ipRestriction: { ipPolicyIds: [id("office"), id("partners")] } }),
  route("tenants-admin", "tenants", "admin.tenants.example.com/", {
    ipRestriction: { ipPolicyIds: [id("office")] },
  }),
  route("tenants-upload", "tenants", "upload.tenants.example.com:443/in", {
    ipRestriction: { ipPolicyIds: [id("partners")] },
  }),
  route("api-root", "api", "/", { backend: { backendId: id("weighted") } }),
  {
    class: "TlsEdge",
    name: "internal",
    inputs: {
      hostports: ["internal.example.com:443"],
      backend: { backendId: id("api-tunnels") },
      ipRestriction: { ipPolicyIds: [id("office"), id("partners")] },
      mutualTls: { certificateAuthorityIds: [id("ca-a"), id("ca-b")] },
      tlsTermination: { terminateAt: "edge", minVersion: "1.2" },
      trafficPolicy: { value: FINGERPRINT },
    },
  },
  {
    class: "TlsEdge",
    name: "through",
    inputs: {
      hostports: ["through.example.com:443"],
      backend: { backendId: id("api-tunnels") },
      tlsTermination: { minVersion: "1.2" },
    },
  },
  {
    class: "TlsEdge",
    name: "shared",
    inputs: { hostports: ["shared.example.com:443"], backend: { backendId: id("api-tunnels") } },
  },
  {
    class: "TlsEdgeMutualTls",
    name: "shared-mtls",
    inputs: { edgeId: id("shared"), certificateAuthorityIds: [id("ca-b")] },
  },
  {
    class: "TlsEdgeTlsTermination",
    name: "shared-tls",
    inputs: { edgeId: id("shared"), terminateAt: "edge", minVersion: "1.3" },
  },
  {
    class: "TlsEdge",
    name: "fallback",
    inputs: {
      hostports: ["*.fallback.example.com:443"],
      backend: { backendId: id("api-tunnels") },
      ipRestriction: { ipPolicyIds: [id("office")] },
    },
  },
  {
    class: "TcpEdge",
    name: "db",
    inputs: {
      hostports: ["db.example.com:5432"],
      backend: { backendId: id("api-tunnels") },
      ipRestriction: { ipPolicyIds: [id("partners")] },
    },
  },
  {
    class: "TcpEdge",
    name: "cache",
    inputs: { hostports: ["cache.example.com:6379"], backend: { backendId: id("api-tunnels") } },
  },
  {
    class: "TcpEdgeIpRestriction",
    name: "cache-ips",
    inputs: { edgeId: id("cache"), ipPolicyIds: [id("office")] },
  },
  {
    class: "Endpoint",
    name: "status",
    inputs: { url: "https://status.example.com", trafficPolicy: PASSWORD },
  },
  {
    class: "Endpoint",
    name: "inside",
    inputs: { url: "https://inside.example.internal", trafficPolicy: JWT, bindings: ["internal"] },
  },
  {
    class: "IpRestriction",
    name: "api-access",
    inputs: { type: "api", ipPolicyIds: [id("office")], enforced: true },
  },
  { class: "IpRestriction", name: "agent-access", inputs: { type: "agent", ipPolicyIds: [id("office")] } },
  ...elsewhere(),
  ...sealed(),
  ...kept(),
  { class: "ReservedDomain", name: "app-domain", inputs: { domain: "app.example.com" } },
  { class: "ApiKey", name: "pipeline", inputs: { description: "pipeline" } },
  { class: "BotUser", name: "bot", inputs: { name: "bot" } },
];

/** Objects whose backends another program sets: they declare none here. Their names and labels contain the word. */
function elsewhere(): Declared[] {
  const guard = { ipRestriction: { ipPolicyIds: [id("elsewhere-lab")] } };
  return [
    { class: "IpPolicy", name: "elsewhere-lab", inputs: {} },
    rule("elsewhere-v4", "elsewhere-lab", "192.0.2.128/26"),
    {
      class: "HttpsEdgeRoute",
      name: "elsewhere-route",
      inputs: { edgeId: id("web"), matchType: "path_prefix", match: "/elsewhere", ...guard },
    },
    {
      class: "TcpEdge",
      name: "elsewhere-tcp",
      inputs: { hostports: ["elsewhere.example.com:5433"], ...guard },
    },
  ];
}

/** Guards that the program keeps secret, and the policies that they refer to. */
function sealed(): Declared[] {
  const edge = (name: string, ipRestriction: unknown): Declared => ({
    class: "TcpEdge",
    name,
    inputs: {
      hostports: [`${name}.example.com:22`],
      backend: { backendId: id("api-tunnels") },
      ipRestriction,
    },
  });
  return [
    { class: "IpPolicy", name: "sealed-office", inputs: {} },
    rule("sealed-v4", "sealed-office", "192.0.2.192/27"),
    edge("sealed", secret({ ipPolicyIds: [id("sealed-office")] })),
    edge("sealed-ids", { ipPolicyIds: secret([id("sealed-office")]) }),
    { class: "IpPolicy", name: "veiled-office", inputs: {} },
    {
      class: "IpPolicyRule",
      name: "veiled-v4",
      inputs: { ipPolicyId: id("veiled-office"), cidr: secret("192.0.2.224/28"), action: "allow" },
    },
    edge("veiled", { ipPolicyIds: [id("veiled-office")] }),
  ];
}

/** Objects that stay on the service when they leave the program. */
function kept(): Declared[] {
  return [
    { class: "IpPolicy", name: "kept-office", inputs: {} },
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
  return { class: "IpPolicyRule", name, inputs: { ipPolicyId: id(policy), cidr, action } };
}

export function authority(name: string): Declared {
  return { class: "CertificateAuthority", name, inputs: { caPem: authorityPem(`${name}.example.com`) } };
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
  return {
    class: "HttpsEdgeRoute",
    name,
    inputs: { edgeId: id(edge), matchType, match, backend, ...modules },
  };
}
