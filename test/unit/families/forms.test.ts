import { describe, expect, test } from "vitest";
import { certificateAuthority } from "../../../provider/families/certificate-authority";
import { endpoint } from "../../../provider/families/endpoint";
import { httpsEdgeRoute } from "../../../provider/families/https-edge-route";
import { ipPolicyRule } from "../../../provider/families/ip-policy-rule";
import { reservedDomain } from "../../../provider/families/reserved-domain";
import { sshCertificateAuthority } from "../../../provider/families/ssh-certificate-authority";
import { sshCredential } from "../../../provider/families/ssh-credential";
import { sshHostCertificate } from "../../../provider/families/ssh-host-certificate";
import { tlsCertificate } from "../../../provider/families/tls-certificate";
import { tlsEdge } from "../../../provider/families/tls-edge";
import { correctedNetwork } from "../../../provider/family/networks";
import type { ResourceFamily } from "../../../provider/family/resource";
import { UNKNOWN } from "../../../provider/family/unknown";
import { checkInputs } from "../../../provider/lifecycle/plan/check";

/** Returns the errors for inputs by path, ignoring missing inputs. */
function errorsFor(family: ResourceFamily, inputs: Record<string, unknown>): Record<string, string> {
  const { failures } = checkInputs(family.inputs, {}, inputs, {
    rules: family.rules ?? [],
    mayOmit: family.requiredKeys,
  });
  return Object.fromEntries(failures.map(({ path, reason }) => [path, reason]));
}

describe("the URL of an endpoint", () => {
  test.each([
    "https://app.example.com",
    "HTTP://app.example.com:80/",
    "tls://*.example.com:443",
    "tcp://1.tcp.example.com:20000",
    "https://app.internal:8443",
    " https://app.example.com ",
    UNKNOWN,
  ])("may be %s", (url) => expect(errorsFor(endpoint, { url })).toEqual({}));

  test.each([
    ["app.example.com", /^must begin with https:/],
    ["app.example.com:443", /^must begin with https:/],
    ["", /^must begin with https:/],
    ["ftp://app.example.com", /one of the schemes/],
    ["https://", /must be a scheme, a hostname/],
    ["https://a b.example.com", /must be a scheme, a hostname/],
    ["https://app.example.com:0", /port from 1 to 65535/],
    ["https://app.example.com:70000", /port from 1 to 65535/],
    ["https://app.example.com:08443", /without leading zeros/],
    ["https://app.example.com:", /port from 1 to 65535/],
    ["https://app.example.com:https", /hostname/],
    ["tcp://1.tcp.example.com", /must have a port/],
  ])("must not be %j", (url, reason) =>
    expect(errorsFor(endpoint, { url })).toEqual({ url: expect.stringMatching(reason) }),
  );
});

test("hostports have a hostname and a port", () => {
  const hostports = [
    "*.example.com:1",
    "1.tcp.example.com:65535",
    " A.example.com.:443",
    "b.example.com:443 \n",
    UNKNOWN,
  ];
  expect(errorsFor(tlsEdge, { hostports })).toEqual({});
  const reasonsByHostport = {
    "a.example.com": /must include a port: hostname:port, such as app.example.com:443/,
    "a.example.com:": /port/,
    "a.example.com:0": /must have a port from 1 to 65535/,
    "a.example.com:65536": /must have a port from 1 to 65535/,
    "a.example.com:0443": /without leading zeros/,
    "a.example.com:1e3": /must have a port from 1 to 65535/,
    "tls://a:443": /must be hostname:port without a scheme/,
    ":443": /./,
    "a b:1": /./,
  };
  const errors = errorsFor(tlsEdge, { hostports: Object.keys(reasonsByHostport) });
  expect(Object.keys(errors)).toHaveLength(Object.keys(reasonsByHostport).length);
  for (const [i, reason] of Object.values(reasonsByHostport).entries())
    expect(errors[`hostports[${i}]`]).toMatch(reason);
});

test("a TLS version has the form of a number, such as 1.2, or is empty", () => {
  for (const minVersion of ["1.2", "1.3", "1.0", ""])
    expect(errorsFor(tlsEdge, { tlsTermination: { minVersion } })).toEqual({});
  for (const minVersion of ["TLSv1.2", "TLS 1.2", "tls1.3", "1.2 ", "12", "v1.2"])
    expect(errorsFor(tlsEdge, { tlsTermination: { minVersion } })).toEqual({
      "tlsTermination.minVersion": 'must be the number of a TLS version: "1.2" or "1.3"',
    });
});

test("a CIDR begins with the first address of its network", () => {
  const corrections: readonly (readonly [string, string | undefined])[] = [
    ["192.0.2.7/24", "192.0.2.0/24"],
    ["192.0.2.0/24", undefined],
    ["192.0.2.7", undefined],
    ["192.0.2.7/32", undefined],
    ["255.255.255.255/1", "128.0.0.0/1"],
    ["10.1.2.3/0", "0.0.0.0/0"],
    ["10.255.0.0/12", "10.240.0.0/12"],
    ["2001:db8::7/64", "2001:db8::/64"],
    ["2001:DB8:0:0::/32", undefined],
    ["ffff::1/1", "8000::/1"],
    ["::1/0", "::/0"],
    ["::ffff:192.0.2.7/120", "::ffff:c000:200/120"],
    ["not a network", undefined],
  ];
  for (const [cidr, network] of corrections) expect([cidr, correctedNetwork(cidr)]).toEqual([cidr, network]);
  expect(errorsFor(ipPolicyRule, { cidr: "192.0.2.7/24" }).cidr).toMatch(
    /: write 192\.0\.2\.0\/24, or 192\.0\.2\.7\/32 for only that address$/,
  );
});

describe("the path of a file", () => {
  test.each([
    [tlsCertificate, "certificatePem"],
    [tlsCertificate, "privateKeyPem"],
    [certificateAuthority, "caPem"],
    [sshCredential, "publicKey"],
    [sshHostCertificate, "publicKey"],
  ] as const)("is rejected instead of the file's contents: %o %s", (family, key) => {
    for (const path of [
      "./a.pem",
      "../a",
      "/etc/a",
      "~/.ssh/id.pub",
      "C:\\keys\\a.pem",
      "a.key",
      "file:///a",
    ])
      expect(errorsFor(family, { [key]: path })[key]).toMatch(
        /^looks like a file path: pass the contents of the file instead/,
      );
    for (const contents of ["nonsense", "-----BEGIN CERTIFICATE-----\n./a.pem", "ssh-ed25519 ./key.pub"])
      expect(errorsFor(family, { [key]: contents })[key]).toMatch(/could not be read$/);
  });
});

test.each([1024, 3072, 8192])("an RSA key of %s bits has one error", (keySize) => {
  const inputs = { privateKeyType: "rsa", keySize };
  expect(errorsFor(sshCertificateAuthority, inputs)).toEqual({
    keySize: keySize === 3072 ? "must be 2048 or 4096" : "must be a whole number from 2048 to 4096",
  });
});

test("a misplaced wildcard, and a pair of ids where one is needed, are named as such", () => {
  for (const domain of ["a.*.example.com", "*a.example.com"])
    expect(errorsFor(reservedDomain, { domain }).domain).toBe("may have * only as its first label");
  const edgeId = "edghts_1/edghtsrt_1";
  expect(errorsFor(httpsEdgeRoute, { edgeId })).toEqual({
    edgeId: "must be the object's own id, without / \\ ? # %",
  });
});
