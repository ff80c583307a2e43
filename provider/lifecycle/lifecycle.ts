import type { ApiClient } from "../api";
import type { Props, ResourceFamily } from "../family/resource";
import type { Checked } from "./check";
import type { RunLedger } from "./ledger";
import type { UniqueName } from "./names";
import type { Journal } from "./recovery";

/** What the lifecycle needs of the process around it. */
export interface LifecycleContext {
  readonly api: ApiClient;
  readonly journal: Journal;
  readonly ledger: RunLedger;
  /** Whether created objects carry a mark in their metadata, by which a later run recognises them. */
  readonly ownershipMark: boolean;
  /** Whether this is the API token that the account's requests carry. */
  isTokenInUse(token: string): Promise<boolean>;
  /** All families of objects, for look-ups across classes. */
  families(): Promise<readonly ResourceFamily[]>;
  /** Tells the user about progress and waiting. */
  report(line: string): void;
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** A resource, as far as its objects are recognised by it. */
export interface Creator {
  /** What tells it from all others of all programs, stacks and organizations, as far as that is known. */
  readonly name: string;
  /** Under which earlier releases marked its objects, where that differs: resources of other organizations may share it. */
  readonly formerName?: string;
  /** What tells its stack from all others. */
  readonly stack?: string;
  /** It has an object, and nobody knows which: what earlier runs have left may be that one, which is to be replaced. */
  readonly hasObject: boolean;
}

export interface Created {
  readonly id: string;
  readonly state: Record<string, unknown>;
}

export interface Found {
  readonly id: string;
  readonly state: Record<string, unknown>;
  readonly inputs: Record<string, unknown>;
}

export interface DiffResult {
  readonly changed: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** The change cannot be seen in the inputs, so that the engine must be told in so many words. */
  readonly unseen: boolean;
  /** What the user is told although it stops nothing. */
  readonly warnings: readonly string[];
}

/** What became of an object whose resource goes: it was gone already, or it outlives its resource. */
export type Removal = "deleted" | "gone" | "left in place";

/** The resource was given to another account, where its object is not. */
export interface Move {
  /** The service is the same, so that names which it gives out once are still taken. */
  readonly withinService: boolean;
}

/** What a comparison depends on beside state and inputs. */
export interface Circumstances {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Undefined when the resource stays in its account. */
  readonly move?: Move | undefined;
}

/**
 * What every kind of family does, in the engine's terms. `check` and `diff` are pure: they only read what they are given.
 * The others throw PartialFailure when an object exists but is not what was asked for.
 */
export interface Lifecycle {
  check(olds: Props, news: Props): Checked;
  diff(id: string, olds: Props, news: Props, circumstances: Circumstances): DiffResult;
  /** The names under which the service would hold what has these inputs. None where one is not known yet. */
  names(inputs: Props): readonly UniqueName[];
  /** `creator`: the resource that the object is created for, where it is known. */
  create(account: LifecycleContext, inputs: Props, creator?: Creator): Promise<Created>;
  /** Undefined when the object is gone. Without a state (`get`, import) the id is all there is. */
  read(account: LifecycleContext, id: string, state: Props): Promise<Found | undefined>;
  update(account: LifecycleContext, id: string, olds: Props, news: Props): Promise<Record<string, unknown>>;
  delete(account: LifecycleContext, id: string, state: Props): Promise<Removal>;
}
