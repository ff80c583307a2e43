import { defineResource } from "../family/resource";
import { limitedNotes, stamps } from "./common";

export const ipPolicy = defineResource({
  name: "IpPolicy",
  plural: "IpPolicies",
  summary:
    "A named group of source addresses; each IpPolicyRule adds one. It has no effect until an IpRestriction or the IP restriction module of an edge or route refers to it. References to a deleted policy act as if it had no rules.",
  section: "IP policy",
  path: "/ip_policies",
  filterableBy: ["description", "metadata"],
  inputs: {
    ...limitedNotes("Which source addresses the policy covers."),
  },
  update: ["description", "metadata"],
  outputs: stamps,
  deletableInUse: true,
});
