// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult, Ref } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getSecret`. A secret in a Vault. Traffic policies use its value without containing it: see
 * `secretRef`. The service never returns the value.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface SecretResult extends ObjectResult, MetadataResult {
  /** Id of the Vault; `getVault({ name })` finds one that another program manages. */
  vaultId: string;
  /**
   * Name of the Vault, instead of `vaultId`. Replacing the id with the name of the same vault changes
   * nothing. Any other name replaces the secret, even if it is the new name of the same vault. In 2025, the
   * service didn't return it.
   */
  vaultName?: string;
  /**
   * Name of the secret, by which traffic policies refer to it. When the name changes, a policy that uses
   * `secretRef` is updated one request later; until then it refers to a secret that no longer exists.
   */
  name: string;
  /** What the secret is for. */
  description: string;
  /** When the secret was last changed, by anyone. A time in RFC 3339 format. */
  updatedAt: string;
  /** The vault that the secret is in. */
  vault: Ref;
  /** Who created it. */
  createdBy: Ref;
  /** Who last changed it. */
  lastUpdatedBy: Ref;
}

/**
 * Arguments of `getSecret`: `id`, or `vaultId`, `name`, or `vaultName`, `name`, or `description`, or
 * `metadata`.
 */
export type GetSecretArgs = OneOf<
  | ById
  | {
      /** Id of the Vault; `getVault({ name })` finds one that another program manages. */
      vaultId: string;
      /**
       * Name of the secret, by which traffic policies refer to it. When the name changes, a policy that uses
       * `secretRef` is updated one request later; until then it refers to a secret that no longer exists.
       */
      name: string;
    }
  | {
      /**
       * Name of the Vault, instead of `vaultId`. Replacing the id with the name of the same vault changes
       * nothing. Any other name replaces the secret, even if it is the new name of the same vault. In 2025, the
       * service didn't return it.
       */
      vaultName: string;
      /**
       * Name of the secret, by which traffic policies refer to it. When the name changes, a policy that uses
       * `secretRef` is updated one request later; until then it refers to a secret that no longer exists.
       */
      name: string;
    }
  | ByDescription
  | ByMetadata
>;

/** Reads one object immediately, including during previews. */
export const getSecret = get<GetSecretArgs, SecretResult>("Secret");
/** Reads one object as soon as the arguments are known. */
export const getSecretOutput = getOutput<GetSecretArgs, SecretResult>("Secret");
/** Reads all objects immediately, including during previews. */
export const listSecrets = list<SecretResult, ListOptions>("Secret");
/** Reads all objects, as an output. */
export const listSecretsOutput = listOutput<SecretResult, ListOutputOptions>("Secret");
/** Reads all objects page by page. */
export const eachSecret = each<SecretResult, ListOptions>("Secret");
