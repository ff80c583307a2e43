/** The command line's only access to accounts: what it may read, compare and describe. */

export { closeAccounts } from "../account/account";
export { hadEngineMarks, isEngineMark } from "../account/engine-marks";
export { internalErrorReport } from "../account/internal-error";
export { type Unrecorded, unrecorded } from "../account/journal";
export { eachObject, idsByName } from "../account/lookup";
export { type Address, addressOf, probeAccount } from "../account/probe";
export { markReadSecrets, SECRET_SIGNATURE, SIGNATURE_KEY } from "../account/secrets";
export { ConfigurationError, type Read, type Settings, settingsOf } from "../account/settings";
export { NO_ORGANIZATION, stackIdentity } from "../account/stack-identity";
export { valueAt } from "../family/field";
export { hostIn, plainHost, reservesHost, servesHost } from "../family/hosts";
export { planAdoption } from "./adoption";
export { CommandRefused, runCommand } from "./commands";
export { danglingIn } from "./dangling";
export { deleteObject } from "./deletion";
export {
  type Described,
  type DescribedObject,
  type DescribedSecret,
  describeInputs,
  withDocuments,
} from "./described";
export { driftOf } from "./drift";
export {
  type ClassFacts,
  canonicalUrl,
  clash,
  InspectedClass,
  inspectClass,
  looksSecret,
  UNKNOWN,
  type UniqueName,
  without,
} from "./facts";
export { type AccountObject, inventory, isMarked } from "./inventory";
export { type Declaration, type ExistingObject, existingObject, NoSuchObject } from "./object";
export { type DriftKind, HIDDEN, type Path, type PropertyDrift } from "./property-drift";
export { refusalsOf } from "./refusals";
export { objectAddressOf, requestBodyOf, standInFor, withStandIns } from "./stand-ins";
export {
  guardedBy,
  hasParts,
  mayBeUsed,
  type Used,
  type User,
  type UsersQuery as Question,
  usersOf,
} from "./users";
