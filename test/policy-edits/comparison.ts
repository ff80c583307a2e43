import { buildAccountChange } from "../../cli/review/account";
import { type Exposure, exposures } from "../../cli/review/reach";
import { review } from "../../cli/review/report";
import { type Emulator, type Ending, type Evaluation, type Question, startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/inspect";
import { configFor } from "../support/config";
import { previewOf } from "../support/previews";
import { clients, gives } from "./clients";
import { questionOf } from "./replay";
import { APP, endpoint, type Policy, type PolicyEdit, secretsOf, seedOf, stepsOf, type World } from "./world";

/** What a client gets to: an upstream by the path that it sees, or the passage to one that is not known. */
type Destination = string;
/** A response of a policy of the program: something new for those alone who were turned away. */
const ANSWER: Destination = "a response of the policy";
/** Past all guards of a cloud endpoint behind which nothing is. */
const NOTHING_BEHIND: Destination = "nothing behind the guards";
const ANYTHING: Destination = "anything";

/** Destinations that a client certainly gets to, now or when it asks again, and those that it may get to. */
interface Reached {
  readonly sure: ReadonlySet<Destination>;
  readonly perhaps: ReadonlySet<Destination>;
  /** Whether it certainly gets to one of them, whichever. */
  readonly isLetIn: boolean;
}

const pathOf = (url: string) => /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] || "/";

/** Ids of what no program of the preview declares. */
const foreignIn = ({ elsewhere = {} }: World): ReadonlySet<string> =>
  new Set(Object.values(elsewhere).map(({ id }) => id));

function destinationsOf(
  { outcome, by, status = 200, to, url, withheld }: Ending,
  asked: Question,
  foreign: ReadonlySet<string>,
): Destination[] {
  const path = pathOf(url ?? asked.url);
  const place = `${to} ${path}`;
  if (outcome === "forwarded") return [`${place} unheard`, ...(withheld ? [] : [place])];
  if (outcome === "unanswered") return [NOTHING_BEHIND];
  if (outcome === "answered" && by?.action === "custom-response" && status < 400)
    // What another program serves is a place of its own, whatever it does there.
    return [foreign.has(by.at) ? `${by.at} ${path}` : ANSWER];
  return outcome === "undecided" ? [ANYTHING] : [];
}

/** The service picks a member for each request: who asks again gets to all of them. */
const POOL = "which endpoint of a pool gets the request";

function reached({ may = [], ...only }: Evaluation, asked: Question, foreign: ReadonlySet<string>): Reached {
  // Limits of rates turn away now and then, and nobody for good.
  const endings = only.outcome !== "undecided" ? [only] : may.length === 0 ? [only] : may;
  const each = endings.map((ending) => destinationsOf(ending, asked, foreign));
  const perhaps = new Set(each.flat());
  const isByPool = only.why?.length === 1 && only.why[0] === POOL;
  const inAll = [...perhaps].filter((one) => each.every((found) => found.includes(one)));
  if (perhaps.has(ANYTHING)) return { sure: new Set(), perhaps, isLetIn: false };
  const sure = isByPool ? perhaps : new Set(inAll);
  return { sure, perhaps, isLetIn: sure.size > 0 || each.every((found) => found.length > 0) };
}

/** An interpolated name may be that of an internal endpoint in another program, which the review assumes to exist. */
const mayBeServed = ({ may = [], ...only }: Evaluation): boolean =>
  [only, ...may].some(({ outcome, by }) => outcome === "refused" && by?.action === "forward-internal");

const together = (all: readonly Reached[]): Reached => ({
  sure: new Set(all.flatMap(({ sure }) => [...sure])),
  perhaps: new Set(all.flatMap(({ perhaps }) => [...perhaps])),
  isLetIn: all.some(({ isLetIn }) => isLetIn),
});

/**
 * Whether a client newly gets to something. `arguable`: to a place that it gets to by another path, or past guards behind
 * which nothing is; a review may tell it or not.
 */
export type Newness = "opened" | "perhaps" | "arguable" | "nothing";

const isPassing = (one: Destination) => one === ANSWER || one === NOTHING_BEHIND;

/** An endpoint in the place of an edge leads elsewhere by its nature, and so does an edge in that of an endpoint. */
function isTakeover(then: Reached, now: Reached): boolean {
  const isOfEdge = (one: Destination) => one.startsWith("/backends/");
  const sides = [then, now].map(({ perhaps }) => [...perhaps].map(isOfEdge));
  return sides[0]?.length !== 0 && sides[0]?.every((is) => sides[1]?.every((other) => is !== other)) === true;
}

