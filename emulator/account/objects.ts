import { createHash, randomBytes } from "node:crypto";
import type { JsonObject } from "../json";
import type { Settings } from "../settings";
import type { Storage, StoredObject } from "../store/storage";
import { Clock } from "./clock";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns 27 random characters, the unguessable part of ids and tokens. */
export function randomText(): string {
  return Array.from(randomBytes(27), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

export function sha256(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

/** The part of an account that its agents and certificate jobs use. */
export class AccountObjects {
  readonly clock: Clock;
  /** Base URL of the API, without a trailing slash; empty until the server listens. */
  baseUrl = "";

  constructor(
    readonly storage: Storage,
    readonly settings: Settings,
  ) {
    this.clock = new Clock(() => settings.time.now());
  }

  newId(prefix: string): string {
    return `${prefix}_${randomText()}`;
  }

  uri(path: string): string {
    return `${this.baseUrl}${path}`;
  }

  /** API reference: "Ref object". The object may no longer exist. */
  ref(collections: readonly string[], id: string): JsonObject {
    const collection = collections.find((path) => this.storage.get(path, id)) ?? collections[0] ?? "";
    return { id, uri: this.uri(`${collection}/${id}`) };
  }

  /** Stores a new object. `identity` may contain its id and creation time. */
  add(
    collection: string,
    prefix: string,
    fields: JsonObject,
    identity: Partial<StoredObject> = {},
  ): StoredObject {
    const object: StoredObject = {
      id: identity.id ?? this.newId(prefix),
      seq: this.storage.nextSeq(),
      created_at: identity.created_at ?? this.clock.timestamp(),
      fields,
    };
    this.storage.put(collection, object);
    return object;
  }
}
