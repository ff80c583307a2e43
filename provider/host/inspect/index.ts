export { CommandRefused, runCommand } from "./commands";
export { type Described, type DescribedObject, describeInputs, type Secret, valueAt } from "./described";
export { driftOf, type Path, type PropertyDrift } from "./drift";
export { type AccountObject, inventory } from "./inventory";
export { refusalsOf } from "./refusals";
export { addressOf, withStandIns } from "./stand-ins";
