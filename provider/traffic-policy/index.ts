export { checkPolicy, type PolicyFinding } from "./check";
export { policySecrets, withPolicySecrets } from "./secrets";
