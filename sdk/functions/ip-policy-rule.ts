// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult, Ref } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getIpPolicyRule`. A rule of an IpPolicy: a network whose traffic the policy allows or denies.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export interface IpPolicyRuleResult extends ObjectResult, MetadataResult {
  /** Id of the IpPolicy that the rule belongs to. */
  ipPolicyId: string;
  /** Network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. */
  cidr: string;
  /** What happens to traffic from the network. */
  action: "allow" | "deny";
  /** What the rule is for. */
  description: string;
  /** The policy that the rule belongs to. */
  ipPolicy: Ref;
}

/** Arguments of `getIpPolicyRule`: `id`, or `ipPolicyId`, `cidr`, or `description`, or `metadata`. */
export type GetIpPolicyRuleArgs = OneOf<
  | ById
  | {
      /** Id of the IpPolicy that the rule belongs to. */
      ipPolicyId: string;
      /** Network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`. */
      cidr: string;
    }
  | ByDescription
  | ByMetadata
>;

/** Reads one object immediately, including during previews. */
export const getIpPolicyRule = get<GetIpPolicyRuleArgs, IpPolicyRuleResult>("IpPolicyRule");
/** Reads one object as soon as the arguments are known. */
export const getIpPolicyRuleOutput = getOutput<GetIpPolicyRuleArgs, IpPolicyRuleResult>("IpPolicyRule");
/** Reads all objects immediately, including during previews. */
export const listIpPolicyRules = list<IpPolicyRuleResult, ListOptions>("IpPolicyRule");
/** Reads all objects, as an output. */
export const listIpPolicyRulesOutput = listOutput<IpPolicyRuleResult, ListOutputOptions>("IpPolicyRule");
/** Reads all objects page by page. */
export const eachIpPolicyRule = each<IpPolicyRuleResult, ListOptions>("IpPolicyRule");
