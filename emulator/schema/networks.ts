import { parseCidr } from "cidr-tools";
import { type AddressRange, readCidr } from "../../traffic-policy/language/networks";

/** An address range with its first and its last address. */
export interface Network extends AddressRange {
  readonly first: bigint;
  readonly last: bigint;
}

/** A CIDR, or an address as a range of one; undefined for anything else, including surrounding whitespace. */
export function readNetwork(text: string): Network | undefined {
  const range = text === text.trim() ? readCidr(text) : undefined;
  if (!range) return undefined;
  const { start, end } = parseCidr(text);
  return { ...range, first: start, last: end };
}
