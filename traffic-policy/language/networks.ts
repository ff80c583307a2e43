import { BlockList, isIP } from "node:net";

/** The addresses that share the first `bits` bits of `address`. */
export interface AddressRange {
  readonly address: string;
  readonly version: 4 | 6;
  readonly bits: number;
}

/** Parses a CIDR or an address; undefined for other texts, such as an address with a zone (`%eth0`). */
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

/** Returns the short, lowercase form of an address. An IPv4-mapped address (`::ffff:192.0.2.1`) becomes IPv4. */
export function canonicalAddress(address: string): string {
  if (!address.includes(":")) return address;
  const short = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  return Buffer.from(high.padStart(4, "0") + low.padStart(4, "0"), "hex").join(".");
}

/** The length of `::ffff:0:0`, the prefix of IPv4-mapped addresses. */
const MAPPED_PREFIX_BITS = 96;

/** Parses a CIDR or an address. A range of IPv4-mapped addresses becomes an IPv4 range. */
export function canonicalCidr(text: string): AddressRange | undefined {
  const range = readCidr(text);
  if (range?.version !== 6 || range.bits < MAPPED_PREFIX_BITS) return range;
  const address = canonicalAddress(range.address);
  return isIP(address) === 4 ? { address, version: 4, bits: range.bits - MAPPED_PREFIX_BITS } : range;
}

/** Parses a CIDR or an address for matching. Host bits are ignored. */
export function readRange(
  cidr: string,
): { readonly bits: number; has(address: string): boolean } | undefined {
  const range = canonicalCidr(cidr);
  if (!range) return undefined;
  const { address, version, bits } = range;
  const family = version === 4 ? "ipv4" : "ipv6";
  const blocks = new BlockList();
  blocks.addSubnet(address, bits, family);
  return { bits, has: (candidate) => isIP(candidate) === version && blocks.check(candidate, family) };
}
