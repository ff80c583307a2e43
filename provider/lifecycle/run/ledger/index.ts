import { type Clock, systemClock } from "../../../api";
import { UserError } from "../../values/errors";
import { OpenCreations } from "../creations";
import { AdoptedObjects } from "./adopted-objects";
import { Declarations, NO_OTHER_PROCESSES, type OtherProcesses } from "./declarations";
import { KeptReferences } from "./kept-references";
import { type KnownOwners, NO_KNOWN_OWNERS } from "./known-owners";
import { ModuleOwnership } from "./module-ownership";
import { OneAtATime } from "./one-at-a-time";
import { Operations } from "./operations";
import { ResourceNamesByClass } from "./resource-names";
import { Successors } from "./successors";

/**
 * Facts that the operations of one run share: the engine starts one provider process per command and passes it one
 * resource at a time. RecordedLifecycle records the engine's calls here; check and diff never read the ledger.
 */
export interface RunLedger {
  /** Objects that resources of the program manage or have taken over. */
  readonly objects: AdoptedObjects;
  /** The owner of each module. */
  readonly modules: ModuleOwnership;
  /** Resources that take over what replacements release. */
  readonly successors: Successors;
  /** Creations whose response may be missing. */
  readonly creations: OpenCreations;
  /** What the program declares. */
  readonly declarations: Declarations;
  /** The names of the program's resources. */
  readonly names: ResourceNamesByClass;
  /** What resources that stay refer to. */
  readonly references: KeptReferences;
  /** Operations under way or announced, and the requests that wait for them. */
  readonly operations: Operations;
  /** Commands under way, one at a time per agent. */
  readonly commands: OneAtATime;
  readonly clock: Clock;
}

/**
 * The part that all ledgers of a process share: the engine schedules all accounts together, and ids are unique among
 * them, by whatever address an account is reached.
 */
export type SharedLedger = Pick<RunLedger, "operations" | "commands" | "declarations" | "clock">;

export const openSharedLedger = (
  clock: Clock = systemClock,
  others: OtherProcesses = NO_OTHER_PROCESSES,
): SharedLedger => ({
  declarations: new Declarations(others),
  operations: new Operations(clock),
  commands: new OneAtATime(),
  clock,
});

/**
 * @param what - About to be deleted, as far as the known declarations allow it.
 * @throws UserError when what the other Providers of the run declare is not known.
 */
export function requireKnownDeclarations({ declarations: { problem } }: RunLedger, what: string): void {
  if (problem === undefined) return;
  throw new UserError(
    `${what} is not deleted: whether another Provider of this run declares it is not known, since ${problem}. Set TMPDIR to a folder that belongs to you and that nobody else can write to, and run again`,
  );
}

/**
 * An empty ledger.
 *
 * @param knownOwners - As earlier commands have recorded them.
 */
export function openLedger(
  shared: SharedLedger = openSharedLedger(),
  knownOwners: KnownOwners = NO_KNOWN_OWNERS,
): RunLedger {
  const successors = new Successors(shared.declarations, knownOwners);
  return {
    objects: new AdoptedObjects(shared.declarations, successors, knownOwners),
    modules: new ModuleOwnership(shared.declarations, successors, knownOwners),
    successors,
    creations: new OpenCreations(),
    names: new ResourceNamesByClass(),
    references: new KeptReferences(),
    ...shared,
  };
}
