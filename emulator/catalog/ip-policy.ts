import { textOf } from "../json";
import type { Behaviour } from "../schema/family";

/** API reference: "IP policy". A policy in use may be deleted: referrers treat it as having zero rules. */
export const ipPolicy: Behaviour = {
  deleted({ account: { storage } }, policy) {
    for (const rule of [...storage.all("/ip_policy_rules")])
      if (textOf(rule.fields.ip_policy_id) === policy.id) storage.delete("/ip_policy_rules", rule.id);
  },
};
