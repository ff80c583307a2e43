export { checkPolicy, type PolicyFinding } from "./check";
