import { all, type Edit, id, set, unset } from "./tools";

const KIND = "moved and opened";
const ALONE = "moved";

const web = (...names: string[]) => set("web", { hostports: names.map((name) => `${name}.example.com:443`) });

/** Edits that move an address to another place; some also remove a guard. */
export const moves: readonly Edit[] = [
  { kind: ALONE, name: "hosts of an edge", apply: web("new", "other") },
  { kind: KIND, name: "hosts of an edge", apply: all(web("new", "other"), unset("root", "ipRestriction")) },
  {
    kind: KIND,
    name: "one host of an edge",
    apply: all(web("app", "other"), unset("admin", "saml", "ipRestriction")),
  },
  { kind: ALONE, name: "match of a route", apply: set("admin", { match: "/manage" }) },
  {
    kind: KIND,
    name: "match of a route",
    apply: all(set("admin", { match: "/public/manage" }), unset("admin", "saml", "ipRestriction")),
  },
  { kind: KIND, name: "route to another edge", apply: set("api-root", { edgeId: id("web"), match: "/api" }) },
  {
    kind: KIND,
    name: "hostport of a TCP edge",
    apply: all(set("db", { hostports: ["db2.example.com:5432"] }), unset("db", "ipRestriction")),
  },
  {
    kind: KIND,
    name: "hostport of a TLS edge",
    apply: all(set("internal", { hostports: ["inner.example.com:443"] }), unset("internal", "mutualTls")),
  },
  {
    kind: KIND,
    name: "URL of an endpoint",
    apply: set("status", { url: "https://state.example.com", trafficPolicy: "{}" }),
  },
];
