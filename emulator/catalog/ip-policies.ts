import { parseCidr } from "cidr-tools";
import { readCidr } from "../../traffic-policy/language/networks";
import { reject } from "../failure";
import { asText, textsIn } from "../json";
import type { Behavior } from "../schema/family";
import { conflictingObject } from "./in-use";

/** API reference: a policy in use may be deleted; objects that refer to it then treat it as a policy without rules. */
export const ipPolicy: Behavior = {
  onDelete({ account: { storage } }, policy) {
    for (const rule of [...storage.all("/ip_policy_rules")])
      if (asText(rule.fields.ip_policy_id) === policy.id) storage.delete("/ip_policy_rules", rule.id);
  },
};

export const ipPolicyRule: Behavior = {
  check(call, fields, previous) {
    if (!asText(fields.cidr).includes("/"))
      reject(call, 1413, `${asText(fields.cidr)} has no prefix length.`, "cidr");
    if (hasHostBits(asText(fields.cidr)))
      reject(call, 1409, `${asText(fields.cidr)} must begin with the lowest address of its range.`, "cidr");
    const network = canonicalNetwork(asText(fields.cidr));
    const duplicate = conflictingObject(
      call,
      "/ip_policy_rules",
      previous,
      ({ ip_policy_id, cidr }) =>
        ip_policy_id === fields.ip_policy_id && canonicalNetwork(asText(cidr)) === network,
    );
    if (duplicate)
      reject(call, 1408, `${duplicate.id} of the same policy already has ${asText(fields.cidr)}.`, "cidr");
  },
  refuseDeletion(call, { id, fields }) {
    const { storage } = call.account;
    const policyId = asText(fields.ip_policy_id);
    const rules = storage.all("/ip_policy_rules").filter((rule) => rule.fields.ip_policy_id === policyId);
    const user = storage
      .all("/ip_restrictions")
      .find(
        ({ fields: { type, ip_policy_ids } }) =>
          type === "dashboard" && textsIn(ip_policy_ids).includes(policyId),
      );
    if (rules.length === 1 && user)
      reject(call, 1419, `${id} is the only rule, and ${user.id} uses its policy.`);
  },
};

/** True if an address is not the lowest one of its range. */
function hasHostBits(cidr: string): boolean {
  const network = readCidr(cidr);
  return network !== undefined && parseCidr(cidr).start !== parseCidr(network.address).start;
}

/** Returns the same text for all spellings of a network. */
function canonicalNetwork(cidr: string): string {
  const network = readCidr(cidr);
  if (!network) return "";
  const { start, end } = parseCidr(cidr);
  return `${network.version} ${start} ${end}`;
}
