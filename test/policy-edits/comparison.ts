import { buildAccountChange } from "../../cli/review/account";
import { type Exposure, findExposures } from "../../cli/review/reach";
import { review } from "../../cli/review/report";
import { type Emulator, type Ending, type Evaluation, type Question, startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/inspect";
import { configFor } from "../support/config";
import { toPreview } from "../support/previews";
import {
  type Account,
  APP,
  collectSecrets,
  createSeed,
  createSteps,
  endpoint,
  type Policy,
  type PolicyEdit,
} from "./account-model";
import { answersMatch, clients } from "./clients";
import { replayRequest } from "./replay";

/** An upstream with the path that it receives, or one of the constants below. */
type Destination = string;
/** A response of a policy in the program. It is new only to clients that were denied before. */
const RESPONSE: Destination = "a response of the policy";
/** A cloud endpoint without an upstream, past all of its guards. */
const NO_UPSTREAM: Destination = "no upstream behind the guards";
const ANYTHING: Destination = "anything";

interface Reach {
  /** The destinations that the client certainly reaches, at the latest when it repeats the request. */
  readonly definite: ReadonlySet<Destination>;
  readonly possible: ReadonlySet<Destination>;
  /** The client definitely reaches one of them. */
  readonly hasAccess: boolean;
}

const parsePath = (url: string) => /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] || "/";

/** The ids of objects that no program of the preview declares. */
const undeclaredIds = ({ elsewhere = {} }: Account): ReadonlySet<string> =>
  new Set(Object.values(elsewhere).map(({ id }) => id));

function findDestinations(
  { outcome, by, status = 200, to, url, withheld }: Ending,
  request: Question,
  undeclared: ReadonlySet<string>,
): Destination[] {
  const path = parsePath(url ?? request.url);
  const destination = `${to} ${path}`;
  if (outcome === "forwarded")
    return [`${destination} without the response`, ...(withheld ? [] : [destination])];
  if (outcome === "unanswered") return [NO_UPSTREAM];
  if (outcome === "answered" && by?.action === "custom-response" && status < 400)
    // An object of another program is one destination, whatever its policy does.
    return [undeclared.has(by.at) ? `${by.at} ${path}` : RESPONSE];
  return outcome === "undecided" ? [ANYTHING] : [];
}

/** The service picks an endpoint for each request, so a client reaches all of them by repeating it. */
const POOL = "which endpoint of a pool gets the request";

function findReach(
  { may = [], ...main }: Evaluation,
  request: Question,
  undeclared: ReadonlySet<string>,
): Reach {
  // Rate limits deny requests only temporarily.
  const endings = main.outcome !== "undecided" || may.length === 0 ? [main] : may;
  const destinations = endings.map((ending) => findDestinations(ending, request, undeclared));
  const possible = new Set(destinations.flat());
  if (possible.has(ANYTHING)) return { definite: new Set(), possible, hasAccess: false };
  const isPool = main.why?.length === 1 && main.why[0] === POOL;
  const common = [...possible].filter((name) => destinations.every((names) => names.includes(name)));
  const definite = isPool ? possible : new Set(common);
  const hasAccess = definite.size > 0 || destinations.every((names) => names.length > 0);
  return { definite, possible, hasAccess };
}

/** True if the request is denied because nothing serves an internal URL. The review assumes that another program may serve it. */
const mayBeServed = ({ may = [], ...main }: Evaluation): boolean =>
  [main, ...may].some(({ outcome, by }) => outcome === "refused" && by?.action === "forward-internal");

const mergeReach = (all: readonly Reach[]): Reach => ({
  definite: new Set(all.flatMap(({ definite }) => [...definite])),
  possible: new Set(all.flatMap(({ possible }) => [...possible])),
  hasAccess: all.some(({ hasAccess }) => hasAccess),
});

/**
 * Whether a client gains access. A gain is `arguable` if the client reached the destination by another path, or if there is
 * no upstream; a review may report it or not.
 */
type AccessGain = "definite" | "possible" | "arguable" | "none";

/** True for the destinations that aren't an upstream. */
const lacksUpstream = (name: Destination) => name === RESPONSE || name === NO_UPSTREAM;

/** True if an endpoint replaces an edge, or an edge an endpoint; their destinations always differ. */
function replacesEdge(before: Reach, after: Reach): boolean {
  const isBackend = (name: Destination) => name.startsWith("/backends/");
  const [old, current] = [[...before.possible].map(isBackend), [...after.possible].map(isBackend)];
  return old.length > 0 && old.every((wasBackend) => current.every((isNow) => isNow !== wasBackend));
}

