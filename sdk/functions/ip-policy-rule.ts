// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult, Ref } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A rule of an IpPolicy: a network whose traffic the policy allows or
 * denies.
 *
 * Assumed by convention: not in the API reference (docs/assumptions.md).
 */
export interface IpPolicyRuleResult extends ObjectResult {
  /** Id of the IpPolicy that the rule belongs to. */
  ipPolicyId: string;
  /** Network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. */
  cidr: string;
  /** What happens to traffic from the network. */
  action: "allow" | "deny";
  /** What the rule is for. If removed, the service clears it. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
  metadata: string;
  /** The policy that the rule belongs to. */
  ipPolicy: Ref;
}

/** The keys of `getIpPolicyRule`: `id`, or `ipPolicyId`, `cidr`, or `description`, or `metadata`. */
export type GetIpPolicyRuleArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** Id of the IpPolicy that the rule belongs to. */
      ipPolicyId: string;
      /** Network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. */
      cidr: string;
    }
  | {
      /** What the rule is for. If removed, the service clears it. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getIpPolicyRule: lookup.Get<GetIpPolicyRuleArgs, IpPolicyRuleResult> = (args, opts) =>
  lookup.get("IpPolicyRule", args, opts);
/** Reads one object as soon as the keys are known. */
export const getIpPolicyRuleOutput: lookup.GetOutput<GetIpPolicyRuleArgs, IpPolicyRuleResult> = (
  args,
  opts,
) => lookup.getOutput("IpPolicyRule", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listIpPolicyRules: lookup.List<IpPolicyRuleResult, lookup.ListOptions> = (opts) =>
  lookup.list("IpPolicyRule", {}, opts);
/** Reads all objects of the collection as an output. */
export const listIpPolicyRulesOutput: lookup.ListOutput<IpPolicyRuleResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("IpPolicyRule", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachIpPolicyRule: lookup.Each<IpPolicyRuleResult, lookup.ListOptions> = (opts) =>
  lookup.each("IpPolicyRule", {}, opts);
