/** The functions of plans that other folders use. They are pure: they predict what an operation would do. */

export { compareForAdoption } from "./adoption";
export { comparableState } from "./imported";
