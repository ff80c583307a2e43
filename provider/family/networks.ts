import { isIP } from "node:net";

/** Maximum prefix length by IP version. */
const LONGEST: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** A network of addresses. */
export interface Network {
  readonly address: string;
  readonly prefix: number;
}

/** The network of a CIDR. A bare address is a network of one address; an address with a zone (`%eth0`) is of none. */
export function networkOf(text: string): Network | undefined {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  const longest = LONGEST[isIP(address)];
  if (longest === undefined || address.includes("%") || rest.length > 0) return undefined;
  if (prefix === undefined) return { address, prefix: longest };
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) return undefined;
  return { address, prefix: Number(prefix) };
}

export const isCidr = (text: string): boolean => networkOf(text) !== undefined;

/** The shortest spelling of an address; RFC 5952 for version 6. */
export const canonicalAddress = (address: string) =>
  isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

/**
 * `2001:DB8:0::/48` becomes `2001:db8::/48`, and `203.0.113.7` becomes `203.0.113.7/32`; any other value is
 * unchanged.
 */
export function canonicalCidr(value: unknown): unknown {
  const network = typeof value === "string" ? networkOf(value) : undefined;
  return network ? `${canonicalAddress(network.address)}/${network.prefix}` : value;
}

/** The network of a CIDR whose address is not the network's first one; undefined otherwise. */
export function networkBelow(text: string): string | undefined {
  const network = canonicalCidr(text);
  if (typeof network !== "string" || !isCidr(network)) return undefined;
  // Most programs name no network: they need not wait for what calculates.
  const { normalizeCidr } = require("cidr-tools") as typeof import("cidr-tools");
  const first = normalizeCidr(network);
  return first === network ? undefined : first;
}
