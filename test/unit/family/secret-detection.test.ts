// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these strings, not JavaScript
import { describe, expect, test } from "vitest";
import { holdsSecret, looksSecret } from "../../../provider/family/credentials/possible";

/** Assembles a secret, so that scanners don't report this file. */
const joined = (...parts: string[]) => parts.join("");

describe("possible secrets", () => {
  test.each([
    joined("ghp_", "0123456789abcdefABCDEF"),
    joined("sk_live_", "4eC39HqLyjWDarjt"),
    joined("AKIA", "IOSFODNN7EXAMPLE"),
    joined("the key is xoxb-", "1234567890-abcdef"),
    "Basic YWxpY2U6cGFzcw==",
    "authorization: Bearer abc123.def",
    "postgres://app:hunter2@db.internal/app",
    joined("eyJ", "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x"),
    "-----BEGIN PRIVATE KEY-----\nMIIE",
    "-----BEGIN RSA PRIVATE KEY-----",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\nMIIE",
    `subject=CN=Root\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\npassword=hunter2`,
    joined("2BsLu1ab3cQe2BsLu1ab3cQe2Bs", "_5xyzABC5xyzABC5xyz12"),
    '{"password":"hunter2"}',
    "db_password=hunter2",
    "client-secret: s3cr3t",
    'config:\n  credentials:\n    - "alice:hunter2"',
    '{"credentials":["alice:hunter2"]}',
    `{"credentials":["ops:hunter2\${secrets.get('app', 'ops')}"]}`,
    "password: hunter2 ${secrets.get('app', 'ops')}",
    joined("credentials: [ghp_", "0123456789abcdefABCDEF:${secrets.get('app', 'ops')}]"),
    joined("wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYEXAMPLEKEY"),
  ])("%s", (text) => expect(looksSecret(text)).toBe(true));
});

const CERTIFICATE = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBqzCCAVGgAwIBAgICAasdf9KD8sFf0a1Zx8yQw7Lr3Vt5",
  "-----END CERTIFICATE-----",
].join("\n");

describe("harmless text", () => {
  test.each([
    CERTIFICATE,
    `subject=CN=Root CA\nissuer=CN=Root CA\n${CERTIFICATE}\n# the next one\n${CERTIFICATE}`,
    "",
    "Office",
    "Basic authentication for staging",
    "see the wiki for the token",
    "https://app.example.com/login?next=/home",
    "mailto:ann@example.com",
    '{"about":"ipp_2BsLu1ab3cQe2BsLu1ab3cQe2Bs"}',
    "deployed by infrastructure-of-the-platform-team",
    "HttpsEdgeRouteBackendWithALongName",
    "4f5e435a1b2c3d4e5f60718293a4b5c6d7e8f901",
    "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ3xk0aB1cD2eF3gH4iJ5kL6mN7o",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX3y ann@host",
    "x-frame-options: DENY",
    `{"credentials":["ops:\${secrets.get('app', 'ops')}"]}`,
    "headers:\n  authorization: Bearer ${secrets.get('app', 'ops')}\n  x-other: something",
    '{"client_secret":"${secrets.get(\\"app\\", \\"ops\\")}"}',
  ])("%s", (text) => expect(looksSecret(text)).toBe(false));
});

test("a value under a key is secret if its key says so", () => {
  expect(holdsSecret({ password: "hunter2" })).toBe(true);
  expect(holdsSecret({ config: { credentials: ["alice:hunter2"] } })).toBe(true);
  expect(holdsSecret({ team: "blue", tokens: 5 })).toBe(false);
});

test("detection takes linear time", () => {
  // Quadratic time would exceed the test's timeout.
  for (const part of [
    "a",
    "aA1",
    "password",
    "-----BEGIN ",
    "://a",
    "eyJ",
    " :[",
    "Basic ",
    "${secrets.get(",
  ])
    looksSecret(part.repeat(100_000));
});
