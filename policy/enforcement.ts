import type { EnforcementLevel, Severity } from "@pulumi/policy";
import { type RuleFacts, stringList } from "./rule";

/** Default level by severity. `mandatory` stops the operation, `advisory` warns. */
export const LEVELS: Readonly<Record<Severity, EnforcementLevel>> = {
  critical: "mandatory",
  high: "mandatory",
  medium: "advisory",
  low: "advisory",
};

/** The level of a rule unless the user overrides it. */
export const defaultLevel = (rule: RuleFacts): EnforcementLevel =>
  rule.level?.enforcement ?? LEVELS[rule.severity];

/** Setting for rules that apply only to production stacks. */
export const exemptStacks = stringList(
  "Regular expressions for the names of stacks that are not production.",
  ["^(.*[-_.])?(dev|development|test|testing|stage|staging|sandbox|pr-?\\d+)([-_.].*)?$"],
);

/** True unless an expression matches the name of the stack. */
export const isProduction = (stack: string, exempt: readonly string[]) =>
  !exempt.some((pattern) => new RegExp(pattern).test(stack));
