import { readRange } from "../language/networks";
import type { Run } from "./run";

export interface AddressRules {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

/**
 * Checks that an address is in an allowed range and in no denied one. The API reference doesn't say whether a narrower
 * allowed range of an IP policy wins over a wider denied one, so both outcomes are explored.
 *
 * @param inline - Ranges of the action, whose deny list always wins.
 * @returns `matched` is the range that decided; empty if no range contains the address.
 */
export function checkAddress(
  run: Run,
  address: string,
  policies: AddressRules,
  inline: AddressRules = { allow: [], deny: [] },
): { readonly allowed: boolean; readonly matched: string } {
  const denied = narrowest(address, inline.deny);
  if (denied) return { allowed: false, matched: denied.cidr };
  const allowedRange = narrowest(address, policies.allow);
  const deniedRange = narrowest(address, policies.deny);
  const isNarrower =
    allowedRange !== undefined && deniedRange !== undefined && allowedRange.bits > deniedRange.bits;
  if (isNarrower && run.fork("whether the narrower range of an IP policy wins", 2) === 0)
    return { allowed: true, matched: allowedRange.cidr };
  if (deniedRange) return { allowed: false, matched: deniedRange.cidr };
  const allowing = allowedRange ?? narrowest(address, inline.allow);
  return { allowed: allowing !== undefined, matched: allowing?.cidr ?? "" };
}

function narrowest(address: string, cidrs: readonly string[]): { cidr: string; bits: number } | undefined {
  const matches = cidrs.flatMap((cidr) => {
    const range = readRange(cidr);
    return range?.has(address) ? [{ cidr, bits: range.bits }] : [];
  });
  return matches.sort((a, b) => b.bits - a.bits)[0];
}
