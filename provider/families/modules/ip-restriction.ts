import { ids, object, type Rule } from "../../family/fields";
import { enabled } from "./enabled";

/** API reference, "EndpointIPPolicyMutate". */
export const ipRestrictionShape = {
  enabled,
  ipPolicyIds: ids("Ids of the IpPolicy objects to apply. Order is ignored.", "ip_policies", {
    unset: { sends: [] },
    refersTo: ["IpPolicy"],
  }).optional(),
};

/** Observed at the service (7025). A module that is off restricts nothing. */
export const requiredIpPolicy: Rule = {
  keys: ["enabled", "ipPolicyIds"],
  at: "ipPolicyIds",
  ofNew: true,
  text: "`ipPolicyIds` names at least one IpPolicy, unless `enabled` is false.",
  broken: ({ enabled: isOn, ipPolicyIds }) =>
    isOn !== false && (ipPolicyIds === undefined || (Array.isArray(ipPolicyIds) && ipPolicyIds.length === 0))
      ? "must name at least one IpPolicy: to lift the restriction, set enabled to false or remove ipRestriction"
      : undefined,
};

export const ipRestriction = object(
  ipRestrictionShape,
  "IP restriction module: accepts traffic only from allowed source addresses.",
  { significantWhenEmpty: true, rules: [requiredIpPolicy] },
);
