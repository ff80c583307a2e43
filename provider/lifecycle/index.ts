import { CommandLifecycle } from "./act/command";
import { ModuleLifecycle } from "./act/module";
import { resourceLifecycle } from "./act/resource";
import type { Lifecycle, ManagedFamily } from "./run/lifecycle";
import { RecordedLifecycle } from "./run/recorded";

export type { CheckResult } from "./plan/check";
export { detailedDiff, type PropertyChange } from "./plan/detailed-diff";
export { comparableState, importMark, isOnlyImported, splitImportMark } from "./plan/imported";
export { TAKE_MARKED } from "./plan/marks";
export type { CheckRequest, Creator, Diff, Move, ObjectAndInputs, PlannedObject } from "./plan/results";
export {
  type Creation,
  type Earlier,
  type EarliestTime,
  InMemoryJournal,
  type Intent,
  type Journal,
  type Worker,
} from "./run/journal";
export { openLedger, openSharedLedger, type RunLedger } from "./run/ledger";
export { ONE_MANAGER as ONE_OF_TWO } from "./run/ledger/adopted-objects";
export { KINDS, type KnownOwners, type OtherProcesses, type Statement } from "./run/ledger/declarations";
export { RESOURCE_NAME } from "./run/ledger/resource-names";
export type {
  CreateResult,
  ExistingObject,
  Lifecycle,
  ManagedFamily,
  ReadResult,
  Removal,
  Run,
} from "./run/lifecycle";
export type { RecordedLifecycle } from "./run/recorded";
export { candidates } from "./run/search";
export { collectionOf } from "./values/collection";
export { areEqual } from "./values/compare";
export { isExplained, PartialFailure, reasonOf, UserError } from "./values/errors";
export type { Inputs, State } from "./values/kinds";
export { idsInModuleId } from "./values/module-id";
export { haveCommon, namesOf } from "./values/names";
export { type NamedId, namedIds, type Referrer, referredPaths } from "./values/references";
export {
  isSecretAt,
  outputsRevealingInputs,
  SECRET_INPUTS,
  secretsIn,
  textsIn,
  VISIBLE_INPUTS,
} from "./values/secrets";
export { type ReadableFamily, type View, view, visibleFields } from "./values/shown";
export { hasOnlyId } from "./values/stored";
export { type Failure, nearestKey, unknownKeyReason } from "./values/validate";

export function lifecycleOf(family: ManagedFamily): Lifecycle {
  if (family.kind === "resource") return resourceLifecycle(family);
  if (family.kind === "module") return new ModuleLifecycle(family);
  return new CommandLifecycle(family);
}

/** A lifecycle within a run, whose ledger records what is done. */
export const recordedLifecycleOf = (family: ManagedFamily): RecordedLifecycle =>
  new RecordedLifecycle(family, lifecycleOf(family));
