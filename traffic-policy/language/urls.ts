/** Default ports by scheme (RFC 9110, section 4.2). The service uses the HTTPS port for TLS. */
export const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, tls: 443 };

/** Normalizes scheme and host to lower case, and removes a default port, trailing dot, or lone slash. Text without a scheme is a host. */
export function canonicalUrl(text: string): string {
  const hostOf = (host: string) => host.trim().toLowerCase().replace(/\.$/, "");
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#:]*)(?::(\d+))?(.*)$/i.exec(text.trim());
  if (!match) return hostOf(text);
  const [, givenScheme = "", host = "", port, rest = ""] = match;
  const scheme = givenScheme.toLowerCase();
  const shownPort = port === undefined || DEFAULT_PORTS[scheme] === Number(port) ? "" : `:${port}`;
  return `${scheme}://${hostOf(host)}${shownPort}${rest === "/" ? "" : rest}`;
}