function newly(then: Reached, direct: readonly Reached[], now: Reached): Newness {
  const isNew = (one: Destination, before: ReadonlySet<Destination>) =>
    isPassing(one) ? before.size === 0 : !before.has(one) && !before.has(ANYTHING);
  if (isTakeover(then, now)) return "arguable";
  const all = together([then, ...direct]);
  if ([...now.sure].some((one) => isNew(one, all.perhaps))) return "opened";
  const isGained = (one: Destination) =>
    // Whatever a client gets to is more than nothing behind the guards.
    one === NOTHING_BEHIND
      ? all.perhaps.size === 0
      : one === ANSWER
        ? !all.isLetIn && !all.perhaps.has(one)
        : !all.perhaps.has(one) && !(one === ANYTHING && all.sure.size > 0);
  const isSettled = (one: Destination) => (isPassing(one) ? !all.isLetIn : !all.sure.has(one));
  if ([...now.perhaps].some(isGained) || [...now.sure].some(isSettled)) return "perhaps";
  return [...now.perhaps].some((one) => !then.sure.has(one)) ? "arguable" : "nothing";
}

/** A client, and what becomes of it on both sides. */
export interface Seen {
  readonly client: Question;
  readonly before: Evaluation;
  readonly after: Evaluation;
}

export interface Judgement {
  readonly edit: PolicyEdit;
  /** Clients that certainly get further than before, that may, and all. */
  readonly opened: number;
  readonly mayBeOpened: number;
  readonly clients: number;
  /** Clients of these that no opening covers. */
  readonly missed: readonly Seen[];
  /** Witnesses of certain openings who get nowhere new. */
  readonly belied: readonly Seen[];
  /** Certain openings, those of them without a witness, and those whose witness the evaluator has heard. */
  readonly certain: number;
  readonly withoutClient: number;
  readonly heard: number;
  /** What the review says. */
  readonly says: "opens" | "may open" | "nothing";
  /** What the openings that are no more than possible depend on. */
  readonly reasons: readonly string[];
  readonly exposures: readonly Exposure[];
}

/** An account that requests can be put to. */
async function asking<T>(world: World, use: (ask: (client: Question) => Promise<Evaluation>) => Promise<T>) {
  const emulator: Emulator = await startEmulator({ seed: seedOf(world) });
  const secrets = secretsOf(world);
  try {
    return await use((client) => emulator.evaluate({ ...client, secrets }));
  } finally {
    await emulator.close();
  }
}

/** What becomes of clients before and after. */
async function seen(
  edit: PolicyEdit,
  asked: readonly Question[],
): Promise<(Seen & { readonly is: Newness })[]> {
  const foreign = new Set([...foreignIn(edit.before), ...foreignIn(edit.after)]);
  return asking(edit.before, (askBefore) =>
    asking(edit.after, async (askAfter) => {
      const found: (Seen & { readonly is: Newness })[] = [];
      for (const client of asked) {
        const [before, after] = [await askBefore(client), await askAfter(client)];
        const [then, now] = [reached(before, client, foreign), reached(after, client, foreign)];
        // Who got there by the path itself gets nowhere new by one that is rewritten to it.
        const direct: Reached[] = [];
        for (const ending of [after, ...(after.may ?? [])]) {
          if (ending.url === undefined) continue;
          const asItself = { ...client, url: new URL(pathOf(ending.url), client.url).href };
          direct.push(reached(await askBefore(asItself), asItself, foreign));
        }
        found.push({ client, before, after, is: newly(then, direct, now) });
      }
      return found;
    }),
  );
}

const isInternal = ({ surface }: Exposure) => /^\w+:\/\/[^/\s]+\.internal\b/.test(surface.label);
const isOpening = ({ verdict }: Pick<Exposure, "verdict">) => verdict === "opens" || verdict === "shifts";

/** Hosts that the program serves, as URLs and hostports name them. */
const hostsOf = ({ declared }: World): string[] =>
  Object.values(declared).flatMap(({ inputs: { url, hostports = [], bindings = [] } }) => [
    ...(typeof url === "string" && (bindings as string[]).includes("public") ? [new URL(url).hostname] : []),
    ...(hostports as string[]).map((hostport) => hostport.replace(/:\d+$/, "")),
  ]);

const fits = (pattern: string, host: string) =>
  pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : pattern === host;

