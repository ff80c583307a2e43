import { type Clock, systemClock } from "../../../api";
import { UserError } from "../../values/errors";
import { KeyedMutex, OpenCreations } from "../creations";
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

/** The part that all ledgers of a process share, because the engine schedules all accounts together. */
export const openSharedLedger = (
  clock: Clock = systemClock,
  otherProcesses: OtherProcesses = NO_OTHER_PROCESSES,
) => ({
  declarations: new RunDeclarations(otherProcesses),
  activity: new Activity(),
  /** Runs the commands, one at a time per agent. */
  commands: new KeyedMutex(),
  clock,
});

/** Facts that the operations of one run share. RecordedLifecycle records the engine's calls here. */
export type RunLedger = Readonly<ReturnType<typeof openLedger>>;

/** @param service - Identifies the service among those of the run. Ids are unique within a service. */
export function openLedger(
  shared: Readonly<ReturnType<typeof openSharedLedger>> = openSharedLedger(),
  knownOwners: KnownOwners = NO_KNOWN_OWNERS,
  service = "",
) {
  const { clock, commands, activity } = shared;
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
    operations: new Operations(clock, activity),
    commands,
    clock,
  };
}

/** @throws UserError if the declarations of the run's other Providers are unknown, so the object may be in use. */
export function requireKnownDeclarations({ declarations: { problem } }: RunLedger, label: string): void {
  if (problem === undefined) return;
  throw new UserError(
    `${label} is not deleted: it is unknown whether another Provider of this run declares it, because ${problem}. Set TMPDIR to a folder that belongs to you and that no other user can write to, and run again`,
  );
}
