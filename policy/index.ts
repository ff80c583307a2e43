export type { Account, Declared } from "./account";
export { isOfClass, type OutputsOf, type ResourceClass, validateResourceOfClass } from "./classes";
export { HELD_ELSEWHERE, type HeldElsewhere } from "./enforced-elsewhere";
export { defaultLevel } from "./enforcement";
export { type EdgePolicyOptions, edgePolicies, edgePolicyPack, RULES, type RuleId } from "./pack";
export type { Findings, ResourceCase, ResourceRule, Rule, RuleFacts, StackFinding, StackRule } from "./rule";
