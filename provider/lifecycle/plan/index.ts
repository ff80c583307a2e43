/** What other parts may ask of plans: pure functions that say what an operation would do. */

export { compareForAdoption } from "./adoption";
export { comparableState } from "./imported";
