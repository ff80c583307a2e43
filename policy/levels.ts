import type { EnforcementLevel, Severity } from "@pulumi/policy";
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
