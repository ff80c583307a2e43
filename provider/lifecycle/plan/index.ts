export { compareForAdoption } from "./diff";
export { comparableState } from "./imported";
