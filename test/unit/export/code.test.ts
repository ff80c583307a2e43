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

/** Evaluates an expression in a context of its own. */
const evaluate = (source: string): unknown => JSON.parse(JSON.stringify(runInNewContext(`(${source})`)));

/** Any text without lone surrogates, which cannot be transmitted. */
const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({
    unit: fc.constantFrom("`", "$", "{", "}", "\\", '"', "'", "\n", "\r", "\t", "\u2028", "u", "0", "a"),
  }),
);

describe("strings", () => {
  test("keep their value as literals", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(evaluate(stringLiteral(given))).toBe(given);
        expect(evaluate(textLiteral(given))).toBe(given);
      }),
      { numRuns: 300 },
    );
  });

  test("keep their value within a template literal", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(evaluate(`\`${escapeTemplate(given)}\``)).toBe(given);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["with several lines become template literals", "one\ntwo\n", "`one\ntwo\n`"],
    ["with one line do not", "one\n", '"one\\n"'],
    ["with double quotes use single quotes", 'say "hi"', `'say "hi"'`],
    ["escape characters that change the text direction", "a\u202eb", '"a\\u202eb"'],
  ])("%s", (_, given, expected) => expect(textLiteral(given)).toBe(expected));
});

const code = (value: unknown): Code => {
  if (Array.isArray(value)) return { kind: "list", items: value.map(code) };
  if (value !== null && typeof value === "object")
    return { kind: "object", entries: Object.entries(value).map(([key, item]) => [key, code(item)]) };
  return raw(typeof value === "string" ? textLiteral(value) : JSON.stringify(value));
};

describe("layout", () => {
  test("keeps every value, including keys such as `__proto__`", () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.boolean(), tie("list"), tie("object")),
      list: fc.array(tie("any"), { maxLength: 4 }),
      object: fc.dictionary(fc.oneof(text, fc.constant("__proto__")), tie("any"), { maxKeys: 4 }),
    })).any;
    fc.assert(
      fc.property(value, (given) => {
        expect(JSON.stringify(evaluate(formatCode(code(given))))).toBe(
          JSON.stringify(evaluate(JSON.stringify(given).replace(/"__proto__":/g, '["__proto__"]:'))),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("breaks values that don't fit on a line", () => {
    const items = Array.from({ length: 6 }, (_, n) => `a rather long item ${n}`);
    expect(formatCode(code({ short: [1, 2], long: items }))).toBe(
      `{\n  short: [1, 2],\n  long: [\n${items.map((item) => `    "${item}",\n`).join("")}  ],\n}`,
    );
  });
});
