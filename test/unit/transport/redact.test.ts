import { createHash, generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readingsOf } from "../../../provider/transport/readings";
import { excerpt, Redactor } from "../../../provider/transport/redact";
import fc, { anyText } from "../../support/properties";

const SECRET = 'tok"en/with+odd\nchars äé€ & 100%';

function knowing(...values: string[]): Redactor {
  const redactor = new Redactor();
  for (const value of values) redactor.add(value);
  return redactor;
}

test.each([
  ["plain", SECRET],
  ["JSON", JSON.stringify({ a: SECRET })],
  ["JSON in JSON", JSON.stringify({ a: JSON.stringify({ b: SECRET }) })],
  ["URL", `https://x/?a=${encodeURIComponent(SECRET)}`],
  ["form", new URLSearchParams({ a: SECRET }).toString()],
  ["base64", Buffer.from(SECRET).toString("base64")],
  ["base64url", Buffer.from(SECRET).toString("base64url")],
])("finds a secret in %s", (_, text) => {
  const redacted = knowing(SECRET).redact(`before ${text} after`);
  expect(redacted).toContain("[secret]");
  expect(redacted).toMatch(/^before .* after$/s);
  for (const piece of ["odd", "chars", Buffer.from(SECRET).toString("base64").slice(8, 24)]) {
    expect(redacted).not.toContain(piece);
  }
});

/** Made by the encoders of these languages' standard libraries. */
const { secret: ENCODED, ...MADE_BY } = JSON.parse(
  readFileSync(join(__dirname, "spellings.json"), "utf8"),
) as { secret: string } & Record<string, Record<string, string>>;

test.each(
  Object.entries(MADE_BY).flatMap(([language, spellings]) =>
    Object.entries(spellings as Record<string, string>).map(
      ([name, text]) => [language, name, text] as const,
    ),
  ),
)("finds a secret as %s writes it: %s", (_, __, text) => {
  const redacted = knowing(ENCODED).redact(`before ${text} after`);
  expect(redacted).toMatch(/^before .*\[secret\].* after$/s);
  const core = text.slice(text.length / 4, text.length / 2);
  for (let n = 0; n + 8 <= core.length; n++) expect(redacted).not.toContain(core.slice(n, n + 8));
});

const { privateKey: PEM } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

test.each([
  ["in lines of 48", (pem: string) => linesOf(pem, 48)],
  ["in lines of 77 that end with CR LF", (pem: string) => linesOf(pem, 77).replaceAll("\n", "\r\n")],
  ["in lines that are indented and quoted", (pem: string) => linesOf(pem, 60).replaceAll("\n", "\n  > ")],
  ["on one line", (pem: string) => pem.replaceAll("\n", "")],
  ["with spaces for line breaks", (pem: string) => pem.replaceAll("\n", " ")],
  ["as a list of lines in JSON", (pem: string) => JSON.stringify(pem.split("\n"), null, 2)],
  ["without its marker lines", (pem: string) => pem.replace(/-----.*-----/g, "")],
  ["from the middle", (pem: string) => pem.slice(300, 700)],
  ["in base64", (pem: string) => Buffer.from(pem).toString("base64")],
  ["in base64 in lines of 76", (pem: string) => linesOf(Buffer.from(pem).toString("base64"), 76)],
  ["in JSON in base64", (pem: string) => Buffer.from(JSON.stringify({ pem })).toString("base64url")],
  [
    "in base64 in JSON in JSON",
    (pem: string) => quoted(quoted(linesOf(Buffer.from(pem).toString("base64"), 76))),
  ],
  ["in hexadecimal digits", (pem: string) => Buffer.from(pem).toString("hex")],
])("finds a key %s", (_, spelt) => {
  const text = spelt(PEM);
  const redacted = knowing(PEM).redact(`key: ${text}`);
  const middle = text.slice(text.length / 4, (text.length * 3) / 4);
  for (let n = 0; n + 12 <= middle.length; n++) expect(redacted).not.toContain(middle.slice(n, n + 12));
});

