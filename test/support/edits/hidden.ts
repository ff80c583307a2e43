import { secret } from "../program";
import { JWT, PASSWORD } from "./base";
import { type Edit, id, ofKind, set, unseen, within } from "./tools";

const KIND = "value that the program keeps secret";

/** Values hidden from the preview may be anything: the verdict has to allow for that. */
export const hidden: readonly Edit[] = ofKind(KIND, {
  "policy of an endpoint": unseen(set("status", { trafficPolicy: secret(JWT) })),
  "empty policy of an endpoint": unseen(set("status", { trafficPolicy: secret("{}") })),
  binding: unseen(set("inside", { bindings: secret(["internal", "public"]) })),
  policy: unseen(within("policed", "trafficPolicy", { value: secret("on_http_request: []") })),
  "policy where there was none": unseen(set("public", { trafficPolicy: { value: secret(PASSWORD) } })),
  network: unseen(set("office-v4", { cidr: secret("0.0.0.0/0") })),
  action: unseen(set("partners-guests", { action: secret("allow") })),
  "IP policies": unseen(within("root", "ipRestriction", { ipPolicyIds: secret([id("partners")]) })),
  "switch of a guard": unseen(within("db", "ipRestriction", { enabled: secret(false) })),
  "switch of a backend": unseen(within("db", "backend", { enabled: secret(false) })),
  enforcement: unseen(set("api-access", { enforced: secret(false) })),
  users: unseen(within("root", "oauth", { provider: secret({ google: {} }) })),
  "mail domains": unseen(
    within("root", "oauth", { provider: { google: { emailDomains: secret(["example.org"]) } } }),
  ),
  groups: unseen(within("admin", "saml", { authorizedGroups: secret([]) })),
  issuer: unseen(within("sso", "oidc", { issuer: secret("https://other.example.com") })),
  "webhook provider": unseen(within("hook", "webhookVerification", { provider: secret("stripe") })),
  "user agents": unseen(within("agents", "userAgentFilter", { allow: secret([]) })),
  authorities: unseen(within("api", "mutualTls", { certificateAuthorityIds: secret([id("ca-b")]) })),
  "TLS floor": unseen(within("internal", "tlsTermination", { minVersion: secret("1.0") })),
  "whole module": unseen(set("db", { ipRestriction: secret({ enabled: false, ipPolicyIds: [] }) })),
});
