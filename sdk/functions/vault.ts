// Generated from provider/families by `npm run generate`; do not edit.
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOptions,
  type ListOutput,
  type ListOutputOptions,
  list,
  listOutput,
} from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A collection of Secrets, to which traffic policies refer by the
 * names of the vault and the secret.
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

/** The keys of `getVault`: `id`, or `name`, or `description`, or `metadata`. */
export type GetVaultArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /**
       * Name of the vault, by which traffic policies refer to it. A policy that names it by `secretRef` follows
       * another name one request later; until then, it names what is gone.
       */
      name: string;
    }
  | {
      /** What the vault is for. Removing it empties it on the service. */
      description: string;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getVault: Get<GetVaultArgs, VaultResult> = (args, opts) => get("Vault", args, opts);
/** Reads one object as soon as the keys are known. */
export const getVaultOutput: GetOutput<GetVaultArgs, VaultResult> = (args, opts) =>
  getOutput("Vault", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listVaults: List<VaultResult, ListOptions> = (opts) => list("Vault", {}, opts);
/** Reads all objects of the collection as an output. */
export const listVaultsOutput: ListOutput<VaultResult, ListOutputOptions> = (opts) =>
  listOutput("Vault", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachVault: Each<VaultResult, ListOptions> = (opts) => each("Vault", {}, opts);
