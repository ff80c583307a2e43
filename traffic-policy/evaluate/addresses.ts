import { readRange } from "../language/networks";
import type { Run } from "./run";

export interface AddressRules {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

export interface AddressVerdict {
  readonly allowed: boolean;
  /** The range that decided; empty if no range contains the address. */
  readonly matched: string;
}

/**
 * Checks an address: it must be in an allowed range and in no denied one. If a narrower rule of an IP policy allows what a
 * wider one denies, the API reference doesn't say which wins, so both outcomes are explored.
 *
 * @param inline - Ranges in the action itself, whose deny list always wins.
 */
export function checkAddress(
  run: Run,
  address: string,
  policies: AddressRules,
  inline: AddressRules = { allow: [], deny: [] },
): AddressVerdict {
  const denied = narrowest(address, inline.deny);
  if (denied) return { allowed: false, matched: denied.cidr };
  const allowedRange = narrowest(address, policies.allow);
  const deniedRange = narrowest(address, policies.deny);
  const isNarrower =
    allowedRange !== undefined && deniedRange !== undefined && allowedRange.bits > deniedRange.bits;
  if (isNarrower && run.fork("whether the narrower range of an IP policy wins", 2) === 0)
    return { allowed: true, matched: allowedRange.cidr };
  if (deniedRange) return { allowed: false, matched: deniedRange.cidr };
  const found = allowedRange ?? narrowest(address, inline.allow);
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
