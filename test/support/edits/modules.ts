import { authorityPem } from "../crypto";
import { type JsonInputs, secret } from "../program";
import { authority, JWT, PASSWORD, route, rule } from "./base";
import { add, all, type Edit, id, remove, set, unset, within } from "./tools";

export const signOn: readonly Edit[] = [
  [
    "a domain more",
    { google: { emailDomains: ["example.com", "example.org"], emailAddresses: ["guest@partner.test"] } },
  ],
  [
    "an address more",
    { google: { emailDomains: ["example.com"], emailAddresses: ["guest@partner.test", "x@y.test"] } },
  ],
  ["an address less", { google: { emailDomains: ["example.com"] } }],
  ["only addresses", { google: { emailAddresses: ["guest@partner.test"] } }],
  ["everybody of Google", { google: {} }],
  ["another provider", { microsoft: { emailDomains: ["example.com"] } }],
].map(
  ([name, provider]): Edit => ({
    kind: "users of OAuth",
    name: name as string,
    apply: within("root", "oauth", { provider: provider as JsonInputs }),
  }),
);

export const more: readonly Edit[] = [
  {
    kind: "users of OAuth",
    name: "a team in its organization",
    apply: within("code", "oauth", { provider: { github: { teams: ["acme/edge"] } } }),
  },
  {
    kind: "users of OAuth",
    name: "another organization",
    apply: within("code", "oauth", { provider: { github: { organizations: ["acme", "other"] } } }),
  },
  { kind: "OPTIONS requests", name: "pass", apply: within("root", "oauth", { optionsPassthrough: true }) },
  {
    kind: "OPTIONS requests",
    name: "sign on",
    apply: within("code", "oauth", { optionsPassthrough: false }),
  },
  {
    kind: "OPTIONS requests",
    name: "pass at SAML",
    apply: within("admin", "saml", { optionsPassthrough: true }),
  },
  {
    kind: "groups of SAML",
    name: "one more",
    apply: within("admin", "saml", { authorizedGroups: ["admins", "staff"] }),
  },
  { kind: "groups of SAML", name: "everybody", apply: within("admin", "saml", { authorizedGroups: [] }) },
  {
    kind: "groups of SAML",
    name: "another identity provider",
    apply: within("admin", "saml", { idpMetadata: "<EntityDescriptor entityID='b'/>" }),
  },
  {
    kind: "OpenID provider",
    name: "another issuer",
    apply: within("sso", "oidc", { issuer: "https://other.example.com" }),
  },
  { kind: "OpenID provider", name: "another client", apply: within("sso", "oidc", { clientId: "other" }) },
  {
    kind: "webhook",
    name: "another secret",
    apply: within("hook", "webhookVerification", { secret: secret("a new secret") }),
  },
  {
    kind: "webhook",
    name: "another provider",
    apply: within("hook", "webhookVerification", { provider: "stripe" }),
  },
  {
    kind: "webhook",
    name: "without a secret",
    apply: set("hook", { webhookVerification: { provider: "sns" } }),
  },
  {
    kind: "user agents",
    name: "one more",
    apply: within("agents", "userAgentFilter", { allow: ["corp/1", "corp/2", "corp/3"] }),
  },
  { kind: "user agents", name: "none denied", apply: within("agents", "userAgentFilter", { deny: [] }) },
  { kind: "user agents", name: "all allowed", apply: within("agents", "userAgentFilter", { allow: [] }) },
  {
    kind: "client certificates",
    name: "another authority",
    apply: within("api", "mutualTls", { certificateAuthorityIds: [id("ca-b")] }),
  },
  {
    kind: "client certificates",
    name: "one more authority",
    apply: within("api", "mutualTls", { certificateAuthorityIds: [id("ca-a"), id("ca-b")] }),
  },
  {
    kind: "client certificates",
    name: "one authority less",
    apply: within("internal", "mutualTls", { certificateAuthorityIds: [id("ca-a")] }),
  },
  {
    kind: "client certificates",
    name: "no authority",
    apply: within("api", "mutualTls", { certificateAuthorityIds: [] }),
  },
  {
    kind: "client certificates",
    name: "single module",
    apply: set("shared-mtls", { certificateAuthorityIds: [id("ca-a"), id("ca-b")] }),
  },
  {
    kind: "client certificates",
    name: "authority replaced",
    apply: set("ca-a", { caPem: authorityPem("ca-new.example.com") }),
  },
  {
    kind: "client certificates",
    name: "new authority",
    apply: all(
      add("ca-b", authority("ca-c")),
      within("api", "mutualTls", { certificateAuthorityIds: [id("ca-a"), id("ca-c")] }),
    ),
  },
  { kind: "TLS floor", name: "lower", apply: within("internal", "tlsTermination", { minVersion: "1.0" }) },
  { kind: "TLS floor", name: "higher", apply: within("internal", "tlsTermination", { minVersion: "1.3" }) },
  {
    kind: "TLS floor",
    name: "of an HTTPS edge",
    apply: within("web", "tlsTermination", { minVersion: "1.1" }),
  },
  { kind: "TLS floor", name: "of a single module", apply: set("shared-tls", { minVersion: "1.2" }) },
  {
    kind: "TLS floor",
    name: "picked by the service",
    apply: set("web", { tlsTermination: {} }),
    isUnseen: true,
  },
  { kind: "TLS floor", name: "module removed", apply: unset("internal", "tlsTermination"), isUnseen: true },
  {
    kind: "TLS floor",
    name: "ends upstream",
    apply: set("through", { tlsTermination: { terminateAt: "upstream" } }),
  },
  {
    kind: "traffic policy",
    name: "another one",
    apply: within("policed", "trafficPolicy", { value: JWT }),
    isUnseen: true,
  },
  {
    kind: "traffic policy",
    name: "nothing in it",
    apply: within("policed", "trafficPolicy", { value: "on_http_request: []" }),
  },
  { kind: "traffic policy", name: "one more", apply: set("public", { trafficPolicy: { value: PASSWORD } }) },
  {
    kind: "traffic policy",
    name: "of an endpoint",
    apply: set("status", { trafficPolicy: JWT }),
    isUnseen: true,
  },
  { kind: "traffic policy", name: "endpoint without one", apply: set("status", { trafficPolicy: "{}" }) },
  { kind: "endpoint", name: "public binding", apply: set("inside", { bindings: ["internal", "public"] }) },
  {
    kind: "endpoint",
    name: "other binding",
    apply: set("status", { url: "https://status.example.internal", bindings: ["internal"] }),
  },
  { kind: "endpoint", name: "another URL", apply: set("status", { url: "https://state.example.com" }) },
  { kind: "endpoint", name: "removed", apply: remove("status") },
  {
    kind: "endpoint",
    name: "added",
    apply: add("status", {
      class: "Endpoint",
      name: "new",
      inputs: { url: "https://new.example.com", trafficPolicy: JWT },
    }),
  },
  // After reverting, it is not known whether another program has set a backend in between.
  { kind: "backend", name: "removed", apply: unset("db", "backend"), isUnseen: true },
  { kind: "backend", name: "disabled", apply: within("api-root", "backend", { enabled: false }) },
  {
    kind: "backend",
    name: "another one",
    apply: within("public", "backend", { backendId: id("api-tunnels") }),
  },
  {
    kind: "hostport",
    name: "one more",
    apply: set("internal", { hostports: ["internal.example.com:443", "more.example.com:443"] }),
  },
  { kind: "hostport", name: "one less", apply: set("web", { hostports: ["app.example.com:443"] }) },
  { kind: "hostport", name: "another one", apply: set("db", { hostports: ["db2.example.com:5432"] }) },
  {
    kind: "hostport",
    name: "that a route names",
    apply: set("web", { hostports: ["app.example.com:443", "upload.example.com:443"] }),
  },
  { kind: "route", name: "added, open", apply: add("root", route("open", "web", "/open")) },
  {
    kind: "route",
    name: "added, guarded",
    apply: add("root", route("shut", "web", "/shut", { ipRestriction: { ipPolicyIds: [id("office")] } })),
  },
  { kind: "route", name: "added under another", apply: add("admin", route("help", "web", "/admin/help")) },
  { kind: "route", name: "removed from under another", apply: remove("admin") },
  { kind: "route", name: "removed, open", apply: remove("public") },
  { kind: "route", name: "removed, exact", apply: remove("hook") },
  { kind: "route", name: "moved", apply: set("admin", { match: "/manage" }) },
  { kind: "route", name: "exact instead of a prefix", apply: set("admin", { matchType: "exact_path" }) },
  { kind: "route", name: "given to another edge", apply: set("public", { edgeId: id("api") }) },
  { kind: "edge", name: "removed", apply: remove("db") },
  { kind: "edge", name: "removed with its modules", apply: remove("shared", "shared-mtls", "shared-tls") },
  {
    kind: "edge",
    name: "added",
    apply: add("cache", {
      class: "TcpEdge",
      name: "queue",
      inputs: { hostports: ["queue.example.com:5672"], backend: { backendId: id("api-tunnels") } },
    }),
  },
  { kind: "account restriction", name: "not enforced", apply: set("api-access", { enforced: false }) },
  { kind: "account restriction", name: "enforced", apply: set("agent-access", { enforced: true }) },
  { kind: "account restriction", name: "removed", apply: remove("api-access") },
  {
    kind: "account restriction",
    name: "other policies",
    apply: set("api-access", { ipPolicyIds: [id("office"), id("spare")] }),
  },
  {
    kind: "account restriction",
    name: "of endpoints",
    apply: add("db", {
      class: "IpRestriction",
      name: "everything",
      inputs: { type: "endpoints", ipPolicyIds: [id("office")], enforced: true },
    }),
  },
  {
    kind: "policy",
    name: "new one in use",
    apply: all(
      add(
        "office",
        { class: "IpPolicy", name: "berlin", inputs: {} },
        rule("berlin-v4", "berlin", "192.0.2.0/25"),
      ),
      within("db", "ipRestriction", { ipPolicyIds: [id("partners"), id("berlin")] }),
    ),
  },
  {
    kind: "policy",
    name: "removed with its use",
    apply: all(
      remove("blocked", "blocked-printers"),
      within("admin", "ipRestriction", { ipPolicyIds: [id("office")] }),
    ),
  },
];
