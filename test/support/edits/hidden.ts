import { secret } from "../program";
import { JWT, PASSWORD } from "./base";
import { type Edit, id, set, within } from "./tools";

const KIND = "value that the program keeps secret";

/** Values hidden from the preview may be anything: the verdict has to allow for that. */
export const hidden: readonly Edit[] = (
  [
    ["policy of an endpoint", set("status", { trafficPolicy: secret(JWT) })],
    ["empty policy of an endpoint", set("status", { trafficPolicy: secret("{}") })],
    ["binding", set("inside", { bindings: secret(["internal", "public"]) })],
    ["policy", within("policed", "trafficPolicy", { value: secret("on_http_request: []") })],
    ["policy where there was none", set("public", { trafficPolicy: { value: secret(PASSWORD) } })],
    ["network", set("office-v4", { cidr: secret("0.0.0.0/0") })],
    ["action", set("partners-guests", { action: secret("allow") })],
    ["IP policies", within("root", "ipRestriction", { ipPolicyIds: secret([id("partners")]) })],
    ["switch of a guard", within("db", "ipRestriction", { enabled: secret(false) })],
    ["switch of a backend", within("db", "backend", { enabled: secret(false) })],
    ["enforcement", set("api-access", { enforced: secret(false) })],
    ["users", within("root", "oauth", { provider: secret({ google: {} }) })],
    [
      "mail domains",
      within("root", "oauth", { provider: { google: { emailDomains: secret(["example.org"]) } } }),
    ],
    ["groups", within("admin", "saml", { authorizedGroups: secret([]) })],
    ["issuer", within("sso", "oidc", { issuer: secret("https://other.example.com") })],
    ["webhook provider", within("hook", "webhookVerification", { provider: secret("stripe") })],
    ["user agents", within("agents", "userAgentFilter", { allow: secret([]) })],
    ["authorities", within("api", "mutualTls", { certificateAuthorityIds: secret([id("ca-b")]) })],
    ["TLS floor", within("internal", "tlsTermination", { minVersion: secret("1.0") })],
    ["whole module", set("db", { ipRestriction: secret({ enabled: false, ipPolicyIds: [] }) })],
  ] as const
).map(([name, apply]): Edit => ({ kind: KIND, name, apply, isUnseen: true }));
