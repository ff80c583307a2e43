/** What other parts may ask of values: pure functions over inputs, states and responses. */

export { alignInput, canonical, isBlank, isNameOf, same } from "./compare";
export { markIn } from "./mark";
export { clash, namesOf, type UniqueName, without } from "./names";
export { fromResponse, observe } from "./response";
export { asManaged, compose, declared, derived, impliedBy, inputsNow, isImplied } from "./stored";
