import { ApiError, isClientError } from "../api";
import type { Props, ResourceFamily } from "../family/resource";
import type { Checked } from "./check";
import type {
  Created,
  Creator,
  DiffResult,
  Found,
  Lifecycle,
  LifecycleContext,
  Move,
  Removal,
} from "./lifecycle";
import { hostsNeeded, type Referrer, reserves, type Target, whereNeeded } from "./references";

/** One creation, update or deletion of this run. Empty: what a creation begins with, and a deletion ends with. */
interface Operation {
  readonly family: Referrer;
  readonly before: Props;
  readonly after: Props;
}

/** A request that was refused since another operation has to come first. */
interface Waiter {
  readonly isFreedBy: (operation: Operation) => boolean;
  isWaiting: boolean;
  isFreed: boolean;
}

/** No wait is longer. */
const LONGEST_WAIT_MS = 120_000;
/** What the engine has next comes within this time: it writes its state after each operation before it begins another. */
const GRACE_MS = 3_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
const POLL_MS = 50;

/** Of this process, which the engine starts for one run. */
const operations = new Set<Operation>();
const waiters = new Set<Waiter>();
/** When the engine last asked for something or was answered. */
let lastMove = 0;
/** Operations that have ended. */
let ended = 0;

/**
 * A lifecycle whose operations know of one another. The engine orders them by the outputs that programs pass on; where a
 * program writes an id, a hostport or a URL as text it knows no order, and starts both at the same time.
 */
export class OrderedLifecycle implements Lifecycle {
  constructor(
    private readonly family: Operation["family"],
    private readonly inner: Lifecycle,
  ) {}

  check(olds: Props, news: Props): Checked {
    lastMove = performance.now();
    return this.inner.check(olds, news);
  }

  diff(id: string, olds: Props, news: Props, move?: Move): DiffResult {
    lastMove = performance.now();
    return this.inner.diff(id, olds, news, move);
  }

  create(account: LifecycleContext, inputs: Props, creator?: Creator): Promise<Created> {
    return this.run({}, inputs, () => this.inner.create(account, inputs, creator));
  }

  read(account: LifecycleContext, id: string, state: Props): Promise<Found | undefined> {
    return this.inner.read(account, id, state);
  }

  update(account: LifecycleContext, id: string, olds: Props, news: Props): Promise<Record<string, unknown>> {
    return this.run(olds, news, () => this.inner.update(account, id, olds, news));
  }

  delete(account: LifecycleContext, id: string, state: Props): Promise<Removal> {
    return this.run(state, {}, () => this.inner.delete(account, id, state));
  }

  private async run<T>(before: Props, after: Props, task: () => Promise<T>): Promise<T> {
    const operation: Operation = { family: this.family, before, after };
    operations.add(operation);
    lastMove = performance.now();
    try {
      return await task();
    } finally {
      operations.delete(operation);
      lastMove = performance.now();
      ended++;
      for (const waiter of waiters) waiter.isFreed ||= waiter.isFreedBy(operation);
    }
  }
}

/**
 * Deletes an object. When that is refused since others use it, it is tried again as they change or go in this run, for
 * two minutes at the most.
 *
 * @throws what the last request was refused with
 */
export function onceUnused<T>(account: LifecycleContext, target: Target, send: () => Promise<T>): Promise<T> {
  const told = `${target.family.name} ${target.id} is still used: it is deleted once other operations of this run have freed it`;
  const isFreedBy = ({ family, before, after }: Operation) =>
    whereNeeded(family, before, target) !== undefined && whereNeeded(family, after, target) === undefined;
  return retrying(account, { isFreedBy, told, isWaitedFor: mayBeInUse }, send);
}

/**
 * Sends a request whose values name hosts that the account must have reserved. When it is refused since one is not, it is
 * sent again as others are created in this run, for two minutes at the most.
 *
 * @throws what the last request was refused with
 */
export function onceReserved<T>(
  account: LifecycleContext,
  who: string,
  { family, values }: { readonly family: ResourceFamily; readonly values: Props },
  send: () => Promise<T>,
): Promise<T> {
  const hosts = hostsNeeded(family, values);
  const told = `${who} names a host that is not reserved yet: it is sent again once other operations of this run have reserved it`;
  const isFreedBy = ({ family: other, after }: Operation) =>
    hosts.some((host) => reserves(other, after, host));
  return retrying(account, { isFreedBy, told, isWaitedFor: isUnreserved }, send);
}

/** Whether a deletion was refused since the object is used, or for a reason that nobody knows. */
export const mayBeInUse = (error: unknown): error is ApiError =>
  isClientError(error) && (error.means === "inUse" || !error.isKnown);

const isUnreserved = (error: unknown) => error instanceof ApiError && error.means === "notReserved";

interface Retries {
  readonly isFreedBy: Waiter["isFreedBy"];
  readonly isWaitedFor: (error: unknown) => boolean;
  /** What the user is told when the wait begins. */
  readonly told: string;
}

async function retrying<T>(account: LifecycleContext, retries: Retries, send: () => Promise<T>): Promise<T> {
  // Known from before the first request on: what ends while it is under way counts.
  const waiter: Waiter = { isFreedBy: retries.isFreedBy, isWaiting: false, isFreed: false };
  waiters.add(waiter);
  const start = performance.now();
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const endedBefore = ended;
      waiter.isFreed = false;
      try {
        return await send();
      } catch (error) {
        if (!retries.isWaitedFor(error)) throw error;
        if (pause === 2 * FIRST_PAUSE_MS) account.report(retries.told);
        if (!(await isWorthAnother(waiter, { start, pause, endedBefore }))) throw error;
      }
    }
  } finally {
    waiters.delete(waiter);
  }
}

interface Attempt {
  readonly start: number;
  readonly pause: number;
  /** Operations that had ended when the request was sent. */
  readonly endedBefore: number;
}

/** Waits until the request may be taken; false when nothing is left in this run that could bring it about. */
async function isWorthAnother(waiter: Waiter, { start, pause, endedBefore }: Attempt): Promise<boolean> {
  const began = performance.now();
  waiter.isWaiting = true;
  try {
    for (;;) {
      if (waiter.isFreed) return true;
      const now = performance.now();
      if (now - start > LONGEST_WAIT_MS) return false;
      const waiting = [...waiters].filter(({ isWaiting }) => isWaiting);
      const isStalled = operations.size <= waiting.length && now - lastMove > GRACE_MS;
      // One gives up at a time: the engine may have had no room for what the others wait for.
      if (isStalled && waiting[0] === waiter) return ended > endedBefore;
      const isMoving = operations.size > waiting.length || ended > endedBefore;
      if (isMoving && now - began > pause) return true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } finally {
    waiter.isWaiting = false;
  }
}
