import type { JsonObject } from "../json";

/** One object of the account as it is kept: parameters in the shape they were given, plus derived values. */
export interface StoredObject {
  readonly id: string;
  /** Rises with every creation in the account; settles the order of lists. */
  readonly seq: number;
  /** RFC 3339, UTC. */
  readonly created_at: string;
  readonly fields: JsonObject;
}

export interface Page {
  /** Newest first. */
  readonly objects: readonly StoredObject[];
  /** Older objects follow. */
  readonly more: boolean;
}

/** Small facts about the account that are no objects: its start token, its user. */
export type Meta = Readonly<Record<string, string>>;

/**
 * Where the account's objects are kept, by concrete collection path (`/ip_policies`,
 * `/edges/https/<id>/routes`). Objects are never changed in place: an update puts a new value.
 */
export interface Storage {
  get(collection: string, id: string): StoredObject | undefined;
  /** Adds the object, or replaces the one of the same id. */
  put(collection: string, object: StoredObject): void;
  /** True if there was one. */
  delete(collection: string, id: string): boolean;
  /** Oldest first. */
  all(collection: string): readonly StoredObject[];
  /** Paths of the collections that hold an object. */
  collections(): readonly string[];
  /**
   * Newest first, starting after the object `before`, which may have been deleted since.
   * Undefined if `before` names nothing that this process has ever seen.
   */
  page(collection: string, limit: number, before?: string): Page | undefined;
  /** The next value for `seq`. */
  nextSeq(): number;
  readonly meta: Meta;
  setMeta(meta: Meta): void;
  /** Forgets every object; keeps meta. */
  clear(): void;
  /** Makes everything written so far last. */
  flush(): void;
  /** Lets go of the file. What was written since the last flush does not last. */
  close(): void;
}
