import { isIP } from "node:net";
import { parseCidr } from "cidr-tools";

/** A range of addresses, by its first and its last one. */
export interface Network {
  readonly address: string;
  readonly version: 4 | 6;
  /** Bits that all addresses of it have in common. */
  readonly bits: number;
  readonly first: bigint;
  readonly last: bigint;
}

/** A CIDR, or an address as a range of one; undefined for anything else. An address with a zone (`%eth0`) is none. */
export function readNetwork(text: string): Network | undefined {
  const [address = "", prefix, ...more] = text.split("/");
  if (isIP(address) === 0 || address.includes("%") || more.length > 0) return undefined;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return undefined;
  const { start, end, version, prefix: bits } = parseCidr(text);
  if (Number(bits) > (version === 4 ? 32 : 128)) return undefined;
  return { address, version, bits: Number(bits), first: start, last: end };
}
