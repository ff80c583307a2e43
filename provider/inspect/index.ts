/** The command line's only access to accounts. */

export { closeAccounts } from "../account/account";
export { findUnrecorded, type UnrecordedCreations } from "../account/journal/journal";
export { eachObject, idsByName } from "../account/lookups/lookup";
export { type Address, addressOf, probeAccount } from "../account/lookups/probe";
export { internalErrorReport } from "../account/process/internal-error";
export { makeFolder } from "../account/process/private-folder";
export { keepOutOfErrors } from "../account/process/report";
export { NO_ORGANIZATION, stackIdentity } from "../account/process/stack-identity";
export {
  ConfigurationError,
  type ReadSetting,
  type Settings,
  settingsOf,
} from "../account/settings/settings";
export { hadEngineMarks, isEngineMark } from "../account/values/engine-marks";
export { markReadSecrets, SECRET_SIGNATURE, SIGNATURE_KEY } from "../account/values/secrets";
export { canonicalUrl } from "../family/canonical-forms";
export { CommandRefused } from "../family/command";
export { looksSecret } from "../family/credentials/possible";
export { isRecord, valueAt } from "../family/field";
export { hostIn, plainHost, reservesHost, servesHost } from "../family/hosts";
export { isBelowAny, stepsOf } from "../family/property-path";
export { UNKNOWN } from "../family/unknown";
export { clash, namesNotIn, type UniqueName } from "../lifecycle";
export { deleteObject, runCommand } from "./actions";
export { adoptionFailures, planAdoption } from "./adoption";
export { type ClassFacts, InspectedClass, inspectClass } from "./class-facts";
export { findDanglingReferences } from "./dangling-references";
export {
  type DescribedObject,
  type DescribedSecret,
  type DescribedValue,
  describeInputs,
  nestedIn,
  withDocuments,
} from "./described-inputs";
export { driftOf } from "./drift";
export { asDeclared, type Declaration, type ExistingObject, existingObject } from "./existing-object";
export { type AccountObject, inventory, isMarked } from "./inventory";
export * from "./object-users";
export { objectPathsOf, placeholderFor, withPlaceholders } from "./placeholders";
export { type DriftKind, HIDDEN, type Path, type PropertyDrift } from "./property-drift";
