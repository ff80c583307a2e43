import type { Ending, Evaluation, Step } from "../evaluate/outcome";
import type { ReadQuestion } from "../evaluate/question";
import { PHASES, type Phase, RequestState } from "../evaluate/request";
import { formerPhase } from "../language/phases";
import { readWithLines } from "../language/policy";
import { Budget, Undecided } from "../language/values";
import type { AccountData } from "./guards";
import { type Policy, PolicyRunner, parsePolicy } from "./policy-runner";
import { explore, type Run } from "./run";

export type { Ending } from "../evaluate/outcome";
export { type ReadQuestion, readUrl } from "../evaluate/question";
export { Undecided } from "../language/values";

export interface RuleOutcome {
  readonly phase: Phase;
  readonly rule: number;
  readonly name: string | undefined;
  readonly line: number | undefined;
  /** `not evaluated`: the rule acts on an unknown response. */
  readonly result: "runs" | "skipped" | "undecided" | "not reached" | "not evaluated";
  /** The unknowns that the rule depends on, if it is undecided. */
  readonly why: readonly string[];
  readonly actions: readonly { readonly type: string; readonly result: string | undefined }[];
}

export interface PolicyOutcome extends Omit<Evaluation, "path"> {
  readonly rules: readonly RuleOutcome[];
}

/** Maximum evaluation steps per request, about one for each node of an expression. */
const MAX_WORK = 500_000;

export const UPSTREAM = "the upstream";

const NO_ACCOUNT: AccountData = {
  rangesOf([policy]) {
    if (policy !== undefined) throw new Undecided(`the rules of the IP policy ${policy}`);
    return { allow: [], deny: [] };
  },
  authority(idOrPem) {
    if (!idOrPem.includes("BEGIN CERTIFICATE")) throw new Undecided(`the certificate authority ${idOrPem}`);
    return undefined;
  },
};

/**
 * Evaluates a policy for a request, without an account.
 *
 * @param now - The time at which tokens and certificates must be valid, in milliseconds since the epoch.
 */
export function policyOutcome(text: string, request: ReadQuestion, now = Date.now()): PolicyOutcome {
  const { scheme } = request.url;
  const isHttp = scheme === "http" || scheme === "https";
  const budget = new Budget(MAX_WORK, `a request that takes more than ${MAX_WORK} steps`);
  const policies = new Map<string, Policy>();
  const runs: Run[] = [];
  /** The runs that forwarded the request, so that the response for `on_http_response` is unknown. */
  const forwarded = new Set<Run>();
  const { path: _, ...evaluation } = explore((run) => {
    runs.push(run);
    const state = new RequestState(request, now, { id: undefined, url: request.url });
    const forwardTo = (to: string): Ending => {
      forwarded.add(run);
      return { outcome: "forwarded", to };
    };
    const runner = new PolicyRunner(NO_ACCOUNT, run, state, policies, budget, ({ raw }) => forwardTo(raw));
    const attached = { text, at: "policy", protocol: scheme, isEndpoint: true };
    return runner.runPolicy(attached, () => forwardTo(UPSTREAM));
  });
  return { ...evaluation, rules: ruleOutcomes(text, isHttp, runs, forwarded) };
}

function ruleOutcomes(
  text: string,
  isHttp: boolean,
  runs: readonly Run[],
  forwarded: ReadonlySet<Run>,
): RuleOutcome[] {
  const policy = parsePolicy(text, isHttp);
  const lines = ruleLines(text, isHttp);
  const places = PHASES.flatMap((phase) => (policy.get(phase) ?? []).map((rule) => ({ phase, rule })));
  return places.map(({ phase, rule }) => {
    const { index, name, actions } = rule;
    const isOfRule = (by: Pick<Step, "phase" | "rule">) => by.phase === phase && by.rule === index;
    const visits = runs.map((run) => ({ run, visit: run.rules.find(({ by }) => isOfRule(by)) }));
    const results = visits.map(({ run, visit }) => {
      const isUnknownResponse = phase === "on_http_response" && forwarded.has(run);
      return visit?.result ?? (isUnknownResponse ? "not evaluated" : "not reached");
    });
    const why = new Set(visits.flatMap(({ visit }) => visit?.why ?? []));
    const [first = "not reached", ...others] = new Set(results.filter((result) => result !== "not reached"));
    const isUndecided =
      why.size > 0 || others.length > 0 || (first === "runs" && results.includes("not reached"));
    const steps = runs.flatMap((run) => run.path.filter(isOfRule));
    const resultOf = (type: string) => steps.find(({ action }) => action === type)?.result;
    return {
      phase,
      rule: index,
      name,
      line: lines.get(phase)?.[index],
      result: isUndecided ? "undecided" : first,
      why: [...why],
      actions: actions.map(({ type }) => ({ type, result: resultOf(type) })),
    };
  });
}

function ruleLines(text: string, isHttp: boolean): ReadonlyMap<string, readonly (number | undefined)[]> {
  const { tree } = readWithLines(text);
  if (tree?.kind !== "map") return new Map();
  return new Map(
    [...tree.entries].flatMap(([key, rules]) =>
      rules.kind === "list"
        ? [[formerPhase(key, isHttp) ?? key, rules.items.map(({ line }) => line)] as const]
        : [],
    ),
  );
}
