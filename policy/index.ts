export { HELD_ELSEWHERE, type HeldElsewhere } from "./held-elsewhere";
export { defaultLevel } from "./levels";
export { type EdgePolicyOptions, edgePolicies, edgePolicyPack, type RuleId } from "./pack";
export type { ResourceRule, Rule, RuleFacts, StackRule } from "./rule";
export { RULES } from "./rules";
