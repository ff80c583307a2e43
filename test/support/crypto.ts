import { createHash } from "node:crypto";
import { createSelfSignedCertificate, generatePrivateKey, identityForHost, type PrivateKey } from "sshpk";
import { issueCertificate } from "../../emulator/crypto/issuer";

/** A certificate with its key, both in PEM. */
export interface KeyPair {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/** A self-signed certificate with a key type that the API reference doesn't list. */
export const ED448: KeyPair = {
  certificatePem: `-----BEGIN CERTIFICATE-----
MIIBkjCCARKgAwIBAgIUcSVvQ5arYWy1wXz0IYazSYwf+n0wBQYDK2VxMBgxFjAU
BgNVBAMMDWEuZXhhbXBsZS5jb20wIBcNMjYxMTI5MTY0MjU3WhgPMjEyNjExMDUx
NjQyNTdaMBgxFjAUBgNVBAMMDWEuZXhhbXBsZS5jb20wQzAFBgMrZXEDOgC/Tzxy
sEUay/ZArhydUsE9gCvHXTbS+/7E32U926ZdLSD43afg4zvI2382Ish8L1A04tlZ
+4elHgCjUzBRMB0GA1UdDgQWBBSAsuRKOz9cqIJjebY7ZjgpxqeGtTAfBgNVHSME
GDAWgBSAsuRKOz9cqIJjebY7ZjgpxqeGtTAPBgNVHRMBAf8EBTADAQH/MAUGAytl
cQNzAJwJoq0UGGUrQytUPNpMGQ7OOXUVg+Xi7HHf49Zgnl3RF2jDwcVC9bX+OjqK
nQmKZVSbUn84vikZAJ7i+pP8F8AYDHlqOZh5o3+PaR28PqBEdCRvSTop3dL/XEEf
KhWjjkZ6WZIIPjaoGJGATsDE6isgAA==
-----END CERTIFICATE-----`,
  privateKeyPem: `-----BEGIN PRIVATE KEY-----
MEcCAQAwBQYDK2VxBDsEOX5M/d5KsytK7/9KZQ5DNuuKVNFVXBltS7vZRFEuIdCQ
VCOYcMjSmuvH2MpL76pq5CGrOe+oJnuFMw==
-----END PRIVATE KEY-----`,
};

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 60 * 60;

/** Caches generated values by name, because keys and certificates take time to generate. */
function memoize<V>(make: (key: string) => V): (key: string) => V {
  const values = new Map<string, V>();
  return (key) => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}

function createSelfSigned(hosts: string, key: PrivateKey): string {
  const subjects = hosts.split(" ").map(identityForHost);
  const digest = createHash("sha256").update(hosts).digest();
  const serial = Buffer.concat([Buffer.from([1]), digest.subarray(0, 7)]);
  // `serial` is missing from the package's types.
  type Options = Parameters<typeof createSelfSignedCertificate>[2];
  const options = { lifetime: TEN_YEARS_SECONDS, serial } as Options;
  return createSelfSignedCertificate(subjects, key, options).toString("pem");
}

/**
 * A self-signed ECDSA certificate that is valid for ten years; the same hosts get the same one.
 *
 * @param hosts - Hostnames, separated by spaces; the first is the common name.
 */
export const tlsKeyPair = memoize((hosts): KeyPair => {
  const key = generatePrivateKey("ecdsa", { curve: "nistp256" });
  return { certificatePem: createSelfSigned(hosts, key), privateKeyPem: key.toString("pkcs8") };
});

/** PEM of a self-signed certificate authority with this common name. */
export const authorityPem = memoize((commonName) => tlsKeyPair(commonName).certificatePem);

/** An Ed25519 public key in OpenSSH's authorized_keys format; the same name gets the same key. */
export const sshPublicKey = memoize((name) => {
  const key = generatePrivateKey("ed25519").toPublic();
  key.comment = name;
  return key.toString("ssh");
});

let leafCertificate: string | undefined;

export function leafPem(): string {
  leafCertificate ??= issueCertificate({
    name: "leaf.example.com",
    keyType: "ecdsa",
    notBefore: Date.UTC(2026, 0),
    notAfter: Date.UTC(2036, 0),
  });
  return leafCertificate;
}
