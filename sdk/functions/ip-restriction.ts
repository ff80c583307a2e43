// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult, Ref } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getIpRestriction`. Restricts the source addresses that can reach the account's dashboard, API,
 * agents, or endpoints. Take care not to lock yourself out: start with `enforced: false`.
 *
 * API reference, section "IP restriction".
 */
export interface IpRestrictionResult extends ObjectResult {
  /** Which traffic is restricted. */
  type: "dashboard" | "api" | "agent" | "endpoints";
  /** Ids of the IpPolicy objects to apply. Order is ignored. */
  ipPolicyIds: string[];
  /** Whether the restriction is enforced (true) or only warnings are issued (false). */
  enforced: boolean;
  /** What the restriction is for. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. */
  metadata: string;
  /** The applied policies. */
  ipPolicies: Ref[];
}

/** Arguments of `getIpRestriction`: `id`, or `type`, or `description`, or `metadata`. */
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
      /** What the restriction is for. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. */
      metadata: string;
    }
>;

/** Reads one object immediately, including during previews. */
export const getIpRestriction: lookup.Get<GetIpRestrictionArgs, IpRestrictionResult> = (args, opts) =>
  lookup.get("IpRestriction", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getIpRestrictionOutput: lookup.GetOutput<GetIpRestrictionArgs, IpRestrictionResult> = (
  args,
  opts,
) => lookup.getOutput("IpRestriction", args, opts);
/** Reads all objects immediately, including during previews. */
export const listIpRestrictions: lookup.List<IpRestrictionResult, lookup.ListOptions> = (opts) =>
  lookup.list("IpRestriction", {}, opts);
/** Reads all objects, as an output. */
export const listIpRestrictionsOutput: lookup.ListOutput<IpRestrictionResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("IpRestriction", {}, opts);
/** Reads all objects page by page. */
export const eachIpRestriction: lookup.Each<IpRestrictionResult, lookup.ListOptions> = (opts) =>
  lookup.each("IpRestriction", {}, opts);
