export { alignInput, areEqual, canonical, isAbsent, isBlank, isNameOf } from "./compare";
export { givenInputs } from "./given";
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
} from "./stored";
