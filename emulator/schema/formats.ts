import { PROTOCOLS } from "../../traffic-policy";
import { nonCertificateLabel } from "../../traffic-policy/language/certificates";
import { hostProblem, plainHost } from "../../traffic-policy/language/hosts";
import { readCidr } from "../../traffic-policy/language/networks";
import { DEFAULT_PORTS } from "../../traffic-policy/language/urls";
import { checkPublicKey, readPublicKey } from "../crypto/ssh";
import { hasPemHeaders, leafFields, readCertificates } from "../crypto/x509";
import { RuleViolation } from "../failure";
import type { Format } from "./params";

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** True if an edge or endpoint can be served at a host, which may be a wildcard. */
export const isServable = (host: string): boolean => hostProblem(host) === undefined;

/** A domain name; a wildcard begins with `*.`. */
const domainName: Format = {
  read(value) {
    const host = plainHost(value.trim());
    const base = host.startsWith("*.") ? host.slice(2) : host;
    const isHostname = base.length <= 253 && base.split(".").every((label) => LABEL.test(label));
    // The last label of an IPv4 address is a number, which no domain ends in.
    if (!isHostname || !base.includes(".") || /\.\d+$/.test(base))
      throw new RuleViolation(invalidDomainCode(host), "must be a hostname such as app.example.com");
    return host;
  },
};

function invalidDomainCode(host: string): number {
  const labels = host.split(".");
  if (labels.includes("")) return 409;
  if (labels.slice(1).some((label) => label.includes("*"))) return 402;
  if (labels[0]?.includes("*") && labels[0] !== "*") return 403;
  if (labels.some((label) => /[^a-z0-9_*-]/.test(label))) return 406;
  if (labels.some((label) => label.startsWith("-"))) return 407;
  if (labels.some((label) => label.endsWith("-"))) return 408;
  if (labels.some((label) => label.length > 63)) return 513;
  if (host.length > 253) return 514;
  return host.startsWith("*.") ? 416 : 448;
}

const hostport: Format = {
  read(value) {
    const [, host = "", port = ""] = /^(.+):(\d{1,5})$/.exec(value.trim()) ?? [];
    const name = plainHost(host.trim());
    const hasHost = isServable(name);
    if (!hasHost || Number(port) < 1 || Number(port) > 65_535)
      throw new RuleViolation(hasHost ? 7112 : 7104, "must be hostname:port such as app.example.com:443");
    return `${name}:${Number(port)}`;
  },
};

export type EndpointUrl = ReturnType<typeof readEndpointUrl>;

function invalidUrlCode(text: string): number {
  if (!/^[a-z]+:\/\//i.test(text)) return 18022;
  return /^[a-z]+:\/\/[^/:?#\s]+(?::\d+)?[/?#]/i.test(text) ? 9037 : 18001;
}

/**
 * Parses an endpoint's URL; throws an Error with the reason. The port is 0 if neither the URL nor the scheme determines it.
 * A path that is a single slash becomes empty; any other is kept. `url` is the canonical form: scheme and host in lower
 * case, without a default port.
 */
export function readEndpointUrl(value: string) {
  const match = /^([a-z]+):\/\/([^/:?#\s]+)(?::(\d{1,5}))?(\/[^?#\s]*)?$/i.exec(value.trim());
  if (!match)
    throw new RuleViolation(invalidUrlCode(value.trim()), "must be a URL such as https://app.example.com");
  const scheme = PROTOCOLS.find((protocol) => protocol === match[1]?.toLowerCase());
  const host = plainHost(match[2] ?? "");
  if (scheme === undefined) throw new RuleViolation(9036, "must have the scheme http, https, tcp or tls");
  if (!isServable(host)) throw new RuleViolation(host.includes("_") ? 355 : 18001, "must name a valid host");
  const port = match[3] === undefined ? undefined : Number(match[3]);
  if (port !== undefined && (port < 1 || port > 65_535))
    throw new RuleViolation(9030, "must have a port from 1 to 65535");
  const defaultPort = DEFAULT_PORTS[scheme];
  const suffix = port === undefined || port === defaultPort ? "" : `:${port}`;
  const path = match[4] === "/" ? "" : (match[4] ?? "");
  return { scheme, host, port: port ?? defaultPort ?? 0, path, url: `${scheme}://${host}${suffix}${path}` };
}

const endpointUrl: Format = {
  read: (value) => readEndpointUrl(value).url,
  refuse(value) {
    if (/[^/]\/\s*$/.test(value) && readEndpointUrl(value).path === "")
      throw new RuleViolation(9038, "must not end with a slash");
  },
};

const cidr: Format = {
  read(value) {
    if (value !== value.trim() || !readCidr(value))
      throw new Error("must be an address range such as 203.0.113.0/24 or 2001:db8::/32");
    // Observed in the service: it returns ranges in lower case.
    return value.toLowerCase();
  },
};

/** A format that is only checked: responses return the string unchanged. */
const unchanged = (check: (value: string) => unknown): Format => ({
  read(value) {
    check(value);
    return value;
  },
});

/**
 * @param unreadable - Code for certificates that `check` rejects without a code.
 * @param onlyKey - Code for a private key instead of certificates.
 */
function pem(check: (value: string) => unknown, unreadable: number, onlyKey: number): Format {
  return unchanged((value) => {
    if (hasPemHeaders(value)) throw new RuleViolation(1910, "has headers before the text of a block");
    const label = nonCertificateLabel(value);
    if (label !== undefined) {
      const isOnlyKey = label.endsWith("PRIVATE KEY") && !value.includes("-----BEGIN CERTIFICATE-----");
      throw new RuleViolation(isOnlyKey ? onlyKey : 1911, `has a PEM block of the type ${label}`);
    }
    try {
      check(value);
    } catch (error) {
      if (error instanceof RuleViolation) throw error;
      throw new RuleViolation(unreadable, error instanceof Error ? error.message : "cannot be read");
    }
  });
}

/** Formats by their names in the tables. */
const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["hostname", domainName],
  ["hostname:port", hostport],
  ["URL", endpointUrl],
  ["CIDR", cidr],
  ["PEM certificate", pem(leafFields, 1922, 1925)],
  ["PEM certificates", pem(readCertificates, 1920, 1911)],
  ["OpenSSH public key", unchanged(readPublicKey)],
  ["OpenSSH public key of any type", unchanged(checkPublicKey)],
]);

export function findFormat(name: string): Format {
  const format = FORMATS.get(name);
  if (!format)
    throw new Error(
      `emulator/reference has the unknown format ${name}; known formats: ${[...FORMATS.keys()].join(", ")}`,
    );
  return format;
}
