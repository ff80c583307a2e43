import { resource } from "../program";
import { add, all, type Edit, id, ofKind, remove, set, unset, within } from "./tools";

/** Edits that change several guards at once. */
export const compound: readonly Edit[] = ofKind("compound", {
  "network for sign-on": all(
    unset("root", "ipRestriction"),
    within("root", "oauth", { provider: { google: { emailAddresses: ["guest@partner.test"] } } }),
  ),
  "everything off one route": unset("root", "ipRestriction", "oauth"),
  "wider rule, fewer policies": all(
    set("office-v4", { cidr: "203.0.112.0/23" }),
    within("internal", "ipRestriction", { ipPolicyIds: [id("partners")] }),
  ),
  "route removed, the one below it widened": all(
    remove("admin"),
    within("root", "ipRestriction", { ipPolicyIds: [id("office"), id("spare")] }),
  ),
  "hostport moves between edges": {
    apply: all(
      set("web", { hostports: ["app.example.com:443"] }),
      set("api", { hostports: ["api.example.com:443", "www.example.com:443"] }),
    ),
    back: set("web", { hostports: ["app.example.com:443"] }),
    isUnseen: true,
  },
  "module instead of single module": all(
    remove("cache-ips"),
    set("cache", { ipRestriction: { ipPolicyIds: [id("office")] } }),
  ),
  "guard off and restriction on": all(
    unset("db", "ipRestriction"),
    add(
      "db",
      resource("IpRestriction", "everything", {
        type: "endpoints",
        ipPolicyIds: [id("partners")],
        enforced: true,
      }),
    ),
  ),
  "open route that is not served": all(unset("upload", "ipRestriction"), unset("upload", "backend")),
  "two guards for each other": all(
    within("internal", "mutualTls", { enabled: false }),
    within("internal", "ipRestriction", { ipPolicyIds: [id("office")] }),
  ),
});
