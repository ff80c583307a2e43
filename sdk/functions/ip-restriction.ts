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
 * What the service says of one object. Restricts from which addresses the dashboard, the API, agents or
 * endpoints of the account can be reached. Take care not to lock yourself out: start with `enforced: false`.
 *
 * API reference, section "IP restriction".
 */
export interface IpRestrictionResult {
  /** Id of the object. */
  id: string;
  /** Which traffic is restricted. */
  type: "dashboard" | "api" | "agent" | "endpoints";
  /** Ids of the IpPolicy objects that decide. The order has no meaning. */
  ipPolicyIds: string[];
  /** Whether the restriction is enforced (true) or only warnings are issued (false). */
  enforced: boolean;
  /** What the restriction is for. Removing it empties it on the service. */
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
  /** The policies that decide. */
  ipPolicies: Ref[];
}

/**
 * By what `getIpRestriction` looks an object up: by `id`, or by `type`, or by `description`, or by
 * `metadata`.
 */
export type GetIpRestrictionArgs =
  | {
      /** Id of the object. */
      id: string;
      type?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** Which traffic is restricted. */
      type: "dashboard" | "api" | "agent" | "endpoints";
      id?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the restriction is for. Removing it empties it on the service. */
      description: string;
      id?: never;
      type?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      type?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getIpRestrictionOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getIpRestriction(
  args: GetIpRestrictionArgs,
  opts?: LookupOptions,
): Promise<IpRestrictionResult> {
  return get<IpRestrictionResult>("IpRestriction", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getIpRestrictionOutput(
  args: InputsOf<GetIpRestrictionArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<IpRestrictionResult> {
  return getOutput<IpRestrictionResult>("IpRestriction", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachIpRestriction`.
 */
export function listIpRestrictions(opts?: ListOptions): Promise<IpRestrictionResult[]> {
  return list<IpRestrictionResult>("IpRestriction", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listIpRestrictionsOutput(opts?: ListOutputOptions): pulumi.Output<IpRestrictionResult[]> {
  return listOutput<IpRestrictionResult>("IpRestriction", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachIpRestriction(opts?: ListOptions): AsyncGenerator<IpRestrictionResult, void> {
  return each<IpRestrictionResult>("IpRestriction", {}, opts);
}
