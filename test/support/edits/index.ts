import { authorityPem } from "../crypto";
import { type Declared, type JsonInputs, reference, secret } from "../program";
import { authority, base, DENY, JWT, route, rule } from "./base";

export { base };

type Program = readonly Declared[];

/** A change that somebody could make to the base program. Nothing here says what it means for who can reach what. */
export interface Edit {
  readonly kind: string;
  readonly name: string;
  readonly apply: (program: Program) => Program;
  /** What comes before taking it back, where the service refuses to take it back in one update. */
  readonly back?: (program: Program) => Program;
  /** What it leads to depends on what no preview holds, such as a value that the service picks. */
  readonly isUnseen?: true;
}

const id = (name: string) => reference(name);

const change =
  (name: string, edit: (inputs: JsonInputs) => JsonInputs) =>
  (program: Program): Program => {
    if (!program.some((one) => one.name === name)) throw new Error(`there is no ${name}`);
    return program.map((one) => (one.name === name ? { ...one, inputs: edit(one.inputs) } : one));
  };

const set = (name: string, values: JsonInputs) => change(name, (inputs) => ({ ...inputs, ...values }));

const unset = (name: string, ...keys: string[]) =>
  change(name, (inputs) => Object.fromEntries(Object.entries(inputs).filter(([key]) => !keys.includes(key))));

/** Changes keys of a module. */
const within = (name: string, module: string, values: JsonInputs) =>
  change(name, (inputs) => ({ ...inputs, [module]: { ...(inputs[module] as JsonInputs), ...values } }));

const remove =
  (...names: string[]) =>
  (program: Program): Program =>
    program.filter(({ name }) => !names.includes(name));

/** New resources stand where all they refer to is declared, and before what refers to them. */
const add =
  (after: string, ...declared: Declared[]) =>
  (program: Program): Program =>
    program.flatMap((one) => (one.name === after ? [one, ...declared] : [one]));

const all =
  (...edits: ((program: Program) => Program)[]) =>
  (program: Program): Program =>
    edits.reduce((result, edit) => edit(result), program);

/** The places of each guard module in the base program. */
const GUARDED: readonly (readonly [name: string, module: string])[] = [
  ["root", "ipRestriction"],
  ["root", "oauth"],
  ["admin", "ipRestriction"],
  ["admin", "saml"],
  ["hook", "webhookVerification"],
  ["agents", "userAgentFilter"],
  ["sso", "oidc"],
  ["code", "oauth"],
  ["policed", "trafficPolicy"],
  ["upload", "ipRestriction"],
  ["api", "mutualTls"],
  ["internal", "ipRestriction"],
  ["internal", "mutualTls"],
  ["internal", "trafficPolicy"],
  ["db", "ipRestriction"],
];

const SINGLES = ["shared-mtls", "shared-tls", "cache-ips"];

const guardsOff: readonly Edit[] = [
  ...GUARDED.flatMap(([name, module]): Edit[] => [
    { kind: "guard removed", name: `${name}.${module}`, apply: unset(name, module) },
    { kind: "guard disabled", name: `${name}.${module}`, apply: within(name, module, { enabled: false }) },
  ]),
  ...SINGLES.flatMap((name): Edit[] => [
    {
      kind: "single module removed",
      name,
      apply: remove(name),
      ...(name === "shared-tls" && { isUnseen: true }),
    },
    {
      kind: "single module disabled",
      name,
      apply: set(name, { enabled: false }),
      ...(name === "shared-tls" && { isUnseen: true }),
    },
  ]),
];

const ipPolicies: readonly Edit[] = [
  ["root", ["office", "partners"]],
  ["root", ["partners"]],
  ["root", []],
  ["admin", ["office"]],
  ["admin", ["blocked"]],
  ["admin", ["office", "blocked", "spare"]],
  ["upload", ["partners", "office"]],
  ["internal", ["office"]],
  ["internal", ["office", "partners", "blocked"]],
  ["db", ["partners", "blocked"]],
].map(([name, policies]): Edit => {
  const ids = (policies as string[]).map(id);
  return {
    kind: "IP policies of a module",
    name: `${name as string}: ${(policies as string[]).join(" ")}`,
    apply: within(name as string, "ipRestriction", { ipPolicyIds: ids }),
  };
});

