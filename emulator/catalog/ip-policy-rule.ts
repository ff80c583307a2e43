import { notes, shown } from "../schema/answers";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { cidr } from "../schema/formats";
import { id, string } from "../schema/params";
import { limitedNotes } from "./shared";

const POLICIES = ["/ip_policies"];

/** Assumed by convention: the reference has policies but not their rules. */
export const ipPolicyRule: Family = {
  stem: "ip-policy-rule",
  name: "IpPolicyRule",
  section: "IP policy",
  byConvention: true,
  collection: "/ip_policy_rules",
  listKey: "ip_policy_rules",
  filtered: true,
  idPrefix: "ipr",
  operations: EVERY_OPERATION,
  create: {
    ...limitedNotes,
    ip_policy_id: id({ to: POLICIES, as: "ip_policy" }, { required: true }),
    cidr: string({ required: true, format: cidr }),
    action: string({ required: true, enum: ["allow", "deny"] }),
  },
  update: ["description", "metadata", "cidr"],
  answer: {
    ...notes,
    ip_policy: shown.ref("ip_policy_id", POLICIES, { nullable: false }),
    cidr: shown.string(),
    action: shown.string(),
  },
};
