/** A section of the API reference. */
export const reference = (section: string) => `API reference, section "${section}"`;

/** Sources of rules other than the API reference. Standards are cited by their published summaries. */
export const SOURCES = {
  guide: 'ngrok guide "Securing ngrok"',
  errors: "ngrok error reference",
  client: "ngrok API client documentation",
  oauthGuide: "ngrok OAuth guides",
  trafficPolicies: "ngrok traffic policy documentation",
  jwt: "RFC 7519, section 4.1.3, and RFC 8725, section 3.9",
  nistTls: "NIST SP 800-52 rev. 2",
  cisDormant: "CIS Controls v8, 5.3",
  cisInventory: "CIS Controls v8, 5.5",
  cabForum: "CA/Browser Forum ballot SC-081v3",
  owaspSession: "OWASP Session Management Cheat Sheet",
  owaspSaml: "OWASP SAML Security Cheat Sheet",
  idpInitiated: "articles on the risks of IdP-initiated login",
  operator: "ngrok-operator#641",
  danglingDns: "articles on dangling DNS records",
} as const;