/** @param direct - The earlier destinations of the paths to which the policy now rewrites the request. */
function accessGain(before: Reach, direct: readonly Reach[], after: Reach): AccessGain {
  if (replacesEdge(before, after)) return "arguable";
  const earlier = mergeReach([before, ...direct]);
  const isNew = (name: Destination) =>
    lacksUpstream(name)
      ? earlier.possible.size === 0
      : !earlier.possible.has(name) && !earlier.possible.has(ANYTHING);
  if ([...after.definite].some(isNew)) return "definite";
  const isPossiblyNew = (name: Destination) =>
    // Every other destination is more than an endpoint without an upstream.
    name === NO_UPSTREAM
      ? earlier.possible.size === 0
      : name === RESPONSE
        ? !earlier.hasAccess && !earlier.possible.has(name)
        : !earlier.possible.has(name) && !(name === ANYTHING && earlier.definite.size > 0);
  const wasUndecided = (name: Destination) =>
    lacksUpstream(name) ? !earlier.hasAccess : !earlier.definite.has(name);
  if ([...after.possible].some(isPossiblyNew) || [...after.definite].some(wasUndecided)) return "possible";
  return [...after.possible].some((name) => !before.definite.has(name)) ? "arguable" : "none";
}

/** The outcome of a client's request before and after the change. */
export interface ClientOutcome {
  readonly client: Question;
  readonly before: Evaluation;
  readonly after: Evaluation;
}

interface RatedOutcome extends ClientOutcome {
  readonly gain: AccessGain;
}

export interface Comparison {
  readonly edit: PolicyEdit;
  /** Number of clients that definitely gain access. */
  readonly opened: number;
  /** Number of clients that possibly gain access. */
  readonly mayBeOpened: number;
  /** Number of all clients. */
  readonly clients: number;
  /** Clients that gain access without an opening in the review. */
  readonly missed: readonly ClientOutcome[];
  /** Example clients of definite openings that gain no access. */
  readonly falseAlarms: readonly ClientOutcome[];
  /** Number of definite openings in the review. */
  readonly definite: number;
  /** Number of definite openings without an example client. */
  readonly withoutExample: number;
  readonly evaluatedExamples: number;
  readonly verdict: "opens" | "may open" | "nothing";
  /** The unknowns that possible openings depend on. */
  readonly reasons: readonly string[];
  readonly exposures: readonly Exposure[];
}

/** Starts an emulator of an account for the duration of a callback. */
async function withAccount<T>(
  account: Account,
  use: (evaluate: (client: Question) => Promise<Evaluation>) => Promise<T>,
) {
  const emulator: Emulator = await startEmulator({ seed: createSeed(account) });
  const secrets = collectSecrets(account);
  try {
    return await use((client) => emulator.evaluate({ ...client, secrets }));
  } finally {
    await emulator.close();
  }
}

/** Evaluates the requests of clients before and after the change. */
async function evaluateClients(edit: PolicyEdit, requests: readonly Question[]): Promise<RatedOutcome[]> {
  const undeclared = new Set([...undeclaredIds(edit.before), ...undeclaredIds(edit.after)]);
  return withAccount(edit.before, (evaluateBefore) =>
    withAccount(edit.after, async (evaluateAfter) => {
      const outcomes: RatedOutcome[] = [];
      for (const client of requests) {
        const [before, after] = [await evaluateBefore(client), await evaluateAfter(client)];
        // A rewritten path grants nothing to a client that reached the destination by that path before.
        const direct: Reach[] = [];
        for (const ending of [after, ...(after.may ?? [])]) {
          if (ending.url === undefined) continue;
          const rewritten = { ...client, url: new URL(parsePath(ending.url), client.url).href };
          direct.push(findReach(await evaluateBefore(rewritten), rewritten, undeclared));
        }
        const [old, current] = [findReach(before, client, undeclared), findReach(after, client, undeclared)];
        outcomes.push({ client, before, after, gain: accessGain(old, direct, current) });
      }
      return outcomes;
    }),
  );
}

const isInternal = ({ surface }: Exposure) => /^\w+:\/\/[^/\s]+\.internal\b/.test(surface.label);
const isOpening = ({ verdict }: Pick<Exposure, "verdict">) => verdict === "opens" || verdict === "shifts";

/** The public hosts that a program serves. */
const publicHosts = ({ declared }: Account): string[] =>
  Object.values(declared).flatMap(({ inputs: { url, hostports = [], bindings = [] } }) => [
    ...(typeof url === "string" && (bindings as string[]).includes("public") ? [new URL(url).hostname] : []),
    ...(hostports as string[]).map((hostport) => hostport.replace(/:\d+$/, "")),
  ]);

const matchesHost = (pattern: string, host: string) =>
  pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : pattern === host;

