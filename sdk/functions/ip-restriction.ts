// Generated from provider/families by `npm run generate`; do not edit.
import type { Ref } from "../resources/types";
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
 * One object as the service returns it. Restricts from which addresses the dashboard, the API, agents or
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

/** The keys of `getIpRestriction`: `id`, or `type`, or `description`, or `metadata`. */
export type GetIpRestrictionArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** Which traffic is restricted. */
      type: "dashboard" | "api" | "agent" | "endpoints";
    }
  | {
      /** What the restriction is for. Removing it empties it on the service. */
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
export const getIpRestriction: Get<GetIpRestrictionArgs, IpRestrictionResult> = (args, opts) =>
  get("IpRestriction", args, opts);
/** Reads one object as soon as the keys are known. */
export const getIpRestrictionOutput: GetOutput<GetIpRestrictionArgs, IpRestrictionResult> = (args, opts) =>
  getOutput("IpRestriction", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listIpRestrictions: List<IpRestrictionResult, ListOptions> = (opts) =>
  list("IpRestriction", {}, opts);
/** Reads all objects of the collection as an output. */
export const listIpRestrictionsOutput: ListOutput<IpRestrictionResult, ListOutputOptions> = (opts) =>
  listOutput("IpRestriction", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachIpRestriction: Each<IpRestrictionResult, ListOptions> = (opts) =>
  each("IpRestriction", {}, opts);
