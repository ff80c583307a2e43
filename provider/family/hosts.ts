import { plainHost } from "../../traffic-policy/language/hosts";

export { plainHost };

/**
 * Whether a reserved host, or address with port, covers the host that a hostport, an address or a URL names. A wildcard
 * reserves what is one label longer.
 */
export function reservesHost(reserved: string, used: string): boolean {
  const [own, other] = [addressIn(reserved), addressIn(used)];
  if (!own || !other) return false;
  if (own.port !== undefined && own.port !== other.port) return false;
  const below = own.host.startsWith("*.") ? own.host.slice(1) : undefined;
  return own.host === other.host || below === other.host.slice(other.host.indexOf("."));
}

/** Whether what is served at a host reaches another one, both as the service spells them: a wildcard serves all below it. */
export const servesHost = (served: string, asked: string): boolean =>
  served === asked || (served.startsWith("*.") && asked.endsWith(served.slice(1)));

/** Whether two hostports, addresses or URLs name one host, or one names a wildcard above the other. */
export function hostsMeet(one: string, other: string): boolean {
  const [own, their] = [addressIn(one)?.host, addressIn(other)?.host];
  if (own === undefined || their === undefined) return false;
  return servesHost(own, their) || servesHost(their, own);
}

/** The host that a hostport, an address or a URL names, as it stands there; undefined where it names none. */
export const hostIn = (text: string): string | undefined => ADDRESS.exec(text)?.[1];

const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#:\s]+)(?::(\d+))?/i;

function addressIn(text: string): { host: string; port: string | undefined } | undefined {
  const [, host, port] = ADDRESS.exec(text) ?? [];
  return host === undefined ? undefined : { host: plainHost(host), port };
}
