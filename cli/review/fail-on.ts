import { pluralize } from "../../access";
import { EXIT, type ExitCode } from "../common/exit";
import { type Finding, isAtLeast, SEVERITIES } from "./finding";

export const FAIL_ON = [...SEVERITIES, "possible", "none"] as const;

export type FailOn = (typeof FAIL_ON)[number];

/** Each value as a phrase that follows "is" or "are". */
const DESCRIPTIONS: Readonly<Record<Exclude<FailOn, "none">, string>> = {
  critical: "critical",
  high: "high or critical",
  medium: "medium or higher",
  low: "low or higher",
  possible: "high, critical, or a possible opening",
};

export function exitStatus(findings: readonly Finding[], failOn: FailOn): { code: ExitCode; why: string } {
  const option = `--fail-on ${failOn}`;
  const total = pluralize(findings.length, "finding");
  if (findings.length === 0) return { code: EXIT.fine, why: "there are no findings" };
  if (failOn === "none") return { code: EXIT.fine, why: `${option} disregards all findings (${total})` };
  const failing = findings.filter(({ severity, isPossible }) =>
    failOn === "possible" ? isPossible === true || isAtLeast(severity, "high") : isAtLeast(severity, failOn),
  ).length;
  const verb = failing === 1 ? "is" : "are";
  const share = failing === findings.length ? total : `${failing} of ${total}`;
  if (failing > 0)
    return { code: EXIT.findings, why: `${share} ${verb} ${DESCRIPTIONS[failOn]} (${option})` };
  return { code: EXIT.fine, why: `no finding is ${DESCRIPTIONS[failOn]} (${option}; ${total} below that)` };
}
