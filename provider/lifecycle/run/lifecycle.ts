import type { ApiClient } from "../../api";
import type { CommandFamily } from "../../family/command";
import type { ModuleFamily } from "../../family/module";
import type { Props, ResourceFamily } from "../../family/resource";
import type { CheckResult } from "../plan/check";
import type {
  CheckRequest,
  Comparison,
  Creator,
  Diff,
  ObjectAndInputs,
  PlannedObject,
} from "../plan/results";
import type { Inputs, State } from "../values/kinds";
import type { UniqueName } from "../values/names";
import type { Journal } from "./journal";
import type { RunLedger } from "./ledger";

export type ManagedFamily = ResourceFamily | ModuleFamily | CommandFamily;

/** A run of the engine: one account, and the state that its operations share. */
export interface Run {
  readonly api: ApiClient;
  readonly journal: Journal;
  readonly ledger: RunLedger;
  /** True if created objects get a mark in their metadata by which a later run recognizes them. */
  readonly ownershipMark: boolean;
  /** True if `adoptId` may name an object with another resource's mark. */
  readonly takesMarked?: boolean;
  /**
   * True if the engine stores results only at the end of a run. A killed run then leaves objects that refer to each
   * other.
   */
  readonly isRecordedAtEnd?: boolean;
  isTokenInUse(token: string): Promise<boolean>;
  families(): Promise<readonly ResourceFamily[]>;
  report(line: string): void;
  now(): number;
  /** Rejects when the limit aborts. */
  sleep(milliseconds: number): Promise<void>;
  /** Aborts when the current operation must stop waiting, with an error for the user as its reason. */
  limit(): AbortSignal;
}

export interface CreateResult {
  readonly id: string;
  readonly state: State;
}

export interface ReadResult {
  readonly id: string;
  readonly state: State;
  readonly inputs: Inputs;
  /** Why the resource must not import the object, which `get` may still read. */
  readonly conflict?: string | undefined;
}

/** The expected result of a creation that adopts an object by its name. */
export interface AdoptionPreview {
  readonly text: string;
  readonly isRefused: boolean;
}

export type Removal = "deleted" | "gone" | "left in place";

export interface Creation {
  readonly inputs: Inputs;
  readonly creator?: Creator | undefined;
  readonly adopts?: string | undefined;
}

export interface Update extends ObjectAndInputs {
  readonly changedInputs: readonly string[];
  readonly creators?: readonly Creator[] | undefined;
}

export interface ExistingObject {
  readonly id: string;
  /** Empty if only the id is known (`get`, import). */
  readonly state: State;
  /** The resource that reads the object by its id, if the engine names it. */
  readonly reader?: Creator | undefined;
}

/**
 * The operations of a family, in the engine's terms. Those without a run are pure. The others throw PartialFailure if
 * an object exists but doesn't match the inputs.
 */
export interface Lifecycle {
  check(request: CheckRequest): CheckResult;
  /** Returns the inputs that differ between a state and a program, as the service compares them. */
  changedInputs(compared: ObjectAndInputs): readonly string[];
  diff(comparison: Comparison): Diff;
  plan(inputs: Inputs, before?: ExistingObject): PlannedObject;
  /** Returns the unique names of an object with these inputs; empty if one is unknown. */
  names(inputs: Props): readonly UniqueName[];
  /** Returns the paths of the modules that a resource with these inputs manages; empty if they are unknown. */
  modules(id: string | undefined, inputs: Props): readonly string[];
  /** Predicts whether a resource will adopt an object that has its name; undefined if it doesn't adopt by name. */
  previewAdoption?(
    run: Run,
    checked: Pick<CheckRequest, "inputs"> & { readonly resource?: string | undefined },
  ): Promise<AdoptionPreview | undefined>;
  create(run: Run, creation: Creation): Promise<CreateResult>;
  /** Returns undefined if the object is gone. */
  read(run: Run, existing: ExistingObject): Promise<ReadResult | undefined>;
  update(run: Run, update: Update): Promise<State>;
  delete(run: Run, existing: ExistingObject): Promise<Removal>;
}
