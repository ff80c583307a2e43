import { type ApiClient, type Collection, LostReplyError, ServerClock } from "../../api";
import { getOrAdd } from "../../family/collections";
import type { Props } from "../../family/resource";
import { UNKNOWN_CLOCK_MS } from "../plan/marks";
import type { EarliestTime, Intent } from "./journal";
import { RecentObjects } from "./recent-objects";

/** Assumed maximum lag of the `created_at` clock behind the responses' `Date`. */
const ASSUMED_LAG_MS = 30_000;

interface Attempt {
  /** Creations whose objects can't be distinguished share a group. */
  readonly group: string;
  readonly intent: Intent;
  readonly firstSentAt: number;
  readonly sentAt: number;
  readonly now: () => number;
}

/** Runs one task at a time per key. */
export class KeyedMutex {
  private readonly tails = new Map<string, Promise<unknown>>();

  runExclusive<T>(key: string, task: () => Promise<T>): Promise<T> {
    const turn = (this.tails.get(key) ?? Promise.resolve()).then(task, task);
    this.tails.set(key, turn);
    const forget = () => {
      if (this.tails.get(key) === turn) this.tails.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  }
}

export class Creations {
  readonly recentObjects: RecentObjects;
  private readonly inFlight = new Set<Promise<unknown>>();
  private readonly lostByGroup = new Map<string, number>();
  private readonly earliestByIntent = new WeakMap<Intent, number>();
  /** One search at a time per group, so that each excludes the objects that the previous one has claimed. */
  readonly searches = new KeyedMutex();

  /** @param clock - The clock behind `created_at`, which may differ from the one behind the responses' `Date`. */
  constructor(
    private readonly api: ApiClient,
    collection: Collection,
    private readonly clock: ServerClock,
  ) {
    this.recentObjects = new RecentObjects(api, collection);
  }

  /** Sends a creation. Records the intent before that, and the new object before another creation can find it. */
  async send(
    post: () => Promise<Props>,
    { group, intent, firstSentAt, sentAt, now }: Attempt,
  ): Promise<Props> {
    const recordTime = (): EarliestTime => {
      const time = this.earliestTime(firstSentAt, intent);
      if (!time.isLocal) this.earliestByIntent.set(intent, time.at);
      intent.recordSending(time);
      return time;
    };
    let isUnanswered = true;
    // This machine's clock may change before the next run, so the first response corrects the time.
    if (recordTime().isLocal)
      this.api.clock.onceObserved(() => {
        if (isUnanswered) recordTime();
      });
    const sent = post().then(
      (object) => {
        isUnanswered = false;
        this.clock.observe(object.created_at, sentAt, now());
        intent.recordAnswer(String(object.id));
        return object;
      },
      (error: unknown) => {
        isUnanswered = error instanceof LostReplyError;
        if (isUnanswered) this.lostByGroup.set(group, this.countLost(group) + 1);
        throw error;
      },
    );
    const settled = sent.catch(() => undefined);
    this.inFlight.add(settled);
    return sent.finally(() => this.inFlight.delete(settled));
  }

  /** Returns the number of the group's lost responses that have no confirmation yet. */
  countLost(group: string): number {
    return this.lostByGroup.get(group) ?? 0;
  }

  /** Records that the object of a lost response was found, doesn't exist, or has an unknown owner. */
  recordConfirmation(group: string): void {
    this.lostByGroup.set(group, this.countLost(group) - 1);
  }

  /** Waits for the requests of all groups, because the service may choose values that make objects of two groups look alike. */
  async waitForRequests(): Promise<void> {
    await Promise.all(this.inFlight);
  }

  /** Returns the earliest `created_at` (ms) of an object created at a local time. `lag` applies until one is seen. */
  earliestCreatedAt(local: number, lag = ASSUMED_LAG_MS): number | undefined {
    const byDate = this.api.clock.earliest(local);
    return this.clock.earliest(local) ?? (byDate === undefined ? undefined : byDate - lag);
  }

  /**
   * Like `earliestCreatedAt`, or this machine's time if the server's is unknown. The server's clock may have been set ahead
   * since the first request of an intent, so the time that was known then counts, too.
   */
  earliestTime(local: number, intent?: Intent): EarliestTime {
    const at = this.earliestCreatedAt(local);
    if (at === undefined) return { at: local - UNKNOWN_CLOCK_MS, isLocal: true };
    return { at: Math.min(at, (intent && this.earliestByIntent.get(intent)) ?? at) };
  }
}

export class OpenCreations {
  private readonly clock = new ServerClock();
  private readonly accounts = new WeakMap<ApiClient, Map<string, Creations>>();

  forCollection({ api }: { readonly api: ApiClient }, collection: Collection): Creations {
    const collections = getOrAdd(this.accounts, api, () => new Map<string, Creations>());
    return getOrAdd(collections, collection.path, () => new Creations(api, collection, this.clock));
  }
}
