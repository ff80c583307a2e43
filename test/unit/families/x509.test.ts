import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { beforeAll, describe, expect, test } from "vitest";
import {
  alternativeNames,
  authorityFields,
  authorityOnly,
  leafFields,
  matchingPrivateKey,
  readableCertificates,
  supportedKeyType,
  warnOfSeveralCertificates,
} from "../../../provider/families/x509";
import { authorityPem, ED448, leafPem, tlsKeyPair } from "../../support/crypto";

const EC = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const RSA = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

const ALTERNATIVE_NAMES: x509.JsonGeneralName[] = [
  { type: "dns", value: "a.example.com" },
  { type: "email", value: "ann@example.com" },
  { type: "dns", value: "*.b.example.com" },
  { type: "ip", value: "2001:db8::1" },
  { type: "url", value: "https://x.example.com/, DNS:evil.example.com" },
];

async function selfSigned(
  algorithm: webcrypto.EcKeyGenParams | webcrypto.RsaHashedKeyGenParams,
  name: string,
): Promise<string> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "01ab",
    name,
    notBefore: new Date("2030-01-01T00:00:00Z"),
    notAfter: new Date("2060-01-01T12:30:00Z"),
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.SubjectAlternativeNameExtension(ALTERNATIVE_NAMES)],
  });
  return certificate.toString("pem");
}

let ecPem: string;
let rsaPem: string;

beforeAll(async () => {
  ecPem = await selfSigned(EC, "CN=a.example.com, O=Acme\\, Inc, OU=Edge, L=Köln, ST=NRW, C=DE");
  rsaPem = await selfSigned(RSA, "CN=r.example.com, OU=One, OU=Two");
});

describe("leaf fields", () => {
  test("match the certificate", () => {
    expect(leafFields(ecPem)).toEqual({
      subjectCommonName: "a.example.com",
      subjectAlternativeNames: { dnsNames: ["a.example.com", "*.b.example.com"], ips: ["2001:db8::1"] },
      notBefore: "2030-01-01T00:00:00Z",
      notAfter: "2060-01-01T12:30:00Z",
      privateKeyType: "ecdsa",
      issuerCommonName: "a.example.com",
      subjectOrganization: "Acme, Inc",
      subjectOrganizationalUnit: "Edge",
      subjectLocality: "Köln",
      subjectProvince: "NRW",
      subjectCountry: "DE",
    });
  });

  test("omit missing and repeated attributes", () => {
    const fields = leafFields(rsaPem);
    expect(fields.privateKeyType).toBe("rsa");
    expect(fields).not.toHaveProperty("subjectOrganization");
    expect(fields).not.toHaveProperty("subjectOrganizationalUnit");
  });

  test("are from the first certificate of a chain", () => {
    expect(leafFields(`${ecPem}\n${rsaPem}`).subjectCommonName).toBe("a.example.com");
  });

  test("are empty for other values", () => {
    for (const value of [undefined, 7, "", "no PEM", ecPem.replace("MII", "AAA")]) {
      expect(leafFields(value)).toEqual({});
    }
  });
});

test("a quoted name with a comma is one name", () => {
  const text = 'URI:"https://x/, DNS:evil.example.com", DNS:good.example.com, DNS:"quoted \\" name"';
  expect(alternativeNames(text, "DNS")).toEqual(["good.example.com", 'quoted " name']);
  expect(alternativeNames(undefined, "DNS")).toEqual([]);
});

test("several authorities cause a warning and have no derived fields", () => {
  const authority = authorityPem("ca.example.com");
  expect(authorityFields(authority).subjectCommonName).toBe("ca.example.com");
  const twoAuthorities = `${authority}\n${authorityPem("ca2.example.com")}`;
  expect(authorityFields(twoAuthorities)).toEqual({});
  const warned = warnOfSeveralCertificates(twoAuthorities).map(({ isError, reason }) => [isError, reason]);
  expect(warned).toEqual([[false, expect.stringMatching(/^has 2 certificates, .*1912/)]]);
  expect(warnOfSeveralCertificates(authority)).toEqual([]);
  expect(authorityFields("nothing")).toEqual({});
});

/** Self-signed on brainpoolP256r1, a curve without a NIST name, with escapes in its subject. */
const BRAINPOOL = `-----BEGIN CERTIFICATE-----
MIIBozCCAUqgAwIBAgIUPn5pS9wt7vdyjHXOk0MtzwA2oEAwCgYIKoZIzj0EAwIw
JjETMBEGA1UECgwKQWNtZSwgSW5jLjEPMA0GA1UEAwwGY2Erb25lMCAXDTI2MTEy
ODEwMDEwN1oYDzIxMjYxMTA0MTAwMTA3WjAmMRMwEQYDVQQKDApBY21lLCBJbmMu
MQ8wDQYDVQQDDAZjYStvbmUwWjAUBgcqhkjOPQIBBgkrJAMDAggBAQcDQgAELInJ
kIMKb1NmC6K+Sdtl8Su7UX6eNAhN6tKQGIZkmACDv3y4n8af4wiWAgSXJPaO+fcB
qJ2RMeCs8djKzANQBaNTMFEwHQYDVR0OBBYEFOSytHf59BzaI1Z3Uk3QHZc433Rt
MB8GA1UdIwQYMBaAFOSytHf59BzaI1Z3Uk3QHZc433RtMA8GA1UdEwEB/wQFMAMB
Af8wCgYIKoZIzj0EAwIDRwAwRAIgeGTZSu4Uky8P1pzXCmlHLqjW1kXDMwD8xU4I
ufvXCAQCIBBlsh3tEYqdyTSdMxUVvdIE95uE0t0OllsrDp+O98R9
-----END CERTIFICATE-----`;

