import type { CommandFamily } from "../family/command";
import type { ModuleFamily } from "../family/module";
import type { ResourceFamily } from "../family/resource";
import { CommandLifecycle } from "./command";
import type { Lifecycle } from "./lifecycle";
import { ModuleLifecycle } from "./module";
import { ResourceLifecycle } from "./resource";

export { type Checked, type Failure, nearestKey, unknownKeyReason } from "./check";
export { collectionOf } from "./collection";
export { same } from "./compare";
export { detailedDiff, type PropertyChange } from "./detailed-diff";
export { adoptedId } from "./diff";
export { isExplained, PartialFailure, reasonOf, UserError } from "./errors";
export { comparableState, importMark, isOnlyImported, withoutMark } from "./imported";
export { openLedger, openSharedLedger, type RunLedger } from "./ledger";
export { keyOf, type Owned } from "./ledger/adopted-objects";
export type { OtherProcesses, Statement } from "./ledger/declarations";
export { RESOURCE_NAME } from "./ledger/resource-names";
export type { Sightings } from "./ledger/sightings";
export type {
  Created,
  Creator,
  DiffResult,
  Found,
  Lifecycle,
  LifecycleContext,
  Move,
  Planned,
  Removal,
} from "./lifecycle";
export { idsInModuleId } from "./module";
export { without } from "./names";
export { type ReadableFamily, type View, view, visibleFields } from "./projection";
export {
  type Creation,
  type Earlier,
  InMemoryJournal,
  type Intent,
  type Journal,
  type Worker,
} from "./recovery";
export { isMarkCounting, ofAnother, TAKE_MARKED } from "./recovery/marking";
export { type NamedId, namedIds, type Referrer, referredPaths } from "./references";
export { isSecretAt, madeOutputs, SECRET_INPUTS, secretsIn, textsIn } from "./secrets";
export { isIdAlone, TAKEN_OVER } from "./state";
export { toBody } from "./wire";

/** A family that has a resource class. */
export type ManagedFamily = ResourceFamily | ModuleFamily | CommandFamily;

/** The implementation for a family's kind. */
export function lifecycleOf(family: ManagedFamily): Lifecycle {
  if (family.kind === "resource") return new ResourceLifecycle(family);
  if (family.kind === "module") return new ModuleLifecycle(family);
  return new CommandLifecycle(family);
}
