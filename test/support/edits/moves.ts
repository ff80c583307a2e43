import { all, type Edit, id, ofKind, set, unset } from "./tools";

const KIND = "moved and opened";
const ALONE = "moved";

const web = (...names: string[]) => set("web", { hostports: names.map((name) => `${name}.example.com:443`) });

/** Edits that move an address to another place; some also remove a guard. */
export const moves: readonly Edit[] = [
  ...ofKind(ALONE, {
    "hosts of an edge": web("new", "other"),
    "match of a route": set("admin", { match: "/manage" }),
  }),
  ...ofKind(KIND, {
    "hosts of an edge": all(web("new", "other"), unset("root", "ipRestriction")),
    "one host of an edge": all(web("app", "other"), unset("admin", "saml", "ipRestriction")),
    "match of a route": all(
      set("admin", { match: "/public/manage" }),
      unset("admin", "saml", "ipRestriction"),
    ),
    "route to another edge": set("api-root", { edgeId: id("web"), match: "/api" }),
    "hostport of a TCP edge": all(
      set("db", { hostports: ["db2.example.com:5432"] }),
      unset("db", "ipRestriction"),
    ),
    "hostport of a TLS edge": all(
      set("internal", { hostports: ["inner.example.com:443"] }),
      unset("internal", "mutualTls"),
    ),
    "URL of an endpoint": set("status", { url: "https://state.example.com", trafficPolicy: "{}" }),
  }),
];
