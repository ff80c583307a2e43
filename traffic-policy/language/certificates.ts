import { X509Certificate } from "node:crypto";

const CERTIFICATE_BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Bounds the time that a request with thousands of certificates takes. */
const MAX_CERTIFICATES = 10;

/** Parses up to `MAX_CERTIFICATES` certificates in a PEM text; undefined if one of these is invalid. */
export function readCertificates(pem: string): X509Certificate[] | undefined {
  try {
    return (pem.match(CERTIFICATE_BLOCK) ?? [])
      .slice(0, MAX_CERTIFICATES)
      .map((block) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}

/** Returns the label, such as `PRIVATE KEY`, of the first PEM block that isn't a certificate. The block need not have an end. */
export const nonCertificateLabel = (pem: string): string | undefined =>
  /-----BEGIN (?!CERTIFICATE-----)([A-Z0-9 ]+)-----/.exec(pem)?.[1];

/** Returns the common names of subject and issuer, and the DNS names. */
export function certificateNames(certificate: X509Certificate) {
  const commonName = (name: string) => /(?:^|\n)CN=(.*)/.exec(name)?.[1]?.replace(/\\(.)/g, "$1") ?? "";
  const { subject, issuer, subjectAltName = "" } = certificate;
  const dns = subjectAltName.split(", ").flatMap((name) => /^DNS:(.*)/s.exec(name)?.[1] ?? []);
  return { subject: commonName(subject), issuer: commonName(issuer), dns };
}

/**
 * True if a client certificate chains to an authority.
 *
 * @param chain - The client certificate, followed by any intermediate certificates.
 * @param now - Milliseconds since the epoch.
 */
export function isTrusted(
  chain: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  now: number,
): boolean {
  const [leaf, ...intermediates] = chain;
  const unused = new Set(intermediates);
  for (let next = leaf; next && isValid(next, now); ) {
    const certificate = next;
    if (authorities.some((authority) => signs(authority, certificate) && isValid(authority, now)))
      return true;
    next = [...unused].find((candidate) => candidate.ca && signs(candidate, certificate));
    if (next) unused.delete(next);
  }
  return false;
}

/** True if `issuer` signed `subject`, or both are the same certificate. */
function signs(issuer: X509Certificate, subject: X509Certificate): boolean {
  if (issuer.raw.equals(subject.raw)) return true;
  try {
    return subject.checkIssued(issuer) && subject.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

const isValid = (certificate: X509Certificate, now: number): boolean =>
  Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
