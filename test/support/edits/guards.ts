import { rule } from "./base";
import { add, type Edit, id, remove, set, unset, within } from "./tools";

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

const SINGLES = ["shared-mtls", "shared-tls", "cache-ips"];

export const guardsOff: readonly Edit[] = [
  ...GUARDED.flatMap(([name, module]): Edit[] => [
    { kind: "guard removed", name: `${name}.${module}`, apply: unset(name, module) },
    { kind: "guard disabled", name: `${name}.${module}`, apply: within(name, module, { enabled: false }) },
  ]),
  ...SINGLES.flatMap((name): Edit[] => [
    {
      kind: "single module removed",
      name,
      apply: remove(name),
      ...(name === "shared-tls" && { isUnseen: true }),
    },
    {
      kind: "single module disabled",
      name,
      apply: set(name, { enabled: false }),
      ...(name === "shared-tls" && { isUnseen: true }),
    },
  ]),
];

export const ipPolicies: readonly Edit[] = [
  ["root", ["office", "partners"]],
  ["root", ["partners"]],
  ["root", []],
  ["admin", ["office"]],
  ["admin", ["blocked"]],
  ["admin", ["office", "blocked", "spare"]],
  ["upload", ["partners", "office"]],
  ["internal", ["office"]],
  ["internal", ["office", "partners", "blocked"]],
  ["db", ["partners", "blocked"]],
].map(([name, policies]): Edit => {
  const ids = (policies as string[]).map(id);
  return {
    kind: "IP policies of a module",
    name: `${name as string}: ${(policies as string[]).join(" ")}`,
    apply: within(name as string, "ipRestriction", { ipPolicyIds: ids }),
  };
});

export const rules: readonly Edit[] = [
  { kind: "rule widened", name: "office-v4", apply: set("office-v4", { cidr: "203.0.112.0/23" }) },
  { kind: "rule widened", name: "to everybody", apply: set("office-v4", { cidr: "0.0.0.0/0" }) },
  { kind: "rule narrowed", name: "office-v4", apply: set("office-v4", { cidr: "203.0.113.0/25" }) },
  { kind: "rule narrowed", name: "office-v6", apply: set("office-v6", { cidr: "2001:db8:1::/48" }) },
  { kind: "rule moved", name: "office-v4", apply: set("office-v4", { cidr: "192.0.2.0/24" }) },
  { kind: "rule turned round", name: "partners-guests", apply: set("partners-guests", { action: "allow" }) },
  { kind: "rule turned round", name: "office-v4", apply: set("office-v4", { action: "deny" }) },
  { kind: "rule removed", name: "partners-guests", apply: remove("partners-guests") },
  { kind: "rule removed", name: "office-v6", apply: remove("office-v6") },
  { kind: "rule removed", name: "partners-all", apply: remove("partners-all") },
  {
    kind: "rule added",
    name: "office-berlin",
    apply: add("office", rule("office-berlin", "office", "192.0.2.0/25")),
  },
  {
    kind: "rule added",
    name: "partners-no",
    apply: add("partners", rule("partners-no", "partners", "198.51.100.7/32", "deny")),
  },
  {
    kind: "rule added",
    name: "in blocked",
    apply: add("blocked", rule("in-blocked", "blocked", "192.0.2.0/24")),
  },
  {
    kind: "rule given to another policy",
    name: "spare-home",
    apply: set("spare-home", { ipPolicyId: id("partners") }),
  },
];
