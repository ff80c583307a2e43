import { createHmac } from "node:crypto";
import type { ApiClient } from "../../api";
import type { ResourceFamily } from "../../family/resource";
import {
  collectionOf,
  type Referrer,
  type Removal,
  reasonOf,
  referredPaths,
  type State,
  UserError,
} from "../../lifecycle";
import { accountFor, type HostAccount } from "../account";
import { flag, type Settings } from "../settings/settings";
import { Evidence } from "./evidence";

/** Key under which a state stores the account it was written from. No class shows it. */
export const FINGERPRINT = "__account";

/**
 * The account from which a state was written, as far as that is known without a request. Hashes of a few characters:
 * they detect equal values and reveal nothing, and every byte of a state costs time.
 */
interface Fingerprint {
  readonly provider: string;
  readonly address: string;
  readonly token: string;
}

const CHARACTERS = { provider: 3, address: 3, token: 6 } as const;
const TEXT = /^([\w-]{3})([\w-]{3})([\w-]{6})$/;

/** The fingerprint of an account that is reached with a token. */
export function fingerprintOf({ account = "", baseUrl }: Settings, token: string): Fingerprint {
  return {
    provider: hash("provider", account),
    address: hash("address", baseUrl),
    token: hash("token", token),
  };
}

/** The form stored in a state. */
export const fingerprintText = ({ provider, address, token }: Fingerprint) => provider + address + token;

/** The fingerprint in a state; undefined in a state of an earlier version. */
function fingerprintIn(state: Readonly<Record<string, unknown>>): Fingerprint | undefined {
  const text = state[FINGERPRINT];
  const [, provider, address, token] = (typeof text === "string" && TEXT.exec(text)) || [];
  return provider !== undefined && address !== undefined && token !== undefined
    ? { provider, address, token }
    : undefined;
}

/** Cached hashes: a stack has many objects in few accounts. */
const known = new Map<string, string>();
const MOST_KNOWN = 1_000;

