import { type ApiClient, type Collection, LostReplyError, ServerClock } from "../../api";
import type { Props, ResourceFamily } from "../../family/resource";
import { distinguishingValues } from "../values/matches-inputs";
import type { EarliestTime, Intent } from "./journal";
import { OneAtATime } from "./one-at-a-time";
import { RecentObjects } from "./recent-objects";

/**
 * Assumed limit by which the clock behind `created_at` lags the responses' `Date`, until an own object shows the
 * difference.
 */
const UNSEEN_CLOCK_MS = 30_000;

/** Assumed limit of the difference between two clocks while the server's is unknown. */
const UNKNOWN_CLOCK_MS = 5 * 60_000;

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

  /** Creations whose objects cannot be told apart. */
  equalTo(family: ResourceFamily, inputs: Props, mark: string | undefined): EqualCreations {
    const key = mark ?? JSON.stringify(distinguishingValues(family, inputs));
    const group = this.groups.get(key) ?? new EqualCreations(this);
    this.groups.set(key, group);
    return group;
  }

  /**
   * The earliest possible `created_at`, in ms, of an object created at this moment of the local clock; undefined when
   * unknown.
   */
  earliest(local: number): number | undefined {
    const dated = this.api.clock.earliest(local);
    return this.clock.earliest(local) ?? (dated === undefined ? undefined : dated - UNSEEN_CLOCK_MS);
  }

  /** Runs a task when the next response shows the server's clock. */
  onceDated(task: () => void): void {
    this.api.clock.onceObserved(task);
  }

  /** The same as `earliest`, by the local clock if the server's is unknown. */
  earliestTime(local: number): EarliestTime {
    const at = this.earliest(local);
    return at === undefined ? { at: local - UNKNOWN_CLOCK_MS, isLocal: true } : { at };
  }

  /**
   * The most likely `created_at`, in ms, of an object created at this moment of the local clock, where the clock behind
   * `created_at` is assumed to show what the responses' `Date` does; undefined when unknown.
   */
  likely(local: number): number | undefined {
    return this.clock.earliest(local) ?? this.api.clock.earliest(local);
  }
}

interface Attempt {
  readonly intent: Intent;
  /** When the first attempt was sent, and this one. */
  readonly firstSentAt: number;
  readonly sentAt: number;
  readonly now: () => number;
}

/** Creations of equivalent objects, which share the objects that are found. */
export class EqualCreations {
  /** Requests whose response was lost and whose object has not been found. */
  lost = 0;
  private readonly turns = new OneAtATime();

  constructor(private readonly all: Creations) {}

  /**
   * Sends the request of one creation. The journal has its intent before, and its object before any other creation may
   * search for it.
   */
  async send(post: () => Promise<Props>, { intent, firstSentAt, sentAt, now }: Attempt): Promise<Props> {
    const { clock, underWay } = this.all;
    const time = this.all.earliestTime(firstSentAt);
    intent.sending(time);
    let isUnanswered = true;
    // This machine's clock may be set before the next run, so the first response corrects the time.
    if (time.isLocal)
      this.all.onceDated(() => {
        if (isUnanswered) intent.sending(this.all.earliestTime(firstSentAt));
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
   * Waits for the requests in flight: their objects must not be mistaken for someone else's. Covers the whole
   * collection, since an object with values chosen by the service can equal one where the program gave those values.
   */
  async settled(): Promise<void> {
    await Promise.all(this.all.underWay);
  }

  /** Runs tasks one after the other: each search must see what the one before has claimed. */
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
