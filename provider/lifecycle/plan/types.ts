import type { Inputs, State } from "../../family/resource";

/** The identity of a resource, by which a later run recognizes the objects that it created. */
export interface ResourceIdentity {
  /** Unique among all programs, stacks, and organizations, as far as known. */
  readonly name: string;
  /** The name without organization and backend, if different: not unique. */
  readonly nameInBackend?: string;
  readonly stack?: string;
  /** True if the resource has an object with an unknown id, which is about to be replaced. */
  readonly hasObject: boolean;
  /** The resource's name and the types of its parents, as in a check. */
  readonly resource?: string;
}

export interface CheckRequest {
  readonly inputs: Inputs;
  readonly before?: Inputs | undefined;
  /** Random bytes for the resource, if the engine passes them. */
  readonly seed?: Uint8Array | undefined;
}

export interface ObjectAndInputs {
  readonly id: string;
  readonly state: State;
  readonly inputs: Inputs;
}

export interface Diff {
  readonly changedInputs: readonly string[];
  /** True if the engine has something to do, even if no input differs. */
  readonly changed: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** True if the inputs don't contain the change, so the engine must be told that there is one. */
  readonly needsExplicitChange: boolean;
  readonly warnings: readonly string[];
  readonly notes?: readonly string[];
}

export interface PlannedObject {
  /** Undefined if the service chooses it. */
  readonly id?: string;
  readonly state: State;
}

/** A resource's move to another account, which doesn't contain its object. */
export interface Move {
  /** True if both accounts are on one service, where the old object still has its unique names. */
  readonly withinService: boolean;
}

export interface Comparison extends ObjectAndInputs {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Undefined if the resource stays in its account. */
  readonly move?: Move | undefined;
  /** The resources that may have this state. */
  readonly creators?: readonly ResourceIdentity[];
}
