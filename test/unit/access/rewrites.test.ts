// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { expect, test } from "vitest";
import { holds, wordOf } from "../../../access/text";
import { rewrittenUrl, type UrlText } from "../../../access/url";
import fc from "../../support/properties";

const URL = "https://app.example.com/public/a?b=1";

test.each<[string | undefined, string, string | undefined]>([
  ["/public", "/admin", "https://app.example.com/admin/a?b=1"],
  ["/public/(.*)", "/$1", "https://app.example.com/a?b=1"],
  ["/public/(\\w)", "/${1}", "https://app.example.com/a?b=1"],
  [undefined, "/admin", "https://app.example.com/admin"],
  [undefined, "https://other.example.com/x", "https://other.example.com/x"],
  ["/elsewhere", "/admin", URL],
  ["/public", "/$name", undefined],
  ["/(", "/admin", undefined],
])("a URL in which %j becomes %j", (from, to, expected) => {
  expect(rewrittenUrl({ from, to }, URL)).toBe(expected);
});

/** All paths of the letters a and b, up to a length. */
const paths = (length: number): readonly string[] =>
  length === 0 ? ["/"] : paths(length - 1).flatMap((path) => [path, `${path}a`, `${path}b`]);

const part = fc.constantFrom("a", "b", "ab", "ba", "aa", "aba", "/a");
const rewrite = fc.oneof(
  fc.record({ from: part, to: fc.constantFrom("", "a", "b", "ab", "bb", "/b") }),
  fc.record({
    from: part.map((text) => `${text}(.*)`),
    to: fc.constantFrom("$1", "b$1", "${1}", "a", "/b$1"),
  }),
  fc.record({ from: fc.constant(undefined), to: fc.constantFrom("/a", "/ab?b=1") }),
);
const asked = fc.record({
  is: fc.boolean(),
  subject: fc.constantFrom("req.url.path", "req.url.query", "req.url.uri", "req.url", "req.url.host"),
  rewrites: fc.array(rewrite, { maxLength: 2 }),
  kind: fc.constantFrom("equal" as const, "start" as const, "part" as const, "match" as const),
  value: fc.constantFrom("/", "/a", "/b", "ab", "a", "b", "/ab", "/ba"),
});

type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

test("finds a URL by what rewrites make of it where there is one", () => {
  const all = [...new Set(paths(6))].map((path) => `https://x.test${path}`);
  const domain = { natural: ["^https://x\\.test/[ab]{0,6}$"], widest: "^https://x\\.test/[ab]{0,6}$" };
  const judge = (tests: readonly Asked[]) => {
    const answers = tests.map(({ is, kind, value, subject, rewrites }) => ({
      is,
      test: { is: kind, value, isFolded: false, of: { subject, rewrites } },
    }));
    const found = wordOf(answers, domain);
    const fits = (url: string) => answers.every(({ test, is }) => holds(test, url) === is);
    // What rewrites make of it may be no URL that is read in one way.
    if (typeof found === "string") expect(fits(found)).toBe(true);
    else if (found === null) expect(all.filter(fits)).toEqual([]);
  };
  fc.assert(fc.property(fc.array(asked, { minLength: 1, maxLength: 3 }), judge));
});

test.each<[subject: string, rewrites: UrlText["rewrites"], value: string, found: string | null]>([
  ["req.url.path", [{ from: "/public", to: "/admin" }], "/admin", "https://x.test/admin"],
  ["req.url.path", [{ from: "/admin", to: "/public" }], "/admin", null],
  ["req.url.path", [{ from: "/api/(.*)", to: "/$1" }], "/api/", "https://x.test/api/api/"],
  [
    "req.url.path",
    [
      { from: "/b", to: "/a" },
      { from: "/a", to: "/b" },
    ],
    "/b",
    "https://x.test/a",
  ],
])("%s by %j begins with %j for %j", (subject, rewrites, value, found) => {
  const test = { is: "start" as const, value, isFolded: false, of: { subject, rewrites } };
  const domain = { natural: ["^https://x\\.test/[a-z/]*$"], widest: "^https://x\\.test/[a-z/]*$" };
  expect(wordOf([{ is: true, test }], domain)).toBe(found);
});
