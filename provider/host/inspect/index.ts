export { CommandRefused, runCommand } from "./commands";
export { type Described, type DescribedObject, describeInputs, type Secret } from "./described";
export { type DriftKind, driftOf, type Path, type PropertyDrift } from "./drift";
export { type AccountObject, inventory } from "./inventory";
