import type { Opening, Told } from "./opening";
import type { RuleChange } from "./rule-changes";
import type { Tri } from "./three-valued";

/** What a change means for who gets in. */
export interface AccessChange {
  readonly opens: Tri;
  readonly closes: Tri;
  readonly openings: readonly Opening[];
  /** Who gains and who loses access, one sentence for each reason. */
  readonly newcomers: readonly Told[];
  readonly lockedOut: readonly Told[];
  /** Guards that newcomers have to pass besides the one that lets them in. */
  readonly stillAsked: readonly string[];
  /** Guards that differ, then rules of policies: also of those that requests are forwarded to. */
  readonly guards: readonly Omit<RuleChange, "transition">[];
  readonly rules: readonly RuleChange[];
  /** Ids of the internal endpoints that requests may be forwarded to, before or after. */
  readonly behind: readonly string[];
}

/** A change at one host. */
export type ChangeAt = Omit<AccessChange, "rules" | "behind">;
