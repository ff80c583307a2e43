import { X509Certificate } from "node:crypto";
import { AsnConvert } from "@peculiar/asn1-schema";
import {
  BasicConstraints,
  Certificate,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  KeyUsage,
  KeyUsageFlags,
} from "@peculiar/asn1-x509";
import { pluralize } from "../access";

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
export const DAY_MS = 86_400_000;

export type AuthorityFacts = ReturnType<typeof authoritiesIn>[number];

/** Reads the certificates in a PEM text that the class has validated. */
export function authoritiesIn(pem: string) {
  return certificatesIn(pem).map((certificate) => {
    const { extensions = [] } = AsnConvert.parse(certificate.raw, Certificate).tbsCertificate;
    const extension = (id: string) => extensions.find(({ extnID }) => extnID === id)?.extnValue;
    const constraints = extension(id_ce_basicConstraints);
    const usages = extension(id_ce_keyUsage);
    const name = certificate.toLegacyObject().subject?.CN;
    return {
      commonName: [name].flat()[0] ?? certificate.subject.replaceAll("\n", ", "),
      notAfter: certificate.validToDate,
      /** The basic constraints identify a CA (RFC 5280, section 4.2.1.9). */
      isAuthority: constraints !== undefined && AsnConvert.parse(constraints, BasicConstraints).cA,
      /** The key usages, if any, allow signing certificates (RFC 5280, section 4.2.1.3). */
      maySign:
        usages === undefined ||
        (AsnConvert.parse(usages, KeyUsage).toNumber() & KeyUsageFlags.keyCertSign) !== 0,
    };
  });
}

/** True if the first certificate in a PEM string is its own issuer. */
export function isSelfIssued(pem: string): boolean {
  const [leaf] = certificatesIn(pem);
  return leaf !== undefined && leaf.issuer === leaf.subject;
}

const certificatesIn = (pem: string) => (pem.match(BLOCK) ?? []).map((block) => new X509Certificate(block));

/**
 * True if a certificate's name covers a hostname: the two are equal, or the name is a wildcard for the first label (RFC
 * 6125, section 6.4.3). Only an equal wildcard covers a wildcard hostname.
 */
export function covers(certificateName: string, hostname: string): boolean {
  const [name, host] = [certificateName.toLowerCase(), hostname.toLowerCase()];
  if (name === host) return true;
  if (!name.startsWith("*.") || host.startsWith("*.")) return false;
  const dot = host.indexOf(".");
  return dot > 0 && host.slice(dot) === name.slice(1);
}

/** Negative for a past instant; undefined for an invalid one. */
export function daysUntil(instant: string | Date | null | undefined): number | undefined {
  const time = instant instanceof Date ? instant.getTime() : Date.parse(instant ?? "");
  return Number.isNaN(time) ? undefined : (time - Date.now()) / DAY_MS;
}

/** "in 12 days" or "3 days ago". */
export function daysInWords(days: number): string {
  const count = pluralize(Math.abs(Math.trunc(days)), "day");
  return days < 0 ? `${count} ago` : `in ${count}`;
}
