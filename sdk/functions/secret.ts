// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Ref } from "../resources/types";
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
 * What the service says of one object. A secret in a Vault. Traffic policies use its value without
 * containing it: see `secretRef`. The service never returns the value.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface SecretResult {
  /** Id of the object. */
  id: string;
  /** Id of the Vault; `getVault({ name })` finds one that another program manages. */
  vaultId: string;
  /**
   * Name of the Vault, instead of `vaultId`. Replacing the id with the name of the same vault changes
   * nothing; another name replaces the secret, even if the vault was only renamed (an id survives that).
   * Services of 2025 do not return it.
   */
  vaultName?: string;
  /**
   * Name of the secret, by which traffic policies refer to it. When the name changes, a policy that uses
   * `secretRef` is updated one request later; until then it refers to a secret that no longer exists.
   */
  name: string;
  /** What the secret is for. Removing it empties it on the service. */
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
 * By what `getSecret` looks an object up: by `id`, or by `vaultId`, `name`, or by `vaultName`, `name`, or by
 * `description`, or by `metadata`.
 */
export type GetSecretArgs =
  | {
      /** Id of the object. */
      id: string;
      vaultId?: never;
      name?: never;
      vaultName?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** Id of the Vault; `getVault({ name })` finds one that another program manages. */
      vaultId: string;
      /**
       * Name of the secret, by which traffic policies refer to it. When the name changes, a policy that uses
       * `secretRef` is updated one request later; until then it refers to a secret that no longer exists.
       */
      name: string;
      id?: never;
      vaultName?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /**
       * Name of the Vault, instead of `vaultId`. Replacing the id with the name of the same vault changes
       * nothing; another name replaces the secret, even if the vault was only renamed (an id survives that).
       * Services of 2025 do not return it.
       */
      vaultName: string;
      /**
       * Name of the secret, by which traffic policies refer to it. When the name changes, a policy that uses
       * `secretRef` is updated one request later; until then it refers to a secret that no longer exists.
       */
      name: string;
      id?: never;
      vaultId?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the secret is for. Removing it empties it on the service. */
      description: string;
      id?: never;
      vaultId?: never;
      name?: never;
      vaultName?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      vaultId?: never;
      name?: never;
      vaultName?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getSecretOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getSecret(args: GetSecretArgs, opts?: LookupOptions): Promise<SecretResult> {
  return get<SecretResult>("Secret", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getSecretOutput(
  args: InputsOf<GetSecretArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<SecretResult> {
  return getOutput<SecretResult>("Secret", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see `eachSecret`.
 */
export function listSecrets(opts?: ListOptions): Promise<SecretResult[]> {
  return list<SecretResult>("Secret", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listSecretsOutput(opts?: ListOutputOptions): pulumi.Output<SecretResult[]> {
  return listOutput<SecretResult>("Secret", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachSecret(opts?: ListOptions): AsyncGenerator<SecretResult, void> {
  return each<SecretResult>("Secret", {}, opts);
}
