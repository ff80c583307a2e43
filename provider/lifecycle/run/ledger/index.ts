import { type Clock, systemClock } from "../../../api";
import { UserError } from "../../values/errors";
import { OpenCreations } from "../creations";
import { OneAtATime } from "../one-at-a-time";
import { AdoptedObjects } from "./adopted-objects";
import {
  Declarations,
  type KnownOwners,
  NO_KNOWN_OWNERS,
  NO_OTHER_PROCESSES,
  type OtherProcesses,
  RunDeclarations,
} from "./declarations";
import { KeptReferences } from "./kept-references";
import { ModuleOwnership } from "./module-ownership";
import { Activity, Operations } from "./operations";
import { ResourceNamesByClass } from "./resource-names";
import { Successors } from "./successors";

/**
 * Facts that the operations of one run share. The engine starts one provider process per command and passes it one
 * resource at a time. RecordedLifecycle records the engine's calls here. The check and diff of a family never read
 * the ledger.
 */
export interface RunLedger {
  readonly objects: AdoptedObjects;
  readonly modules: ModuleOwnership;
  readonly successors: Successors;
  readonly creations: OpenCreations;
  readonly declarations: Declarations;
  readonly names: ResourceNamesByClass;
  readonly references: KeptReferences;
  readonly operations: Operations;
  /** Runs the commands, one at a time per agent. */
  readonly commands: OneAtATime;
  readonly clock: Clock;
}

/**
 * The part that all ledgers of a process share, because the engine schedules the operations of all accounts together.
 */
export interface SharedLedger {
  readonly declarations: RunDeclarations;
  readonly activity: Activity;
  readonly commands: OneAtATime;
  readonly clock: Clock;
}

export const openSharedLedger = (
  clock: Clock = systemClock,
  others: OtherProcesses = NO_OTHER_PROCESSES,
): SharedLedger => ({
  declarations: new RunDeclarations(others),
  activity: new Activity(),
  commands: new OneAtATime(),
  clock,
});

/**
 * @param what - The object about to be deleted.
 * @throws UserError if the declarations of the run's other Providers are unknown.
 */
export function requireKnownDeclarations({ declarations: { problem } }: RunLedger, what: string): void {
  if (problem === undefined) return;
  throw new UserError(
    `${what} is not deleted: it is unknown whether another Provider of this run declares it, because ${problem}. Set TMPDIR to a folder that belongs to you and that no other user can write to, and run again`,
  );
}

/**
 * Returns an empty ledger.
 *
 * @param knownOwners - The owners recorded by earlier commands.
 * @param service - Identifies the service among those of the run. Ids are unique within a service.
 */
export function openLedger(
  shared: SharedLedger = openSharedLedger(),
  knownOwners: KnownOwners = NO_KNOWN_OWNERS,
  service = "",
): RunLedger {
  const declarations = new Declarations(shared.declarations, service);
  const successors = new Successors(declarations, knownOwners);
  return {
    objects: new AdoptedObjects(declarations, successors, knownOwners),
    modules: new ModuleOwnership(declarations, successors, knownOwners),
    successors,
    declarations,
    creations: new OpenCreations(),
    names: new ResourceNamesByClass(),
    references: new KeptReferences(),
    operations: new Operations(shared.clock, shared.activity),
    commands: shared.commands,
    clock: shared.clock,
  };
}
