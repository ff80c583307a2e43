import { ids } from "../../family/fields";
import { edgeModule, requiredIfEnabled } from "./edge-module";

/** Observed in the service (error 7025). A module that is off restricts nothing. */
const requiredIpPolicy = requiredIfEnabled(
  "ipPolicyIds",
  "must name at least one IpPolicy: to lift the restriction, set enabled to false or remove the module",
  "`ipPolicyIds` names at least one IpPolicy",
);

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
