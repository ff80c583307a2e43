import fc from "fast-check";
import { expect, test } from "vitest";
import { excerpt, Redactor } from "../../../provider/transport/redact";

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
    fc.property(fc.string({ minLength: 8, maxLength: 40, unit: "binary" }), fc.string(), (secret, around) => {
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

test("a request's own secrets are known to it alone", () => {
  const all = knowing("token-of-all");
  expect(all.with(["only-here"]).redact("token-of-all only-here")).toBe("[secret] [secret]");
  expect(all.redact("only-here")).toBe("only-here");
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
