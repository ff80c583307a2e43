import { OpenCreations } from "../recovery/creations";
import { AdoptedObjects } from "./adopted-objects";
import { ModuleOwnership } from "./module-ownership";
import { OneAtATime } from "./one-at-a-time";
import { Operations } from "./operations";
import { ResourceNamesByClass } from "./resource-names";

/**
 * What one run remembers: the engine starts one provider process for each command, and tells it of one resource at a
 * time. The host records into it what the engine says; check and diff never see it.
 */
export interface RunLedger {
  /** Which objects resources of the program stand for, or have taken over. */
  readonly objects: AdoptedObjects;
  /** Who has set which module last. */
  readonly modules: ModuleOwnership;
  /** Creations that may be without a response. */
  readonly creations: OpenCreations;
  /** The names of the program's resources. */
  readonly names: ResourceNamesByClass;
  /** Operations under way or announced, and those that wait for them. */
  readonly operations: Operations;
  /** Commands under way, one at a time for each agent. */
  readonly commands: OneAtATime;
}

/** What all ledgers of a process share: the engine has one pace for all accounts. */
export type SharedLedger = Pick<RunLedger, "operations" | "commands">;

export const openSharedLedger = (): SharedLedger => ({
  operations: new Operations(),
  commands: new OneAtATime(),
});

/** An empty ledger. */
export function openLedger(shared: SharedLedger = openSharedLedger()): RunLedger {
  return {
    objects: new AdoptedObjects(),
    modules: new ModuleOwnership(),
    creations: new OpenCreations(),
    names: new ResourceNamesByClass(),
    ...shared,
  };
}
