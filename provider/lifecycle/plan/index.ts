export { compareForAdoption } from "./diff";
export { comparableState } from "./import-mark";
