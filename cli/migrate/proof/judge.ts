import type { Cause, Ending, Evaluation, Question } from "../../../emulator";
import { responseOf } from "../backends";

/** What the emulator says of requests before and after. */
export interface Sides {
  before(question: Question): Promise<Evaluation>;
  after(question: Question): Promise<Evaluation>;
  /** The addresses that replace something that got traffic before. */
  replaces(reached: string): readonly string[];
}

export interface Verdicts {
  /** Clients that were judged. */
  readonly clients: number;
  /** Clients that got in before. */
  readonly gotIn: number;
  /** Of them, clients that lose access. */
  readonly lockedOut: number;
  /** The same by route, and by what refuses them. */
  readonly refused: readonly Refusal[];
  /** Clients that are undecided before and after, for the same reasons. */
  readonly unknown: number;
  /** Clients that get in and did not before. */
  readonly opened: readonly Opening[];
  /** Clients that may get in and did not surely get in before. */
  readonly undecided: readonly Opening[];
}

/** Clients that get in before by one route, and are refused after for one reason. */
export interface Refusal {
  /** The route of an edge that they take before, or the edge: its address in the API. */
  readonly route: string;
  /** What refuses them after. */
  readonly by: Cause | undefined;
  readonly clients: number;
  /** One of them, without the headers that may hold a password. */
  readonly client: Question;
}

export interface Opening {
  readonly client: Question;
  /** What they reach now. */
  readonly reaches: readonly string[];
  readonly why: readonly string[];
  /** It surely reached something before: now it reaches something else. */
  readonly gotIn: boolean;
}

/** Judges requests before and after, each once. */
export async function judge(requests: readonly Question[], sides: Sides): Promise<Verdicts> {
  const verdicts = { clients: 0, gotIn: 0, lockedOut: 0, unknown: 0 };
  const refused = new Map<string, Refusal>();
  const opened: Opening[] = [];
  const undecided: Opening[] = [];
  const distinct = new Map(requests.map((request) => [JSON.stringify(request), request]));
  for (const client of distinct.values()) {
    const [earlier, later] = [await sides.before(client), await sides.after(client)];
    const [before, after] = [reached(earlier), reached(later)];
    verdicts.clients += 1;
    if (before.surely) verdicts.gotIn += 1;
    if (before.surely && before.isServed && after.places.size === 0) {
      verdicts.lockedOut += 1;
      const { headers: _, ...shown } = client;
      const route = earlier.path.findLast(({ at }) => at.startsWith("/edges/"))?.at ?? "";
      const key = JSON.stringify([route, later.by]);
      const { clients: count = 0, client: first = shown } = refused.get(key) ?? {};
      refused.set(key, { route, by: later.by, clients: count + 1, client: first });
    }
    const allowed = new Set([...before.places].flatMap((place) => [place, ...sides.replaces(place)]));
    const beyond = [...after.places].filter((place) => !allowed.has(place));
    // What is drawn at random leads somewhere whatever is drawn.
    const open = after.why.filter((reason) => !reason.startsWith("rand."));
    const isAlike = before.why.length > 0 && open.every((reason) => before.why.includes(reason));
    const opening = {
      client,
      reaches: beyond,
      why: [...new Set([...before.why, ...after.why])],
      gotIn: before.surely,
    };
    if (beyond.length > 0 && !before.isUndecided) opened.push(opening);
    else if ((after.isUndecided || after.places.size > 0) && !before.surely) {
      if (isAlike) verdicts.unknown += 1;
      else undecided.push(opening);
    } else if (!before.surely && (before.isUndecided || before.places.size > 0)) verdicts.unknown += 1;
  }
  return { ...verdicts, refused: [...refused.values()], opened, undecided };
}

/** What a client may reach. */
interface Reached {
  readonly places: ReadonlySet<string>;
  /** It reaches something whatever is not known. */
  readonly surely: boolean;
  readonly isUndecided: boolean;
  /** There is something to reach: an edge without a backend refuses nobody, and serves nobody. */
  readonly isServed: boolean;
  readonly why: readonly string[];
}

function reached(evaluation: Evaluation): Reached {
  const isUndecided = evaluation.outcome === "undecided";
  const endings = isUndecided ? (evaluation.may ?? []) : [evaluation, ...(evaluation.may ?? [])];
  const places = endings.flatMap((ending) => placeOf(ending) ?? []);
  const isOpen =
    isUndecided && (endings.length === 0 || endings.some(({ outcome }) => outcome === "undecided"));
  return {
    places: new Set(places),
    // A limit on rates that may refuse does not make a guard.
    surely: isUndecided
      ? !isOpen && endings.every((ending) => placeOf(ending) !== undefined)
      : placeOf(evaluation) !== undefined,
    isUndecided: isOpen,
    isServed: endings.some(({ outcome }) => outcome === "forwarded" || outcome === "answered"),
    why: isUndecided ? (evaluation.why ?? []) : [],
  };
}

/** What a request reaches; nothing where it is refused, asked for something or sent elsewhere. */
function placeOf({ outcome, to, by, status }: Ending): string | undefined {
  if (outcome === "forwarded") return to ?? "";
  if (outcome === "unanswered") return by?.at ?? "";
  // Pages of a sign-in are for everybody.
  if (outcome === "answered" && !/^(oauth|openid-connect)$/.test(by?.action ?? ""))
    return responseOf(status ?? 200);
  return undefined;
}
