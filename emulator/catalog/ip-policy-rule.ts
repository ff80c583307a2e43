import { BlockList } from "node:net";
import { textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";

/** Assumed by convention: the reference describes policies but not their rules. */
export const ipPolicyRule: Behaviour = {
  check(call, fields, previous) {
    if (hasHostBits(textOf(fields.cidr)))
      refuseAsService(
        call,
        1409,
        `The CIDR ${textOf(fields.cidr)} must be specified with the lowest address of its range.`,
        "cidr",
      );
    const network = networkOf(textOf(fields.cidr));
    const twin = call.account.storage
      .all("/ip_policy_rules")
      .find(
        (other) =>
          other.id !== previous?.id &&
          other.fields.ip_policy_id === fields.ip_policy_id &&
          networkOf(textOf(other.fields.cidr)) === network,
      );
    if (twin)
      refuseAsService(call, 1408, `The policy has ${textOf(fields.cidr)} in ${twin.id} already.`, "cidr");
  },
};

/** Whether an address is not the lowest one of its range. */
function hasHostBits(cidr: string): boolean {
  const [address = "", bits] = cidr.split("/");
  if (bits === undefined) return false;
  const isNew = address.includes(":");
  const whole = isNew ? binaryOfVersion6(address) : binary(address.split(".").map(Number), 8);
  return whole.slice(Number(bits)).includes("1");
}

const binary = (parts: readonly number[], width: number) =>
  parts.map((part) => part.toString(2).padStart(width, "0")).join("");

function binaryOfVersion6(address: string): string {
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const numbers = (text: string) =>
    binary(
      text
        .split(":")
        .filter(Boolean)
        .map((group) => Number.parseInt(group, 16)),
      16,
    );
  const end = numbers(tail);
  return numbers(head).padEnd(128 - end.length, "0") + end;
}

/** Two spellings of an address mean the same network. */
function networkOf(cidr: string): string {
  const [address = "", bits] = cidr.toLowerCase().split("/");
  const blocks = new BlockList();
  const kind = address.includes(":") ? "ipv6" : "ipv4";
  const longest = kind === "ipv6" ? 128 : 32;
  blocks.addSubnet(address, Number(bits ?? longest), kind);
  return blocks.rules.join();
}
