import { plainHost } from "./hosts";

/** Default ports by scheme (RFC 9110, section 4.2). The service uses the HTTPS port for TLS. */
export const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, tls: 443 };

/**
 * Converts scheme and host to lower case, and removes a default port, a trailing dot, and an empty path. A text without a
 * scheme is a host.
 */
export function canonicalUrl(text: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#:]*)(?::(\d+))?(.*)$/i.exec(text.trim());
  if (!match) return plainHost(text.trim());
  const [, originalScheme = "", host = "", port, rest = ""] = match;
  const scheme = originalScheme.toLowerCase();
  const shownPort = port === undefined || DEFAULT_PORTS[scheme] === Number(port) ? "" : `:${port}`;
  return `${scheme}://${plainHost(host.trim())}${shownPort}${rest === "/" ? "" : rest}`;
}

/**
 * Looks up a hostport or URL, then the wildcards that cover it, the most specific first. Returns the first match.
 *
 * @param find - Returns undefined or an empty list if nothing has exactly this hostport or URL.
 */
export function closest<T>(
  text: string,
  find: (text: string) => T | undefined,
): { readonly hostport: string; readonly found: T } | undefined {
  const [, scheme = "", host = ""] = /^(\w+:\/\/)?(.*)$/s.exec(text) ?? [];
  const labels = host.split(".");
  const wildcards = labels.slice(1).map((_, n) => `${scheme}*.${labels.slice(n + 1).join(".")}`);
  for (const hostport of [text, ...wildcards]) {
    const found = find(hostport);
    if (found !== undefined && !(Array.isArray(found) && found.length === 0)) return { hostport, found };
  }
  return undefined;
}
