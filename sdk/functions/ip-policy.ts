// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A named group of source addresses; each IpPolicyRule adds one. It
 * has no effect until an IpRestriction or the IP restriction module of an edge or route refers to it.
 * References to a deleted policy act as if it had no rules.
 *
 * API reference, section "IP policy".
 */
export interface IpPolicyResult extends ObjectResult {
  /** Which source addresses the policy covers. If removed, the service clears it. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
  metadata: string;
}

/** The keys of `getIpPolicy`: `id`, or `description`, or `metadata`. */
export type GetIpPolicyArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** Which source addresses the policy covers. If removed, the service clears it. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getIpPolicy: lookup.Get<GetIpPolicyArgs, IpPolicyResult> = (args, opts) =>
  lookup.get("IpPolicy", args, opts);
/** Reads one object as soon as the keys are known. */
export const getIpPolicyOutput: lookup.GetOutput<GetIpPolicyArgs, IpPolicyResult> = (args, opts) =>
  lookup.getOutput("IpPolicy", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listIpPolicies: lookup.List<IpPolicyResult, lookup.ListOptions> = (opts) =>
  lookup.list("IpPolicy", {}, opts);
/** Reads all objects of the collection as an output. */
export const listIpPoliciesOutput: lookup.ListOutput<IpPolicyResult, lookup.ListOutputOptions> = (opts) =>
  lookup.listOutput("IpPolicy", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachIpPolicy: lookup.Each<IpPolicyResult, lookup.ListOptions> = (opts) =>
  lookup.each("IpPolicy", {}, opts);
