import * as edge from "../../sdk";
import { isOfClass } from "../classes";
import { stackRule } from "../rule";
import { reference } from "../sources";

export const edgeIppUnused = stackRule({
  id: "edge-ipp-unused",
  severity: "low",
  title: "An IP policy should be used by something.",
  reason:
    "A policy applies to no traffic until something refers to it. It looks like protection, but is none.",
  source: [reference("IP policy")],
  advice:
    "Refer to the policy in an IpRestriction, an ipRestriction module or a traffic policy, export its id as an output of the stack for other programs, or delete it.",
  check: (account) =>
    account.of(edge.IpPolicy).flatMap(({ resource }) => {
      // Its own rules are parts of the policy, not uses of it.
      const users = account.referrers(resource).filter((user) => !isOfClass(user, edge.IpPolicyRule));
      return users.length > 0 || account.isExported(resource)
        ? []
        : [{ at: resource, message: "nothing refers to the policy: use or delete it." }];
    }),
});
