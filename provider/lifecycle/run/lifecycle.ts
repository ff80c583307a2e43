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

/** A run of the engine, as the lifecycle sees it: one account, and what its operations share. */
export interface Run {
  readonly api: ApiClient;
  readonly journal: Journal;
  readonly ledger: RunLedger;
  /** Whether created objects carry a mark in their metadata that lets a later run recognize them. */
  readonly ownershipMark: boolean;
  /** Whether `adoptId` may name an object that carries another resource's mark. */
  readonly takesMarked?: boolean;
  /** Whether the engine stores what a run has done only when the run ends, so that a killed one leaves whole graphs. */
  readonly isRecordedAtEnd?: boolean;
  isTokenInUse(token: string): Promise<boolean>;
  families(): Promise<readonly ResourceFamily[]>;
  /** Reports progress and waits to the user. */
  report(line: string): void;
  now(): number;
  /** Rejects when the limit aborts. */
  sleep(milliseconds: number): Promise<void>;
  /** Aborts when the operation under way has to wait no longer, with an error for the user as its reason. */
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
  /** The reason the resource must not import the object; `get` may read it. */
  readonly conflict?: string | undefined;
}

/** The expected result for a resource that adopts by its name. */
export interface AdoptionPreview {
  readonly text: string;
  readonly isRefused: boolean;
}

/** Result of deleting a resource: its object was deleted, was already gone, or is kept. */
export type Removal = "deleted" | "gone" | "left in place";

/** A resource that gets an object. */
export interface Creation {
  readonly inputs: Inputs;
  /** The resource that the object is created for, where known. */
  readonly creator?: Creator | undefined;
  /** The id of an existing object that the resource gets. */
  readonly adopts?: string | undefined;
}

export interface Update extends ObjectAndInputs {
  /** Inputs that differ, as the comparison has found. */
  readonly changedInputs: readonly string[];
  /** As in Comparison. */
  readonly creators?: readonly Creator[] | undefined;
}

export interface ExistingObject {
  readonly id: string;
  /** Nothing where only the id is known (`get`, import). */
  readonly state: State;
  /** The resource that reads the object by its id, if the engine tells it. */
  readonly reader?: Creator | undefined;
}

/**
 * Operations of every kind of family, in the engine's terms. Those that take no run are pure: they only read their
 * arguments. The others throw PartialFailure when an object exists but does not match the inputs.
 */
export interface Lifecycle {
  check(given: CheckRequest): CheckResult;
  /** Inputs that differ between the state of an object and a program, as the service compares them. */
  changedInputs(compared: ObjectAndInputs): readonly string[];
  diff(comparison: Comparison): Diff;
  /** What create will leave, or an update of the object in `before`. */
  plan(inputs: Inputs, before?: ExistingObject): PlannedObject;
  /** Names under which the service would hold an object with these inputs. Empty where one is not known yet. */
  names(inputs: Props): readonly UniqueName[];
  /** Paths of the modules that the resource manages with these inputs. Empty where they are not known yet. */
  modules(id: string | undefined, inputs: Props): readonly string[];
  /** Whether a resource will adopt an object that has its name; undefined where it does not adopt by name. Reads only. */
  previewAdoption?(
    run: Run,
    checked: Pick<CheckRequest, "inputs"> & { readonly resource?: string | undefined },
  ): Promise<AdoptionPreview | undefined>;
  create(run: Run, creation: Creation): Promise<CreateResult>;
  /** Undefined when the object is gone. */
  read(run: Run, existing: ExistingObject): Promise<ReadResult | undefined>;
  update(run: Run, update: Update): Promise<State>;
  delete(run: Run, existing: ExistingObject): Promise<Removal>;
}
