import { pluralize } from "../../access";
import { pathText } from "../../traffic-policy";
import {
  type Ending,
  type PolicyOutcome,
  policyOutcome,
  type RuleOutcome,
  UPSTREAM,
} from "../../traffic-policy/run/policy-outcome";
import {
  type Colors,
  CommandError,
  colorsFor,
  EXIT,
  note,
  plainText,
  print,
  printJson,
  setExitCode,
} from "../common";
import { checkText, readPolicyFile } from "./check";
import { readRequestLine } from "./request";

export interface TryFlags {
  readonly request: string;
  readonly expect?: Ending["outcome"];
  readonly format?: "text" | "json";
}

export async function runTry(file: string, flags: TryFlags): Promise<void> {
  const { request, disregarded } = readRequestLine(flags.request);
  const text = await readPolicyFile(file);
  const errors = checkText(text).filter(({ isError }) => isError);
  const [first] = errors;
  if (first !== undefined)
    throw new CommandError(
      `${file} has ${pluralize(errors.length, "error")}: ${pathText(first.path) || "the policy"} ${first.reason}; run \`tunnel-edge traffic-policy check ${file}\``,
    );
  const outcome = policyOutcome(text, request);
  for (const part of disregarded)
    note(`warning: "${part}" is ignored, because it depends on more than the policy`);
  if (flags.format === "json") printJson({ request: flags.request, disregarded, ...outcome });
  else print(formatOutcome(flags.request, outcome, colorsFor(process.stdout)));
  // Without --expect, every decided outcome is fine.
  const { expect = outcome.outcome } = flags;
  if (expect !== outcome.outcome)
    note(`Exit code ${EXIT.findings}: expected ${expect}, but the outcome is ${outcome.outcome}.`);
  else if (outcome.outcome === "undecided" && flags.expect === undefined)
    note(`Exit code ${EXIT.findings}: the outcome is undecided.`);
  else return;
  setExitCode(EXIT.findings);
}

function formatOutcome(request: string, outcome: PolicyOutcome, colors: Colors): string {
  const { bold } = colors;
  const lines: string[] = [bold(plainText(request))];
  for (const [phase, rules] of Map.groupBy(outcome.rules, (rule) => rule.phase)) {
    const labels = rules.map(({ rule, name }) => plainText(`[${rule}]${name ? ` ${name}` : ""}`));
    const width = Math.min(MAX_WIDTH, Math.max(...labels.map(({ length }) => length)));
    lines.push("", bold(phase));
    for (const [index, rule] of rules.entries())
      lines.push(`  ${(labels[index] ?? "").padEnd(width)}  ${ruleText(rule, colors)}`);
  }
  const { may = [] } = outcome;
  const heading = outcome.outcome === "undecided" ? "It may be:" : "It may also be:";
  lines.push("", bold(`${plainText(outcomeText(outcome))}.`));
  if (may.length > 0) lines.push(heading, ...may.map((ending) => `  ${plainText(outcomeText(ending))}`));
  return lines.join("\n");
}

/** Maximum width of the column of rule names. */
const MAX_WIDTH = 30;

function ruleText({ result, why, line, actions }: RuleOutcome, { dim, yellow }: Colors): string {
  const location = line === undefined ? "" : dim(`  line ${line}`);
  const actionsText = actions
    .map((action) => (action.result === undefined ? action.type : `${action.type}: ${action.result}`))
    .join(", ");
  switch (result) {
    case "runs":
      return plainText(actionsText) + location;
    case "skipped":
      return dim("skipped: not all of its expressions are true") + location;
    case "undecided": {
      const reason =
        why.length === 0 ? "an earlier rule may end the request" : `depends on ${why.join(", ")}`;
      return yellow(plainText(`undecided: ${reason} (${actionsText})`)) + location;
    }
    case "not reached":
      return dim("not reached") + location;
    case "not evaluated":
      return dim("not evaluated: it acts on the response") + location;
  }
}

const VERBS: Readonly<Record<Ending["outcome"], string>> = {
  forwarded: "forwarded to",
  refused: "refused",
  asks: "refused until the client signs in by",
  answered: "answered by the policy",
  redirected: "redirected",
  unanswered: "unanswered",
  "no-endpoint": "no endpoint",
  undecided: "undecided",
};

/** Describes an outcome, such as `Refused with status 403 by restrict-ips of on_http_request[0]`. */
function outcomeText({ outcome, by, status, asks, to, url, withheld, why = [] }: Ending): string {
  const rule = by?.phase === undefined ? "" : ` of ${by.phase}[${by.rule}]`;
  const parts = [
    VERBS[outcome],
    asks ?? "",
    outcome === "redirected" && to !== undefined ? `to ${to}` : (to ?? ""),
    outcome === "forwarded" && to === UPSTREAM ? "(no rule ends the request)" : "",
    url === undefined ? "" : `as ${url}`,
    status === undefined ? "" : `with status ${status}`,
    outcome !== "undecided" && by?.action !== undefined ? `by ${by.action}${rule}` : "",
    outcome === "refused" && by !== undefined && by.phase === undefined
      ? "by TLS, since the endpoint does not accept the version of the client"
      : "",
    withheld?.phase === undefined
      ? ""
      : `, and ${withheld.action} of ${withheld.phase}[${withheld.rule}] withholds the response`,
    outcome === "undecided" && why.length > 0 ? `: it depends on ${why.join(", ")}` : "",
  ];
  const text = parts
    .filter((part) => part !== "")
    .join(" ")
    .replace(/ ([,:])/g, "$1");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
