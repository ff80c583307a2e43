import { X509Certificate } from "node:crypto";

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Parses the certificates in a PEM text, up to 10; undefined if one of them is invalid. */
export function readChain(pem: string): X509Certificate[] | undefined {
  try {
    return (pem.match(BLOCK) ?? []).slice(0, 10).map((block) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}

/** Returns the type of a PEM block that isn't a certificate, such as `PRIVATE KEY`, even if the block has no end. */
export const otherPemBlock = (pem: string): string | undefined =>
  /-----BEGIN (?!CERTIFICATE-----)([A-Z0-9 ]+)-----/.exec(pem)?.[1];

/** Returns the common names of subject and issuer, and the DNS names. */
export function certificateNames(certificate: X509Certificate): {
  readonly subject: string;
  readonly issuer: string;
  readonly dns: readonly string[];
} {
  const commonName = (name: string) => /(?:^|\n)CN=(.*)/.exec(name)?.[1]?.replace(/\\(.)/g, "$1") ?? "";
  const alternatives = certificate.subjectAltName?.split(", ") ?? [];
  return {
    subject: commonName(certificate.subject),
    issuer: commonName(certificate.issuer),
    dns: alternatives.flatMap((name) => (name.startsWith("DNS:") ? [name.slice(4)] : [])),
  };
}

/**
 * Verifies that a client certificate chains to an authority, through intermediate certificates in `chain`.
 *
 * @param chain - The client certificate, followed by the other certificates that the client sent.
 * @param now - Milliseconds since the epoch.
 */
export function isTrusted(
  chain: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  now: number,
): boolean {
  const [leaf, ...others] = chain;
  if (!leaf) return false;
  let current = leaf;
  const unused = new Set(others);
  for (;;) {
    if (!isValid(current, now)) return false;
    if (authorities.some((authority) => signs(authority, current) && isValid(authority, now))) return true;
    const next = [...unused].find((candidate) => candidate.ca && signs(candidate, current));
    if (!next) return false;
    unused.delete(next);
    current = next;
  }
}

function signs(issuer: X509Certificate, subject: X509Certificate): boolean {
  try {
    return (
      issuer.raw.equals(subject.raw) || (subject.checkIssued(issuer) && subject.verify(issuer.publicKey))
    );
  } catch {
    return false;
  }
}

const isValid = (certificate: X509Certificate, now: number): boolean =>
  Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
