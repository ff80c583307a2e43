import { createHmac } from "node:crypto";
import type { ApiClient } from "../../api";
import { getOrAdd } from "../../family/collections";
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
import { readFlag, type Settings } from "../settings/settings";
import { Evidence } from "./evidence";

/** Key of the account's fingerprint in a state; not an output. */
export const FINGERPRINT = "__account";

/** Identifies the account of a state without a request. Short hashes reveal nothing, and keep states small. */
type Fingerprint = Readonly<Record<keyof typeof PART_LENGTHS, string>>;

const PART_LENGTHS = { provider: 3, address: 3, token: 6 } as const;
const FORMAT = /^(?<provider>[\w-]{3})(?<address>[\w-]{3})(?<token>[\w-]{6})$/;

export const fingerprintOf = ({ account = "", baseUrl }: Settings, token: string): Fingerprint => ({
  provider: hash("provider", account),
  address: hash("address", baseUrl),
  token: hash("token", token),
});

export const fingerprintText = ({ provider, address, token }: Fingerprint) => provider + address + token;

const hash = (part: keyof typeof PART_LENGTHS, value: string): string =>
  createHmac("sha256", `pulumi-tunnel-edge ${part}`)
    .update(value)
    .digest("base64url")
    .slice(0, PART_LENGTHS[part]);

/** Maximum number of referenced objects to read in search of one that proves the account. */
const MAX_REFERENCES = 10;
/** Maximum number of objects to list per class in search of one that an earlier run found. */
const MAX_LISTED = 1_000;

/** The resource whose object is read or deleted. */
export interface Subject {
  /** Class and id, for messages. */
  readonly label: string;
  readonly family: Referrer;
  readonly state: State;
}

const evidenceByAccount = new WeakMap<HostAccount, Map<string, Evidence>>();

async function isAnyListed(
  api: ApiClient,
  family: ResourceFamily,
  ids: ReadonlySet<string>,
): Promise<boolean> {
  let listed = 0;
  for await (const { id } of api.list(collectionOf(family, {}))) {
    if (ids.has(String(id))) return true;
    if (++listed >= MAX_LISTED) return false;
  }
  return false;
}

/** The account from which a state was written, compared with the current one. */
export class Origin {
  private readonly stateFingerprint: Fingerprint | undefined;

  constructor(
    state: State,
    private readonly settings: Settings,
  ) {
    // States of earlier versions have no fingerprint.
    const stored = FORMAT.exec(String(state[FINGERPRINT]))?.groups as Fingerprint | undefined;
    // If the user confirms that the account is the same, nothing is compared.
    const isTrusted = stored && readFlag(process.env.TUNNEL_EDGE_SAME_ACCOUNT, "TUNNEL_EDGE_SAME_ACCOUNT");
    this.stateFingerprint = isTrusted ? undefined : stored;
  }

  async currentFingerprint(): Promise<string> {
    return fingerprintText(await this.current());
  }

  /** True if base URL and token are those of the state, so the account is the same. Runs a token command. */
  async hasSameSettings(): Promise<boolean> {
    return (
      !this.stateFingerprint ||
      (this.isSameAddress && this.stateFingerprint.token === (await this.current()).token)
    );
  }

  get isSameAddress(): boolean {
    const address = this.stateFingerprint?.address;
    return address === undefined || address === fingerprintOf(this.settings, "").address;
  }

  /** True if the resource's Provider isn't the one in the state. */
  get hasOtherProvider(): boolean {
    const provider = this.stateFingerprint?.provider;
    return provider !== undefined && provider !== fingerprintOf(this.settings, "").provider;
  }

  /** Returns the evidence that the account is the state's. An equal base URL and token are sufficient. */
  async evidence(): Promise<Evidence> {
    return (await this.hasSameSettings()) ? new Evidence(true) : this.sharedEvidence;
  }

  /** All states of a Provider and base URL belong to one account, even if their tokens differ: tokens are rotated. */
  get sharedEvidence(): Evidence {
    if (!this.stateFingerprint) return new Evidence(true);
    const byOrigin = getOrAdd(
      evidenceByAccount,
      accountFor(this.settings),
      () => new Map<string, Evidence>(),
    );
    const { provider, address } = this.stateFingerprint;
    return getOrAdd(byOrigin, provider + address, () => new Evidence());
  }

