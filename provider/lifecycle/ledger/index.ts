import { type Clock, systemClock } from "../../api";
import { OpenCreations } from "../recovery/creations";
import { AdoptedObjects } from "./adopted-objects";
import { ModuleOwnership } from "./module-ownership";
import { OneAtATime } from "./one-at-a-time";
import { Operations } from "./operations";
import { ResourceNamesByClass } from "./resource-names";

/**
 * Facts that one run shares between resources: the engine starts one provider process per command and passes it one
 * resource at a time. The host records what the engine says; check and diff never see the ledger.
 */
export interface RunLedger {
  /** Objects that resources of the program manage or have taken over. */
  readonly objects: AdoptedObjects;
  /** Last owner of each module. */
  readonly modules: ModuleOwnership;
  /** Creations whose response may be missing. */
  readonly creations: OpenCreations;
  /** The names of the program's resources. */
  readonly names: ResourceNamesByClass;
  /** Operations under way or announced, and the requests that wait for them. */
  readonly operations: Operations;
  /** Commands under way, one at a time per agent. */
  readonly commands: OneAtATime;
  readonly clock: Clock;
}

/** The part that all ledgers of a process share: the engine schedules all accounts together. */
export type SharedLedger = Pick<RunLedger, "operations" | "commands" | "clock">;

export const openSharedLedger = (clock: Clock = systemClock): SharedLedger => ({
  operations: new Operations(clock),
  commands: new OneAtATime(),
  clock,
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
