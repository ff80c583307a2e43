import { domainToUnicode } from "node:url";

/** Converts a host to lower case, without a trailing dot. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, "");

/** True if an endpoint at `served` serves the host `requested`. Both are canonical; a wildcard serves all subdomains. */
export const servesHost = (served: string, requested: string): boolean =>
  served === requested || (served.startsWith("*.") && requested.endsWith(served.slice(1)));

/** Top-level domains that the public internet doesn't resolve (RFC 6761, RFC 6762, RFC 7686, and `internal`). Error 411. */
const UNREACHABLE = ["internal", "invalid", "local", "localhost", "onion"];

export const SERVICE_DOMAINS = [
  "ngrok.app",
  "ngrok.dev",
  "ngrok.io",
  "ngrok.pizza",
  "ngrok-free.app",
  "ngrok-free.dev",
  "ngrok-free.pizza",
];

/** Nobody can reserve this domain or its subdomains (error 404). */
const CLOSED_DOMAIN = "ngrok.com";

/** True for a subdomain of one of the service's domains. The service manages the certificate (errors 439 and 440). */
export const isServiceHost = (host: string, domains: readonly string[] = SERVICE_DOMAINS): boolean =>
  domains.some((domain) => plainHost(host.trim()).endsWith(`.${domain}`));

export const isClosedHost = (host: string): boolean =>
  `.${plainHost(host.trim())}`.endsWith(`.${CLOSED_DOMAIN}`);

/**
 * Returns the reason a domain can't be reserved; undefined for a valid domain.
 *
 * @param text - A wildcard has `*` as its first label.
 */
export function domainProblem(text: string): string | undefined {
  const host = plainHost(text.trim());
  if (/^[^.]+$/.test(host)) return "must be a full domain with at least two labels, such as app.example.com";
  const reason = hostProblem(text);
  if (reason !== undefined) return reason;
  if (isClosedHost(text))
    return `is in ${CLOSED_DOMAIN}, which can't be reserved: use ngrok.app, or a domain that you own`;
  const serviceDomain = SERVICE_DOMAINS.find((domain) => domain === host.replace(/^\*\./, ""));
  if (serviceDomain !== undefined)
    return `covers all of ${serviceDomain}, which belongs to the service: name a subdomain, such as app.${serviceDomain}, or use a domain that you own`;
  if (/^\*\.[^.]+$/.test(host))
    return "is a wildcard for a whole top-level domain: name the domain, such as *.example.com";
  return reachabilityProblem(text);
}

/** True for the host of a reserved TCP address, such as `1.tcp.ngrok.io`. */
export const isAddressHost = (host: string): boolean => /^\d+\.tcp\./i.test(host);

export function reachabilityProblem(text: string): string | undefined {
  const last = plainHost(text.trim()).split(".").at(-1) ?? "";
  if (!UNREACHABLE.includes(last)) return undefined;
  return `ends in .${last}, which isn't reachable on the public internet: use a public domain`;
}

/**
 * Returns the reason a host is invalid; undefined for a valid host.
 *
 * @param text - A wildcard has `*` as its first label.
 */
export function hostProblem(text: string): string | undefined {
  const name = plainHost(text.trim());
  const labels = name.split(".");
  const [first = "", ...rest] = labels;
  if (labels.includes("")) return "has an empty label: write one dot between two labels";
  if (/^\d+$/.test(labels.at(-1) ?? ""))
    return "must be a domain, not an address: the last label needs a letter, as in app.example.com";
  if (rest.some((label) => label.includes("*")))
    return "may have * only as its first label, such as *.example.com";
  if (first.includes("*") && first !== "*")
    return "must have * as its whole first label, such as *.example.com";
  // Errors 355 and 438. The documentation of internal endpoints doesn't forbid underscores.
  if (name.includes("_") && !name.endsWith(".internal"))
    return "must not contain an underscore: use a hyphen";
  if (name.length > 253) return "must have at most 253 characters";
  return (first === "*" ? rest : labels).map(labelProblem).find((reason) => reason !== undefined);
}

function labelProblem(label: string): string | undefined {
  if (/[^a-z0-9_-]/.test(label))
    return "may contain only a-z, 0-9, and -: write letters of other alphabets in the ASCII form that starts with xn--";
  if (label.startsWith("-") || label.endsWith("-")) return "has a label that starts or ends with a hyphen";
  if (label.slice(2, 4) === "--" && !label.startsWith("xn--"))
    return "has a label with hyphens in the third and fourth place, which are reserved for the ASCII form (xn--)";
  if (label.length > 63) return "has a label of more than 63 characters";
  return punycodeProblem(label);
}

/** Returns the reason a label in ASCII form (xn--) is invalid; undefined if all of them can be decoded. */
export const punycodeProblem = (host: string): string | undefined =>
  host.split(".").some((label) => label.startsWith("xn--") && ["", label].includes(domainToUnicode(label)))
    ? "has an invalid label in ASCII form (xn--): check its spelling"
    : undefined;