const rules: readonly Edit[] = [
  { kind: "rule widened", name: "office-v4", apply: set("office-v4", { cidr: "203.0.112.0/23" }) },
  { kind: "rule widened", name: "to everybody", apply: set("office-v4", { cidr: "0.0.0.0/0" }) },
  { kind: "rule narrowed", name: "office-v4", apply: set("office-v4", { cidr: "203.0.113.0/25" }) },
  { kind: "rule narrowed", name: "office-v6", apply: set("office-v6", { cidr: "2001:db8:1::/48" }) },
  { kind: "rule moved", name: "office-v4", apply: set("office-v4", { cidr: "192.0.2.0/24" }) },
  { kind: "rule turned round", name: "partners-guests", apply: set("partners-guests", { action: "allow" }) },
  { kind: "rule turned round", name: "office-v4", apply: set("office-v4", { action: "deny" }) },
  { kind: "rule removed", name: "partners-guests", apply: remove("partners-guests") },
  { kind: "rule removed", name: "office-v6", apply: remove("office-v6") },
  { kind: "rule removed", name: "partners-all", apply: remove("partners-all") },
  {
    kind: "rule added",
    name: "office-berlin",
    apply: add("office", rule("office-berlin", "office", "192.0.2.0/25")),
  },
  {
    kind: "rule added",
    name: "partners-no",
    apply: add("partners", rule("partners-no", "partners", "198.51.100.7/32", "deny")),
  },
  {
    kind: "rule added",
    name: "in blocked",
    apply: add("blocked", rule("in-blocked", "blocked", "192.0.2.0/24")),
  },
  {
    kind: "rule given to another policy",
    name: "spare-home",
    apply: set("spare-home", { ipPolicyId: id("partners") }),
  },
];

