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

/** A host as the service spells it. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, "");

/**
 * Why the service takes a name for no domain; undefined for one that it may take.
 *
 * @param text - With `*` as its first part for a wildcard.
 */
export function wrongDomain(text: string): string | undefined {
  const name = plainHost(text.trim());
  const labels = name.split(".");
  const [first = "", ...rest] = labels;
  if (labels.includes("")) return "has two dots in a row, or one in front: write one between two parts";
  if (rest.length === 0) return "must be a whole domain of two parts or more, such as app.example.com";
  if (/^\d+$/.test(labels.at(-1) ?? ""))
    return "must be a domain, not an address: its last part has a letter, as in app.example.com";
  if (rest.some((label) => label.includes("*")))
    return "may have * as its first part alone, such as *.example.com";
  if (first.includes("*") && first !== "*")
    return "must have * alone as its first part, such as *.example.com";
  if (first === "*" && rest.length === 1)
    return "is a wildcard for all domains of one ending: name the domain, such as *.example.com";
  if (name.length > 253) return "may have 253 characters";
  for (const label of first === "*" ? rest : labels) {
    const reason = wrongLabel(label);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function wrongLabel(label: string): string | undefined {
  if (label.includes("_")) return "has an underscore, which a domain cannot have: use a hyphen";
  if (/[^a-z0-9-]/.test(label))
    return "has another character than a-z, 0-9 and -: write a name of other letters in its ASCII form, which begins with xn--";
  if (label.startsWith("-") || label.endsWith("-")) return "has a part that begins or ends with a hyphen";
  if (label.slice(2, 4) === "--" && !label.startsWith("xn--"))
    return "has a part with hyphens in the third and fourth place, where only names in ASCII form (xn--) have them";
  return label.length > 63 ? "has a part of more than 63 characters" : undefined;
}

const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#:\s]+)(?::(\d+))?/i;

function addressIn(text: string): { host: string; port: string | undefined } | undefined {
  const [, host, port] = ADDRESS.exec(text) ?? [];
  return host === undefined ? undefined : { host: plainHost(host), port };
}
