import { reject } from "../failure";
import { textOf, textsOf } from "../json";
import type { Behavior } from "../schema/family";
import { readNetwork } from "../schema/networks";
import { conflictingObject } from "./in-use";

/** API reference: a policy in use may be deleted; referrers treat it as having zero rules. */
export const ipPolicy: Behavior = {
  onDelete({ account: { storage } }, policy) {
    for (const rule of [...storage.all("/ip_policy_rules")])
      if (textOf(rule.fields.ip_policy_id) === policy.id) storage.delete("/ip_policy_rules", rule.id);
  },
};

export const ipPolicyRule: Behavior = {
  check(call, fields, previous) {
    if (!textOf(fields.cidr).includes("/"))
      reject(call, 1413, `${textOf(fields.cidr)} has no prefix length.`, "cidr");
    if (hasHostBits(textOf(fields.cidr)))
      reject(call, 1409, `${textOf(fields.cidr)} must begin with the lowest address of its range.`, "cidr");
    const network = canonicalNetwork(textOf(fields.cidr));
    const duplicate = conflictingObject(
      call,
      "/ip_policy_rules",
      previous,
      ({ ip_policy_id, cidr }) =>
        ip_policy_id === fields.ip_policy_id && canonicalNetwork(textOf(cidr)) === network,
    );
    if (duplicate)
      reject(call, 1408, `${duplicate.id} of the same policy already has ${textOf(fields.cidr)}.`, "cidr");
  },
  refuseDeletion(call, { id, fields }) {
    const { storage } = call.account;
    const isOnly = !storage
      .all("/ip_policy_rules")
      .some((rule) => rule.id !== id && rule.fields.ip_policy_id === fields.ip_policy_id);
    const user = storage
      .all("/ip_restrictions")
      .find(
        (restriction) =>
          restriction.fields.type === "dashboard" &&
          textsOf(restriction.fields.ip_policy_ids).includes(textOf(fields.ip_policy_id)),
      );
    if (isOnly && user) reject(call, 1419, `${id} is the only rule, and ${user.id} uses its policy.`);
  },
};

/** True if an address is not the lowest one of its range. */
function hasHostBits(cidr: string): boolean {
  const network = readNetwork(cidr);
  return network !== undefined && network.first !== readNetwork(network.address)?.first;
}

/** Returns the same text for all spellings of a network. */
function canonicalNetwork(cidr: string): string {
  const { version, first, last } = readNetwork(cidr) ?? {};
  return `${version} ${first} ${last}`;
}
