import { route } from "./base";
import { add, all, type Edit, id, remove, set, unset, within } from "./tools";

const KIND = "host below a wildcard";

/** Edits around edges that serve a wildcard: their routes tell hosts apart, and edges with a closer hostport do. */
export const wildcards: readonly Edit[] = [
  { kind: KIND, name: "guard removed", apply: unset("tenants-admin", "ipRestriction") },
  { kind: KIND, name: "guard removed, by port", apply: unset("tenants-upload", "ipRestriction") },
  { kind: KIND, name: "guard of the others removed", apply: unset("tenants-root", "ipRestriction") },
  { kind: KIND, name: "route removed", apply: remove("tenants-admin") },
  {
    kind: KIND,
    name: "route for another host",
    apply: set("tenants-admin", { match: "boss.tenants.example.com/" }),
  },
  { kind: KIND, name: "route for all hosts", apply: set("tenants-upload", { match: "/in" }) },
  {
    kind: KIND,
    name: "route of a longer path",
    apply: add("tenants-admin", route("tenants-open", "tenants", "admin.tenants.example.com/open")),
  },
  {
    kind: KIND,
    name: "edge of its own",
    apply: add(
      "tenants",
      { class: "HttpsEdge", name: "own", inputs: { hostports: ["admin.tenants.example.com:443"] } },
      route("own-root", "own", "/"),
    ),
  },
  {
    kind: KIND,
    name: "closer wildcard",
    apply: add(
      "tenants",
      { class: "HttpsEdge", name: "closer", inputs: { hostports: ["*.eu.tenants.example.com:443"] } },
      route("closer-root", "closer", "/"),
    ),
  },
  {
    kind: KIND,
    name: "one host in place of the wildcard",
    apply: set("tenants", { hostports: ["admin.tenants.example.com:443"] }),
  },
  {
    kind: KIND,
    name: "TLS edge of its own",
    apply: add("fallback", {
      class: "TlsEdge",
      name: "own",
      inputs: { hostports: ["a.fallback.example.com:443"], backend: { backendId: id("api-tunnels") } },
    }),
  },
  {
    kind: KIND,
    name: "TLS edge of its own, as guarded",
    apply: add("fallback", {
      class: "TlsEdge",
      name: "own",
      inputs: {
        hostports: ["a.fallback.example.com:443"],
        backend: { backendId: id("api-tunnels") },
        ipRestriction: { ipPolicyIds: [id("office")] },
      },
    }),
  },
  {
    kind: KIND,
    name: "wildcard opened, one host guarded as before",
    apply: all(
      within("fallback", "ipRestriction", { enabled: false }),
      add("cache", {
        class: "TlsEdge",
        name: "own",
        inputs: {
          hostports: ["a.fallback.example.com:443"],
          backend: { backendId: id("api-tunnels") },
          ipRestriction: { ipPolicyIds: [id("office")] },
        },
      }),
    ),
  },
];
