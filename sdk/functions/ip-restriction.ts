// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult, Ref } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getIpRestriction`. Restricts the source addresses that can reach the account's dashboard, API,
 * agents, or endpoints. Take care not to lock yourself out: start with `enforced: false`.
 *
 * API reference, section "IP restriction".
 */
export interface IpRestrictionResult extends ObjectResult, MetadataResult {
  /** Which traffic is restricted. */
  type: "dashboard" | "api" | "agent" | "endpoints";
  /** Ids of the IpPolicy objects to apply. Order is ignored. */
  ipPolicyIds: string[];
  /** Whether the restriction is enforced (true) or only warnings are issued (false). */
  enforced: boolean;
  /** What the restriction is for. */
  description: string;
  /** The applied policies. */
  ipPolicies: Ref[];
}

/** Arguments of `getIpRestriction`: `id`, or `type`, or `description`, or `metadata`. */
export type GetIpRestrictionArgs = OneOf<
  | ById
  | {
      /** Which traffic is restricted. */
      type: "dashboard" | "api" | "agent" | "endpoints";
    }
  | ByDescription
  | ByMetadata
>;

/** Reads one object immediately, including during previews. */
export const getIpRestriction = get<GetIpRestrictionArgs, IpRestrictionResult>("IpRestriction");
/** Reads one object as soon as the arguments are known. */
export const getIpRestrictionOutput = getOutput<GetIpRestrictionArgs, IpRestrictionResult>("IpRestriction");
/** Reads all objects immediately, including during previews. */
export const listIpRestrictions = list<IpRestrictionResult, ListOptions>("IpRestriction");
/** Reads all objects, as an output. */
export const listIpRestrictionsOutput = listOutput<IpRestrictionResult, ListOutputOptions>("IpRestriction");
/** Reads all objects page by page. */
export const eachIpRestriction = each<IpRestrictionResult, ListOptions>("IpRestriction");
