import { BlockList, isIP } from "node:net";

/** A range of addresses: those that have the first `bits` bits of `address`. */
export interface AddressRange {
  readonly address: string;
  readonly version: 4 | 6;
  readonly bits: number;
}

/** Reads a CIDR, or an address as a range of one. Undefined for anything else, also for an address with a zone (`%eth0`). */
export function readCidr(text: string): AddressRange | undefined {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  const version = isIP(address) as 0 | 4 | 6;
  if (version === 0 || address.includes("%") || rest.length > 0) return undefined;
  const longest = version === 4 ? 32 : 128;
  if (prefix === undefined) return { address, version, bits: longest };
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest
    ? { address, version, bits: Number(prefix) }
    : undefined;
}

export const isCidr = (text: string): boolean => readCidr(text) !== undefined;

/** An address range with the number of its fixed bits. */
interface Range {
  readonly bits: number;
  has(address: string): boolean;
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
