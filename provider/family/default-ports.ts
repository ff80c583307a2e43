/** Port of a URL that names none: by RFC 9110, section 4.2, and for TLS the one of HTTPS. */
export const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, tls: 443 };
