import { type ApiClient, type Collection, LostReplyError, ServerClock } from "../../api";
import type { Props, ResourceFamily } from "../../family/resource";
import type { LifecycleContext } from "../lifecycle";
import { toldApartBy } from "./matches-inputs";
import { RecentObjects } from "./recent-objects";

/** What this process does in one collection. */
export class Creations {
  readonly recentObjects: RecentObjects;
  private readonly groups = new Map<string, EqualCreations>();
  private readonly underWay = new Set<Promise<unknown>>();
  private all: Promise<readonly Props[]> | undefined;

  constructor(api: ApiClient, collection: Collection) {
    this.recentObjects = new RecentObjects(api, collection);
  }

  /** All objects that were there when this process first asked and was answered. */
  async everything(): Promise<readonly Props[]> {
    const all = this.all ?? this.recentObjects.since(() => undefined);
    this.all = all;
    try {
      return await all;
    } catch (error) {
      // One failure must not be the response to every later creation.
      if (this.all === all) this.all = undefined;
      throw error;
    }
  }

  /** Creations whose objects nobody could tell from each other. */
  equalTo(family: ResourceFamily, inputs: Props, mark: string | undefined): EqualCreations {
    const key = JSON.stringify([mark, ...toldApartBy(family, inputs)]);
    const group = this.groups.get(key) ?? new EqualCreations(this.underWay);
    this.groups.set(key, group);
    return group;
  }
}

/** Creations of objects that mean the same to the service: they share out what turns up. */
export class EqualCreations {
  /** Requests whose response was lost and whose object has not turned up. */
  lost = 0;
  private turn: Promise<unknown> = Promise.resolve();

  /** @param underWay - Requests of the whole collection that are on their way. */
  constructor(private readonly underWay: Set<Promise<unknown>>) {}

  /** Sends the request of one creation; `claim` is told of the object before anybody else may look for it. */
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
   * Waits for the requests that are on their way: what they made must not be taken for somebody else's. For all of the
   * collection, since an object whose service-picked values nobody has asked for is like one where they were given.
   */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  /** One after the other: who looks must see what the one before has taken. */
  async alone<T>(task: () => Promise<T>): Promise<T> {
    const before = this.turn;
    const mine = (async () => {
      await before;
      return task();
    })();
    this.turn = mine.catch(() => undefined);
    return mine;
  }
}

/** What this process creates in the accounts of a service. */
export class OpenCreations {
  /** The clock behind `created_at`, which need not be the one behind the `Date` of the responses. */
  readonly clock = new ServerClock();
  private readonly accounts = new WeakMap<ApiClient, Map<string, Creations>>();

  in({ api }: LifecycleContext, collection: Collection): Creations {
    const collections = this.accounts.get(api) ?? new Map<string, Creations>();
    this.accounts.set(api, collections);
    const creations = collections.get(collection.path) ?? new Creations(api, collection);
    collections.set(collection.path, creations);
    return creations;
  }
}

/** Learns from an object that this process has created. */
export function observeCreated(account: LifecycleContext, object: Props, sentAt: number): void {
  account.ledger.creations.clock.observe(object.created_at, sentAt, account.now());
}

/** How far the clock behind `created_at` may be behind the one of the responses' `Date` until an own object has told. */
const UNSEEN_CLOCK_MS = 30_000;

/** The earliest `created_at` that an object created at this moment of our clock can have, in ms; undefined when nobody knows. */
export function earliestStamp(account: LifecycleContext, local: number): number | undefined {
  const dated = account.api.clock.earliest(local);
  return (
    account.ledger.creations.clock.earliest(local) ??
    (dated === undefined ? undefined : dated - UNSEEN_CLOCK_MS)
  );
}

/** The same if both clocks show one time, which may leave out an object of that moment. */
export function expectedStamp(account: LifecycleContext, local: number): number | undefined {
  return account.ledger.creations.clock.earliest(local) ?? account.api.clock.earliest(local);
}
