import type { Cause, Ending, Evaluation, Step } from "../evaluate/outcome";
import { ifUndecided, Undecided } from "../language/values";

/** Limits for a request. If it needs more, the outcome is undecided. */
const MAX_RUNS = 64;
const MAX_STEPS = 2000;

/** One evaluation of a request. Each unknown forks it into several runs, which assume different values. */
export class Run {
  readonly path: Step[] = [];
  /** The endings that rate limits and errors can cause instead. */
  readonly may: Ending[] = [];
  /** The names of the unknowns that the run has made assumptions about. */
  readonly unknown: string[] = [];
  /** The unknowns that the service chooses at random for each request. */
  readonly drawn = new Set<string>();
  /** The rules that this run reached; `why` is set if undecided. */
  readonly rules: { readonly by: Cause; readonly result: "runs" | "skipped"; readonly why?: string }[] = [];
  readonly forks: { readonly choice: number; readonly count: number }[] = [];

  /** @param choices - The choices of the first forks. Later forks take their first choice. */
  constructor(readonly choices: readonly number[]) {}

  /** Returns the index of the value that this run assumes. */
  fork(why: string, count: number): number {
    this.unknown.push(why);
    const choice = this.choices[this.forks.length] ?? 0;
    this.forks.push({ choice, count });
    return choice;
  }

  /** Like `fork`, for a random choice of the service. */
  draw(why: string, count: number): number {
    this.drawn.add(why);
    return this.fork(why, count);
  }

  /** Returns undefined, the verdict for a request that continues. */
  step(by: Cause, result: string): undefined {
    if (this.path.length >= MAX_STEPS) throw new Undecided(`more than ${MAX_STEPS} steps`);
    this.path.push({ ...by, result });
  }

  end(ending: Ending): Ending {
    if (ending.by) this.step(ending.by, ending.outcome);
    return ending;
  }
}

/** Evaluates a request for every combination of its unknowns, and combines the endings. */
export function explore(evaluate: (run: Run) => Ending): Evaluation {
  const pending: number[][] = [[]];
  const runs: Run[] = [];
  const endings: Ending[] = [];
  while (pending.length > 0 && runs.length < MAX_RUNS) {
    const choices = pending.pop() ?? [];
    const run = new Run(choices);
    runs.push(run);
    endings.push(
      ifUndecided(
        () => evaluate(run),
        (reason) => ({ outcome: "undecided", why: [reason] }),
      ),
    );
    const taken = run.forks.map(({ choice }) => choice);
    for (const [index, { count }] of [...run.forks.entries()].slice(choices.length))
      for (let choice = 1; choice < count; choice += 1) pending.push([...taken.slice(0, index), choice]);
  }
  const unknown = new Set(runs.flatMap((run) => run.unknown));
  if (pending.length > 0) {
    unknown.add(`more than ${MAX_RUNS} possible outcomes`);
    endings.push({ outcome: "undecided", why: [...unknown] });
  }
  const drawn = new Set(runs.flatMap((run) => [...run.drawn]));
  const areAllDrawn = [...unknown].every((name) => drawn.has(name));
  const distinctEndings = distinct(endings);
  const common = areAllDrawn ? commonEnding(distinctEndings) : undefined;
  const may = distinct(runs.flatMap((run) => run.may));
  return summarize(common ? [common] : distinctEndings, may, [...unknown], runs[0]?.path ?? []);
}

function summarize(
  endings: readonly Ending[],
  may: readonly Ending[],
  unknown: readonly string[],
  path: readonly Step[],
): Evaluation {
  const [first, second] = endings;
  const alternatives = may.filter((ending) => !endings.some((other) => isSameEnding(ending, other)));
  const isDecided = alternatives.length === 0 || first?.outcome !== "undecided";
  if (first && second === undefined && isDecided)
    return { ...first, ...(alternatives.length > 0 && { may: alternatives }), path };
  const why = new Set([...unknown, ...endings.flatMap((ending) => ending.why ?? [])]);
  return { outcome: "undecided", why: [...why], may: [...endings, ...alternatives], path };
}

/** Outcomes whose cause is reported even if it depends on a random draw. */
const NOT_MERGED: ReadonlySet<string> = new Set(["answered", "unanswered", "undecided"]);

/** Returns the ending that all runs share, without its cause; undefined if they differ in more than the cause. */
function commonEnding([first, ...others]: readonly Ending[]): Ending | undefined {
  if (first === undefined || others.length === 0) return first;
  const { by: _, ...common } = first;
  const isShared = others.every(({ by: __, ...other }) => isSameEnding(common, other));
  return isShared && !NOT_MERGED.has(first.outcome) ? common : undefined;
}

const distinct = (endings: readonly Ending[]): Ending[] =>
  endings.filter((ending, index) => endings.findIndex((other) => isSameEnding(ending, other)) === index);

const isSameEnding = (a: Ending, b: Ending): boolean => JSON.stringify(a) === JSON.stringify(b);
