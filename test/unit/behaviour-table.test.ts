import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { behaviourTable, type Results, withTable } from "../../scripts/behaviour/table";

const root = join(__dirname, "../..");

describe("the table of behaviours", () => {
  test("in docs/behaviour.md is what the last run's results give", () => {
    const page = readFileSync(join(root, "docs/behaviour.md"), "utf8");
    const results = JSON.parse(readFileSync(join(root, "test/results/behaviour.json"), "utf8")) as Results;
    expect(withTable(page, behaviourTable(results))).toBe(page);
  });

  const rows = [
    { behaviour: "All is well.", tests: { "a.engine.test.ts": ["one"], "b.engine.test.ts": ["two"] } },
  ];
  const passing: Results = {
    "a.engine.test.ts": { "group one": "passed", "group one more": "passed", "group other": "failed" },
    "b.engine.test.ts": { "group two": "passed" },
  };
  const lastLine = (results: Results) => behaviourTable(results, rows).split("\n").at(-1);

  test("counts the tests that show a behaviour", () => {
    expect(lastLine(passing)).toBe("| All is well. | 3 tests pass |");
  });

  test("shows a test that fails, is skipped or is gone", () => {
    expect(lastLine({ ...passing, "b.engine.test.ts": { "group two": "failed" } })).toBe(
      "| All is well. | **fails**: group two |",
    );
    expect(lastLine({ ...passing, "b.engine.test.ts": { "group two": "skipped" } })).toBe(
      "| All is well. | **skipped**: group two |",
    );
    expect(lastLine({ "a.engine.test.ts": passing["a.engine.test.ts"] ?? {} })).toBe(
      "| All is well. | **not tested**: two |",
    );
  });

  test("refuses a text without the marks", () => {
    expect(() => withTable("nothing", "")).toThrow("the text has no region");
  });
});
