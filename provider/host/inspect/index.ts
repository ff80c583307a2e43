export { type Described, type DescribedObject, describeInputs, type Secret } from "./described";
export { type AccountObject, type InventoryOptions, inventory } from "./inventory";
