import { isIP } from "node:net";

/** Maximum prefix length by IP version. */
const LONGEST: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

interface Network {
  readonly address: string;
  readonly prefix: number;
}

/** The network of a CIDR; a bare address is a network of one address. */
function networkOf(text: string): Network | undefined {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  const longest = LONGEST[isIP(address)];
  if (longest === undefined || address.includes("%") || rest.length > 0) return undefined;
  if (prefix === undefined) return { address, prefix: longest };
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) return undefined;
  return { address, prefix: Number(prefix) };
}

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
  const network = networkOf(text);
  if (!network) return undefined;
  const { address, prefix } = network;
  const masked = masks(address, prefix);
  return masked === canonicalAddress(address) ? undefined : `${masked}/${prefix}`;
}

/** An address with all bits after the prefix cleared. */
function masks(address: string, prefix: number): string {
  const isOld = isIP(address) === 4;
  const parts = isOld ? address.split(".").map(Number) : groupsOf(canonicalAddress(address));
  const size = isOld ? 8 : 16;
  const cleared = parts.map((part, at) => {
    const kept = Math.min(Math.max(prefix - at * size, 0), size);
    return part & ((2 ** kept - 1) << (size - kept));
  });
  return isOld ? cleared.join(".") : canonicalAddress(cleared.map((part) => part.toString(16)).join(":"));
}

/** The eight groups of a version 6 address in its shortest spelling. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const numbers = (text = "") =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

export const isCidr = (text: string) => networkOf(text) !== undefined;