const signOn: readonly Edit[] = [
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

const more: readonly Edit[] = [
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
  { kind: "traffic policy", name: "one more", apply: set("public", { trafficPolicy: { value: DENY } }) },
  {
    kind: "traffic policy",
    name: "of an endpoint",
    apply: set("status", { trafficPolicy: JWT }),
    isUnseen: true,
  },
  { kind: "traffic policy", name: "endpoint without one", apply: set("status", { trafficPolicy: "{}" }) },
  { kind: "endpoint", name: "public binding", apply: set("inside", { bindings: ["internal", "public"] }) },
  { kind: "endpoint", name: "other binding", apply: set("status", { bindings: ["internal"] }) },
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
  { kind: "backend", name: "removed", apply: unset("db", "backend") },
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

const compound: readonly Edit[] = [
  {
    kind: "compound",
    name: "network for sign-on",
    apply: all(
      unset("root", "ipRestriction"),
      within("root", "oauth", { provider: { google: { emailAddresses: ["guest@partner.test"] } } }),
    ),
  },
  { kind: "compound", name: "everything off one route", apply: unset("root", "ipRestriction", "oauth") },
  {
    kind: "compound",
    name: "wider rule, fewer policies",
    apply: all(
      set("office-v4", { cidr: "203.0.112.0/23" }),
      within("internal", "ipRestriction", { ipPolicyIds: [id("partners")] }),
    ),
  },
  {
    kind: "compound",
    name: "route removed, the one below it widened",
    apply: all(
      remove("admin"),
      within("root", "ipRestriction", { ipPolicyIds: [id("office"), id("spare")] }),
    ),
  },
  {
    kind: "compound",
    isUnseen: true,
    name: "hostport moves between edges",
    apply: all(
      set("web", { hostports: ["app.example.com:443"] }),
      set("api", { hostports: ["api.example.com:443", "www.example.com:443"] }),
    ),
    back: set("web", { hostports: ["app.example.com:443"] }),
  },
  {
    kind: "compound",
    name: "module instead of single module",
    apply: all(remove("cache-ips"), set("cache", { ipRestriction: { ipPolicyIds: [id("office")] } })),
  },
  {
    kind: "compound",
    name: "guard off and restriction on",
    apply: all(
      unset("db", "ipRestriction"),
      add("db", {
        class: "IpRestriction",
        name: "everything",
        inputs: { type: "endpoints", ipPolicyIds: [id("partners")], enforced: true },
      }),
    ),
  },
  {
    kind: "compound",
    name: "open route that is not served",
    apply: all(unset("upload", "ipRestriction"), unset("upload", "backend")),
  },
  {
    kind: "compound",
    name: "two guards for each other",
    apply: all(
      within("internal", "mutualTls", { enabled: false }),
      within("internal", "ipRestriction", { ipPolicyIds: [id("office")] }),
    ),
  },
];

/** Edits that touch guards without meaning, or nothing that guards. */
const idle: readonly Edit[] = [
  ...[
    "office",
    "office-v4",
    "root",
    "admin",
    "internal",
    "db",
    "web",
    "status",
    "api-access",
    "ca-a",
    "web-tunnels",
    "app-domain",
    "pipeline",
  ].map(
    (name): Edit => ({
      kind: "words",
      name,
      apply: set(name, { description: "other words", metadata: "{}" }),
    }),
  ),
  { kind: "idle", name: "enabled, spelled out", apply: within("root", "ipRestriction", { enabled: true }) },
  {
    kind: "idle",
    name: "policies in another order",
    apply: within("internal", "ipRestriction", { ipPolicyIds: [id("partners"), id("office")] }),
  },
  {
    kind: "idle",
    name: "network in halves",
    apply: all(
      set("office-v4", { cidr: "203.0.113.0/25" }),
      add("office", rule("upper", "office", "203.0.113.128/25")),
    ),
  },
  {
    kind: "idle",
    name: "network in its network",
    apply: add("office", rule("part", "office", "203.0.113.8/29")),
  },
  {
    kind: "idle",
    name: "denied and not allowed",
    apply: add("office", rule("nowhere", "office", "192.0.2.0/24", "deny")),
  },
  {
    kind: "idle",
    name: "policy of the same networks",
    apply: all(
      add(
        "office",
        { class: "IpPolicy", name: "twin", inputs: {} },
        rule("twin-v4", "twin", "203.0.113.0/24"),
        rule("twin-v6", "twin", "2001:db8::/32"),
      ),
      within("root", "ipRestriction", { ipPolicyIds: [id("twin")] }),
    ),
  },
  { kind: "idle", name: "unused policy", apply: remove("spare", "spare-home") },
  { kind: "idle", name: "rule of an unused policy", apply: set("spare-home", { cidr: "0.0.0.0/0" }) },
  { kind: "idle", name: "unused authority", apply: remove("ca-spare") },
  {
    kind: "idle",
    name: "address of an allowed domain",
    apply: within("root", "oauth", {
      provider: {
        google: { emailDomains: ["example.com"], emailAddresses: ["guest@partner.test", "boss@example.com"] },
      },
    }),
  },
  {
    kind: "idle",
    name: "team of an allowed organization",
    apply: within("code", "oauth", { provider: { github: { organizations: ["acme"] } } }),
  },
  {
    kind: "idle",
    name: "own OAuth app",
    apply: within("root", "oauth", {
      provider: {
        google: {
          emailDomains: ["example.com"],
          emailAddresses: ["guest@partner.test"],
          clientId: "app",
          clientSecret: secret("app secret"),
        },
      },
    }),
  },
  {
    kind: "idle",
    name: "session limits",
    apply: within("root", "oauth", { maximumDuration: 3600, inactivityTimeout: 600, cookiePrefix: "x." }),
  },
  {
    kind: "idle",
    name: "client secret of OpenID",
    apply: within("sso", "oidc", { clientSecret: secret("rotated") }),
  },
  { kind: "idle", name: "scopes", apply: within("sso", "oidc", { scopes: ["openid", "email"] }) },
  { kind: "idle", name: "authentication anew", apply: within("admin", "saml", { forceAuthn: true }) },
  { kind: "idle", name: "compression", apply: unset("public", "compression") },
  {
    kind: "idle",
    name: "headers",
    apply: set("public", { requestHeaders: { add: { "x-from": "edge" }, remove: ["x-debug"] } }),
  },
  {
    kind: "idle",
    name: "circuit breaker",
    apply: set("root", {
      circuitBreaker: {
        trippedDuration: 10,
        rollingWindow: 20,
        numBuckets: 10,
        volumeThreshold: 5,
        errorThresholdPercentage: 0.5,
      },
    }),
  },
  { kind: "idle", name: "labels of a backend", apply: set("web-tunnels", { labels: { app: "web2" } }) },
  {
    kind: "idle",
    name: "order of failover",
    apply: set("failover", { backends: [id("api-tunnels"), id("web-tunnels")] }),
  },
  {
    kind: "idle",
    name: "weights",
    apply: set("weighted", { backends: { [id("web-tunnels")]: 1, [id("api-tunnels")]: 1 } }),
  },
  {
    kind: "idle",
    name: "policy in other words",
    apply: within("policed", "trafficPolicy", {
      value: JSON.stringify({ on_http_request: [{ actions: [{ type: "deny" }] }] }),
    }),
  },
  { kind: "idle", name: "pooling", apply: set("status", { poolingEnabled: true }) },
  { kind: "idle", name: "API key", apply: add("pipeline", { class: "ApiKey", name: "another", inputs: {} }) },
  { kind: "idle", name: "bot user", apply: set("bot", { active: false }) },
  {
    kind: "idle",
    name: "another domain",
    apply: add("app-domain", {
      class: "ReservedDomain",
      name: "www-domain",
      inputs: { domain: "www.example.com" },
    }),
  },
  {
    kind: "idle",
    isUnseen: true,
    name: "user agent that was denied anyway",
    apply: within("agents", "userAgentFilter", { allow: ["corp/1"] }),
  },
  {
    kind: "idle",
    name: "same TLS floor, spelled out",
    apply: within("internal", "tlsTermination", { enabled: true }),
  },
  {
    kind: "idle",
    name: "route of a host that is not served",
    apply: set("upload", { match: "upload.example.com/out" }),
  },
  {
    kind: "idle",
    name: "authority of the same certificate",
    apply: all(
      add("ca-a", {
        class: "CertificateAuthority",
        name: "ca-twin",
        inputs: { caPem: authorityPem("ca-a.example.com") },
      }),
      within("api", "mutualTls", { certificateAuthorityIds: [id("ca-twin")] }),
    ),
  },
  { kind: "idle", name: "restriction that only warns", apply: remove("agent-access") },
];

export const edits: readonly Edit[] = [
  ...guardsOff,
  ...ipPolicies,
  ...rules,
  ...signOn,
  ...more,
  ...compound,
  ...idle,
];
