import { EVERY_OPERATION, type Family } from "../schema/family";
import { boolean, ids, string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { limitedNotes } from "./shared";

const POLICIES = ["/ip_policies"];

/** API reference: "IP restriction". */
export const ipRestriction: Family = {
  stem: "ip-restriction",
  name: "IpRestriction",
  section: "IP restriction",
  collection: "/ip_restrictions",
  listKey: "ip_restrictions",
  filtered: true,
  idPrefix: "ipx",
  operations: EVERY_OPERATION,
  create: {
    ...limitedNotes,
    enforced: boolean(false),
    type: string({ required: true, enum: ["dashboard", "api", "agent", "endpoints"] }),
    ip_policy_ids: ids({ to: POLICIES, as: "ip_policies" }, { required: true }),
  },
  update: ["description", "metadata", "enforced", "ip_policy_ids"],
  response: {
    ...notes,
    enforced: returned.boolean(),
    type: returned.string(),
    ip_policies: returned.refs("ip_policy_ids", POLICIES),
  },
};
