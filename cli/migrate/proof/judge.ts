import type { Cause, Ending, Evaluation, Question } from "../../../emulator";
import { responseOf } from "../backends";
import type { Clients } from "./clients";

/** Where requests may end up before and after; each knows what a client may reach. */
export interface Sides {
  before(question: Question): Promise<Evaluation>;
  after(question: Question): Promise<Evaluation>;
  /** What takes the place of something that got traffic before: addresses that it is reached by. */
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
  /** Clients of which nobody can say, before and after for the same reasons, whether they get in. */
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

const SAMPLES = 120;
/** Clients whose neighbours are judged: those that differ in one property. */
const MOST_CENTRES = 16;

/** Judges the clients of one hostport before and after. The same clients every time. */
export async function judge(clients: Clients, sides: Sides): Promise<Verdicts> {
  const table = new Table(clients);
  const seen = new Set<string>();
  const verdicts = { clients: 0, gotIn: 0, lockedOut: 0, unknown: 0 };
  const refused = new Map<string, Refusal>();
  const opened: Opening[] = [];
  const undecided: Opening[] = [];
  const one = async (choice: readonly number[]): Promise<boolean> => {
    const key = choice.join();
    if (seen.has(key)) return false;
    seen.add(key);
    const client = table.client(choice);
    const [was, is] = [await sides.before(client), await sides.after(client)];
    const [before, after] = [reached(was), reached(is)];
    verdicts.clients += 1;
    if (before.surely) verdicts.gotIn += 1;
    if (before.surely && before.isServed && after.places.size === 0) {
      verdicts.lockedOut += 1;
      const { headers: _, ...shown } = client;
      const route = was.path.findLast(({ at }) => at.startsWith("/edges/"))?.at ?? "";
      const key = JSON.stringify([route, is.by]);
      const { clients: count = 0, client: first = shown } = refused.get(key) ?? {};
      refused.set(key, { route, by: is.by, clients: count + 1, client: first });
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
    return before.surely || after.surely;
  };
  const centres: (readonly number[])[] = [];
  const found = new Map<string, readonly number[]>();
  for (const start of table.starts()) {
    // Requests that end alike take the same route: who gets in there gets in here.
    const { end } = await progress(table, start, sides);
    const known = found.get(end)?.with(0, start[0] ?? 0);
    const choice = known ?? (await climbed(table, start, sides));
    found.set(end, choice);
    if (await one(choice)) centres.push(choice);
  }
  for (const choice of table.samples(SAMPLES)) if (await one(choice)) centres.push(choice);
  const chosen = table.spread(centres, MOST_CENTRES);
  for (const centre of chosen) for (const choice of table.neighbours(centre)) await one(choice);
  return { ...verdicts, refused: [...refused.values()], opened, undecided };
}

/**
 * A client that gets in before, or at least goes far: where many guards have to be passed, chance finds none. Starts
 * with one client, and goes on from each neighbour that ends in another way than all clients so far.
 */
async function climbed(table: Table, start: readonly number[], sides: Sides): Promise<readonly number[]> {
  const first = { choice: start, ...(await progress(table, start, sides)) };
  const ends = new Set([first.end]);
  const pending = [first];
  let best = first;
  for (let rounds = 0; rounds < MOST_ROUNDS && best.passed !== ARRIVED; rounds += 1) {
    const from = pending.sort((a, b) => a.passed - b.passed).pop();
    if (!from) break;
    for (const choice of table.neighbours(from.choice)) {
      const next = { choice, ...(await progress(table, choice, sides)) };
      if (ends.has(next.end)) continue;
      ends.add(next.end);
      pending.push(next);
      if (next.passed > best.passed) best = next;
      if (best.passed === ARRIVED) break;
    }
  }
  return best.choice;
}

const MOST_ROUNDS = 12;
const ARRIVED = Number.POSITIVE_INFINITY;

/** How many stations a request passes before, and what ends it. */
async function progress(table: Table, choice: readonly number[], sides: Sides) {
  const evaluation = await sides.before(table.client(choice));
  const stations = evaluation.path.filter(({ result }) => /^(passed|bypassed|assumed|skipped)/.test(result));
  return {
    passed: reached(evaluation).surely ? ARRIVED : stations.length,
    end: JSON.stringify([stations.length, evaluation.outcome, evaluation.by, evaluation.why]),
  };
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

/** Clients as choices: one index for each property. */
class Table {
  readonly #columns: readonly (readonly unknown[])[];
  #state = 1;

  constructor(private readonly clients: Clients) {
    const { url, method, ip, agent, headers, user, webhook, tls, variables } = clients;
    this.#columns = [url, method, ip, agent, headers, user, webhook, tls, variables];
  }

  client(choice: readonly number[]): Question {
    const { url, method, ip, agent, headers, user, webhook, tls, variables } = this.clients;
    const [u = 0, m = 0, i = 0, a = 0, h = 0, s = 0, w = 0, t = 0, v = 0] = choice;
    const identity = { ...user[s], ...(webhook[w] === undefined ? {} : { webhook: webhook[w] }) };
    const own = method[m];
    return {
      ...own,
      ...tls[t],
      url: url[u] ?? "",
      ip: ip[i] ?? "",
      headers: {
        ...headers[h],
        ...own?.headers,
        ...(agent[a] === "" ? {} : { "user-agent": agent[a] ?? "" }),
      },
      identity,
      variables: { ...variables[v] },
    };
  }

  /** A choice for each URL. */
  starts(): (readonly number[])[] {
    const [urls = []] = this.#columns;
    return urls.map((_, url) => this.#columns.map((_column, at) => (at === 0 ? url : 0)));
  }

  /** All choices where they are few, else a sample of them. */
  *samples(most: number): Generator<readonly number[]> {
    const all = this.#columns.reduce((product, column) => Math.min(product * column.length, 1e9), 1);
    for (let n = 0; n < Math.min(all, most); n += 1)
      yield all <= most ? this.#nth(n) : this.#columns.map(({ length }) => this.#random(length));
  }

  /** Clients that differ in one property, other than the URL. */
  *neighbours(centre: readonly number[]): Generator<readonly number[]> {
    for (const [at, column] of this.#columns.entries())
      for (let value = 0; at > 0 && value < column.length; value += 1) yield centre.with(at, value);
  }

  /** Some of the choices, of as many URLs as possible. */
  spread(choices: readonly (readonly number[])[], most: number): (readonly number[])[] {
    const byUrl = new Map<number, (readonly number[])[]>();
    for (const choice of choices) byUrl.set(choice[0] ?? 0, [...(byUrl.get(choice[0] ?? 0) ?? []), choice]);
    const turns = [...byUrl.values()];
    const ordered = Array.from({ length: 3 }, (_, turn) =>
      turns.flatMap((own) => own.slice(turn, turn + 1)),
    ).flat();
    return ordered.slice(0, most);
  }

  #nth(n: number): readonly number[] {
    let rest = n;
    return this.#columns.map(({ length }) => {
      const value = rest % length;
      rest = Math.floor(rest / length);
      return value;
    });
  }

  /** The same numbers on every machine (Park and Miller). */
  #random(below: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state % below;
  }
}
