import { type Clock, systemClock } from "../../../api";
import { UserError } from "../../values/errors";
import { OpenCreations } from "../creations";
import { OneAtATime } from "../one-at-a-time";
import { AdoptedObjects } from "./adopted-objects";
import { Declarations, NO_OTHER_PROCESSES, type OtherProcesses, RunDeclarations } from "./declarations";
import { KeptReferences } from "./kept-references";
import { type KnownOwners, NO_KNOWN_OWNERS } from "./known-owners";
import { ModuleOwnership } from "./module-ownership";
import { Activity, Operations } from "./operations";
import { ResourceNamesByClass } from "./resource-names";
import { Successors } from "./successors";

/**
 * Facts that the operations of one run share: the engine starts one provider process per command and passes it one
 * resource at a time. RecordedLifecycle records the engine's calls here; check and diff never read the ledger.
 */
export interface RunLedger {
  /** Objects that resources of the program manage or have adopted. */
  readonly objects: AdoptedObjects;
  readonly modules: ModuleOwnership;
  /** Resources that adopt what replacements release. */
  readonly successors: Successors;
  /** Creations whose response may be missing. */
  readonly creations: OpenCreations;
  readonly declarations: Declarations;
  readonly names: ResourceNamesByClass;
  /** What resources that stay refer to. */
  readonly references: KeptReferences;
  /** Operations under way or announced, and the requests that wait for them. */
  readonly operations: Operations;
  /** Commands under way, one at a time per agent. */
  readonly commands: OneAtATime;
  readonly clock: Clock;
}

/** The part that all ledgers of a process share: the engine schedules the operations of all accounts together. */
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
 * @param service - Identifies the service among those of the run: ids are unique within one.
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
