import "reflect-metadata";
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  X509Certificate,
} from "@peculiar/x509";

const DAY_MS = 86_400_000;

/** What a certificate says that matters for a certificate authority. */
export interface AuthorityFacts {
  readonly commonName: string;
  readonly notAfter: Date;
  /** Basic constraints, if any, say that it is a CA (RFC 5280, section 4.2.1.9). */
  readonly isAuthority: boolean;
  /** Key usages, if any, allow it to sign certificates (RFC 5280, section 4.2.1.3). */
  readonly maySign: boolean;
}

/**
 * Every certificate of a PEM text. Other blocks that stand there, such as a revocation list, say nothing about an
 * authority. The class refuses certificates that cannot be read.
 */
export function authoritiesIn(pem: string): AuthorityFacts[] {
  const blocks = PemConverter.decodeWithHeaders(pem).filter(({ type }) => type === "CERTIFICATE");
  return blocks.map(({ rawData }) => {
    const certificate = new X509Certificate(rawData);
    const usages = certificate.getExtension(KeyUsagesExtension);
    return {
      commonName: certificate.subjectName.getField("CN")[0] ?? certificate.subject,
      notAfter: certificate.notAfter,
      isAuthority: certificate.getExtension(BasicConstraintsExtension)?.ca === true,
      maySign: usages === null || (usages.usages & KeyUsageFlags.keyCertSign) !== 0,
    };
  });
}

/** Whether the first certificate of a PEM text, the leaf, names itself as its issuer: by its whole name. */
export function isSelfIssued(pem: string): boolean {
  const leaf = PemConverter.decodeWithHeaders(pem).find(({ type }) => type === "CERTIFICATE");
  if (!leaf) return false;
  const { issuer, subject } = new X509Certificate(leaf.rawData);
  return issuer === subject;
}

/** Days from now until an instant, negative when it is past; undefined when it cannot be read. */
export function daysUntil(instant: string | Date | null | undefined, now = Date.now()): number | undefined {
  const time = instant instanceof Date ? instant.getTime() : Date.parse(instant ?? "");
  return Number.isNaN(time) ? undefined : (time - now) / DAY_MS;
}

/** Whole days, as words for a message: "in 12 days", "3 days ago". */
export function daysInWords(days: number): string {
  const whole = Math.abs(Math.trunc(days));
  const count = `${whole} day${whole === 1 ? "" : "s"}`;
  return days < 0 ? `${count} ago` : `in ${count}`;
}
