import type { ApiClient } from "../../api";
import type { Inputs, Props, ResourceFamily, State } from "../../family/resource";
import type { CheckResult } from "../plan/check";
import type {
  CheckRequest,
  Comparison,
  Diff,
  ObjectAndInputs,
  PlannedObject,
  ResourceIdentity,
} from "../plan/types";
import type { UniqueName } from "../values/names";
import type { Journal } from "./journal";
import type { RunLedger } from "./ledger";

/** A resource of the program. */
export interface DeclaredResource {
  readonly family: ResourceFamily;
  readonly inputs: Inputs;
  /** The identity of the resource that creates or adopts the object; undefined if the engine doesn't say which one it is. */
  readonly creator?: ResourceIdentity | undefined;
}

export interface Run {
  readonly api: ApiClient;
  readonly journal: Journal;
  readonly ledger: RunLedger;
  /** True if metadata of new objects gets a mark by which a later run recognizes them. */
  readonly ownershipMark: boolean;
  /** True if an object that carries another resource's mark may be adopted. */
  readonly mayAdoptMarked?: boolean;
  /** True if the engine stores results only at the end of a run (`PULUMI_SKIP_CHECKPOINTS`), not after each operation. */
  readonly skipsCheckpoints?: boolean;
  /** True for the token with which this run authenticates. */
  isOwnToken(token: string): Promise<boolean>;
  families(): Promise<readonly ResourceFamily[]>;
  report(line: string): void;
  now(): number;
  /** Rejects when `limit` aborts. */
  sleep(milliseconds: number): Promise<void>;
  /** Aborts when the current operation must end, with an error for the user as its reason. */
  limit(): AbortSignal;
}

export type CreateResult = Pick<ObjectAndInputs, "id" | "state">;

export interface ReadResult extends ObjectAndInputs {
  /** Why the resource must not import the object. `get` may still read it. */
  readonly conflict?: string | undefined;
}

export interface AdoptionPreview {
  readonly text: string;
  readonly isRefused: boolean;
}

export type Removal = "deleted" | "gone" | "left in place";

export interface Creation extends Pick<DeclaredResource, "inputs" | "creator"> {
  readonly idToAdopt?: string | undefined;
}

export interface Update extends ObjectAndInputs {
  readonly changedInputs: readonly string[];
  /** The resources that may have this state. Several if their inputs are equal. */
  readonly creators?: readonly ResourceIdentity[] | undefined;
}

export interface ExistingObject {
  readonly id: string;
  /** Empty if only the id is known (`get`, import). */
  readonly state: State;
  /** The resource for which it is read. */
  readonly reader?: ResourceIdentity | undefined;
}

/** A family's operations. Those without a run are pure; the others throw PartialFailure for a half-changed object. */
export interface Lifecycle {
  check(request: CheckRequest): CheckResult;
  changedInputs(compared: ObjectAndInputs): readonly string[];
  diff(comparison: Comparison): Diff;
  plan(inputs: Inputs, before?: ExistingObject): PlannedObject;
  /** Returns an empty list if a name is unknown. */
  uniqueNames(inputs: Props): readonly UniqueName[];
  /** Returns an empty list if the paths are unknown. */
  modulePaths(id: string | undefined, inputs: Props): readonly string[];
  /** Predicts whether a creation will adopt an object by its name; undefined if the program doesn't ask for it. */
  previewAdoption?(
    run: Run,
    checked: Pick<CheckRequest, "inputs"> & { readonly resource?: string | undefined },
  ): Promise<AdoptionPreview | undefined>;
  create(run: Run, creation: Creation): Promise<CreateResult>;
  read(run: Run, existing: ExistingObject): Promise<ReadResult | undefined>;
  update(run: Run, update: Update): Promise<State>;
  delete(run: Run, existing: ExistingObject): Promise<Removal>;
}
