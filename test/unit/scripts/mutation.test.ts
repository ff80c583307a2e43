import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { pageOf } from "../../../scripts/mutation/page";
import { merged, type Report, type Results, resultsOf } from "../../../scripts/mutation/results";
import { STAGES } from "../../../scripts/mutation/stages.mjs";

const root = resolve(__dirname, "../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

test("every file of the lifecycle that does something is tried in one stage", () => {
  const all = globSync("**/*.ts", { cwd: join(root, "provider/lifecycle") });
  const tried = Object.values(STAGES).flatMap(({ files }) => files);
  // What is left holds types and exports alone.
  expect([...tried, "lifecycle.ts", "recovery/index.ts"].sort()).toEqual(all.sort());
});

describe("what mutation testing has found", () => {
  const results = JSON.parse(read("test/results/mutation.json")) as Results;

  test("is what the page says", () => {
    expect(pageOf(results)).toBe(read("docs/mutation-testing.md"));
  });
});

const at = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
});

const report: Report = {
  files: {
    "provider/lifecycle/a/b.ts": {
      source: "const limit = 1;\nif (left <= limit) stop();\n",
      mutants: [
        {
          mutatorName: "EqualityOperator",
          replacement: "left < limit",
          status: "Survived",
          testsCompleted: 3,
          location: at(2, 5, 18),
        },
        {
          mutatorName: "ConditionalExpression",
          replacement: "true",
          status: "Killed",
          location: at(2, 5, 18),
        },
        {
          mutatorName: "ConditionalExpression",
          replacement: "false",
          status: "Timeout",
          location: at(2, 5, 18),
        },
        { mutatorName: "BlockStatement", replacement: "{}", status: "RuntimeError", location: at(2, 5, 18) },
      ],
    },
  },
};

describe("a report", () => {
  test("is counted by file, and what nothing notices is kept with its place", () => {
    expect(resultsOf(report, "2030-01-31")).toEqual({
      "a/b.ts": {
        date: "2030-01-31",
        killed: 2,
        timedOut: 1,
        unnoticed: [
          {
            line: 2,
            code: "if (left <= limit) stop();",
            original: "left <= limit",
            replacement: "left < limit",
            mutator: "EqualityOperator",
            covered: true,
          },
        ],
      },
    });
  });

  test.each([
    ["Survived", 0, "no test ran"],
    ["Ignored", 0, "Ignored"],
    ["CompileError", 0, "CompileError"],
  ])("with a mutant that was not measured is refused: %s", (status, testsCompleted, why) => {
    const mutants = [{ mutatorName: "x", status, testsCompleted, location: at(1, 1, 2) }];
    const files = { "provider/lifecycle/c.ts": { source: "x", mutants } };
    expect(() => resultsOf({ files }, "2030-01-31")).toThrow(
      `provider/lifecycle/c.ts:1: a mutant was not measured (${why})`,
    );
  });
});

describe("results", () => {
  const file = { date: "2030-01-31", killed: 1, timedOut: 0, unnoticed: [] };
  const whole = { date: "2030-01-31", minutes: 9.5, mutants: 1 };

  test("of single files take the place of earlier ones, those of all files that of everything", () => {
    const before: Results = { whole, files: { "b.ts": { ...file, killed: 9 }, "a.ts": file } };
    expect(merged(before, { "b.ts": file }, undefined)).toEqual({
      whole,
      files: { "a.ts": file, "b.ts": file },
    });
    expect(merged(before, { "c.ts": file }, whole)).toEqual({ whole, files: { "c.ts": file } });
  });

  test("show by file and by reason, those that have none last", () => {
    const mutant = (code: string, replacement: string) => ({
      line: 1,
      code,
      original: code,
      replacement,
      mutator: "x",
      covered: replacement !== "",
    });
    const unnoticed = [mutant("one()", ""), mutant("two `x`", "three")];
    const page = pageOf({ whole, files: { "a.ts": { ...file, killed: 1_998, unnoticed } } }, [
      { why: "It is the same.", of: [["a.ts", "two", "three"]] },
    ]);
    expect(page).toContain("on 2030-01-31, tried 1 mutants and took 9.5 minutes");
    expect(page).toContain("| `a.ts` | 2,000 | 1,998 | 2 | 1 | 99.9 % | 2030-01-31 |");
    expect(page.split("## Mutants that nothing notices\n\n")[1]).toBe(
      [
        "**It is the same.**",
        "",
        "```text",
        "a.ts: two `x` → three",
        "```",
        "",
        "**No reason is known: a test may be missing, or was written since.**",
        "",
        "```text",
        "a.ts: one() → nothing",
        "```",
        "",
      ].join("\n"),
    );
  });
});
