import { describe, expect, test } from "vitest";
import { urlFields } from "../../../provider/families/endpoint";
import { canonicalSshKey, keyFields, sshKeyType } from "../../../provider/families/ssh-keys";
import { canonicalCidr } from "../../../provider/family/networks";
import { isCidr } from "../../../traffic-policy/language/networks";
import { sshPublicKey } from "../../support/crypto";

describe("networks", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7/32"],
    [" 10.0.0.0/8 ", "10.0.0.0/8"],
    ["2001:DB8:0:0::/48", "2001:db8::/48"],
    ["2001:db8::1", "2001:db8::1/128"],
  ])("%s has the canonical form %s", (text, canonical) => {
    expect(canonicalCidr(text)).toBe(canonical);
    expect(isCidr(text)).toBe(true);
  });

  test.each(["", "10.0.0.0/33", "10.0.0/8", "::/129", "fe80::1%eth0/64", "10.0.0.0/8/8", "10.0.0.0/", "all"])(
    "%s is invalid and unchanged",
    (text) => {
      expect(isCidr(text)).toBe(false);
      expect(canonicalCidr(text)).toBe(text);
    },
  );

  test("values of other types are unchanged", () => {
    expect([undefined, 7].map(canonicalCidr)).toEqual([undefined, 7]);
  });
});

describe("outputs derived from an endpoint's URL", () => {
  test.each([
    ["HTTPS://App.Example.com", { proto: "https", host: "app.example.com", port: 443 }],
    ["http://app.example.com:8080/", { proto: "http", host: "app.example.com", port: 8080 }],
    ["tls://app.example.com", { proto: "tls", host: "app.example.com", port: 443 }],
    ["TLS://app.example.com:443", { proto: "tls", host: "app.example.com", port: 443 }],
    ["tcp://1.tcp.example.com:12345", { proto: "tcp", host: "1.tcp.example.com", port: 12345 }],
  ])("are those of the canonical URL: %s", (url, fields) => {
    expect(urlFields(url)).toEqual({ ...fields, hostport: `${fields.host}:${fields.port}` });
  });

  test("exclude the port if the scheme has no default port", () => {
    expect(urlFields("tcp://1.tcp.example.com")).toEqual({ proto: "tcp", host: "1.tcp.example.com" });
  });

  test.each(["app.example.com", "ftp://app.example.com", "https://", "", undefined, 7])(
    "are empty for %s",
    (url) => {
      expect(urlFields(url)).toEqual({});
    },
  );
});

describe("SSH public keys", () => {
  const key = sshPublicKey("ann@laptop");

  test("the comment and white space are ignored", () => {
    expect(canonicalSshKey(`  ${key}\n`)).toBe(canonicalSshKey(key.replace("ann@laptop", "another comment")));
    expect(canonicalSshKey(key)).not.toContain("ann@laptop");
    expect(canonicalSshKey(7)).toBe(7);
  });

  test("the type is encoded in the key", () => {
    expect(sshKeyType(key)).toBe("ed25519");
    expect(sshKeyType("ssh-ed25519 AAAA")).toBeUndefined();
    expect(sshKeyType(undefined)).toBeUndefined();
  });

  test("an unreadable key has no fields", () => {
    expect(keyFields(key)).toEqual({ keyType: "ed25519" });
    expect(keyFields("sk-ssh-ed25519@openssh.com AAAA")).toEqual({});
    expect(keyFields(null)).toEqual({});
  });
});
