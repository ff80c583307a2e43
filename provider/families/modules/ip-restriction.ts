import { ids, object } from "../../family/fields";
import { enabled } from "./enabled";

/** API reference, "EndpointIPPolicyMutate". */
export const ipRestrictionShape = {
  enabled,
  ipPolicyIds: ids("Ids of the IpPolicy objects that decide. The order has no meaning.", "ip_policies", {
    unset: { sends: [] },
    refersTo: ["IpPolicy"],
  }).optional(),
};

export const ipRestriction = object(
  ipRestrictionShape,
  "IP restriction module: from which source addresses traffic is accepted.",
  { significantWhenEmpty: true },
);
