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
 * One object as the service returns it. A named group of source addresses, filled with IpPolicyRule. It
 * applies to no traffic until an IpRestriction or the IP restriction module of an edge or route refers to
 * it. Once deleted, whatever still refers to it treats it as a policy without rules.
 *
 * API reference, section "IP policy".
 */
export interface IpPolicyResult {
  /** Id of the object. */
  id: string;
  /** Which source addresses the policy is about. Removing it empties it on the service. */
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
export const getIpPolicy: Get<GetIpPolicyArgs, IpPolicyResult> = (args, opts) => get("IpPolicy", args, opts);
/** Reads one object as soon as the keys are known. */
export const getIpPolicyOutput: GetOutput<GetIpPolicyArgs, IpPolicyResult> = (args, opts) =>
  getOutput("IpPolicy", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listIpPolicies: List<IpPolicyResult, ListOptions> = (opts) => list("IpPolicy", {}, opts);
/** Reads all objects of the collection as an output. */
export const listIpPoliciesOutput: ListOutput<IpPolicyResult, ListOutputOptions> = (opts) =>
  listOutput("IpPolicy", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachIpPolicy: Each<IpPolicyResult, ListOptions> = (opts) => each("IpPolicy", {}, opts);
