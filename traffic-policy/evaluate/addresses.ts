import { BlockList, isIP } from "node:net";
import { readCidr } from "../language/networks";
import type { Run } from "./run";

/** An address range with the number of its fixed bits. */
interface Range {
  readonly bits: number;
  has(address: string): boolean;
}

/** Which addresses may pass. */
export interface AddressRules {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

/** Lower case and short. An address of version 4 inside one of version 6 is the one of version 4: assumed by convention. */
export function canonicalAddress(address: string): string {
  if (!address.includes(":")) return address;
  const short = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bytes = Buffer.from(high.padStart(4, "0") + low.padStart(4, "0"), "hex");
  return bytes.join(".");
}

/** Bits of an address of version 6 before one of version 4 that is inside. */
const BITS_BEFORE = 96;

/** An address or CIDR; undefined for anything else. Bits of a host are left out of account. */
export function readRange(cidr: string): Range | undefined {
  const network = readCidr(cidr);
  if (!network) return undefined;
  const { address, bits, version } = network;
  const inside = canonicalAddress(address);
  const isInside = version === 6 && isIP(inside) === 4 && bits >= BITS_BEFORE;
  if (isInside) return rangeOf(inside, bits - BITS_BEFORE);
  return rangeOf(address, bits);
}

function rangeOf(address: string, bits: number): Range {
  const version = isIP(address);
  const family = version === 4 ? "ipv4" : "ipv6";
  const blocks = new BlockList();
  blocks.addSubnet(address, bits, family);
  return { bits, has: (other) => isIP(other) === version && blocks.check(other, family) };
}

/** What rules say of an address. */
export interface Verdict {
  readonly allowed: boolean;
  /** The range that settled it, empty if none has the address. */
  readonly matched: string;
}

/**
 * An address passes if an allowed range has it and no denied one. Where a narrower rule of an IP policy allows what a
 * wider one denies, the reference doesn't say which of them wins.
 *
 * @param inline - Ranges that an action lists itself: a denied one wins over anything.
 */
export function judge(
  run: Run,
  address: string,
  policies: AddressRules,
  inline: AddressRules = { allow: [], deny: [] },
): Verdict {
  const denied = narrowest(address, inline.deny);
  if (denied) return { allowed: false, matched: denied.cidr };
  const allowing = narrowest(address, policies.allow);
  const denying = narrowest(address, policies.deny);
  const isNarrower = allowing !== undefined && denying !== undefined && allowing.bits > denying.bits;
  if (isNarrower && run.fork("whether the narrower range of an IP policy wins", 2) === 0)
    return { allowed: true, matched: allowing.cidr };
  if (denying) return { allowed: false, matched: denying.cidr };
  const found = allowing ?? narrowest(address, inline.allow);
  return { allowed: found !== undefined, matched: found?.cidr ?? "" };
}

function narrowest(address: string, cidrs: readonly string[]): { cidr: string; bits: number } | undefined {
  let found: { cidr: string; bits: number } | undefined;
  for (const cidr of cidrs) {
    const range = readRange(cidr);
    if (range?.has(address) && (found === undefined || range.bits > found.bits))
      found = { cidr, bits: range.bits };
  }
  return found;
}