/** An authority whose key usage is only `digitalSignature`. */
const NO_SIGNING = `-----BEGIN CERTIFICATE-----
MIH9MIGwoAMCAQICFDWDvlGj51IXxACLat/cw/jwSAQTMAUGAytlcDANMQswCQYD
VQQDDAJjYTAgFw0yNjExMjgyMjA0MzVaGA8yMTI2MTEwNDIyMDQzNVowDTELMAkG
A1UEAwwCY2EwKjAFBgMrZXADIQBORRSBZlJDzRrxAmCcU1Ldmzdy5NmMsCVbkSS2
fd5yLaMgMB4wCwYDVR0PBAQDAgeAMA8GA1UdEwEB/wQFMAMBAf8wBQYDK2VwA0EA
1FdV2RCe2DduMrEDF5batm9IoX72uiY/s26BXZMY9TL+X/3I48lhWaRX7U2g5MQG
v0DPghVO1S0ANUdKOqKOCA==
-----END CERTIFICATE-----`;

test("an authority whose key usage excludes signing counts as an authority, and a leaf does not", () => {
  expect(authorityOnly.violation({ caPem: NO_SIGNING })).toBeUndefined();
  expect(authorityOnly.violation({ caPem: leafPem() })).toBeDefined();
});

test("reads a certificate on a curve without a NIST name", () => {
  expect(authorityFields(BRAINPOOL).subjectCommonName).toBe("ca+one");
  expect(leafFields(BRAINPOOL)).toMatchObject({ privateKeyType: "ecdsa", subjectOrganization: "Acme, Inc." });
});

test("a key of a type that the API reference doesn't list is rejected", () => {
  expect(supportedKeyType.violation({ certificatePem: ED448.certificatePem })).toMatch(
    /key of the type ed448, but/,
  );
  expect(supportedKeyType.violation({ certificatePem: rsaPem })).toBeUndefined();
});

describe("a rule", () => {
  const pair = tlsKeyPair("a.example.com");
  const otherPair = tlsKeyPair("b.example.com");

  test("accepts a certificate with its own key", () => {
    expect(readableCertificates("certificatePem").violation({ ...pair })).toBeUndefined();
    expect(matchingPrivateKey.violation({ ...pair })).toBeUndefined();
    expect(matchingPrivateKey.violation({ certificatePem: pair.certificatePem })).toBeUndefined();
  });

  test("rejects the key of another certificate without showing it", () => {
    const reason = matchingPrivateKey.violation({ ...pair, privateKeyPem: otherPair.privateKeyPem });
    expect(reason).toMatch(/not the private key of the first certificate/);
    expect(reason).not.toContain(otherPair.privateKeyPem.slice(40, 60));
  });

  test("rejects unreadable values without showing them", () => {
    const garbage = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----";
    expect(matchingPrivateKey.violation({ ...pair, privateKeyPem: garbage })).toMatch(/could not be read/);
    expect(matchingPrivateKey.violation({ ...pair, privateKeyPem: garbage })).not.toContain("c2VjcmV0");
    const certificate = readableCertificates("caPem").violation({ caPem: pair.privateKeyPem });
    expect(certificate).toMatch(/could not be read/);
  });

  test("rejects a private key or request next to certificates, without showing it", () => {
    for (const label of ["PRIVATE KEY", "EC PRIVATE KEY", "CERTIFICATE REQUEST", "TRUSTED CERTIFICATE"])
      for (const end of ["", `\n-----END ${label}-----`]) {
        const caPem = `${pair.certificatePem}\n-----BEGIN ${label}-----\nc2VjcmV0${end}`;
        const reason = readableCertificates("caPem").violation({ caPem });
        expect(reason).toMatch(/nothing else, such as a private key/);
        expect(reason).not.toContain("c2VjcmV0");
      }
  });

  test("rejects a chain with an unreadable certificate", () => {
    const broken = `${pair.certificatePem}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`;
    expect(readableCertificates("caPem").violation({ caPem: broken })).toMatch(/could not be read/);
    const truncated = `${ecPem}\n${rsaPem.slice(0, 300)}`;
    expect(readableCertificates("caPem").violation({ caPem: truncated })).toMatch(/could not be read/);
  });
});
