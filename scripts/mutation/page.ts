import { REASONS, type Reason } from "./reasons";
import { type FileResult, mutantsIn, type Results, type Unnoticed } from "./results";
import { STAGES } from "./stages.mjs";

/** An unnoticed mutant and the file it is in. */
interface Placed extends Unnoticed {
  readonly file: string;
}

/** Unnoticed mutants by their reason; undefined holds those that nobody has given one. */
export function grouped(
  results: Results,
  reasons: readonly Reason[] = REASONS,
): Map<Reason | undefined, readonly Placed[]> {
  const all = Object.entries(results.files).flatMap(([file, { unnoticed }]) =>
    unnoticed.map((mutant): Placed => ({ file, ...mutant })),
  );
  const groups = new Map<Reason | undefined, Placed[]>();
  for (const mutant of all) {
    const reason = reasons.find(({ of }) => of.some((pattern) => fits(mutant, pattern)));
    groups.set(reason, [...(groups.get(reason) ?? []), mutant]);
  }
  return groups;
}

const fits = (mutant: Placed, [file, code, replacement]: Reason["of"][number]) =>
  mutant.file === file &&
  mutant.code.includes(code) &&
  (replacement === undefined || mutant.replacement === replacement);

/** docs/mutation-testing.md. */
export function pageOf(results: Results, reasons: readonly Reason[] = REASONS): string {
  const { whole, files } = results;
  const groups = grouped(results, reasons);
  const unexplained = groups.get(undefined) ?? [];
  const explained = reasons.filter((reason) => groups.has(reason));
  const run = whole
    ? `The last run over all files, on ${whole.date}, tried ${count(whole.mutants)} mutants and took ${whole.minutes} minutes on two cores.`
    : "The files were tried in several runs; none has covered all of them at once yet.";
  const untried = Object.values(STAGES)
    .flatMap((stage) => stage.files)
    .filter((file) => !(file in files));
  return [
    "<!-- Written by npm run mutation; reasons stand in scripts/mutation/reasons.ts. -->",
    "",
    "# Mutation testing",
    "",
    INTRODUCTION,
    "",
    untried.length === 0 ? run : `${run} Not tried yet: ${untried.map((file) => `\`${file}\``).join(", ")}.`,
    "",
    "| file | mutants | noticed | unnoticed | never run | score | tried on |",
    "|---|---:|---:|---:|---:|---:|---|",
    ...Object.entries(files).map(([file, result]) => row(`\`${file}\``, [result], result.date)),
    row("**all**", Object.values(files), ""),
    "",
    "Noticed are mutants that fail a test, break the run or never end. What no test runs is unnoticed as well.",
    "",
    "## Mutants that nothing notices",
    "",
    ...explained.flatMap((reason) => section(reason.why, groups.get(reason) ?? [])),
    ...(unexplained.length > 0
      ? section("No reason is known: a test may be missing, or was written since.", unexplained)
      : []),
  ].join("\n");
}

const INTRODUCTION = `\`npm run mutation\` asks how much the tests of \`provider/lifecycle\` notice: [Stryker](https://stryker-mutator.io)
breaks the sources in small ways, such as \`<\` in the place of \`<=\` or a call that is left out, and runs the tests that
reach the place. Only tests that run in one process take part, as \`scripts/mutation/stages.mjs\` lists them: files that work
on values alone are tried with unit tests, those that make requests with contract tests against the emulator. The engine
tests, which would notice more, take too long for it.

\`npm run mutation -- diff.ts recovery/match.ts\` tries these files alone and puts their results in the place of the
earlier ones. The reports with every mutant in its place are in \`reports/mutation/\`.`;

function row(name: string, results: readonly FileResult[], date: string): string {
  const sum = (of: (result: FileResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const mutants = sum(mutantsIn);
  const unnoticed = sum((result) => result.unnoticed.length);
  const idle = sum((result) => result.unnoticed.filter(({ covered }) => !covered).length);
  const score = mutants === 0 ? "" : `${((100 * (mutants - unnoticed)) / mutants).toFixed(1)} %`;
  const cells = [
    name,
    count(mutants),
    count(mutants - unnoticed),
    count(unnoticed),
    count(idle),
    score,
    date,
  ];
  return `| ${cells.join(" | ")} |`;
}

const count = (value: number) => value.toLocaleString("en-US");

function section(why: string, mutants: readonly Placed[]): string[] {
  const lines = mutants.map(({ file, code, original, replacement }) => {
    const place = original === code ? file : `${file}, in ${code}`;
    return `${place}: ${original} → ${replacement || "nothing"}`;
  });
  return [`**${why}**`, "", "```text", ...lines, "```", ""];
}
