import { textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { notes } from "../schema/responses";
import { limitedNotes } from "./shared";

/** API reference: "IP policy". One that is in use may be deleted: referrers treat it as having zero rules. */
export const ipPolicy: Family = {
  stem: "ip-policy",
  name: "IpPolicy",
  section: "IP policy",
  collection: "/ip_policies",
  listKey: "ip_policies",
  filtered: true,
  idPrefix: "ipp",
  operations: EVERY_OPERATION,
  create: limitedNotes,
  update: ["description", "metadata"],
  response: notes,
  deleted({ account: { storage } }, policy) {
    for (const rule of [...storage.all("/ip_policy_rules")])
      if (textOf(rule.fields.ip_policy_id) === policy.id) storage.delete("/ip_policy_rules", rule.id);
  },
};
