/** Port of a URL without one: RFC 9110, section 4.2; for TLS the one of HTTPS. */
export const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, tls: 443 };
