// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A named group of source addresses, filled with IpPolicyRule. It
 * applies to no traffic until an IpRestriction or the IP restriction module of an edge or route refers to
 * it. Once deleted, whatever still refers to it treats it as a policy without rules.
 *
 * API reference, section "IP policy".
 */
export interface IpPolicyResult extends ObjectResult {
  /** Which source addresses the policy is about. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
}

/** The keys of `getIpPolicy`: `id`, or `description`, or `metadata`. */
export type GetIpPolicyArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** Which source addresses the policy is about. Removing it empties it on the service. */
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
