import { type ApiClient, type Collection, LostReplyError, ServerClock } from "../../api";
import type { Props, ResourceFamily } from "../../family/resource";
import { distinguishingValues } from "../values/matches-inputs";
import { OneAtATime } from "./one-at-a-time";
import { RecentObjects } from "./recent-objects";

/** This process's creations in one collection. */
export class Creations {
  readonly recentObjects: RecentObjects;
  private readonly groups = new Map<string, EqualCreations>();
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(api: ApiClient, collection: Collection) {
    this.recentObjects = new RecentObjects(api, collection);
  }

  /** Creations whose objects cannot be told apart. */
  equalTo(family: ResourceFamily, inputs: Props, mark: string | undefined): EqualCreations {
    const key = mark ?? JSON.stringify(distinguishingValues(family, inputs));
    const group = this.groups.get(key) ?? new EqualCreations(this.underWay);
    this.groups.set(key, group);
    return group;
  }
}

/** Creations of equivalent objects, which share the objects that are found. */
export class EqualCreations {
  /** Requests whose response was lost and whose object has not been found. */
  lost = 0;
  private readonly turns = new OneAtATime();

  /** @param underWay - Requests in flight in the whole collection. */
  constructor(private readonly underWay: Set<Promise<unknown>>) {}

  /** Sends the request of one creation; `claim` receives the object before any other creation may search for it. */
  async send(post: () => Promise<Props>, claim: (object: Props) => void): Promise<Props> {
    const sent = post().then(
      (object) => {
        claim(object);
        return object;
      },
      (error: unknown) => {
        if (error instanceof LostReplyError) this.lost++;
        throw error;
      },
    );
    const settled = sent.catch(() => undefined);
    this.underWay.add(settled);
    try {
      return await sent;
    } finally {
      this.underWay.delete(settled);
    }
  }

  /**
   * Waits for the requests in flight: their objects must not be mistaken for someone else's. Covers the whole
   * collection, since an object with values chosen by the service can equal one where the program gave those values.
   */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  /** Runs tasks one after the other: each search must see what the one before has claimed. */
  runExclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.turns.run("search", task);
  }
}

/**
 * Assumed limit by which the clock behind `created_at` lags the responses' `Date`, until an own object shows the
 * difference.
 */
const UNSEEN_CLOCK_MS = 30_000;

/** This process's creations in the accounts of a service. */
export class OpenCreations {
  /** The clock behind `created_at`, which may differ from the one behind the responses' `Date`. */
  private readonly clock = new ServerClock();
  private readonly accounts = new WeakMap<ApiClient, Map<string, Creations>>();

  in({ api }: { readonly api: ApiClient }, collection: Collection): Creations {
    const collections = this.accounts.get(api) ?? new Map<string, Creations>();
    this.accounts.set(api, collections);
    const creations = collections.get(collection.path) ?? new Creations(api, collection);
    collections.set(collection.path, creations);
    return creations;
  }

  /** Updates the clock from an object that this process has created. */
  observe(object: Props, sentAt: number, answeredAt: number): void {
    this.clock.observe(object.created_at, sentAt, answeredAt);
  }

  /**
   * The earliest possible `created_at`, in ms, of an object created at this moment of the local clock; undefined when
   * unknown.
   */
  earliest({ api }: { readonly api: ApiClient }, local: number): number | undefined {
    const dated = api.clock.earliest(local);
    return this.clock.earliest(local) ?? (dated === undefined ? undefined : dated - UNSEEN_CLOCK_MS);
  }

  /**
   * The most likely `created_at`, in ms, of an object created at this moment of the local clock, where the clock behind
   * `created_at` is assumed to show what the responses' `Date` does; undefined when unknown.
   */
  likely({ api }: { readonly api: ApiClient }, local: number): number | undefined {
    return this.clock.earliest(local) ?? api.clock.earliest(local);
  }
}
