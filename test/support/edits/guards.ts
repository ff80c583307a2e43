import { rule } from "./base";
import { add, type Edit, id, ofKind, remove, set, unseen, unset, within } from "./tools";

/** The places of each guard module in the base program. */
const GUARDED: readonly (readonly [name: string, module: string])[] = [
  ["root", "ipRestriction"],
  ["root", "oauth"],
  ["admin", "ipRestriction"],
  ["admin", "saml"],
  ["hook", "webhookVerification"],
  ["agents", "userAgentFilter"],
  ["sso", "oidc"],
  ["code", "oauth"],
  ["policed", "trafficPolicy"],
  ["upload", "ipRestriction"],
  ["api", "mutualTls"],
  ["internal", "ipRestriction"],
  ["internal", "mutualTls"],
  ["internal", "trafficPolicy"],
  ["db", "ipRestriction"],
];

export const guardsOff: readonly Edit[] = [
  ...GUARDED.flatMap(([name, module]): Edit[] => [
    { kind: "guard removed", name: `${name}.${module}`, apply: unset(name, module) },
    { kind: "guard disabled", name: `${name}.${module}`, apply: within(name, module, { enabled: false }) },
  ]),
  ...ofKind("single module removed", {
    "shared-mtls": remove("shared-mtls"),
    "shared-tls": unseen(remove("shared-tls")),
    "cache-ips": remove("cache-ips"),
  }),
  ...ofKind("single module disabled", {
    "shared-mtls": set("shared-mtls", { enabled: false }),
    "shared-tls": unseen(set("shared-tls", { enabled: false })),
    "cache-ips": set("cache-ips", { enabled: false }),
  }),
];

const POLICIES: readonly (readonly [name: string, policies: readonly string[]])[] = [
  ["root", ["office", "partners"]],
  ["root", ["partners"]],
  ["admin", ["office"]],
  ["admin", ["blocked"]],
  ["admin", ["office", "blocked", "spare"]],
  ["upload", ["partners", "office"]],
  ["internal", ["office"]],
  ["internal", ["office", "partners", "blocked"]],
  ["db", ["partners", "blocked"]],
];

export const ipPolicies: readonly Edit[] = POLICIES.map(([name, policies]) => ({
  kind: "IP policies of a module",
  name: `${name}: ${policies.join(" ")}`,
  apply: within(name, "ipRestriction", { ipPolicyIds: policies.map(id) }),
}));

export const rules: readonly Edit[] = [
  ...ofKind("rule widened", {
    "office-v4": set("office-v4", { cidr: "203.0.112.0/23" }),
    "to everybody": set("office-v4", { cidr: "0.0.0.0/0" }),
  }),
  ...ofKind("rule narrowed", {
    "office-v4": set("office-v4", { cidr: "203.0.113.0/25" }),
    "office-v6": set("office-v6", { cidr: "2001:db8:1::/48" }),
  }),
  ...ofKind("rule moved", {
    "office-v4": set("office-v4", { cidr: "192.0.2.0/24" }),
  }),
  ...ofKind("rule turned round", {
    "partners-guests": set("partners-guests", { action: "allow" }),
    "office-v4": set("office-v4", { action: "deny" }),
  }),
  ...ofKind("rule removed", {
    "partners-guests": remove("partners-guests"),
    "office-v6": remove("office-v6"),
    "partners-all": remove("partners-all"),
  }),
  ...ofKind("rule added", {
    "office-berlin": add("office", rule("office-berlin", "office", "192.0.2.0/25")),
    "partners-no": add("partners", rule("partners-no", "partners", "198.51.100.7/32", "deny")),
    "in blocked": add("blocked", rule("in-blocked", "blocked", "192.0.2.0/24")),
  }),
  ...ofKind("rule given to another policy", {
    "spare-home": set("spare-home", { ipPolicyId: id("partners") }),
  }),
];
