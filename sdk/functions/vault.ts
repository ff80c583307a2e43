// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getVault`. A collection of Secrets. Traffic policies refer to a secret by its name and the
 * vault's name.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface VaultResult extends ObjectResult, MetadataResult {
  /**
   * Name of the vault, by which traffic policies refer to it. When the name changes, a policy that uses
   * `secretRef` is updated one request later; until then it refers to a vault that no longer exists.
   */
  name: string;
  /** What the vault is for. */
  description: string;
  /** When the vault was last changed. A time in RFC 3339 format. */
  updatedAt: string;
  /** Id of its creator. */
  createdBy: string;
  /** Id of the member who last changed it. */
  lastUpdatedBy: string;
}

/** Arguments of `getVault`: `id`, or `name`, or `description`, or `metadata`. */
export type GetVaultArgs = OneOf<
  | ById
  | {
      /**
       * Name of the vault, by which traffic policies refer to it. When the name changes, a policy that uses
       * `secretRef` is updated one request later; until then it refers to a vault that no longer exists.
       */
      name: string;
    }
  | ByDescription
  | ByMetadata
>;

/** Reads one object immediately, including during previews. */
export const getVault = get<GetVaultArgs, VaultResult>("Vault");
/** Reads one object as soon as the arguments are known. */
export const getVaultOutput = getOutput<GetVaultArgs, VaultResult>("Vault");
/** Reads all objects immediately, including during previews. */
export const listVaults = list<VaultResult, ListOptions>("Vault");
/** Reads all objects, as an output. */
export const listVaultsOutput = listOutput<VaultResult, ListOutputOptions>("Vault");
/** Reads all objects page by page. */
export const eachVault = each<VaultResult, ListOptions>("Vault");
