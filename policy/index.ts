export type { Account, Declared } from "./account";
export { HELD_ELSEWHERE, type HeldElsewhere } from "./held-elsewhere";
export { defaultLevel } from "./levels";
export { type EdgePolicyOptions, edgePolicies, edgePolicyPack, type RuleId } from "./pack";
export type { OutputsOf, ResourceClass } from "./resource-class";
export type { Findings, ResourceCase, ResourceRule, Rule, RuleFacts, StackFinding, StackRule } from "./rule";
export { RULES } from "./rules";
