// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A collection of Secrets, to which traffic policies refer by the
 * names of the vault and the secret.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface VaultResult extends ObjectResult {
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
export const getVault: lookup.Get<GetVaultArgs, VaultResult> = (args, opts) =>
  lookup.get("Vault", args, opts);
/** Reads one object as soon as the keys are known. */
export const getVaultOutput: lookup.GetOutput<GetVaultArgs, VaultResult> = (args, opts) =>
  lookup.getOutput("Vault", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listVaults: lookup.List<VaultResult, lookup.ListOptions> = (opts) =>
  lookup.list("Vault", {}, opts);
/** Reads all objects of the collection as an output. */
export const listVaultsOutput: lookup.ListOutput<VaultResult, lookup.ListOutputOptions> = (opts) =>
  lookup.listOutput("Vault", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachVault: lookup.Each<VaultResult, lookup.ListOptions> = (opts) =>
  lookup.each("Vault", {}, opts);
