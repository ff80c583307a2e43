import { defineResource } from "../family/resource";
import { limitedDescription, limitedMetadata, stamps } from "./common";

/** API reference, section "IP policy". */
export const ipPolicy = defineResource({
  name: "IpPolicy",
  plural: "IpPolicies",
  summary:
    "A named group of source addresses, filled with IpPolicyRule. It applies to no traffic until an IpRestriction or the IP restriction module of an edge or route refers to it. Once deleted, whatever still refers to it treats it as a policy without rules.",
  section: "IP policy",
  path: "/ip_policies",
  listKey: "ip_policies",
  filtered: ["description", "metadata"],
  inputs: {
    description: limitedDescription("Which source addresses the policy is about."),
    metadata: limitedMetadata,
  },
  update: ["description", "metadata"],
  outputs: stamps,
  goesInUse: true,
});
