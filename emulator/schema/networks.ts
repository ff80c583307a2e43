import { parseCidr } from "cidr-tools";
import { type AddressRange, readCidr } from "../../traffic-policy/language/networks";

/** A range of addresses, by its first and its last one. */
export interface Network extends AddressRange {
  readonly first: bigint;
  readonly last: bigint;
}

/** A CIDR, or an address as a range of one; undefined for anything else, also for one with white space around it. */
export function readNetwork(text: string): Network | undefined {
  const range = text === text.trim() ? readCidr(text) : undefined;
  if (!range) return undefined;
  const { start, end } = parseCidr(text);
  return { ...range, first: start, last: end };
}
