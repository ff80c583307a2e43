import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withMeasuredPart } from "../../bench/markdown";
import { formatReport } from "../../bench/report";
import type { BenchResult } from "../../bench/result";
import { isMet, listTargets } from "../../bench/targets";
import { sampleResult } from "./sample-result";

const root = join(__dirname, "../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Multiplies the measured times of this package. */
const slowedDown = (result: BenchResult, factor: number): BenchResult => ({
  ...result,
  suite: {
    ...result.suite,
    rows: result.suite.rows.map((row) =>
      row.contender === "ours" ? { ...row, seconds: row.seconds * factor } : row,
    ),
  },
});

/** Returns the headings and the first cells of all rows, without the measurements. */
const outline = (text: string) =>
  [...text.matchAll(/^(?:#+ .*|\*\*.*\*\*|\| [^|]+\|)/gm)].map(([line]) => line.trim());

/** Returns each target with its limit. */
const targetRows = (text: string) =>
  [...text.matchAll(/^\| ([^|]+) \| (at most [^|]+) \|/gm)].map(([, what, limit]) => [what, limit]);

describe("docs/performance.md", () => {
  const page = read("docs/performance.md");

  test("has the sections, targets, and limits of a current report", () => {
    const report = formatReport(sampleResult);
    expect(targetRows(page)).toEqual(targetRows(report));
    const cases = outline(report).filter((line) => line.startsWith("**"));
    expect(cases.length).toBeGreaterThan(5);
    expect(outline(page)).toEqual(expect.arrayContaining([...cases, "### Targets", "### Checkpoints"]));
  });

  test("contains the results of a full run", () => {
    expect(page).not.toContain("not measured in this run");
    expect(page).not.toContain("too small for the targets");
  });

  test("is replaced between its markers, with the same result each time", () => {
    const written = withMeasuredPart(page, formatReport(sampleResult));
    expect(written).toContain("Measured on 2026-01-31");
    expect(withMeasuredPart(written, formatReport(sampleResult))).toBe(written);
    expect(withMeasuredPart(written, "")).toBe(withMeasuredPart(page, ""));
  });
});

describe("targets", () => {
  test("are all measured in a full run, and met if it is fast enough", () => {
    expect(listTargets(sampleResult).filter((target) => !isMet(target))).toEqual([]);
  });

  test("that need Terraform or a minimal server exist if those were measured", () => {
    const rows = sampleResult.suite.rows.flatMap((row) =>
      row.contender === "native"
        ? [row, { ...row, contender: "terraform" as const, seconds: row.seconds / 2 }]
        : row,
    );
    const cost = { firstMs: 100, cpuMs: 500 };
    const process = { ours: { ...cost, firstMs: 130 }, smallest: cost };
    const targets = listTargets({ ...sampleResult, suite: { ...sampleResult.suite, rows }, process });
    const missed = targets
      .filter((target) => !isMet(target))
      .map(({ name, measured: ratio }) => [name, ratio]);
    expect(missed).toEqual([
      ...["", "native: "].flatMap((prefix) =>
        ["creating", "preview of", "`up --refresh` of", "destroying"].map((operation) => [
          expect.stringMatching(`^${prefix}${operation} 1,000 .*, against Terraform$`),
          prefix === "" ? expect.any(Number) : 2,
        ]),
      ),
      [expect.stringContaining("against the smallest server"), 1.3],
    ]);
  });

  test("are reported with the startup of a release's files if it was measured", () => {
    const cost = { firstMs: 100, startCpuMs: 80, cpuMs: 500 };
    const servers = { ours: cost, smallest: cost };
    const packed = { archive: { ...cost, firstMs: 111 }, executable: { ...cost, firstMs: 122 } };
    const report = formatReport({ ...sampleResult, process: { ...servers, ...packed } });
    expect(report).toContain("| the same, as the archive of a release | 111 ms |");
    expect(report).toContain("| the same, as the executable that contains Node.js | 122 ms |");
    expect(formatReport({ ...sampleResult, process: servers })).not.toContain("the archive of a release");
  });

  test("are reported as missed", () => {
    const report = formatReport(slowedDown(sampleResult, 10));
    expect(report).toMatch(/^\| creating 1,000 objects at 50 ms[^|]*\|[^|]*\|[^|]*\| \*\*missed\*\* \|$/m);
    expect(
      listTargets(slowedDown(sampleResult, 10)).filter((target) => !isMet(target)).length,
    ).toBeGreaterThan(3);
  });

  test("without a measurement are not reported as met", () => {
    const empty: BenchResult = { ...sampleResult, suite: { ...sampleResult.suite, rows: [] } };
    const create = listTargets(empty).filter(({ name }) => name.startsWith("creating"));
    expect(create.map((target) => [target.measured, isMet(target)])).toEqual(
      create.map(() => [undefined, false]),
    );
    expect(formatReport(empty)).toContain("not measured in this run");
  });
});

test("rejects a page without the markers", () => {
  expect(() => withMeasuredPart("nothing", "")).toThrow("the document must contain the lines");
});
