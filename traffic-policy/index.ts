export { checkEndpointPolicy, checkPolicy } from "./check/check";
export { type Attachment, PROTOCOLS } from "./language/phases";
export {
  type Finding as PolicyFinding,
  pathText,
  readPolicy,
  type Tree as PolicyTree,
} from "./language/policy";
export { NAMED_OBJECTS } from "./references/named-objects";
export { policySecrets, secretPaths, withPolicySecrets } from "./references/secrets";
export { type VaultSecret, vaultSecrets } from "./references/vault-secrets";
