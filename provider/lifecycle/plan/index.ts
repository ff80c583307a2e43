export { compareForAdoption } from "./adoption";
export { comparableState } from "./imported";
