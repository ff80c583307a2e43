import type { EnforcementLevel, Severity } from "@pulumi/policy";
import { z } from "zod";
import type { RuleFacts } from "./rule";

/** How a rule of a severity is enforced: `mandatory` stops the operation, `advisory` warns. */
export const LEVELS: Readonly<Record<Severity, EnforcementLevel>> = {
  critical: "mandatory",
  high: "mandatory",
  medium: "advisory",
  low: "advisory",
};

/** The level at which a rule is enforced unless the user says otherwise. */
export const defaultLevel = (rule: RuleFacts): EnforcementLevel => rule.level?.is ?? LEVELS[rule.severity];

/** Setting of rules for production: which stacks are exempt. */
export const exemptStacks = z
  .array(z.string())
  .default(["^(.*[-_.])?(dev|development|test|testing|stage|staging|sandbox|pr-?\\d+)([-_.].*)?$"])
  .describe("Regular expressions for the names of stacks that are not production.");

/** Whether a stack is production: every stack is, unless an expression matches its name. */
export const isProduction = (stack: string, exempt: readonly string[]) =>
  !exempt.some((pattern) => new RegExp(pattern).test(stack));
