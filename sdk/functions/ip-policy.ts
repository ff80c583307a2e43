// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getIpPolicy`. A named group of source addresses; each IpPolicyRule adds one. It has no effect
 * until an IpRestriction or the IP restriction module of an edge or route refers to it. References to a
 * deleted policy act as if it had no rules.
 *
 * API reference, section "IP policy".
 */
export interface IpPolicyResult extends ObjectResult {
  /** Which source addresses the policy covers. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. */
  metadata: string;
}

/** Arguments of `getIpPolicy`: `id`, or `description`, or `metadata`. */
export type GetIpPolicyArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** Which source addresses the policy covers. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. */
      metadata: string;
    }
>;

/** Reads one object immediately, including during previews. */
export const getIpPolicy: lookup.Get<GetIpPolicyArgs, IpPolicyResult> = (args, opts) =>
  lookup.get("IpPolicy", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getIpPolicyOutput: lookup.GetOutput<GetIpPolicyArgs, IpPolicyResult> = (args, opts) =>
  lookup.getOutput("IpPolicy", args, opts);
/** Reads all objects immediately, including during previews. */
export const listIpPolicies: lookup.List<IpPolicyResult, lookup.ListOptions> = (opts) =>
  lookup.list("IpPolicy", {}, opts);
/** Reads all objects, as an output. */
export const listIpPoliciesOutput: lookup.ListOutput<IpPolicyResult, lookup.ListOutputOptions> = (opts) =>
  lookup.listOutput("IpPolicy", {}, opts);
/** Reads all objects page by page. */
export const eachIpPolicy: lookup.Each<IpPolicyResult, lookup.ListOptions> = (opts) =>
  lookup.each("IpPolicy", {}, opts);
