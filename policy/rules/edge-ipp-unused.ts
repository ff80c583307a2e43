import * as edge from "../../sdk";
import { isOfClass } from "../classes";
import { reference, stackRule } from "../rule";

export const edgeIppUnused = stackRule({
  id: "edge-ipp-unused",
  severity: "low",
  title: "An IP policy should be used.",
  reason: "A policy without references doesn't protect anything.",
  source: [reference("IP policy")],
  advice:
    "Refer to the policy in an IpRestriction, an ipRestriction module, or a traffic policy, export its id as a stack output, or delete it.",
  check: (account) =>
    account.of(edge.IpPolicy).flatMap(({ resource }) => {
      // The rules of the policy itself don't count.
      const users = account.referrers(resource).filter((user) => !isOfClass(user, edge.IpPolicyRule));
      return users.length > 0 || account.isExported(resource)
        ? []
        : [{ at: resource, message: "nothing refers to the policy: use or delete it." }];
    }),
});