const linesOf = (text: string, width: number) =>
  text.replaceAll("\n", "").replace(new RegExp(`.{${width}}`, "g"), "$&\n");
const quoted = (text: string) => JSON.stringify({ value: text });

test.each<[string, (text: string) => string]>([
  ["as they are", (text) => text],
  ["in upper case", (text) => text.toUpperCase()],
  ["in JSON", (text) => JSON.stringify(text)],
  ["in an address in an address", (text) => encodeURIComponent(encodeURIComponent(text))],
  ["in base64", (text) => Buffer.from(text).toString("base64url")],
  ["in hexadecimal digits", (text) => Buffer.from(text).toString("hex")],
])("finds beginnings of 12 characters and more %s", (_, spelt) => {
  const secrets = fc.string({ minLength: 12, maxLength: 60, unit: fc.constantFrom(..."aZ09_-+/=.") });
  fc.assert(
    fc.property(secrets, fc.integer({ min: 12, max: 60 }), (secret, length) => {
      const redacted = knowing(secret).redact(`<${spelt(secret.slice(0, length))}>`);
      expect(redacted).toContain("[secret]");
      // The last, incomplete group of a base64 text says less than three characters.
      expect(redacted.replaceAll("[secret]", "").length).toBeLessThan(8);
    }),
  );
});

test("leaves alone what has little in common with a secret", () => {
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

test("the number of readings of a text and their lengths have a bound, however it is written", () => {
  for (const piece of ["%25", "\\u005c", "&amp;", "\\\\", "aa", "%5C%5Cu0025"]) {
    const text = piece.repeat(500);
    const readings = [...readingsOf(text)];
    expect(readings.length).toBeLessThanOrEqual(65);
    expect(Math.max(...readings.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(text.length);
  }
});

test("no more of a text is looked through than anybody reads", () => {
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

test("no spelling of any secret survives", () => {
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

test("secrets of earlier requests are known to later ones, ordinary words are not", () => {
  const all = knowing("token-of-all");
  const first = all.with(["sent-at-first", "deny"]);
  expect(first.redact("token-of-all sent-at-first deny")).toBe("[secret] [secret] [secret]");
  expect(all.with(["sent-later"]).redact("sent-at-first sent-later deny")).toBe("[secret] [secret] deny");
  expect(first.redact("sent-later")).toBe("[secret]");
});

test("secrets of so many earlier requests that they fill the memory are known as well, the oldest go first", () => {
  const redactor = new Redactor();
  const secretOf = (n: number) => createHash("sha512").update(`${n}`).digest("base64").repeat(20);
  for (let n = 0; n < 500; n++) redactor.with([secretOf(n)]);
  const isKnown = (n: number) => redactor.redact(secretOf(n).slice(0, 40)) === "[secret]";
  expect([isKnown(499), isKnown(430), isKnown(0)]).toEqual([true, true, false]);
});

test("short values are left alone, the longest match comes first", () => {
  expect(knowing("on").redact("once upon")).toBe("once upon");
  expect(knowing("abcdef", "abcdefghij").redact("abcdefghij")).toBe("[secret]");
});

test("redacts keys and values of parsed answers", () => {
  expect(knowing("hush-hush").redactDeep({ "hush-hush": ["x hush-hush", 1, null] })).toEqual({
    "[secret]": ["x [secret]", 1, null],
  });
});

test("an excerpt is one short line without control characters, redacted before it is cut", () => {
  const text = `a\u001b[31m\r\nb\u202e ${"x".repeat(30)}secret-value`;
  expect(excerpt(text, knowing("secret-value"), 44)).toBe(`a [31m b ${"x".repeat(30)}[secr…`);
});

test("what is left of a secret without its white space may be too short to be one", () => {
  expect(knowing("  a  ").redact("a cat,  a  dog")).toBe("a cat,[secret]dog");
});
