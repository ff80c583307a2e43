import type { JsonObject } from "../json";

/** A stored object: parameters in the shape they were sent, plus derived values. */
export interface StoredObject {
  readonly id: string;
  /** Increases with every creation in the account; determines the order of lists. */
  readonly seq: number;
  /** RFC 3339, UTC. */
  readonly created_at: string;
  readonly fields: JsonObject;
}

export interface Page {
  /** Newest first. */
  readonly objects: readonly StoredObject[];
  /** Whether older objects follow. */
  readonly more: boolean;
}

/** Small facts about the account that are not objects: its start token, its user. */
export type Meta = Readonly<Record<string, string>>;

/**
 * Storage of the account's objects, by concrete collection path (`/ip_policies`, `/edges/https/<id>/routes`). Objects
 * are never changed in place: an update stores a new value.
 */
export interface Storage {
  get(collection: string, id: string): StoredObject | undefined;
  /** Adds the object, or replaces the one with the same id. */
  put(collection: string, object: StoredObject): void;
  /** True if it existed. */
  delete(collection: string, id: string): boolean;
  /** Oldest first. */
  all(collection: string): readonly StoredObject[];
  /** Paths of the non-empty collections. */
  collections(): readonly string[];
  /**
   * Newest first, starting after the object `before`, which may have been deleted since.
   * Undefined if `before` is an id that this process has never seen.
   */
  page(collection: string, limit: number, before?: string): Page | undefined;
  /** The next value for `seq`. */
  nextSeq(): number;
  readonly meta: Meta;
  setMeta(meta: Meta): void;
  /** Deletes every object; keeps meta. */
  clear(): void;
  /** Persists everything written so far. @throws DataFileError; then it must be rolled back */
  flush(): void;
  /** Reverts everything written since the last flush. False if there was nothing. */
  rollback(): boolean;
  /** Releases the file. Writes since the last flush are lost. */
  close(): void;
}
