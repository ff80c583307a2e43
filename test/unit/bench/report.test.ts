import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withMeasuredPart } from "../../bench/markdown";
import { reportOf } from "../../bench/report";
import type { BenchResult } from "../../bench/result";
import { isMet, targetsOf } from "../../bench/targets";
import { measured } from "./sample-result";

const root = join(__dirname, "../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

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

/** Headings, and the first cells of all rows: what a report is about, without what was measured. */
const outline = (text: string) =>
  [...text.matchAll(/^(?:#+ .*|\*\*.*\*\*|\| [^|]+\|)/gm)].map(([line]) => line.trim());

/** What each target is, and its limit. */
const targetRows = (text: string) =>
  [...text.matchAll(/^\| ([^|]+) \| (at most [^|]+) \|/gm)].map(([, what, limit]) => [what, limit]);

describe("the benchmark's page", () => {
  const page = read("docs/performance.md");

  test("has the parts, targets and limits of a report that is made now", () => {
    const report = reportOf(measured);
    expect(targetRows(page)).toEqual(targetRows(report));
    const cases = outline(report).filter((line) => line.startsWith("**"));
    expect(cases.length).toBeGreaterThan(5);
    expect(outline(page)).toEqual(expect.arrayContaining([...cases, "### Targets", "### Checkpoints"]));
  });

  test("is of a whole run", () => {
    expect(page).not.toContain("not measured in this run");
    expect(page).not.toContain("Left out, since");
    expect(page).not.toContain("too small for the targets");
  });

  test("is written between its marks, twice alike", () => {
    const written = withMeasuredPart(page, reportOf(measured));
    expect(written).toContain("Measured on 2026-01-31");
    expect(withMeasuredPart(written, reportOf(measured))).toBe(written);
    expect(withMeasuredPart(written, "")).toBe(withMeasuredPart(page, ""));
  });
});

describe("targets", () => {
  test("are all measured by a whole run, and met by one that is quick enough", () => {
    expect(targetsOf(measured).filter((target) => !isMet(target))).toEqual([]);
  });

  test("of what few machines can measure are there where it was measured", () => {
    const rows = measured.suite.rows.flatMap((row) =>
      row.contender === "native"
        ? [row, { ...row, contender: "terraform" as const, seconds: row.seconds / 2 }]
        : row,
    );
    const cost = { firstMs: 100, cpuMs: 500 };
    const process = { ours: { ...cost, firstMs: 130 }, smallest: cost };
    const targets = targetsOf({ ...measured, suite: { ...measured.suite, rows }, process });
    const missed = targets
      .filter((target) => !isMet(target))
      .map(({ name, measured: ratio }) => [name, ratio]);
    expect(missed).toEqual([
      ...(["ours", "native"] as const).flatMap((contender) =>
        ["creating", "preview of", "`up --refresh` of", "destroying"].map((work) => [
          expect.stringMatching(`^${work} 1,000 .*, ${contender}, against Terraform$`),
          contender === "native" ? 2 : expect.any(Number),
        ]),
      ),
      [expect.stringContaining("against the smallest server"), 1.3],
    ]);
  });

  test("the start of what a release has is reported where it was measured", () => {
    const cost = { firstMs: 100, startCpuMs: 80, cpuMs: 500 };
    const servers = { ours: cost, smallest: cost };
    const packed = { archive: { ...cost, firstMs: 111 }, executable: { ...cost, firstMs: 122 } };
    const report = reportOf({ ...measured, process: { ...servers, ...packed } });
    expect(report).toContain("| the same, as the archive of a release | 111 ms |");
    expect(report).toContain("| the same, as the executable that contains Node.js | 122 ms |");
    expect(reportOf({ ...measured, process: servers })).not.toContain("the archive of a release");
  });

  test("one that is missed is reported as missed", () => {
    const report = reportOf(slowedDown(measured, 10));
    expect(report).toMatch(/^\| creating 1,000 at 50 ms[^|]*\|[^|]*\|[^|]*\| \*\*missed\*\* \|$/m);
    expect(targetsOf(slowedDown(measured, 10)).filter((target) => !isMet(target)).length).toBeGreaterThan(3);
  });

  test("one without a measurement is not reported as met", () => {
    const empty: BenchResult = { ...measured, suite: { ...measured.suite, rows: [] } };
    const create = targetsOf(empty).filter(({ name }) => name.startsWith("creating"));
    expect(create.map((target) => [target.measured, isMet(target)])).toEqual(
      create.map(() => [undefined, false]),
    );
    expect(reportOf(empty)).toContain("not measured in this run");
  });
});

test("a page without the marks is refused", () => {
  expect(() => withMeasuredPart("nothing", "")).toThrow("the document must contain the lines");
});
