import { asText } from "../json";
import type { Settings } from "../settings";
import { DataFileError } from "../store/data-file-error";
import type { Storage, StoredObject } from "../store/storage";
import { Agents } from "./agents";
import { AccountObjects, randomText, sha256 } from "./objects";
import { Provisioning } from "./provisioning";

/** API reference: "Authentication". */
export interface Principal {
  readonly id: string;
  readonly kind: "user" | "bot";
  readonly admin: boolean;
}

/** The caller of an operation, and whether the account's rules apply. */
export interface Call {
  readonly account: Account;
  readonly principal: Principal;
  /** True to skip checks of allowed values, references, uniqueness, and rules, as for seeds and out-of-band changes. */
  readonly trusted: boolean;
  /** Path parameters above the object's own id, such as `edge_id`. */
  readonly path: Readonly<Record<string, string>>;
}

export const OWNER_EMAIL = "owner@example.com";

export class Account extends AccountObjects {
  readonly provisioning = new Provisioning(this);
  readonly agents = new Agents(this);

  /** @param idPrefixes - By collection path, such as `ipp` for `/ip_policies`. */
  constructor(
    storage: Storage,
    settings: Settings,
    readonly idPrefixes: ReadonlyMap<string, string>,
  ) {
    super(storage, settings);
  }

  get owner(): Principal {
    return { id: asText(this.storage.meta.user), kind: "user", admin: true };
  }

  /**
   * Opens the account: creates its user and agents on first use, and stores the start token. Nothing is persisted
   * until the storage is flushed.
   *
   * @param token the requested start token; by default the stored one, or a new one
   * @returns the start token
   */
  open(token: string | undefined): string {
    const { meta } = this.storage;
    const isNew = meta.user === undefined;
    const startToken = token ?? meta.token ?? `api_${randomText()}`;
    this.storage.setMeta({ ...meta, user: meta.user ?? this.newId("usr"), token: startToken });
    this.#putStartKey(startToken);
    if (isNew) this.agents.startInitialSessions();
    this.provisioning.restore();
    // Agents that were restarting when the process ended are back.
    this.agents.reconnect();
    return startToken;
  }

  /** Replaces all objects with those of a new account with the same user and start token. */
  clear(): void {
    const { token = "" } = this.storage.meta;
    this.storage.clear();
    this.#putStartKey(token);
    this.agents.startInitialSessions();
  }

  /** Runs a change and persists it, or reverts it if either fails. @throws DataFileError, such as for a full disk */
  commit<T>(change: () => T): T {
    try {
      const result = change();
      this.storage.flush();
      return result;
    } catch (error) {
      if (this.storage.rollback()) this.provisioning.restore();
      throw error;
    }
  }

  /** Runs the background work that is due. Work that cannot be persisted stays due. */
  runDueWork(): void {
    try {
      this.commit(() => {
        this.agents.reconnect(this.clock.now());
        this.provisioning.runDueJobs();
      });
    } catch (error) {
      if (!(error instanceof DataFileError)) throw error;
    }
  }

  /** Returns the owner of an API key; undefined if no key has the token, or its bot or service user is inactive. */
  findPrincipal(token: string): Principal | undefined {
    const key = this.#findKey(sha256(token));
    const id = asText(key?.fields.owner_id);
    if (key && id === this.owner.id) return this.owner;
    return this.#findBot(id)?.fields.active === true ? { id, kind: "bot", admin: false } : undefined;
  }

  /** Returns the service's error code for a token without a principal. */
  invalidTokenCode(token: string): 202 | 203 | 206 | 208 | 636 {
    const hash = sha256(token);
    if (this.#findKey(hash)) return 636; // Its owner is inactive or deleted.
    if (this.storage.get("/api_keys", token)) return 208; // The id of a key.
    if (this.storage.all("/credentials").some(({ fields }) => fields.token_sha256 === hash)) return 206;
    return /^\w+_\w+$/.test(token) ? 203 : 202; // Unknown, or without the form of a token.
  }

  isPrincipal(id: string): boolean {
    return id === this.owner.id || this.#findBot(id) !== undefined;
  }

  /** Finds a bot user or a service user. */
  #findBot(id: string): StoredObject | undefined {
    return this.storage.get("/bot_users", id) ?? this.storage.get("/service_users", id);
  }

  #putStartKey(token: string): void {
    const hash = sha256(token);
    if (this.#findKey(hash)) return;
    const previous = this.storage.all("/api_keys").find((key) => key.fields.start === true);
    if (previous) this.storage.delete("/api_keys", previous.id);
    this.add("/api_keys", "ak", {
      description: "Start token of the emulator",
      metadata: "",
      owner_id: this.owner.id,
      token_sha256: hash,
      start: true,
    });
  }

  #findKey(hash: string): StoredObject | undefined {
    return this.storage.all("/api_keys").find((key) => key.fields.token_sha256 === hash);
  }
}
