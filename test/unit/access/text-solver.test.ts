import { describe, expect, test } from "vitest";
import {
  ANY_TEXT,
  findText,
  passesTest,
  type TextConstraint,
  type TextTest,
} from "../../../access/text-solver";
import fc from "../../support/properties";

const textTest = (is: TextTest["is"], value: string, isFolded = false): TextTest => ({ is, value, isFolded });
const yes = (is: TextTest["is"], value: string, isFolded = false): TextConstraint => ({
  isTrue: true,
  question: textTest(is, value, isFolded),
});
const no = (is: TextTest["is"], value: string, isFolded = false): TextConstraint => ({
  isTrue: false,
  question: textTest(is, value, isFolded),
});

describe("findText", () => {
  test.each<[readonly TextConstraint[], string | null | undefined]>([
    [[yes("match", "^/admin"), no("match", "^/admin/")], "/admin"],
    [[yes("match", "^/admin/"), no("match", "^/admin")], null],
    [[yes("match", "^/public$"), no("start", "/public")], null],
    [[yes("match", "^curl/8$"), no("match", "curl.*")], null],
    [[yes("equal", "a@x.com"), no("end", "@x.com")], null],
    [[yes("start", "/admin"), yes("end", "min")], "/admin"],
    [[yes("start", "ab"), yes("end", "bc")], "abc"],
    [[yes("start", "/a"), yes("start", "/b")], null],
    [[yes("end", ".com"), yes("end", ".org")], null],
    [[no("match", "(?s)^.{0,2}$"), yes("match", "^[xy]+$"), no("part", "xx"), no("part", "yy")], "xyx"],
    [[yes("match", "^`$")], "`"],
    // Case folding.
    [[yes("equal", "/admin", true), no("equal", "/admin")], "/Admin"],
    [[yes("match", "(?i)^/ADMIN$"), no("equal", "/admin", true)], null],
    [[yes("equal", "/Admin", true)], null],
    [[yes("match", "^(?i:/k)$"), no("equal", "/k", true)], undefined],
    // RE2's own syntax.
    [[yes("match", "^(?P<first>a|b)c$"), no("equal", "ac")], "bc"],
    [[yes("match", "^\\pN$"), no("match", "[0-9]")], undefined],
    [[yes("match", "\\Aab\\z"), no("equal", "ab")], null],
    [[yes("match", "\\bcat\\b"), no("match", "(?:^|\\W)cat(?:\\W|$)")], null],
    [[yes("match", "\\bcat\\B"), no("equal", "cats")], "cata"],
    [[yes("match", "(?m)^b$"), no("equal", "b")], undefined],
    [[yes("match", "^[[:alpha:]]$"), no("match", "[a-zA-Z]")], null],
    [[yes("match", "^\\Q.*\\E$"), no("equal", ".*")], null],
    [[yes("match", "^(?U)a{2,3}?$"), no("equal", "aa")], "aaa"],
    // Undecidable.
    [[yes("match", "(?<=a)b")], undefined],
    [[yes("match", "^(?:[ab]*a[ab]{40})$"), yes("match", "^(?:[ab]*b[ab]{41})$")], undefined],
    // An exact text is tested itself, whatever the size of patterns.
    [[yes("equal", "ab"), yes("match", "^(?:[ab]*a[ab]{400})$")], null],
    [[yes("equal", "ab"), no("match", "^(?:[ab]*a[ab]{400})$")], "ab"],
    [[yes("equal", "ab"), no("match", "(?<=a)b")], undefined],
  ])("for %j finds %j (null: none, undefined: undecided)", (answers, found) => {
    expect(findText(answers, ANY_TEXT)).toBe(found);
  });

  test("prefers usual texts, and finds only allowed ones", () => {
    const path = { preferred: ["^/[a-z/]*$"], allowed: "^/" };
    expect(findText([no("start", "/")], path)).toBeNull();
    expect(findText([no("start", "/admin")], path)).toBe("/");
    expect(findText([yes("part", "%")], path)).toBeUndefined();
    expect(findText([yes("equal", "admin")], path)).toBeNull();
    expect(findText([yes("equal", "/%61")], path)).toBeUndefined();
  });

  const piece = fc.constantFrom(
    "a",
    "B",
    ".",
    "[ab]",
    "[^a\\n]",
    "\\b",
    "\\B",
    "^",
    "$",
    "\\A",
    "\\z",
    "\\w",
    "\\PL",
    "[[:upper:]]",
    "\n",
    "k",
  );
  const pattern = fc.letrec<Record<"any" | "group" | "several", string>>((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, piece, tie("group"), tie("several")),
    group: fc
      .tuple(
        fc.constantFrom("(?:", "(?P<g>", "(?i:", "(?m:", "(?s:"),
        tie("any"),
        fc.constantFrom(")", ")*", ")+?", "){2}"),
      )
      .map((parts) => parts.join("")),
    several: fc.tuple(tie("any"), fc.constantFrom("", "|"), tie("any")).map((parts) => parts.join("")),
  })).any;
  const text = fc.string({
    unit: fc.constantFrom("a", "b", "B", "k", "\u212a", "\n", "-", "é"),
    maxLength: 5,
  });

  test("agrees with RE2 for generated patterns", () => {
    fc.assert(
      fc.property(pattern, text, fc.boolean(), (value, candidate, isFolded) => {
        const generated = textTest(
          "match",
          value.replace(/P<g>/g, "?:").replace(/\(\?\?:/g, "(?:"),
          isFolded,
        );
        const both: TextConstraint[] = [
          { question: generated, isTrue: true },
          yes("match", `(?s)^\\Q${candidate}\\E$`),
        ];
        const found = findText(both, { preferred: [""], allowed: "" });
        expect(found).toBe(passesTest(generated, candidate) ? candidate : null);
      }),
    );
  });
});
