import { ids, object, type Rule } from "../../family/fields";
import { enabled } from "./enabled";

/** API reference, "EndpointIPPolicyMutate". */
export const ipRestrictionShape = {
  enabled,
  ipPolicyIds: ids("Ids of the IpPolicy objects that decide. The order has no meaning.", "ip_policies", {
    unset: { sends: [] },
    refersTo: ["IpPolicy"],
  }).optional(),
};

/** Observed at the service (7025). A module that is off restricts nothing. */
export const someIpPolicy: Rule = {
  keys: ["enabled", "ipPolicyIds"],
  at: "ipPolicyIds",
  ofNew: true,
  text: "`ipPolicyIds` names an IpPolicy or more, unless `enabled` is false.",
  broken: ({ enabled: isOn, ipPolicyIds }) =>
    isOn !== false && (ipPolicyIds === undefined || (Array.isArray(ipPolicyIds) && ipPolicyIds.length === 0))
      ? "must name an IpPolicy or more: to lift the restriction, set enabled to false or remove ipRestriction"
      : undefined,
};

export const ipRestriction = object(
  ipRestrictionShape,
  "IP restriction module: from which source addresses traffic is accepted.",
  { significantWhenEmpty: true, rules: [someIpPolicy] },
);
