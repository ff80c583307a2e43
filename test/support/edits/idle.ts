import { parse } from "yaml";
import { authorityPem } from "../crypto";
import { resource, secret } from "../program";
import { PASSWORD, rule } from "./base";
import { add, all, type Edit, id, ofKind, remove, set, unseen, unset, within } from "./tools";

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
  ...ofKind("idle", {
    "enabled, spelled out": within("root", "ipRestriction", { enabled: true }),
    "policies in another order": within("internal", "ipRestriction", {
      ipPolicyIds: [id("partners"), id("office")],
    }),
    "network in halves": all(
      set("office-v4", { cidr: "203.0.113.0/25" }),
      add("office", rule("upper", "office", "203.0.113.128/25")),
    ),
    "network in its network": add("office", rule("part", "office", "203.0.113.8/29")),
    "denied and not allowed": add("office", rule("nowhere", "office", "192.0.2.0/24", "deny")),
    "policy of the same networks": all(
      add(
        "office",
        resource("IpPolicy", "twin"),
        rule("twin-v4", "twin", "203.0.113.0/24"),
        rule("twin-v6", "twin", "2001:db8::/32"),
      ),
      within("root", "ipRestriction", { ipPolicyIds: [id("twin")] }),
    ),
    "unused policy": remove("spare", "spare-home"),
    "rule of an unused policy": set("spare-home", { cidr: "0.0.0.0/0" }),
    "unused authority": remove("ca-spare"),
    "address of an allowed domain": unseen(
      within("root", "oauth", {
        provider: { google: { emailDomains: ["example.com"], emailAddresses: ["boss@example.com"] } },
      }),
    ),
    "team of an allowed organization": unseen(
      within("code", "oauth", { provider: { github: { organizations: ["acme"], teams: ["acme/edge"] } } }),
    ),
    "own OAuth app": unseen(
      within("root", "oauth", {
        provider: {
          google: {
            emailDomains: ["example.com"],
            clientId: "app",
            clientSecret: secret("app secret"),
          },
        },
      }),
    ),
    "session limits": within("root", "oauth", {
      maximumDuration: 3600,
      inactivityTimeout: 600,
      cookiePrefix: "x.",
    }),
    "client secret of OpenID": within("sso", "oidc", { clientSecret: secret("rotated") }),
    scopes: within("sso", "oidc", { scopes: ["openid", "email"] }),
    "authentication anew": within("admin", "saml", { forceAuthn: true }),
    compression: unset("public", "compression"),
    headers: set("public", { requestHeaders: { add: { "x-from": "edge" }, remove: ["x-debug"] } }),
    "circuit breaker": set("root", {
      circuitBreaker: {
        trippedDuration: 10,
        rollingWindow: 20,
        numBuckets: 10,
        volumeThreshold: 5,
        errorThresholdPercentage: 0.5,
      },
    }),
    "labels of a backend": set("web-tunnels", { labels: { app: "web2" } }),
    "order of failover": set("failover", { backends: [id("api-tunnels"), id("web-tunnels")] }),
    weights: set("weighted", { backends: { [id("web-tunnels")]: 1, [id("api-tunnels")]: 1 } }),
    "policy in other words": within("policed", "trafficPolicy", {
      value: JSON.stringify(parse(PASSWORD)),
    }),
    pooling: set("status", { poolingEnabled: true }),
    "API key": add("pipeline", resource("ApiKey", "another")),
    "bot user": set("bot", { active: false }),
    "another domain": add(
      "app-domain",
      resource("ReservedDomain", "www-domain", { domain: "www.example.com" }),
    ),
    "user agent that was denied anyway": unseen(within("agents", "userAgentFilter", { allow: ["corp/1"] })),
    "same TLS floor, spelled out": within("internal", "tlsTermination", { enabled: true }),
    "route of a host that is not served": set("upload", { match: "upload.example.com/out" }),
    "authority of the same certificate": all(
      add("ca-a", resource("CertificateAuthority", "ca-twin", { caPem: authorityPem("ca-a.example.com") })),
      within("api", "mutualTls", { certificateAuthorityIds: [id("ca-twin")] }),
    ),
    "restriction that only warns": remove("agent-access"),
  }),
];
