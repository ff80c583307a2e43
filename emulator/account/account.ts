import { createHash, randomBytes } from "node:crypto";
import type { JsonObject } from "../json";
import { textOf } from "../json";
import type { Storage, StoredObject } from "../store/storage";
import { Agents } from "./agents";
import { Clock, type Time } from "./clock";
import { Provisioning } from "./provisioning";

/** The caller of a request. API reference: "Authentication". */
export interface Principal {
  readonly id: string;
  readonly kind: "user" | "bot";
  /** Only admins may set an owner other than themselves. */
  readonly admin: boolean;
}

/** The account's behaviour where services differ. */
export interface AccountSettings {
  /** Domains of the service itself; their subdomains need no CNAME. */
  readonly serviceDomains: readonly string[];
  /** Seconds until a requested certificate is issued. */
  readonly provisioningSeconds: number;
  /** Setting a certificate while a policy is attached, or the reverse: replaces it, or is refused. */
  readonly attachmentSwitch: "replace" | "refuse";
  /** How many of OAuth, OIDC and SAML may be applied to one route. */
  readonly signOnModules?: "any" | "one" | undefined;
  /** Responses of GET and DELETE for a module that is not set. */
  readonly absentModules: "not-found" | "empty";
  readonly liveShapes: boolean;
  readonly hideSecrets: boolean;
  /** Serve the bare reference, without observed behaviour of the compatible service. */
  readonly reference: boolean;
  /** Maximum and default number of objects in a page. */
  readonly pageSize: number;
  readonly time: Time;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 27 unguessable characters, as at the end of ids and tokens. */
export function randomText(): string {
  return Array.from(randomBytes(27), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

export function sha256(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

/** One emulated account: its objects, its clock, and its background activity. */
export class Account {
  readonly clock: Clock;
  readonly provisioning: Provisioning;
  readonly agents: Agents;
  /** The server's address, without a trailing slash; known once it listens. */
  baseUrl = "";
  readonly #keyIds = new Map<string, string>();

  constructor(
    readonly storage: Storage,
    readonly settings: AccountSettings,
  ) {
    this.clock = new Clock(() => settings.time.now());
    this.provisioning = new Provisioning(this);
    this.agents = new Agents(this);
  }

  /** The user that owns the account and its start token. */
  get owner(): Principal {
    return { id: textOf(this.storage.meta.user), kind: "user", admin: true };
  }

  /**
   * Opens the account: creates its user and start token on first use, and its agents. Nothing is persisted until the
   * storage is flushed.
   *
   * @param token the requested start token; without it the remembered one, or a new one
   * @returns the start token
   */
  open(token: string | undefined): string {
    const { meta } = this.storage;
    const fresh = meta.user === undefined;
    const chosen = token ?? meta.token ?? `api_${randomText()}`;
    this.storage.setMeta({ ...meta, user: meta.user ?? this.newId("usr"), token: chosen });
    this.#putStartKey(chosen);
    if (fresh) this.agents.startTwo();
    this.provisioning.restore();
    this.agents.restore();
    return chosen;
  }

  /** Resets to a new account with the same user and start token, and with the machine's time. */
  reset(): void {
    const { token = "" } = this.storage.meta;
    this.clock.reset();
    this.storage.clear();
    this.#keyIds.clear();
    this.provisioning.reset();
    this.agents.reset();
    this.#putStartKey(token);
    this.agents.startTwo();
  }

  /** Runs everything that is due by the account's clock. */
  settle(): void {
    this.agents.settle();
    this.provisioning.settle();
  }

  /** The owner of a bearer token; undefined if it is not the token of an existing key, or the bot or service user is not active. */
  principalOf(token: string): Principal | undefined {
    const key = this.#keyOf(sha256(token));
    const owner = textOf(key?.fields.owner_id);
    if (!key) return undefined;
    if (owner === this.owner.id) return this.owner;
    return this.#machine(owner)?.fields.active === true
      ? { id: owner, kind: "bot", admin: false }
      : undefined;
  }

  /** True for the id of a user, bot or service user of the account. */
  isPrincipal(id: string): boolean {
    return id === this.owner.id || this.#machine(id) !== undefined;
  }

  #machine(id: string): StoredObject | undefined {
    return this.storage.get("/bot_users", id) ?? this.storage.get("/service_users", id);
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

  /** Adds an object that results from background activity. */
  add(
    collection: string,
    prefix: string,
    fields: JsonObject,
    given: Partial<StoredObject> = {},
  ): StoredObject {
    const object: StoredObject = {
      id: given.id ?? this.newId(prefix),
      seq: this.storage.nextSeq(),
      created_at: given.created_at ?? this.clock.timestamp(),
      fields,
    };
    this.storage.put(collection, object);
    return object;
  }

  #putStartKey(token: string): void {
    const hash = sha256(token);
    if (this.#keyOf(hash)) return;
    const known = this.storage.all("/api_keys").find((key) => key.fields.start === true);
    if (known) this.storage.delete("/api_keys", known.id);
    this.add("/api_keys", "ak", {
      description: "Start token of the emulator",
      metadata: "",
      owner_id: this.owner.id,
      token_sha256: hash,
      start: true,
    });
  }

  #keyOf(hash: string): StoredObject | undefined {
    const remembered = this.storage.get("/api_keys", this.#keyIds.get(hash) ?? "");
    if (remembered?.fields.token_sha256 === hash) return remembered;
    const found = this.storage.all("/api_keys").find((key) => key.fields.token_sha256 === hash);
    if (found) this.#keyIds.set(hash, found.id);
    return found;
  }
}
