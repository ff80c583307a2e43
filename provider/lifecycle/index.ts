import type { CommandFamily } from "../family/command";
import type { ModuleFamily } from "../family/module";
import type { ResourceFamily } from "../family/resource";
import { CommandLifecycle } from "./act/command";
import { ModuleLifecycle } from "./act/module";
import { ResourceLifecycle } from "./act/resource";
import type { Lifecycle } from "./run/lifecycle";

export {
  type Creation,
  type Earlier,
  InMemoryJournal,
  type Intent,
  type Journal,
  type Worker,
} from "./act/create";
export { isMarkCounting, ofAnother, TAKE_MARKED } from "./act/marking";
export { idsInModuleId } from "./act/module";
export { type Checked, type Failure, nearestKey, unknownKeyReason } from "./plan/check";
export { detailedDiff, type PropertyChange } from "./plan/detailed-diff";
export { adoptedId } from "./plan/diff";
export { comparableState, importMark, isOnlyImported, withoutMark } from "./plan/imported";
export { openLedger, openSharedLedger, type RunLedger } from "./run/ledger";
export { keyOf, type Owned } from "./run/ledger/adopted-objects";
export type { OtherProcesses, Statement } from "./run/ledger/declarations";
export { RESOURCE_NAME } from "./run/ledger/resource-names";
export type { Sightings } from "./run/ledger/sightings";
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
} from "./run/lifecycle";
export { collectionOf } from "./values/collection";
export { same } from "./values/compare";
export { isExplained, PartialFailure, reasonOf, UserError } from "./values/errors";
export { without } from "./values/names";
export { type NamedId, namedIds, type Referrer, referredPaths } from "./values/references";
export { isSecretAt, madeOutputs, SECRET_INPUTS, secretsIn, textsIn } from "./values/secrets";
export { type ReadableFamily, type View, view, visibleFields } from "./values/shown";
export { isIdAlone, TAKEN_OVER } from "./values/stored";
export { toBody } from "./values/wire";

/** A family that has a resource class. */
export type ManagedFamily = ResourceFamily | ModuleFamily | CommandFamily;

/** The implementation for a family's kind. */
export function lifecycleOf(family: ManagedFamily): Lifecycle {
  if (family.kind === "resource") return new ResourceLifecycle(family);
  if (family.kind === "module") return new ModuleLifecycle(family);
  return new CommandLifecycle(family);
}
