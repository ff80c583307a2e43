// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type ListOptions,
  type ListOutputOptions,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. A collection of Secrets, to which traffic policies refer by the names
 * of the vault and the secret.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface VaultResult {
  /** Id of the object. */
  id: string;
  /**
   * Name of the vault, by which traffic policies refer to it. A policy that names it by `secretRef` follows
   * another name one request later; until then, it names what is gone.
   */
  name: string;
  /** What the vault is for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /** When the vault was changed last. A time in RFC 3339 format. */
  updatedAt: string;
  /** Id of who created it. */
  createdBy: string;
  /** Id of who changed it last. */
  lastUpdatedBy: string;
}

/** By what `getVault` looks an object up: by `id`, or by `name`, or by `description`, or by `metadata`. */
export type GetVaultArgs =
  | {
      /** Id of the object. */
      id: string;
      name?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /**
       * Name of the vault, by which traffic policies refer to it. A policy that names it by `secretRef` follows
       * another name one request later; until then, it names what is gone.
       */
      name: string;
      id?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the vault is for. Removing it empties it on the service. */
      description: string;
      id?: never;
      name?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      name?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getVaultOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getVault(args: GetVaultArgs, opts?: LookupOptions): Promise<VaultResult> {
  return get<VaultResult>("Vault", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getVaultOutput(
  args: InputsOf<GetVaultArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<VaultResult> {
  return getOutput<VaultResult>("Vault", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see `eachVault`.
 */
export function listVaults(opts?: ListOptions): Promise<VaultResult[]> {
  return list<VaultResult>("Vault", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listVaultsOutput(opts?: ListOutputOptions): pulumi.Output<VaultResult[]> {
  return listOutput<VaultResult>("Vault", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachVault(opts?: ListOptions): AsyncGenerator<VaultResult, void> {
  return each<VaultResult>("Vault", {}, opts);
}
