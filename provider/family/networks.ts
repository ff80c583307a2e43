import { isIP } from "node:net";
import { isCidr, readCidr } from "../../traffic-policy/language/networks";

/** The shortest spelling of an address (RFC 5952), which `URL` returns in brackets for version 6. */
export const canonicalAddress = (address: string) =>
  isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

/** `2001:DB8:0::/48` becomes `2001:db8::/48`, `203.0.113.7` becomes `203.0.113.7/32`; other values are unchanged. */
export function canonicalCidr(value: unknown): unknown {
  const range = typeof value === "string" ? readCidr(value) : undefined;
  return range ? `${canonicalAddress(range.address)}/${range.bits}` : value;
}

/** Returns the network of a CIDR that has host bits: `10.0.0.0/8` for `10.1.2.3/8`; undefined for any other CIDR. */
export function correctedNetwork(text: string): string | undefined {
  const network = canonicalCidr(text);
  if (typeof network !== "string" || !isCidr(network)) return undefined;
  // Loaded on demand, because most programs have no networks.
  const { normalizeCidr } = require("cidr-tools") as typeof import("cidr-tools");
  const first = normalizeCidr(network);
  return first === network ? undefined : first;
}
