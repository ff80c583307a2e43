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
 * What the service says of one object. One rule of an IpPolicy: a network whose traffic the policy allows or
 * denies.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export interface IpPolicyRuleResult {
  /** Id of the object. */
  id: string;
  /** Id of the IpPolicy that the rule belongs to. */
  ipPolicyId: string;
  /** Network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. */
  cidr: string;
  /** What happens to traffic from the network. */
  action: "allow" | "deny";
  /** What the rule is for. Removing it empties it on the service. */
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
  /** The policy that the rule belongs to. */
  ipPolicy: Ref;
}

/**
 * By what `getIpPolicyRule` looks an object up: by `id`, or by `ipPolicyId`, `cidr`, or by `description`, or
 * by `metadata`.
 */
export type GetIpPolicyRuleArgs =
  | {
      /** Id of the object. */
      id: string;
      ipPolicyId?: never;
      cidr?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** Id of the IpPolicy that the rule belongs to. */
      ipPolicyId: string;
      /** Network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. */
      cidr: string;
      id?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the rule is for. Removing it empties it on the service. */
      description: string;
      id?: never;
      ipPolicyId?: never;
      cidr?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      ipPolicyId?: never;
      cidr?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getIpPolicyRuleOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getIpPolicyRule(
  args: GetIpPolicyRuleArgs,
  opts?: LookupOptions,
): Promise<IpPolicyRuleResult> {
  return get<IpPolicyRuleResult>("IpPolicyRule", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getIpPolicyRuleOutput(
  args: InputsOf<GetIpPolicyRuleArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<IpPolicyRuleResult> {
  return getOutput<IpPolicyRuleResult>("IpPolicyRule", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachIpPolicyRule`.
 */
export function listIpPolicyRules(opts?: ListOptions): Promise<IpPolicyRuleResult[]> {
  return list<IpPolicyRuleResult>("IpPolicyRule", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listIpPolicyRulesOutput(opts?: ListOutputOptions): pulumi.Output<IpPolicyRuleResult[]> {
  return listOutput<IpPolicyRuleResult>("IpPolicyRule", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachIpPolicyRule(opts?: ListOptions): AsyncGenerator<IpPolicyRuleResult, void> {
  return each<IpPolicyRuleResult>("IpPolicyRule", {}, opts);
}
