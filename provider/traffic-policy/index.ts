export { checkEndpointPolicy, checkPolicy, type PolicyFinding } from "./check";
export { NAMED_OBJECTS } from "./named-objects";
export { type Attachment, PROTOCOLS } from "./phases";
export { readPolicy, type Tree as PolicyTree } from "./read";
export { policySecrets, secretPaths, withPolicySecrets } from "./secrets";
export { type VaultSecret, vaultSecrets } from "./vault-secrets";
