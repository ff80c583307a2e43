import { createHash, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { excerpt, Redactor } from "../../../provider/transport/redact";
import fc, { anyText } from "../../support/properties";

const SECRET = 'tok"en/with+odd\nchars äé€ & 100%';

function knowing(...values: string[]): Redactor {
  const redactor = new Redactor();
  for (const value of values) redactor.add(value);
  return redactor;
}

const toAsciiJson = (text: string) =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

test.each<[string, (text: string) => string]>([
  ["unchanged", (text) => text],
  ["JSON-escaped", (text) => JSON.stringify({ a: text })],
  ["JSON-escaped with HTML's characters", (text) => JSON.stringify(text).replaceAll("&", "\\u0026")],
  ["JSON-escaped in ASCII", (text) => toAsciiJson(text)],
  ["JSON-escaped with escaped slashes", (text) => JSON.stringify(text).replaceAll("/", "\\/")],
  ["URL-encoded", (text) => `https://x/?a=${encodeURIComponent(text)}`],
  ["URL-encoded as in a form", (text) => new URLSearchParams({ a: text }).toString()],
  [
    "URL-encoded with lowercase digits",
    (text) => encodeURIComponent(text).replace(/%../g, (hex) => hex.toLowerCase()),
  ],
  ["URL-encoded completely", (text) => Buffer.from(text).toString("hex").replace(/../g, "%$&")],
  ["URL-encoded in part", encodeURI],
  ["in URL-encoded base64", (text) => encodeURIComponent(Buffer.from(text).toString("base64"))],
  ["in base64", (text) => Buffer.from(text).toString("base64")],
  ["in base64 in an address", (text) => Buffer.from(text).toString("base64url")],
  ["in base64 with text around it", (text) => Buffer.from(`user:${text}@host`).toString("base64")],
])("finds a secret %s", (_, spelled) => {
  const text = spelled(SECRET);
  const redacted = knowing(SECRET).redact(`before ${text} after`);
  expect(redacted).toMatch(/^before .*\[secret\].* after$/s);
  const core = text.slice(text.length / 3, (text.length * 2) / 3);
  for (let n = 0; n + 6 <= core.length; n++) expect(redacted).not.toContain(core.slice(n, n + 6));
});

const { privateKey: PEM } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

test.each<[string, (pem: string) => string]>([
  ["with CR LF", (pem) => pem.replaceAll("\n", "\r\n")],
  ["on one line", (pem) => pem.replaceAll("\n", "")],
  ["as a list of lines in JSON", (pem) => JSON.stringify(pem.split("\n"), null, 2)],
  ["without its marker lines", (pem) => pem.replace(/-----.*-----/g, "")],
  ["in base64", (pem) => Buffer.from(pem).toString("base64")],
])("finds a key %s", (_, spelled) => {
  const text = spelled(PEM);
  const redacted = knowing(PEM).redact(`key: ${text}`);
  const middle = text.slice(text.length / 4, (text.length * 3) / 4);
  for (let n = 0; n + 12 <= middle.length; n++) expect(redacted).not.toContain(middle.slice(n, n + 12));
});

test("leaves text alone that resembles a secret only in part", () => {
  const redactor = knowing("2aB4cD6eF8gH0iJ2kL4mN6oP8qR", PEM, "Bearer abcdefghijklmnop", "s3cr3t");
  for (const text of [
    "POST /endpoints: 400 ERR_NGROK_17: the description is longer than 255 characters (operation op_2aB4cD6eF8)",
    "private_key_pem: not a PEM block: -----BEGIN PRIVATE KEY----- without -----END PRIVATE KEY-----",
    "set the header Authorization: Bearer abc",
    "https://api.example.com/tls_certificates/cert_2aB4cD6eF?x=%20%41&y=&amp; \\u003c \\n 100% &nbsp",
  ]) {
    expect(redactor.redact(text)).toBe(text);
  }
});

test("searches and keeps a limited length of a text", () => {
  expect(knowing("secret-value").redact("x".repeat(1_000_000)).length).toBeLessThan(10_000);
});

test("finds a secret within base64 at any alignment", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (before, after) => {
      const encoded = Buffer.from(`${before}correct horse battery staple${after}`).toString("base64");
      return knowing("correct horse battery staple").redact(encoded).includes("[secret]");
    }),
  );
});

test("redacts every spelling of many kinds of secrets", () => {
  fc.assert(
    fc.property(anyText({ minLength: 8, maxLength: 40 }), fc.string(), (secret, around) => {
      const redactor = knowing(secret);
      const text = `${around}|${JSON.stringify(secret)}|${secret}|${around}`;
      return !redactor.redact(text).includes(secret);
    }),
  );
});

test("finds single lines of a key, but not its marker lines", () => {
  const pem =
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n-----END PRIVATE KEY-----\n";
  expect(knowing(pem).redact("bad line MIIEvQIBADANBgkqhkiG9w0BAQEFAASC here")).toBe(
    "bad line [secret] here",
  );
  expect(knowing(pem).redact("no -----BEGIN PRIVATE KEY----- found")).toContain("BEGIN PRIVATE KEY");
});

test("also redacts the secrets of its parents, even those that they learn later", () => {
  const parent = new Redactor();
  const child = new Redactor([parent, knowing("token-of-all")]);
  parent.add("learned-later");
  expect(child.redact("token-of-all learned-later")).toBe("[secret] [secret]");
});

test("forgets the oldest secrets beyond its capacity", () => {
  const redactor = new Redactor([], 256 * 1024);
  const secretOf = (n: number) => createHash("sha512").update(`${n}`).digest("base64").repeat(20);
  for (let n = 0; n < 500; n++) redactor.add(secretOf(n));
  const isKnown = (n: number) => redactor.redact(secretOf(n)) === "[secret]";
  expect([isKnown(499), isKnown(430), isKnown(0)]).toEqual([true, true, false]);
});

test("ignores short values, and prefers the longest match", () => {
  expect(knowing("on").redact("once upon")).toBe("once upon");
  expect(knowing("abcdef", "abcdefghij").redact("abcdefghij")).toBe("[secret]");
});

test("redacts keys and values of parsed responses", () => {
  expect(knowing("hush-hush").redactDeep({ "hush-hush": ["x hush-hush", 1, null] })).toEqual({
    "[secret]": ["x [secret]", 1, null],
  });
});

test("an excerpt is a short line without control characters, redacted before truncation", () => {
  const text = `a\u001b[31m\r\nb\u202e ${"x".repeat(30)}secret-value`;
  expect(excerpt(text, knowing("secret-value"), 44)).toBe(`a [31m b ${"x".repeat(30)}[secr…`);
});

test("finds a long secret in an excerpt that lacks its end", () => {
  const secret = `\n${"long-secret ".repeat(40)}`;
  const truncated = excerpt(JSON.stringify(secret), new Redactor(), 150);
  expect(knowing(secret).redact(`metadata ${truncated}`)).toBe('metadata "[secret]');
});

test("finds a secret with its white space, but not the short text in it", () => {
  expect(knowing("  a  ").redact("a cat,  a  dog")).toBe("a cat,[secret]dog");
});
