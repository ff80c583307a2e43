import { isIP } from "node:net";

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