function hash(part: keyof typeof CHARACTERS, value: string): string {
  const key = `${part} ${value}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const digest = createHmac("sha256", `pulumi-tunnel-edge ${part}`).update(value).digest("base64url");
  const made = digest.slice(0, CHARACTERS[part]);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, made);
  return made;
}

/** Limit of the requests for objects that a missing one names. */
const MOST_REFERENCES = 10;
/** Limit of the objects that are listed of one class, to find one that an earlier command has found. */
const MOST_LISTED = 1_000;

export interface Subject {
  /** Class and id, for users. */
  readonly what: string;
  readonly family: Referrer;
  readonly state: State;
}

const idIn = (path: string) => decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));

async function listsOne(api: ApiClient, family: ResourceFamily, ids: ReadonlySet<string>): Promise<boolean> {
  let listed = 0;
  for await (const { id } of api.list(collectionOf(family, {}))) {
    if (ids.has(String(id))) return true;
    if (++listed >= MOST_LISTED) return false;
  }
  return false;
}

const evidenceByAccount = new WeakMap<HostAccount, Map<string, Evidence>>();

/** Evidence that an account is the one from which states with another base URL or token, an origin, were written. */
function evidenceOf(account: HostAccount, origin: string): Evidence {
  const byOrigin = evidenceByAccount.get(account) ?? new Map<string, Evidence>();
  evidenceByAccount.set(account, byOrigin);
  const evidence = byOrigin.get(origin) ?? new Evidence();
  byOrigin.set(origin, evidence);
  return evidence;
}

/** The account from which a state was written, compared with the current one. */
export class Origin {
  private readonly written: Fingerprint | undefined;

  constructor(
    state: State,
    private readonly settings: Settings,
    env: NodeJS.ProcessEnv = process.env,
  ) {
    const written = fingerprintIn(state);
    const isTrusted = written && flag(env.TUNNEL_EDGE_SAME_ACCOUNT, "TUNNEL_EDGE_SAME_ACCOUNT");
    this.written = isTrusted ? undefined : written;
  }

  /** The fingerprint for a state that is written now. */
  async stamp(): Promise<string> {
    return fingerprintText(await this.current());
  }

  /**
   * Whether the account is the same without a request: base URL and token are equal. Does not run a token command:
   * the same command of the same Provider counts as the same token.
   */
  get isSameByName(): boolean {
    if (!this.written) return true;
    const { token } = this.settings;
    const now = fingerprintOf(this.settings, "value" in token ? token.value : "");
    const isSameToken =
      "value" in token ? this.written.token === now.token : this.written.provider === now.provider;
    return this.isSameAddress && isSameToken;
  }

  get isSameAddress(): boolean {
    return !this.written || this.written.address === fingerprintOf(this.settings, "").address;
  }

  get isMoved(): boolean {
    return this.written !== undefined && this.written.provider !== fingerprintOf(this.settings, "").provider;
  }

  /** Evidence of whether the account is the same; proven from the start where base URL and token are equal. */
  async evidence(): Promise<Evidence> {
    if (!this.written) return new Evidence(true);
    const isSame = this.isSameAddress && this.written.token === (await this.current()).token;
    // Tokens are rotated; the states of one Provider and base URL belong to one account.
    return isSame
      ? new Evidence(true)
      : evidenceOf(accountFor(this.settings), this.written.provider + this.written.address);
  }

  /**
   * Reads an object. Accepts that it is gone (undefined) only in the account from which its state was written.
   *
   * @throws UserError when nothing shows that the account is that one.
   */
  async find<T>(subject: Subject, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const evidence = await this.evidence();
    return evidence.reading(async () => {
      const found = await read();
      if (found !== undefined) evidence.prove();
      else await this.requireGone(subject, evidence);
      return found;
    });
  }

  /**
   * Deletes an object. Without evidence of whose account it is, looks for the object first: once it was found, a
   * deletion whose response was lost is known to have deleted it.
   *
   * @throws UserError when the object is not there and nothing shows that the account is the state's.
   */
  async delete(
    subject: Subject,
    read: () => Promise<unknown>,
    remove: () => Promise<Removal>,
  ): Promise<void> {
    const evidence = await this.evidence();
    await evidence.reading(async () => {
      // A token may be allowed to delete what it may not read.
      const isFound = evidence.isProven || (await read().catch(() => undefined)) !== undefined;
      if (isFound) evidence.prove();
      const removal = await remove();
      if (removal === "deleted") evidence.prove();
      if (removal === "gone") await this.requireGone(subject, evidence);
    });
  }

  /**
   * Whether another object of the account is there: one that the state of a missing one names by its id, or one that an
   * earlier command has found. Ids are of one account only.
   */
  async provesByOthers(subject: Subject, evidence: Evidence): Promise<boolean> {
    if (evidence.isProven || (await this.hasReferenceOf(subject))) evidence.prove();
    return evidence.isProven || evidence.provenBy(() => this.hasKnownObject());
  }

  private async hasReferenceOf({ family, state }: Subject): Promise<boolean> {
    const account = accountFor(this.settings);
    const paths = referredPaths(family, state, await account.families());
    for (const path of paths.slice(0, MOST_REFERENCES)) {
      const found = await account.api.find(path).catch(() => undefined);
      if (found !== undefined && found.id === idIn(path)) return true;
    }
    return false;
  }

  private async hasKnownObject(): Promise<boolean> {
    const account = accountFor(this.settings);
    const known = this.written && account.knownObjects?.of(fingerprintText(this.written));
    if (!known) return false;
    for (const family of await account.families()) {
      const ids = known(family.name);
      if (ids.size > 0 && (await listsOne(account.api, family, ids).catch(() => false))) return true;
    }
    return false;
  }

  private async requireGone(subject: Subject, evidence: Evidence): Promise<void> {
    const isGone = (await this.provesByOthers(subject, evidence)) || (await evidence.isGone());
    if (!isGone) throw this.notFoundError(subject.what);
  }

  /** An object is not found, and it is unknown whether it ever was in this account. */
  private notFoundError(what: string): UserError {
    return new UserError(
      `${what} is not there, and nothing shows that this is the account which the state was written from: its ${this.changed} then, and neither what was asked for so far nor what earlier commands have found is there. The state keeps it. If it is the right account, in which objects were deleted by hand, run again with TUNNEL_EDGE_SAME_ACCOUNT=on. Else set ${this.setting} to that of the state's account`,
    );
  }

  /** A resource stays with its Provider, which now points to an account without its object. */
  otherAccountError(what: string): UserError {
    return new UserError(
      `${what} is not in the account in use, whose ${this.changed} when the state was written. If it is the right account, in which this object was deleted by hand, run \`pulumi refresh\`, and then this again. Else set ${this.setting} to that of the state's account. To move the resource to another account, give it another Provider`,
    );
  }

  unknownAccountError(what: string, error: Error): UserError {
    return new UserError(
      `${what}: the ${this.changed} when the state was written, and whether it leads to the same account cannot be found out: ${reasonOf(error)}`,
      { cause: error },
    );
  }

  private current(): Promise<Fingerprint> {
    const { settings } = this;
    return accountFor(settings)
      .token()
      .then((token) => fingerprintOf(settings, token));
  }

  private get changed(): string {
    return this.isSameAddress ? "API token was another one" : "base URL was another one";
  }

  private get setting(): string {
    return this.isSameAddress
      ? "tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN"
      : "tunnel-edge:baseUrl or TUNNEL_EDGE_BASE_URL";
  }
}
