import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_kp_serverAuth,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";

const COMMON_NAME = "2.5.4.3";
const ORGANIZATION = "2.5.4.10";
/** ecdsa-with-SHA384 of RFC 5758, section 3.2. */
const SIGNATURE = new AlgorithmIdentifier({ algorithm: "1.2.840.10045.4.3.3" });
const ISSUER = distinguishedName([
  [COMMON_NAME, "Emulated Authority E1"],
  [ORGANIZATION, "Emulated Certificate Authority"],
]);

let issuerKey: KeyObject | undefined;
/** Reused, because generating an RSA key takes long. */
let rsaKey: KeyObject | undefined;

/** The content of a certificate that the emulated public authority signs. */
export interface IssueRequest {
  readonly name: string;
  readonly keyType: "rsa" | "ecdsa";
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Issues a certificate and discards its private key, because nothing is served with it. */
export function issueCertificate(request: IssueRequest): string {
  issuerKey ??= generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;
  const key = createPublicKey(subjectKey(request.keyType)).export({ type: "spki", format: "der" });
  const names = [new GeneralName({ dNSName: request.name })];
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    // Begins with a fixed byte, because a serial number must be positive and may not begin with a zero byte.
    serialNumber: bytes(Buffer.concat([Buffer.from([0x4b]), randomBytes(15)])),
    signature: SIGNATURE,
    issuer: ISSUER,
    validity: new Validity({ notBefore: new Date(request.notBefore), notAfter: new Date(request.notAfter) }),
    subject: distinguishedName([[COMMON_NAME, request.name]]),
    subjectPublicKeyInfo: AsnConvert.parse(key, SubjectPublicKeyInfo),
    extensions: new Extensions([
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature)),
      extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(id_ce_subjectAltName, new SubjectAlternativeName(names)),
    ]),
  });
  const signed = Buffer.from(AsnConvert.serialize(tbsCertificate));
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: SIGNATURE,
    signatureValue: bytes(sign("sha384", signed, issuerKey)),
  });
  const text = Buffer.from(AsnConvert.serialize(certificate)).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${text.replace(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`;
}

function subjectKey(type: IssueRequest["keyType"]): KeyObject {
  if (type === "ecdsa") return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  rsaKey ??= generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  return rsaKey;
}

/** A distinguished name: attributes by object identifier, in this order. */
function distinguishedName(attributes: readonly (readonly [string, string])[]): Name {
  return new Name(
    attributes.map(([type, utf8String]) => {
      const value = new AttributeValue({ utf8String });
      return new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value })]);
    }),
  );
}

function extension(extnID: string, value: object): Extension {
  return new Extension({ extnID, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

/** Copies a buffer, whose memory may also contain other buffers. */
const bytes = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer;
