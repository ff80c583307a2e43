import { type ApiClient, type Collection, LostReplyError, ServerClock } from "../../api";
import type { Props, ResourceFamily } from "../../family/resource";
import { UNKNOWN_CLOCK_MS } from "../plan/marks";
import { distinguishingValues } from "../values/matches-inputs";
import type { EarliestTime, Intent } from "./journal";
import { OneAtATime } from "./one-at-a-time";
import { RecentObjects } from "./recent-objects";

/**
 * Assumed maximum lag of the `created_at` clock behind the responses' `Date`, until a created object shows the real
 * one.
 */
const UNOBSERVED_LAG_MS = 30_000;

/** This process's creations in one collection. */
export class Creations {
  readonly recentObjects: RecentObjects;
  readonly underWay = new Set<Promise<unknown>>();
  private readonly groups = new Map<string, EqualCreations>();

  /** @param clock - The clock behind `created_at`, which may differ from the one behind the responses' `Date`. */
  constructor(
    private readonly api: ApiClient,
    collection: Collection,
    readonly clock: ServerClock,
  ) {
    this.recentObjects = new RecentObjects(api, collection);
  }

  /** Returns the group of creations with indistinguishable objects. */
  equalTo(family: ResourceFamily, inputs: Props, mark: string | undefined): EqualCreations {
    const key = mark ?? JSON.stringify(distinguishingValues(family, inputs));
    const group = this.groups.get(key) ?? new EqualCreations(this);
    this.groups.set(key, group);
    return group;
  }

  /** Returns the earliest possible `created_at` (ms) of an object created at a local time; undefined if unknown. */
  earliest(local: number): number | undefined {
    const dated = this.api.clock.earliest(local);
    return this.clock.earliest(local) ?? (dated === undefined ? undefined : dated - UNOBSERVED_LAG_MS);
  }

  /** Runs a task after the next response, which shows the server's clock. */
  onceDated(task: () => void): void {
    this.api.clock.onceObserved(task);
  }

  /** Like `earliest`, but falls back to the local clock. */
  earliestTime(local: number): EarliestTime {
    const at = this.earliest(local);
    return at === undefined ? { at: local - UNKNOWN_CLOCK_MS, isLocal: true } : { at };
  }

  /**
   * Returns the most likely `created_at` (ms) of an object created at a local time, assuming that the `created_at`
   * clock agrees with the responses' `Date`; undefined if unknown.
   */
  likely(local: number): number | undefined {
    return this.clock.earliest(local) ?? this.api.clock.earliest(local);
  }
}

interface Attempt {
  readonly intent: Intent;
  readonly firstSentAt: number;
  readonly sentAt: number;
  readonly now: () => number;
}

/** Creations of equal objects, any of which may receive an object that a search finds. */
export class EqualCreations {
  /** Number of requests with a lost response and without a found object. */
  lost = 0;
  private readonly turns = new OneAtATime();

  constructor(private readonly creations: Creations) {}

  /**
   * Sends the request of one creation. The journal contains its intent before the request is sent, and its object
   * before another creation can search for it.
   */
  async send(post: () => Promise<Props>, { intent, firstSentAt, sentAt, now }: Attempt): Promise<Props> {
    const { clock, underWay } = this.creations;
    const time = this.creations.earliestTime(firstSentAt);
    intent.sending(time);
    let isUnanswered = true;
    // This machine's clock may change before the next run, so the first response corrects the time.
    if (time.isLocal)
      this.creations.onceDated(() => {
        if (isUnanswered) intent.sending(this.creations.earliestTime(firstSentAt));
      });
    const sent = post().then(
      (object) => {
        isUnanswered = false;
        clock.observe(object.created_at, sentAt, now());
        intent.answered(String(object.id));
        return object;
      },
      (error: unknown) => {
        isUnanswered = error instanceof LostReplyError;
        if (isUnanswered) this.lost++;
        throw error;
      },
    );
    const settled = sent.catch(() => undefined);
    underWay.add(settled);
    try {
      return await sent;
    } finally {
      underWay.delete(settled);
    }
  }

  /**
   * Waits for the requests in flight, so that their objects aren't mistaken for someone else's. Includes the whole
   * collection, because an object with values that the service chose can equal one with those values in the program.
   */
  async settled(): Promise<void> {
    await Promise.all(this.creations.underWay);
  }

  /** Runs tasks one after the other, so that each search excludes the objects claimed by the previous one. */
  runExclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.turns.run("search", task);
  }
}

/** This process's creations in the accounts of a service. */
export class OpenCreations {
  private readonly clock = new ServerClock();
  private readonly accounts = new WeakMap<ApiClient, Map<string, Creations>>();

  in({ api }: { readonly api: ApiClient }, collection: Collection): Creations {
    const collections = this.accounts.get(api) ?? new Map<string, Creations>();
    this.accounts.set(api, collections);
    const creations = collections.get(collection.path) ?? new Creations(api, collection, this.clock);
    collections.set(collection.path, creations);
    return creations;
  }
}