/** True if a request of a client may reach the surface of an exposure. A surface without a URL may be reached by all. */
function concerns(exposure: Exposure, { url }: Question, { before, after }: PolicyEdit): boolean {
  const { surface } = exposure;
  const [, scheme, host = "", path = ""] =
    /^(\w+):\/\/([^/\s]+?)(?::\d+)?(\/\S*)?(?:\s|$)/.exec(surface.label) ?? [];
  if (scheme === undefined) return true;
  const { hostname } = new URL(url);
  const isServedBy = (account: Account) => publicHosts(account).some((other) => matchesHost(other, hostname));
  // A host of another stack may forward to the internal endpoint.
  if (isInternal(exposure)) return !isServedBy(before) && !isServedBy(after);
  // A route for all paths may have a label such as `app.example.com*`.
  const pattern = host.length > 2 ? host.replace(/([^.])\*$/, "$1") : host;
  // A more specific host on both sides hides the wildcard from the client.
  const isClosest = [before, after].some(
    (account) =>
      !publicHosts(account).some((other) => other.length > pattern.length && matchesHost(other, hostname)),
  );
  const matchesPath = path.endsWith("*")
    ? parsePath(url).startsWith(path.slice(0, -1))
    : path === "" || path === parsePath(url);
  return (pattern === hostname || (matchesHost(pattern, hostname) && isClosest)) && matchesPath;
}

/** The changed exposures in the review of a change. */
async function changedExposures(edit: PolicyEdit): Promise<readonly Exposure[]> {
  const preview = toPreview(createSteps(edit));
  if (edit.readsAccount !== true) return findExposures(await buildAccountChange(preview)).changed;
  const emulator = await startEmulator({ seed: createSeed(edit.before) });
  try {
    const { exposure } = await review(preview, { openAccount: async () => configFor(emulator) });
    return exposure.changed;
  } finally {
    await closeAccounts();
    await emulator.close();
  }
}

/** The base URL for example clients of a surface, from its label. */
const baseUrl = (label: string) => /^https?:\/\/[^/*\s]+/.exec(label)?.[0] ?? APP;

/** Compares the review of an edit with the outcomes of generated clients. */
export async function compare(edit: PolicyEdit, count: number, seed: number): Promise<Comparison> {
  const generated = clients(count, seed, edit.urls);
  const changed = await changedExposures(edit);
  const mayForwardFromElsewhere = publicHosts({ declared: edit.before.elsewhere ?? {} }).length > 0;
  const reported = changed.filter(
    (exposure) => isOpening(exposure) && (mayForwardFromElsewhere || !isInternal(exposure)),
  );
  // An example client of a moved resource requests the new place.
  const moved = changed.flatMap(({ surface, movedFrom }) =>
    movedFrom && isOpening(movedFrom) ? [{ surface, openings: movedFrom.openings }] : [],
  );
  const definite = [...reported, ...moved].flatMap(({ surface, openings }) =>
    surface.label.includes(".internal") // The review also reports these at the URL that forwards to them.
      ? []
      : openings.filter(({ isCertain }) => isCertain).map(({ client }) => ({ surface, client })),
  );
  const examples = definite.flatMap(
    ({ surface, client }) => (client && replayRequest(client, baseUrl(surface.label))) ?? [],
  );
  const outcomes = await evaluateClients(edit, [...generated, ...examples]);
  const [judged, evaluatedExamples] = [outcomes.slice(0, generated.length), outcomes.slice(generated.length)];
  // An exposure without openings covers all clients of its URL.
  const covers = (exposure: Exposure, client: Question) =>
    concerns(exposure, client, edit) &&
    (exposure.openings.length === 0 ||
      exposure.openings.some(({ answers }) => answersMatch(client, answers) !== false));
  const opened = judged.filter(({ gain }) => gain === "definite");
  const mayBeOpened = judged.filter(({ gain }) => gain === "possible");
  return {
    edit,
    opened: opened.length,
    mayBeOpened: mayBeOpened.length,
    clients: generated.length,
    missed: [...opened, ...mayBeOpened].filter(
      ({ client }) =>
        !reported.some((exposure) => covers(exposure, client)) &&
        // The review reports another backend separately.
        !changed.some((exposure) => exposure.backend !== undefined && concerns(exposure, client, edit)),
    ),
    falseAlarms: evaluatedExamples.filter(({ gain, after }) => gain === "none" && !mayBeServed(after)),
    definite: definite.length,
    withoutExample: definite.filter(({ client }) => client === undefined).length,
    evaluatedExamples: evaluatedExamples.length,
    verdict:
      reported.length === 0
        ? "nothing"
        : reported.some(
              (exposure) => exposure.isCertain || exposure.openings.some(({ isCertain }) => isCertain),
            )
          ? "opens"
          : "may open",
    reasons: [
      ...new Set(reported.flatMap(({ openings }) => openings.flatMap(({ because }) => because ?? []))),
    ],
    exposures: changed,
  };
}

/** Judges a change of the policy of one endpoint. */
export function comparePolicies(
  before: Policy,
  after: Policy,
  { declared, elsewhere = {}, ...options }: Partial<Account> & Pick<PolicyEdit, "mask" | "readsAccount"> = {},
): Promise<Comparison> {
  const account = (policy: Policy): Account => ({
    declared: { ...endpoint("app", APP, policy), ...declared },
    elsewhere,
  });
  return compare({ kind: "one policy", before: account(before), after: account(after), ...options }, 40, 1);
}