/** Whether a client comes to what an exposure is about. What is no URL may be met by everybody. */
function isAbout(exposure: Exposure, { url }: Question, { before, after }: PolicyEdit): boolean {
  const { surface } = exposure;
  const [, scheme, host = "", path = ""] =
    /^(\w+):\/\/([^/\s]+?)(?::\d+)?(\/\S*)?(?:\s|$)/.exec(surface.label) ?? [];
  if (scheme === undefined) return true;
  const { hostname } = new URL(url);
  // Who comes by a host of another stack may be forwarded there.
  if (isInternal(exposure))
    return ![before, after].some((world) => hostsOf(world).some((other) => fits(other, hostname)));
  const pattern = host.length > 2 ? host.replace(/([^.])\*$/, "$1") : host;
  // A wildcard is about nobody whom a host of its own serves on both sides.
  const isClosest = [before, after].some(
    (world) => !hostsOf(world).some((other) => other.length > pattern.length && fits(other, hostname)),
  );
  const isExact = pattern === hostname;
  const isBelow = path.endsWith("*")
    ? pathOf(url).startsWith(path.slice(0, -1))
    : path === "" || path === pathOf(url);
  return (isExact || (fits(pattern, hostname) && isClosest)) && isBelow;
}

/** What the review shows of the change, with or without a look into the account. */
async function shown(edit: PolicyEdit): Promise<readonly Exposure[]> {
  const preview = previewOf(stepsOf(edit));
  if (edit.isAsked !== true) return exposures(await buildAccountChange(preview)).changed;
  const emulator = await startEmulator({ seed: seedOf(edit.before) });
  try {
    const { exposure } = await review(preview, { openAccount: async () => configFor(emulator) });
    return exposure.changed;
  } finally {
    await closeAccounts();
    await emulator.close();
  }
}

/** Where somebody comes who is told of without a host. */
const baseOf = (label: string) => /^https?:\/\/[^/*\s]+/.exec(label)?.[0] ?? APP;

/** Compares what the review says of an edit with what becomes of clients, one by one. */
export async function judge(edit: PolicyEdit, count: number, seed: number): Promise<Judgement> {
  const asked = clients(count, seed, edit.tried);
  const changed = await shown(edit);
  const isForwardedTo = hostsOf({ declared: edit.before.elsewhere ?? {} }).length > 0;
  const here = changed.filter((one) => isOpening(one) && (isForwardedTo || !isInternal(one)));
  // What has moved is told by its new place, where its witness asks.
  const moved = changed.flatMap(({ surface, movedFrom }) =>
    movedFrom && isOpening(movedFrom) ? [{ surface, openings: movedFrom.openings }] : [],
  );
  const certain = [...here, ...moved].flatMap(({ surface, openings }) =>
    surface.label.includes(".internal") // What is forwarded there is told at the address that forwards it.
      ? []
      : openings.filter(({ isCertain }) => isCertain).map(({ client }) => ({ surface, client })),
  );
  const witnesses = certain.flatMap(
    ({ surface, client }) => (client && questionOf(client, baseOf(surface.label))) ?? [],
  );
  const everybody = await seen(edit, [...asked, ...witnesses]);
  const [all, heard] = [everybody.slice(0, asked.length), everybody.slice(asked.length)];
  // Without a traffic policy the review says of whole addresses that they open.
  const covers = (exposure: Exposure, client: Question) =>
    isAbout(exposure, client, edit) &&
    (exposure.openings.length === 0 ||
      exposure.openings.some(({ answers }) => gives(client, answers) !== false));
  const opened = all.filter(({ is }) => is === "opened");
  const perhaps = all.filter(({ is }) => is === "perhaps");
  return {
    edit,
    opened: opened.length,
    mayBeOpened: perhaps.length,
    clients: asked.length,
    missed: [...opened, ...perhaps].filter(
      ({ client }) =>
        !here.some((one) => covers(one, client)) &&
        // Another backend is told by itself.
        !changed.some((one) => one.backend !== undefined && isAbout(one, client, edit)),
    ),
    belied: heard.filter(({ is, after }) => is === "nothing" && !mayBeServed(after)),
    certain: certain.length,
    withoutClient: certain.filter(({ client }) => client === undefined).length,
    heard: heard.length,
    says:
      here.length === 0
        ? "nothing"
        : here.some((one) => one.isCertain || one.openings.some(({ isCertain }) => isCertain))
          ? "opens"
          : "may open",
    reasons: [...new Set(here.flatMap(({ openings }) => openings.flatMap(({ because }) => because ?? [])))],
    exposures: changed,
  };
}

/** Judges a change of the policy of one endpoint, beside what else there is. */
export function judgePolicies(
  before: Policy,
  after: Policy,
  { declared, elsewhere = {}, ...more }: Partial<World> & Pick<PolicyEdit, "mask" | "isAsked"> = {},
): Promise<Judgement> {
  const world = (policy: Policy): World => ({
    declared: { ...endpoint("app", APP, policy), ...declared },
    elsewhere,
  });
  return judge({ kind: "by hand", before: world(before), after: world(after), ...more }, 40, 1);
}
