import type { Cause, Ending, Evaluation, Step } from "../evaluate/outcome";
import { ifUndecided, Undecided } from "../language/values";

/** The outcome of a request that needs more runs or steps is undecided. */
const MAX_RUNS = 64;
const MAX_STEPS = 2000;

/** One run of a request. Each unknown forks the evaluation, and every run assumes one of its possible values. */
export class Run {
  readonly path: Step[] = [];
  readonly may: Ending[] = [];
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

  step(by: Cause, result: string): void {
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
  const endings: Ending[] = [];
  const may: Ending[] = [];
  const unknown = new Set<string>();
  const drawn = new Set<string>();
  let path: readonly Step[] | undefined;
  let runs = 0;
  for (let choices = pending.pop(); choices; choices = pending.pop()) {
    runs += 1;
    if (runs > MAX_RUNS) {
      unknown.add(`more than ${MAX_RUNS} possible outcomes`);
      endings.push({ outcome: "undecided", why: [...unknown] });
      break;
    }
    const run = new Run(choices);
    endings.push(
      ifUndecided(
        () => evaluate(run),
        (reason) => ({ outcome: "undecided", why: [reason] }),
      ),
    );
    may.push(...run.may);
    for (const name of run.unknown) unknown.add(name);
    for (const name of run.drawn) drawn.add(name);
    path ??= run.path;
    const taken = run.forks.map(({ choice }) => choice);
    for (const [index, { count }] of [...run.forks.entries()].slice(choices.length))
      for (let choice = 1; choice < count; choice += 1) pending.push([...taken.slice(0, index), choice]);
  }
  const isDrawn = [...unknown].every((name) => drawn.has(name));
  const distinctEndings = distinct(endings);
  const common = isDrawn ? commonEnding(distinctEndings) : undefined;
  return summarize(common ? [common] : distinctEndings, distinct(may), [...unknown], path ?? []);
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

/** Outcomes that aren't merged if their causes differ. */
const NOT_MERGED: ReadonlySet<string> = new Set(["answered", "unanswered", "undecided"]);

/** Returns the ending that all runs share, without their causes; undefined if they differ. */
function commonEnding([first, ...others]: readonly Ending[]): Ending | undefined {
  if (first === undefined || others.length === 0) return first;
  const { by: _, ...common } = first;
  const isShared = others.every(({ by: __, ...other }) => isSameEnding(common, other));
  return isShared && !NOT_MERGED.has(first.outcome) ? common : undefined;
}

const distinct = (endings: readonly Ending[]): Ending[] =>
  endings.filter((ending, index) => endings.findIndex((other) => isSameEnding(ending, other)) === index);

const isSameEnding = (a: Ending, b: Ending): boolean => JSON.stringify(a) === JSON.stringify(b);
