/** What a run has found of one file. */
export interface FileResult {
  /** Day of the run, such as 2030-01-31. */
  readonly date: string;
  /** Mutants that fail a test, or break the run outside of one. */
  readonly killed: number;
  /** Mutants that never came to an end, which counts as noticed. */
  readonly timedOut: number;
  readonly unnoticed: readonly Unnoticed[];
}

/** A mutant that no test noticed. */
export interface Unnoticed {
  /** Where its place begins in the source as it was: number and text of the line. */
  readonly line: number;
  readonly code: string;
  /** What stood there, and what took its place. */
  readonly original: string;
  readonly replacement: string;
  readonly mutator: string;
  /** False where no test even runs it. */
  readonly covered: boolean;
}

export interface Results {
  /** The last run over all files. */
  readonly whole?: { readonly date: string; readonly minutes: number; readonly mutants: number };
  /** By path below provider/lifecycle. */
  readonly files: Readonly<Record<string, FileResult>>;
}

/** The parts of Stryker's report that count here. */
export interface Report {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly ReportedMutant[] }>
  >;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

interface ReportedMutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly testsCompleted?: number;
  readonly location: { readonly start: Position; readonly end: Position };
}

const FOLDER = "provider/lifecycle/";
const MEASURED = ["Killed", "RuntimeError", "Timeout", "Survived", "NoCoverage"];

/**
 * What a report says of each file.
 *
 * @throws Error when a mutant was not measured: the score would say something that is not known
 */
export function resultsOf(report: Report, date: string): Results["files"] {
  const files = Object.entries(report.files).map(([path, { source, mutants }]) => {
    for (const mutant of mutants) {
      const idle = mutant.status === "Survived" && mutant.testsCompleted === 0;
      if (idle || !MEASURED.includes(mutant.status))
        throw new Error(
          `${path}:${mutant.location.start.line}: a mutant was not measured (${idle ? "no test ran" : mutant.status})`,
        );
    }
    const count = (status: string) => mutants.filter((mutant) => mutant.status === status).length;
    const unnoticed = mutants
      .filter(({ status }) => status === "Survived" || status === "NoCoverage")
      .map((mutant) => ({
        line: mutant.location.start.line,
        code: onOneLine(source.split("\n")[mutant.location.start.line - 1] ?? ""),
        original: onOneLine(between(source, mutant.location.start, mutant.location.end)),
        replacement: onOneLine(mutant.replacement ?? ""),
        mutator: mutant.mutatorName,
        covered: mutant.status === "Survived",
      }))
      .sort((one, other) => one.line - other.line);
    const result: FileResult = {
      date,
      killed: count("Killed") + count("RuntimeError"),
      timedOut: count("Timeout"),
      unnoticed,
    };
    return [path.replace(FOLDER, ""), result] as const;
  });
  return Object.fromEntries(files);
}

/** Lines and columns of a report count from 1; the end is the first character that is not part of it. */
function between(source: string, start: Position, end: Position): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join("\n");
}

const LONGEST = 120;

function onOneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** How many mutants a file has. */
export const mutantsIn = ({ killed, timedOut, unnoticed }: FileResult) =>
  killed + timedOut + unnoticed.length;

/** The same with the results of files that were run again in the place of theirs. */
export function merged(before: Results, files: Results["files"], whole: Results["whole"]): Results {
  const known = whole ? files : { ...before.files, ...files };
  const sorted = Object.entries(known).sort(([one], [other]) => (one < other ? -1 : 1));
  const last = whole ?? before.whole;
  return { ...(last ? { whole: last } : {}), files: Object.fromEntries(sorted) };
}
