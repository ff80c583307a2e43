import { plainHost, servesHost } from "../../traffic-policy/language/hosts";

export { plainHost, servesHost };

/** True if a reserved host or address covers the host of a hostport or URL. A wildcard covers no other wildcard. */
export function reservesHost(reserved: string, address: string): boolean {
  const [reservation, target] = [parseAddress(reserved), parseAddress(address)];
  if (!reservation || !target) return false;
  if (reservation.port !== undefined && reservation.port !== target.port) return false;
  if (target.host.startsWith("*.")) return reservation.host === target.host;
  return servesHost(reservation.host, target.host);
}

/** True if two hostports, addresses, or URLs have the same host, or the wildcard of one covers the other. */
export function hostsOverlap(first: string, second: string): boolean {
  const [a, b] = [parseAddress(first)?.host, parseAddress(second)?.host];
  return a !== undefined && b !== undefined && (servesHost(a, b) || servesHost(b, a));
}

/** Returns the host of a hostport, address, or URL, in its original spelling; undefined if it has none. */
export const hostIn = (text: string): string | undefined => ADDRESS.exec(text)?.[1];

const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#:\s]+)(?::(\d+))?/i;

function parseAddress(text: string): { host: string; port: string | undefined } | undefined {
  const [, host, port] = ADDRESS.exec(text) ?? [];
  return host === undefined ? undefined : { host: plainHost(host), port };
}
