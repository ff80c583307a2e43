import { parse } from "yaml";
import { authorityPem } from "../crypto";
import { secret } from "../program";
import { PASSWORD, rule } from "./base";
import { add, all, type Edit, id, remove, set, unset, within } from "./tools";

/** Edits that change guards without effect, or nothing about guards. */
export const idle: readonly Edit[] = [
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
      value: JSON.stringify(parse(PASSWORD)),
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
