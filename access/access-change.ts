import type { ClientDescription, Opening } from "./opening";
import type { RuleChange } from "./rule-changes";
import type { Ternary } from "./three-valued";

/** How a change affects who has access. */
export interface AccessChange {
  readonly opens: Ternary;
  readonly closes: Ternary;
  readonly openings: readonly Opening[];
  /** Who gains and who loses access, one sentence for each reason. */
  readonly gainsAccess: readonly ClientDescription[];
  readonly losesAccess: readonly ClientDescription[];
  readonly stillRequired: readonly string[];
  readonly guards: readonly RuleChange[];
  /** Rules that differ, including those of internal endpoints that requests are forwarded to. */
  readonly rules: readonly RuleChange[];
  /** Ids of the internal endpoints that requests may be forwarded to, before or after. */
  readonly behind: readonly string[];
}

export type ChangeAt = Omit<AccessChange, "rules" | "behind">;
