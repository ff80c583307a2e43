export { itemOf, splitId } from "./collection";
export {
  alignInput,
  areEqual,
  canonical,
  isBlank,
  isMeaningless,
  isNameOf,
  leavesChoice,
} from "./compare";
export { markIn } from "./mark";
export { clash, namesNotIn, namesOf, type UniqueName } from "./names";
export { fromResponse, observe } from "./response";
export {
  asManaged,
  compose,
  currentInputs,
  declaredValue,
  deriveOutputs,
  impliedBy,
  inferInputs,
} from "./state";
