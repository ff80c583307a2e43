import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chartOf } from "../../../bench/chart";
import { withMeasuredPart } from "../../../bench/markdown";
import { reportOf } from "../../../bench/report";
import type { BenchResult } from "../../../bench/result";
import { isMet, targetsOf } from "../../../bench/targets";

const root = join(__dirname, "../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const recorded = () => JSON.parse(read("bench/result.json")) as BenchResult;

/** Every measured time of this package made so many times longer. */
const slowedDown = (result: BenchResult, times: number): BenchResult => ({
  ...result,
  suite: {
    ...result.suite,
    rows: result.suite.rows.map((row) =>
      row.contender === "ours" ? { ...row, seconds: row.seconds * times } : row,
    ),
  },
});

describe("the benchmark's documents", () => {
  test("docs/performance.md says what the recorded run has measured, and nothing else", () => {
    const page = read("docs/performance.md");
    expect(withMeasuredPart(page, reportOf(recorded()))).toBe(page);
  });

  test("docs/performance.svg draws the recorded run", () => {
    expect(read("docs/performance.svg")).toBe(chartOf(recorded().suite.rows));
  });

  test("the recorded run was a whole one", () => {
    const { quick, suite } = recorded();
    expect(quick).toBe(false);
    expect(suite.skipped).toEqual([]);
  });

  test("every target was measured", () => {
    const open = targetsOf(recorded()).filter(({ measured }) => !Number.isFinite(measured));
    expect(open.map(({ what }) => what)).toEqual([]);
  });
});

describe("targets", () => {
  test("one that is missed is reported as missed", () => {
    const report = reportOf(slowedDown(recorded(), 10));
    expect(report).toMatch(/^\| creating 1,000 at 50 ms[^|]*\|[^|]*\|[^|]*\| \*\*missed\*\* \|$/m);
    expect(targetsOf(slowedDown(recorded(), 10)).filter((target) => !isMet(target)).length).toBeGreaterThan(
      3,
    );
  });

  test("one without a measurement is not reported as met", () => {
    const { suite, ...rest } = recorded();
    const empty: BenchResult = { ...rest, suite: { ...suite, rows: [] } };
    const create = targetsOf(empty).filter(({ what }) => what.startsWith("creating"));
    expect(create.map((target) => [target.measured, isMet(target)])).toEqual(
      create.map(() => [undefined, false]),
    );
    expect(reportOf(empty)).toContain("not measured in this run");
  });
});

test("a page without the marks is refused", () => {
  expect(() => withMeasuredPart("nothing", "")).toThrow("the document has no line");
});
