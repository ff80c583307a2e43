import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
  type Code,
  escapeTemplate,
  formatCode,
  raw,
  stringLiteral,
  textLiteral,
} from "../../../cli/export/code";
import fc from "../../support/properties";

/** What JavaScript makes of an expression; the arguments keep it within this test's own objects. */
const evaluated = (source: string): unknown => JSON.parse(JSON.stringify(runInNewContext(`(${source})`)));

/** Any text without half characters, which no wire carries. */
const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({
    unit: fc.constantFrom("`", "$", "{", "}", "\\", '"', "'", "\n", "\r", "\t", "\u2028", "u", "0", "a"),
  }),
);

describe("texts", () => {
  test("mean the same as literals, whatever they hold", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(evaluated(stringLiteral(given))).toBe(given);
        expect(evaluated(textLiteral(given))).toBe(given);
      }),
      { numRuns: 300 },
    );
  });

  test("mean the same within a template", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(evaluated(`\`${escapeTemplate(given)}\``)).toBe(given);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["of several lines stand as they are", "one\ntwo\n", "`one\ntwo\n`"],
    ["of one line do not", "one\n", '"one\\n"'],
    ["with quotes take the other ones", 'say "hi"', `'say "hi"'`],
    ["show what would turn the direction of the line", "a\u202eb", '"a\\u202eb"'],
  ])("%s", (_, given, wanted) => expect(textLiteral(given)).toBe(wanted));
});

const code = (value: unknown): Code => {
  if (Array.isArray(value)) return { kind: "list", items: value.map(code) };
  if (value !== null && typeof value === "object")
    return { kind: "object", entries: Object.entries(value).map(([key, item]) => [key, code(item)]) };
  return raw(typeof value === "string" ? textLiteral(value) : JSON.stringify(value));
};

describe("layout", () => {
  test("keeps every value, `__proto__` among the keys", () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.boolean(), tie("list"), tie("object")),
      list: fc.array(tie("any"), { maxLength: 4 }),
      object: fc.dictionary(fc.oneof(text, fc.constant("__proto__")), tie("any"), { maxKeys: 4 }),
    })).any;
    fc.assert(
      fc.property(value, (given) => {
        expect(JSON.stringify(evaluated(formatCode(code(given))))).toBe(
          JSON.stringify(evaluated(JSON.stringify(given).replace(/"__proto__":/g, '["__proto__"]:'))),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("breaks what does not fit on a line", () => {
    const items = Array.from({ length: 6 }, (_, n) => `a rather long item ${n}`);
    expect(formatCode(code({ short: [1, 2], long: items }))).toBe(
      `{\n  short: [1, 2],\n  long: [\n${items.map((item) => `    "${item}",\n`).join("")}  ],\n}`,
    );
  });
});
