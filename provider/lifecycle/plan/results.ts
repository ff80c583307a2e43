import type { Inputs, State } from "../values/kinds";

/** The identity of a resource, used to recognize its objects. */
export interface Creator {
  /** Unique among all programs, stacks and organizations, as far as known. */
  readonly name: string;
  /** Name in its project and stack, where it differs: resources of other organizations may share it. */
  readonly place?: string;
  readonly stack?: string;
  /**
   * The resource has an object whose id is not known. Objects left by earlier runs may include that one, which is
   * about to be replaced.
   */
  readonly hasObject: boolean;
  /** As in a check: its name and the types of its parents. */
  readonly resource?: string;
}

export interface CheckRequest {
  readonly inputs: Inputs;
  /** The inputs of the program before; none for a new resource. */
  readonly before?: Inputs | undefined;
  /** Random bytes for the resource, where the engine gives some. */
  readonly seed?: Uint8Array | undefined;
}

/** The state of an object, and the inputs of the program now. */
export interface ObjectAndInputs {
  readonly id: string;
  readonly state: State;
  readonly inputs: Inputs;
}

export interface Diff {
  /** Inputs that differ, as the service compares them: an update is given these. */
  readonly changedInputs: readonly string[];
  /** Whether the engine has anything to do, be it that no input differs. */
  readonly changed: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** The change is not visible in the inputs, so the engine must be told explicitly. */
  readonly unseen: boolean;
  /** Warnings for the user that stop nothing. */
  readonly warnings: readonly string[];
  /** Lines for the user that need no attention. */
  readonly notes?: readonly string[];
}

/** An object as it will be, with UNKNOWN for each value that is not known before. */
export interface PlannedObject {
  /** Undefined when the service chooses it. */
  readonly id?: string;
  readonly state: State;
}

/** The resource was moved to another account, which does not hold its object. */
export interface Move {
  /** Both accounts are on the same service, so names that are unique across the service are still taken. */
  readonly withinService: boolean;
}

/** A comparison, with the facts about the run that it depends on. */
export interface Comparison extends ObjectAndInputs {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Undefined when the resource stays in its account. */
  readonly move?: Move | undefined;
  /** The resource of its edge or route removes the module in this run. */
  readonly isDropped?: boolean;
  /** The resources whose state it may be; more than one where equal resources cannot be told apart. */
  readonly creators?: readonly Creator[];
}
