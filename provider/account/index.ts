/** The command line's only access to accounts: what it may read, compare and describe. */

export { hostIn } from "../family/hosts";
export { closeAccounts } from "./account";
export { hadEngineMarks, isEngineMark } from "./engine-marks";
export { planAdoption } from "./inspect/adoption";
export { CommandRefused, runCommand } from "./inspect/commands";
export { danglingIn } from "./inspect/dangling";
export { deleteObject } from "./inspect/deletion";
export {
  type Described,
  type DescribedObject,
  type DescribedSecret,
  describeInputs,
  valueAt,
  withDocuments,
} from "./inspect/described";
export { driftOf } from "./inspect/drift";
export {
  type ClassFacts,
  canonicalUrl,
  InspectedClass,
  inspectClass,
  looksSecret,
  UNKNOWN,
} from "./inspect/facts";
export { type AccountObject, inventory, isMarked } from "./inspect/inventory";
export { type Declaration, type ExistingObject, existingObject, NoSuchObject } from "./inspect/object";
export { type DriftKind, HIDDEN, type Path, type PropertyDrift } from "./inspect/property-drift";
export { refusalsOf } from "./inspect/refusals";
export { objectAddressOf, requestBodyOf, standInFor, withStandIns } from "./inspect/stand-ins";
export { mayBeUsed, type Used, type User, usersOf } from "./inspect/users";
export { internalErrorReport } from "./internal-error";
export { type Unrecorded, unrecorded } from "./journal";
export { eachObject } from "./lookup";
export { type Address, addressOf, probeAccount } from "./probe";
export { markSecrets, SECRET_SIGNATURE, SIGNATURE_KEY } from "./secrets";
export { ConfigurationError, type Read, type Settings, settingsOf } from "./settings";
export { NO_ORGANIZATION, stackIdentity } from "./stack-identity";
