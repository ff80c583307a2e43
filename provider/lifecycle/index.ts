import type { ManagedFamily } from "../family/family-facts";
import { commandLifecycle } from "./act/command";
import { create } from "./act/create";
import { remove } from "./act/delete";
import { moduleLifecycle } from "./act/module";
import { namedObjects, previewAdoption } from "./act/named-objects";
import { read } from "./act/read";
import { update } from "./act/update";
import { findChangedInputs } from "./plan/diff";
import { checkResource, diffResource, planObject } from "./plan/resource";
import type { Lifecycle } from "./run/lifecycle";
import { modulePathsOf } from "./values/collection";
import { namesOf } from "./values/names";

export type { ManagedFamily, ReadableFamily } from "../family/family-facts";
export type { CheckResult } from "./plan/check";
export { detailedDiff, type PropertyChange } from "./plan/detailed-diff";
export { compareForAdoption } from "./plan/diff";
export { comparableState, importMark, isOnlyImported, splitImportMark } from "./plan/import-mark";
export { TAKE_MARKED } from "./plan/marks";
export type {
  CheckRequest,
  Diff,
  Move,
  ObjectAndInputs,
  PlannedObject,
  ResourceIdentity,
} from "./plan/types";
export { listCandidates } from "./run/candidates";
export * from "./run/journal";
export { openLedger, openSharedLedger, type RunLedger } from "./run/ledger";
export { ONE_MANAGER } from "./run/ledger/adopted-objects";
export { KINDS, type KnownOwners, type OtherProcesses, type Statement } from "./run/ledger/declarations";
export type {
  CreateResult,
  ExistingObject,
  Lifecycle,
  ReadResult,
  Removal,
  Run,
} from "./run/lifecycle";
export { RecordedLifecycle } from "./run/recorded-lifecycle";
export { collectionOf, idsInModuleId, itemPathOf, splitId } from "./values/collection";
export {
  alignInput,
  areEqual,
  isBlank,
  isMeaningless,
  isNameOf,
  leavesChoice,
  withSpelledKeys,
} from "./values/compare";
export { isExplained, PartialFailure, reasonOf, UserError } from "./values/errors";
export { markIn } from "./values/mark";
export { clash, haveCommon, namesNotIn, type UniqueName } from "./values/names";
export { type ReferencedId, type Referrer, referencedIds, referredPaths } from "./values/references";
export { observe } from "./values/response";
export { isSecretAt, outputsRevealingInputs, secretsIn } from "./values/secrets";
export {
  asManaged,
  compose,
  currentInputs,
  declaredValue,
  deriveOutputs,
  hasOnlyId,
  type Inputs,
  impliedBy,
  inferInputs,
  type State,
} from "./values/state";
export { type Failure, unknownKeyReason } from "./values/validate";
export { type View, view, visibleFields } from "./values/view";
export { namedObjects, namesOf };

export function lifecycleOf(family: ManagedFamily): Lifecycle {
  if (family.kind === "command") return commandLifecycle(family);
  if (family.kind === "module") return moduleLifecycle(family);
  return {
    check: (request) => checkResource(family, request),
    changedInputs: (comparison) => findChangedInputs(family, comparison),
    diff: (comparison) => diffResource(family, comparison),
    plan: (inputs, before) => planObject(family, inputs, before),
    uniqueNames: (inputs) => namesOf(family, inputs),
    modulePaths: (id, inputs) => modulePathsOf(family, id, inputs),
    previewAdoption: (run, checked) => previewAdoption(family, run, checked),
    create: (run, creation) => create(family, run, creation),
    read: (run, existing) => read(family, run, existing),
    update: (run, change) => update(family, run, change),
    delete: (run, existing) => remove(family, run, existing),
  };
}
