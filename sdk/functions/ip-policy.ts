// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getIpPolicy`. A named group of source addresses; each IpPolicyRule adds one. It has no effect
 * until an IpRestriction or the IP restriction module of an edge or route refers to it. References to a
 * deleted policy act as if it had no rules.
 *
 * API reference, section "IP policy".
 */
export interface IpPolicyResult extends ObjectResult, MetadataResult {
  /** Which source addresses the policy covers. */
  description: string;
}

/** Arguments of `getIpPolicy`: `id`, or `description`, or `metadata`. */
export type GetIpPolicyArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getIpPolicy = get<GetIpPolicyArgs, IpPolicyResult>("IpPolicy");
/** Reads one object as soon as the arguments are known. */
export const getIpPolicyOutput = getOutput<GetIpPolicyArgs, IpPolicyResult>("IpPolicy");
/** Reads all objects immediately, including during previews. */
export const listIpPolicies = list<IpPolicyResult, ListOptions>("IpPolicy");
/** Reads all objects, as an output. */
export const listIpPoliciesOutput = listOutput<IpPolicyResult, ListOutputOptions>("IpPolicy");
/** Reads all objects page by page. */
export const eachIpPolicy = each<IpPolicyResult, ListOptions>("IpPolicy");
