import { ids, type Rule } from "../../family/fields";
import { edgeModule } from "./edge-module";

/** Observed at the service (7025). A module that is off restricts nothing. */
const requiredIpPolicy: Rule = {
  keys: ["enabled", "ipPolicyIds"],
  at: "ipPolicyIds",
  newOnly: true,
  text: "`ipPolicyIds` names at least one IpPolicy, unless `enabled` is false.",
  violation: ({ enabled: isOn, ipPolicyIds }) =>
    isOn !== false && (ipPolicyIds === undefined || (Array.isArray(ipPolicyIds) && ipPolicyIds.length === 0))
      ? "must name at least one IpPolicy: to lift the restriction, set enabled to false or remove ipRestriction"
      : undefined,
};

/** API reference, "EndpointIPPolicyMutate". */
export const ipRestriction = edgeModule(
  "guard",
  {
    ipPolicyIds: ids("Ids of the IpPolicy objects to apply. Order is ignored.", "ip_policies", {
      unset: { sends: [] },
      refersTo: ["IpPolicy"],
    }).optional(),
  },
  "IP restriction module: accepts traffic only from allowed source addresses.",
  { rules: [requiredIpPolicy] },
);
