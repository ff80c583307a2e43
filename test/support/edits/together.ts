import { add, all, type Edit, id, remove, set, unset, within } from "./tools";

/** Edits that change several guards at once. */
export const compound: readonly Edit[] = [
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
