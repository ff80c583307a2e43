import { Undecided } from "../language/values";
import type { Cause, Ending, Evaluation, Step } from "./outcome";

/** Ways of one request that are followed up; past them it is undecided. */
const MOST_WAYS = 64;
/** Stations of one request. */
const MOST_STEPS = 2000;

/** One way of a request: whatever is not known is taken to be one thing, another way takes it to be the other. */
export class Run {
  readonly path: Step[] = [];
  readonly may: Ending[] = [];
  /** What was not known on this way. */
  readonly unknown: string[] = [];
  /** What of it is drawn anew for each request. */
  readonly drawn = new Set<string>();
  /** Rules of which it is not known whether they run, and why. */
  readonly unsettled: { readonly by: Cause; readonly why: string }[] = [];
  readonly taken: { readonly choice: number; readonly of: number }[] = [];

  /** @param given choices to begin with; after them the first one is taken each time */
  constructor(readonly given: readonly number[]) {}

  /** Takes one of several possibilities, by its index. */
  fork(why: string, of: number): number {
    this.unknown.push(why);
    const choice = this.given[this.taken.length] ?? 0;
    this.taken.push({ choice, of });
    return choice;
  }

  /** The same of what the service draws for each request. */
  draw(why: string, of: number): number {
    this.drawn.add(why);
    return this.fork(why, of);
  }

  step(by: Cause, result: string): void {
    if (this.path.length >= MOST_STEPS) throw new Undecided(`a way of more than ${MOST_STEPS} steps`);
    this.path.push({ ...by, result });
  }

  end(ending: Ending): Ending {
    if (ending.by) this.step(ending.by, ending.outcome);
    return ending;
  }
}

/** Follows all ways that a request can take, and says where they lead. */
export function explore(follow: (run: Run) => Ending): Evaluation {
  const pending: number[][] = [[]];
  const endings: Ending[] = [];
  const may: Ending[] = [];
  const unknown = new Set<string>();
  const drawn = new Set<string>();
  let path: readonly Step[] | undefined;
  for (let ways = 0; ; ways += 1) {
    const given = pending.pop();
    if (!given) break;
    if (ways === MOST_WAYS) {
      unknown.add(`more than ${MOST_WAYS} ways that it can go`);
      endings.push({ outcome: "undecided", why: [...unknown] });
      break;
    }
    const run = new Run(given);
    endings.push(followed(run, follow));
    may.push(...run.may);
    for (const name of run.unknown) unknown.add(name);
    for (const name of run.drawn) drawn.add(name);
    path ??= run.path;
    for (let at = given.length; at < run.taken.length; at += 1)
      for (let choice = 1; choice < (run.taken[at]?.of ?? 0); choice += 1)
        pending.push([...run.taken.slice(0, at).map((taken) => taken.choice), choice]);
  }
  const isDrawn = [...unknown].every((name) => drawn.has(name));
  const found = distinct(endings);
  const common = isDrawn ? alike(found) : undefined;
  return summary(common ? [common] : found, distinct(may), [...unknown], path ?? []);
}

function followed(run: Run, follow: (run: Run) => Ending): Ending {
  try {
    return follow(run);
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return { outcome: "undecided", why: [error.what] };
  }
}

function summary(
  endings: readonly Ending[],
  may: readonly Ending[],
  unknown: readonly string[],
  path: readonly Step[],
): Evaluation {
  const [only, another] = endings;
  const besides = may.filter((ending) => !endings.some((other) => same(ending, other)));
  const isAll = besides.length === 0 || only?.outcome !== "undecided";
  if (only && another === undefined && isAll)
    return { ...only, ...(besides.length === 0 ? {} : { may: besides }), path };
  const why = new Set([...unknown, ...endings.flatMap((ending) => ending.why ?? [])]);
  return { outcome: "undecided", why: [...why], may: [...endings, ...besides], path };
}

/** Endings that lead to different things where their causes differ. */
const APART: ReadonlySet<string> = new Set(["answered", "unanswered", "undecided"]);

/** The one ending of all ways, without the causes of each. */
function alike([first, ...others]: readonly Ending[]): Ending | undefined {
  if (first === undefined || others.length === 0) return first;
  const { by: _, ...common } = first;
  const isAlike = others.every(({ by: __, ...other }) => same(common, other));
  return isAlike && !APART.has(first.outcome) ? common : undefined;
}

function distinct(endings: readonly Ending[]): Ending[] {
  const found: Ending[] = [];
  for (const ending of endings) if (!found.some((other) => same(ending, other))) found.push(ending);
  return found;
}

const same = (a: Ending, b: Ending): boolean => JSON.stringify(a) === JSON.stringify(b);