  /** Returns undefined if the object is gone. Throws a UserError if it is not found and the account may be another one. */
  async find<T>(subject: Subject, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const evidence = await this.evidence();
    return evidence.duringRead(async () => {
      const object = await read();
      if (object !== undefined) evidence.prove();
      else await this.requireGone(subject, evidence);
      return object;
    });
  }

  /** Without evidence, reads the object first: a 404 after a lost response then means that it was deleted. */
  async delete(
    subject: Subject,
    read: () => Promise<unknown>,
    remove: () => Promise<Removal>,
  ): Promise<void> {
    const evidence = await this.evidence();
    await evidence.duringRead(async () => {
      // A token may be allowed to delete objects that it may not read.
      const isFound = evidence.isProven || (await read().catch(() => undefined)) !== undefined;
      if (isFound) evidence.prove();
      const removal = await remove();
      if (removal === "deleted") evidence.prove();
      if (removal === "gone") await this.requireGone(subject, evidence);
    });
  }

  /** Returns true if the account is proven, if necessary by an object that the state refers to or that an earlier run found. */
  async findOtherObject(subject: Subject, evidence: Evidence): Promise<boolean> {
    if (evidence.isProven || (await this.hasReferencedObject(subject))) evidence.prove();
    return evidence.isProven || evidence.proveBy(() => this.hasKnownObject());
  }

  private async hasReferencedObject({ family, state }: Subject): Promise<boolean> {
    const account = accountFor(this.settings);
    const paths = referredPaths(family, state, await account.families());
    for (const path of paths.slice(0, MAX_REFERENCES)) {
      const object = await account.api.find(path).catch(() => undefined);
      const id = decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
      if (object?.id === id) return true;
    }
    return false;
  }

  private async hasKnownObject(): Promise<boolean> {
    const account = accountFor(this.settings);
    const { stateFingerprint } = this;
    const knownIds = stateFingerprint && account.knownObjects?.idsByClass(fingerprintText(stateFingerprint));
    if (!knownIds) return false;
    for (const family of await account.families()) {
      const ids = knownIds(family.name);
      if (ids.size > 0 && (await isAnyListed(account.api, family, ids).catch(() => false))) return true;
    }
    return false;
  }

  private async requireGone(subject: Subject, evidence: Evidence): Promise<void> {
    const isGone = (await this.findOtherObject(subject, evidence)) || (await evidence.isGone());
    if (!isGone)
      throw new UserError(
        `${subject.label} was not found, and nothing shows that this is the account of the state: the ${this.difference} when the state was written, and none of the objects looked up so far or found by earlier commands exist. The resource stays in the state. If it is the right account and the objects were deleted by hand, run again with TUNNEL_EDGE_SAME_ACCOUNT=on. Otherwise set ${this.setting} to that of the state's account`,
      );
  }

  /** For a Provider that now points to an account without the object. */
  otherAccountError({ label }: Subject): UserError {
    return new UserError(
      `${label} is not in this account, and the ${this.difference} when the state was written. If it is the right account and the object was deleted by hand, run \`pulumi refresh\`, then repeat this command. Otherwise set ${this.setting} to that of the state's account. To move the resource to another account, give it another Provider`,
    );
  }

  unknownAccountError({ label }: Subject, error: Error): UserError {
    return new UserError(
      `${label}: the ${this.difference} when the state was written, and it is unknown whether the account is the same: ${reasonOf(error)}`,
      { cause: error },
    );
  }

  private async current(): Promise<Fingerprint> {
    return fingerprintOf(this.settings, await accountFor(this.settings).token());
  }

  private get difference(): string {
    return this.isSameAddress ? "API token was different" : "base URL was different";
  }

  private get setting(): string {
    return this.isSameAddress
      ? "tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN"
      : "tunnel-edge:baseUrl or TUNNEL_EDGE_BASE_URL";
  }
}
