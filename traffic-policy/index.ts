export { checkEndpointPolicy, checkPolicy, type PolicyFinding } from "./check/check";
export { type Attachment, PROTOCOLS } from "./language/phases";
export { pathText, readPolicy, type Tree as PolicyTree } from "./language/policy";
export { NAMED_OBJECTS } from "./references/named-objects";
export { policySecrets, secretPaths, withPolicySecrets } from "./references/secrets";
export { type VaultSecret, vaultSecrets } from "./references/vault-secrets";
