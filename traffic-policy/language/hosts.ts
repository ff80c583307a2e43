import { domainToUnicode } from "node:url";

/** A host as the service spells it. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, "");

/** Top-level domains that the public internet doesn't resolve (RFC 6761, 6762, 7686, and `internal`). Error 411. */
const UNREACHABLE = ["internal", "invalid", "local", "localhost", "onion"];

/** Domains of the service itself, whose subdomains accounts reserve, and the one that nobody reserves names of (404). */
export const SERVICE_DOMAINS = [
  "ngrok.app",
  "ngrok.dev",
  "ngrok.io",
  "ngrok.pizza",
  "ngrok-free.app",
  "ngrok-free.dev",
  "ngrok-free.pizza",
];
const CLOSED_DOMAIN = "ngrok.com";

/** True for a name below a domain of the service, whose certificates the service manages (439, 440). */
export const isServiceHost = (host: string, domains: readonly string[] = SERVICE_DOMAINS): boolean =>
  domains.some((own) => plainHost(host.trim()).endsWith(`.${own}`));

/** True for the domain of the service's website and all names below it. */
export const isClosedHost = (host: string): boolean =>
  `.${plainHost(host.trim())}`.endsWith(`.${CLOSED_DOMAIN}`);

/**
 * The reason the service can't reserve a domain; undefined if it may.
 *
 * @param text - With `*` as its first part for a wildcard.
 */
export function wrongDomain(text: string): string | undefined {
  const labels = plainHost(text.trim()).split(".");
  const last = labels.at(-1) ?? "";
  if (labels.length === 1 && last !== "")
    return "must be a whole domain of two parts or more, such as app.example.com";
  if (labels.some((label) => label.includes("_")))
    return "has an underscore, which a domain cannot have: use a hyphen";
  const reason = wrongHost(text);
  if (reason !== undefined) return reason;
  if (isClosedHost(text))
    return `is a name of ${CLOSED_DOMAIN}, which nobody can reserve: use ngrok.app, or a domain of yours`;
  if (labels[0] === "*" && (labels.length === 2 || SERVICE_DOMAINS.includes(labels.slice(1).join("."))))
    return "is a wildcard for all domains of one ending: name the domain, such as *.example.com";
  return UNREACHABLE.includes(last)
    ? `ends in .${last}, which the public internet doesn't reach: use a public domain`
    : undefined;
}

/**
 * The reason the service can't serve a host, whether reserved or used; undefined if it may.
 *
 * @param text - With `*` as its first part for a wildcard.
 */
export function wrongHost(text: string): string | undefined {
  const name = plainHost(text.trim());
  const labels = name.split(".");
  const [first = "", ...rest] = labels;
  if (labels.includes("")) return "has two dots in a row, or one in front: write one between two parts";
  if (/^\d+$/.test(labels.at(-1) ?? ""))
    return "must be a domain, not an address: its last part has a letter, as in app.example.com";
  if (rest.some((label) => label.includes("*")))
    return "may have * as its first part alone, such as *.example.com";
  if (first.includes("*") && first !== "*")
    return "must have * alone as its first part, such as *.example.com";
  if (name.length > 253) return "may have 253 characters";
  for (const label of first === "*" ? rest : labels) {
    const reason = wrongLabel(label);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function wrongLabel(label: string): string | undefined {
  if (/[^a-z0-9_-]/.test(label))
    return "has another character than a-z, 0-9 and -: write a name of other letters in its ASCII form, which begins with xn--";
  if (label.startsWith("-") || label.endsWith("-")) return "has a part that begins or ends with a hyphen";
  if (label.slice(2, 4) === "--" && !label.startsWith("xn--"))
    return "has a part with hyphens in the third and fourth place, where only names in ASCII form (xn--) have them";
  if (label.length > 63) return "has a part of more than 63 characters";
  return wrongPunycode(label);
}

/** The reason a host has a part in ASCII form that stands for no name; undefined if it has none. */
export const wrongPunycode = (host: string): string | undefined =>
  host.split(".").some((label) => label.startsWith("xn--") && ["", label].includes(domainToUnicode(label)))
    ? "has a part in ASCII form (xn--) that stands for no name: check its spelling"
    : undefined;
