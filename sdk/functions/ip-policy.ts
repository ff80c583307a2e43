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
 * What the service says of one object. A named group of source addresses, filled with IpPolicyRule. It
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

/** By what `getIpPolicy` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetIpPolicyArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** Which source addresses the policy is about. Removing it empties it on the service. */
      description: string;
      id?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getIpPolicyOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getIpPolicy(args: GetIpPolicyArgs, opts?: LookupOptions): Promise<IpPolicyResult> {
  return get<IpPolicyResult>("IpPolicy", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getIpPolicyOutput(
  args: InputsOf<GetIpPolicyArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<IpPolicyResult> {
  return getOutput<IpPolicyResult>("IpPolicy", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see `eachIpPolicy`.
 */
export function listIpPolicies(opts?: ListOptions): Promise<IpPolicyResult[]> {
  return list<IpPolicyResult>("IpPolicy", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listIpPoliciesOutput(opts?: ListOutputOptions): pulumi.Output<IpPolicyResult[]> {
  return listOutput<IpPolicyResult>("IpPolicy", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachIpPolicy(opts?: ListOptions): AsyncGenerator<IpPolicyResult, void> {
  return each<IpPolicyResult>("IpPolicy", {}, opts);
}
