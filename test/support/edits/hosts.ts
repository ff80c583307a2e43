import { resource } from "../program";
import { route } from "./base";
import { add, all, type Edit, id, ofKind, remove, set, unset, within } from "./tools";

const KIND = "host below a wildcard";

/** Edits around edges that serve a wildcard: their routes tell hosts apart, and edges with a closer hostport do. */
export const wildcards: readonly Edit[] = ofKind(KIND, {
  "guard removed": unset("tenants-admin", "ipRestriction"),
  "guard removed, by port": unset("tenants-upload", "ipRestriction"),
  "guard of the others removed": unset("tenants-root", "ipRestriction"),
  "route removed": remove("tenants-admin"),
  "route for another host": set("tenants-admin", { match: "boss.tenants.example.com/" }),
  "route for all hosts": set("tenants-upload", { match: "/in" }),
  "route of a longer path": add(
    "tenants-admin",
    route("tenants-open", "tenants", "admin.tenants.example.com/open"),
  ),
  "edge of its own": add(
    "tenants",
    resource("HttpsEdge", "own", { hostports: ["admin.tenants.example.com:443"] }),
    route("own-root", "own", "/"),
  ),
  "closer wildcard": add(
    "tenants",
    resource("HttpsEdge", "closer", { hostports: ["*.eu.tenants.example.com:443"] }),
    route("closer-root", "closer", "/"),
  ),
  "one host in place of the wildcard": set("tenants", { hostports: ["admin.tenants.example.com:443"] }),
  "TLS edge of its own": add(
    "fallback",
    resource("TlsEdge", "own", {
      hostports: ["a.fallback.example.com:443"],
      backend: { backendId: id("api-tunnels") },
    }),
  ),
  "TLS edge of its own, as guarded": add(
    "fallback",
    resource("TlsEdge", "own", {
      hostports: ["a.fallback.example.com:443"],
      backend: { backendId: id("api-tunnels") },
      ipRestriction: { ipPolicyIds: [id("office")] },
    }),
  ),
  "wildcard opened, one host guarded as before": all(
    within("fallback", "ipRestriction", { enabled: false }),
    add(
      "cache",
      resource("TlsEdge", "own", {
        hostports: ["a.fallback.example.com:443"],
        backend: { backendId: id("api-tunnels") },
        ipRestriction: { ipPolicyIds: [id("office")] },
      }),
    ),
  ),
});
