import { isIP } from "node:net";

/** The length of the longest prefix, by IP version. */
const LONGEST: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

interface Network {
  readonly address: string;
  readonly prefix: number;
}

/** The network that a text stands for; a bare address is the network of that address alone. */
function networkOf(text: string): Network | undefined {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  const longest = LONGEST[isIP(address)];
  if (longest === undefined || address.includes("%") || rest.length > 0) return undefined;
  if (prefix === undefined) return { address, prefix: longest };
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) return undefined;
  return { address, prefix: Number(prefix) };
}

/** The shortest spelling of an address, RFC 5952 for version 6. */
export const canonicalAddress = (address: string) =>
  isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

/** `2001:DB8:0::/48` is `2001:db8::/48`, and `203.0.113.7` is `203.0.113.7/32`; anything else stays as it is. */
export function canonicalCidr(value: unknown): unknown {
  const network = typeof value === "string" ? networkOf(value) : undefined;
  return network ? `${canonicalAddress(network.address)}/${network.prefix}` : value;
}

export const isCidr = (text: string) => networkOf(text) !== undefined;
