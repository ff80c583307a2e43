import { authorityPem } from "../crypto";
import { type JsonInputs, resource, secret } from "../program";
import { authority, JWT, PASSWORD, route, rule } from "./base";
import { add, all, type Edit, id, ofKind, remove, set, unseen, unset, within } from "./tools";

const google = (limits: JsonInputs) => within("root", "oauth", { provider: { google: limits } });
const [DOMAINS, ADDRESSES] = [["example.com"], ["guest@partner.test"]];

export const more: readonly Edit[] = [
  ...ofKind("users of OAuth", {
    "a domain more": google({ emailDomains: [...DOMAINS, "example.org"] }),
    // Whether one of two lists suffices is not told.
    "addresses beside domains": unseen(google({ emailDomains: DOMAINS, emailAddresses: ADDRESSES })),
    "only addresses": google({ emailAddresses: ADDRESSES }),
    "everybody of Google": google({}),
    "another provider": within("root", "oauth", { provider: { microsoft: { emailDomains: DOMAINS } } }),
    "a team in its organization": within("code", "oauth", { provider: { github: { teams: ["acme/edge"] } } }),
    "another organization": within("code", "oauth", {
      provider: { github: { organizations: ["acme", "other"] } },
    }),
  }),
  ...ofKind("OPTIONS requests", {
    pass: within("root", "oauth", { optionsPassthrough: true }),
    "sign on": within("code", "oauth", { optionsPassthrough: false }),
    "pass at SAML": within("admin", "saml", { optionsPassthrough: true }),
  }),
  ...ofKind("groups of SAML", {
    "one more": within("admin", "saml", { authorizedGroups: ["admins", "staff"] }),
    everybody: within("admin", "saml", { authorizedGroups: [] }),
    "another identity provider": within("admin", "saml", { idpMetadata: "<EntityDescriptor entityID='b'/>" }),
  }),
  ...ofKind("OpenID provider", {
    "another issuer": within("sso", "oidc", { issuer: "https://other.example.com" }),
    "another client": within("sso", "oidc", { clientId: "other" }),
  }),
  ...ofKind("webhook", {
    "another secret": within("hook", "webhookVerification", { secret: secret("a new secret") }),
    "another provider": within("hook", "webhookVerification", { provider: "stripe" }),
    "without a secret": set("hook", { webhookVerification: { provider: "sns" } }),
  }),
  ...ofKind("user agents", {
    "one more": within("agents", "userAgentFilter", { allow: ["corp/1", "corp/2", "corp/3"] }),
    "none denied": within("agents", "userAgentFilter", { deny: [] }),
    "all allowed": within("agents", "userAgentFilter", { allow: [] }),
  }),
  ...ofKind("client certificates", {
    "another authority": within("api", "mutualTls", { certificateAuthorityIds: [id("ca-b")] }),
    "one more authority": within("api", "mutualTls", { certificateAuthorityIds: [id("ca-a"), id("ca-b")] }),
    "one authority less": within("internal", "mutualTls", { certificateAuthorityIds: [id("ca-a")] }),
    // The reference does not say whether that lets in anybody.
    "no authority": unseen(within("api", "mutualTls", { certificateAuthorityIds: [] })),
    "single module": set("shared-mtls", { certificateAuthorityIds: [id("ca-a"), id("ca-b")] }),
    "authority replaced": set("ca-a", { caPem: authorityPem("ca-new.example.com") }),
    "new authority": all(
      add("ca-b", authority("ca-c")),
      within("api", "mutualTls", { certificateAuthorityIds: [id("ca-a"), id("ca-c")] }),
    ),
  }),
  ...ofKind("TLS floor", {
    lower: within("internal", "tlsTermination", { minVersion: "1.0" }),
    higher: within("internal", "tlsTermination", { minVersion: "1.3" }),
    "of an HTTPS edge": within("web", "tlsTermination", { minVersion: "1.1" }),
    "of a single module": set("shared-tls", { minVersion: "1.2" }),
    "picked by the service": unseen(set("web", { tlsTermination: {} })),
    "module removed": unseen(unset("internal", "tlsTermination")),
    "ends upstream": set("through", { tlsTermination: { terminateAt: "upstream" } }),
  }),
  ...ofKind("traffic policy", {
    "another one": unseen(within("policed", "trafficPolicy", { value: JWT })),
    "nothing in it": within("policed", "trafficPolicy", { value: "on_http_request: []" }),
    "one more": set("public", { trafficPolicy: { value: PASSWORD } }),
    "of an endpoint": unseen(set("status", { trafficPolicy: JWT })),
    "endpoint without one": set("status", { trafficPolicy: "{}" }),
  }),
  ...ofKind("endpoint", {
    "public binding": set("inside", { bindings: ["internal", "public"] }),
    "other binding": set("status", { url: "https://status.example.internal", bindings: ["internal"] }),
    "another URL": set("status", { url: "https://state.example.com" }),
    removed: remove("status"),
    added: add("status", resource("Endpoint", "new", { url: "https://new.example.com", trafficPolicy: JWT })),
  }),
  ...ofKind("backend", {
    // After reverting, it is not known whether another program has set a backend in between.
    removed: unseen(unset("db", "backend")),
    disabled: within("api-root", "backend", { enabled: false }),
    "another one": within("public", "backend", { backendId: id("api-tunnels") }),
  }),
  ...ofKind("hostport", {
    "one more": set("internal", { hostports: ["internal.example.com:443", "more.example.com:443"] }),
    "one less": set("web", { hostports: ["app.example.com:443"] }),
    "another one": set("db", { hostports: ["db2.example.com:5432"] }),
    "that a route names": set("web", { hostports: ["app.example.com:443", "upload.example.com:443"] }),
  }),
  ...ofKind("route", {
    "added, open": add("root", route("open", "web", "/open")),
    "added, guarded": add(
      "root",
      route("shut", "web", "/shut", { ipRestriction: { ipPolicyIds: [id("office")] } }),
    ),
    "added under another": add("admin", route("help", "web", "/admin/help")),
    "removed from under another": remove("admin"),
    "removed, open": remove("public"),
    "removed, exact": remove("hook"),
    moved: set("admin", { match: "/manage" }),
    "exact instead of a prefix": set("admin", { matchType: "exact_path" }),
    "given to another edge": set("public", { edgeId: id("api") }),
  }),
  ...ofKind("edge", {
    removed: remove("db"),
    "removed with its modules": remove("shared", "shared-mtls", "shared-tls"),
    added: add(
      "cache",
      resource("TcpEdge", "queue", {
        hostports: ["queue.example.com:5672"],
        backend: { backendId: id("api-tunnels") },
      }),
    ),
  }),
  ...ofKind("account restriction", {
    "not enforced": set("api-access", { enforced: false }),
    enforced: set("agent-access", { enforced: true }),
    removed: remove("api-access"),
    "other policies": set("api-access", { ipPolicyIds: [id("office"), id("spare")] }),
    "of endpoints": add(
      "db",
      resource("IpRestriction", "everything", {
        type: "endpoints",
        ipPolicyIds: [id("office")],
        enforced: true,
      }),
    ),
  }),
  ...ofKind("policy", {
    "new one in use": all(
      add("office", resource("IpPolicy", "berlin"), rule("berlin-v4", "berlin", "192.0.2.0/25")),
      within("db", "ipRestriction", { ipPolicyIds: [id("partners"), id("berlin")] }),
    ),
    "removed with its use": all(
      remove("blocked", "blocked-printers"),
      within("admin", "ipRestriction", { ipPolicyIds: [id("office")] }),
    ),
  }),
];
