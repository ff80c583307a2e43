import { type ApiError, isClientError } from "../api";
import { UserError } from "./errors";
import type { LifecycleContext } from "./lifecycle";
import type { UniqueName } from "./names";

/** What wants some names, while it waits for them. */
export interface Claim {
  /** Resource and object for users, which also tells it from all others: class and id. */
  readonly who: string;
  readonly names: readonly UniqueName[];
  /** Tells whether a refusal is about one of the names, where its own words may not. */
  readonly isTaken?: (refusal: ApiError) => Promise<boolean>;
}

/** An operation of this run that gives names up. */
interface Release {
  readonly who: string;
  readonly keys: ReadonlySet<string>;
  /** When the engine has said that it will come. */
  readonly announcedAt: number;
  isRunning: boolean;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** No wait for names is longer. */
const LONGEST_WAIT_MS = 120_000;
/** The engine asks for differences one after the other: the operation that gives the name up may be next. */
const GRACE_MS = 2_000;
/** An operation that was announced begins within this time, or the engine has thought better of it. */
const ANNOUNCED_MS = 20_000;
const PAUSE_MS = 100;

/** Operations that give names up, by who they are of. */
const releases = new Map<string, Release>();
/** When each name was given up last in this process, counted in operations. */
const freedAt = new Map<string, number>();
const waiting = new Map<string, Claim>();
let ended = 0;

/** Tells that an update of this run will give names up. Called whenever the engine asks for the difference. */
export function announceRelease(who: string, names: readonly UniqueName[]): void {
  if (releases.get(who)?.isRunning) return;
  releases.get(who)?.end();
  releases.delete(who);
  if (names.length > 0) releases.set(who, releaseOf(who, names));
}

/** Runs an operation that gives names up: whoever waits for one of them is told when it has ended. */
export async function releasing<T>(
  who: string,
  names: readonly UniqueName[],
  task: () => Promise<T>,
): Promise<T> {
  announceRelease(who, names);
  const release = releases.get(who);
  if (!release) return task();
  release.isRunning = true;
  try {
    return await task();
  } finally {
    ended++;
    for (const key of release.keys) freedAt.set(key, ended);
    releases.delete(who);
    release.end();
  }
}

function releaseOf(who: string, names: readonly UniqueName[]): Release {
  const { promise, resolve } = Promise.withResolvers<void>();
  const keys = new Set(names.map(({ key }) => key));
  return { who, keys, announcedAt: performance.now(), isRunning: false, ended: promise, end: resolve };
}

/**
 * Sends a request that claims names. When it is refused while another operation of this run is about to give one of them
 * up, it is sent again after that, for two minutes at the most.
 *
 * @throws what the last request was refused with
 */
export async function claiming<T>(
  account: LifecycleContext,
  claim: Claim,
  send: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  for (;;) {
    const before = ended;
    try {
      return await send();
    } catch (error) {
      if (!(await isToWaitFor(error, claim))) throw error;
      waiting.set(claim.who, claim);
      const { isFreed, why } = await nextRelease(account, claim, before, start).finally(() =>
        waiting.delete(claim.who),
      );
      if (!isFreed)
        throw why === undefined
          ? error
          : new UserError(`${(error as Error).message}; ${why}`, { cause: error });
    }
  }
}

async function isToWaitFor(error: unknown, claim: Claim): Promise<boolean> {
  if (isAboutName(error, claim.names)) return true;
  if (!isClientError(error) || claim.names.length === 0) return false;
  return releasesOf(claim).length > 0 || ((await claim.isTaken?.(error)) ?? false);
}

/** Whether a refusal may be one of a name that another object has. */
export function isAboutName(error: unknown, names: readonly UniqueName[]): error is ApiError {
  if (!isClientError(error) || names.length === 0) return false;
  // A code that is known says what it is about, whatever names the words hold.
  if (error.isKnown) return error.means === "taken";
  const said = error.message.toLowerCase();
  return (
    error.status === 409 || names.some(({ text }) => text.length > 3 && said.includes(text.toLowerCase()))
  );
}

interface Outcome {
  readonly isFreed: boolean;
  /** Why the wait has ended, where that is not plain. */
  readonly why?: string;
}

/** Waits until one of the names was given up, or until that is not to be expected. */
async function nextRelease(
  account: LifecycleContext,
  claim: Claim,
  since: number,
  start: number,
): Promise<Outcome> {
  const began = performance.now();
  let told = "";
  for (;;) {
    const now = performance.now();
    if (claim.names.some(({ key }) => (freedAt.get(key) ?? 0) > since)) return { isFreed: true };
    const [release] = releasesOf(claim);
    if (!release && now - began > GRACE_MS) return { isFreed: false };
    if (release && !canEnd(release, new Set([claim.who]))) {
      const why = `${release.who}, which is to give it up, waits for ${claim.who} in turn: take the name off one of them first, run an update, and give it to the other one then`;
      return { isFreed: false, why };
    }
    if (release && now - start > LONGEST_WAIT_MS) {
      const why = `${release.who} has not given it up within ${LONGEST_WAIT_MS / 1000} s: run again when it has`;
      return { isFreed: false, why };
    }
    if (release && release.who !== told) {
      told = release.who;
      const name = claim.names.find(({ key }) => release.keys.has(key))?.text;
      account.report(`${claim.who} waits for ${release.who}, which gives ${name} up in this run`);
    }
    const pause = new Promise((done) => setTimeout(done, PAUSE_MS));
    await (release ? Promise.race([release.ended, pause]) : pause);
  }
}

function releasesOf({ who, names }: Claim): Release[] {
  const now = performance.now();
  return [...releases.values()].filter(
    (release) =>
      release.who !== who &&
      names.some(({ key }) => release.keys.has(key)) &&
      (release.isRunning || now - release.announcedAt < ANNOUNCED_MS),
  );
}

/** Whether an operation ends without the ones that wait for it. */
function canEnd(release: Release, waits: Set<string>): boolean {
  const claim = waiting.get(release.who);
  if (!claim) return true;
  if (waits.has(release.who)) return false;
  const next = releasesOf(claim);
  return next.length === 0 || next.every((one) => canEnd(one, new Set([...waits, release.who])));
}
