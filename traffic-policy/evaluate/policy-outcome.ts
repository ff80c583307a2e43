import { formerPhase } from "../language/phases";
import { readWithPositions } from "../language/policy";
import { Budget, Undecided, Unknown } from "../language/values";
import type { AccountData } from "./guards";
import type { Evaluation, Step } from "./outcome";
import { PHASES, type Phase, type Policy, parsePolicy } from "./policy";
import { PolicyRunner } from "./policy-runner";
import type { ReadQuestion } from "./question";
import { RequestState } from "./request";
import { explore, type Run } from "./run";

export { Undecided } from "../language/values";
export type { Ending } from "./outcome";
export { type ReadQuestion, readUrl } from "./question";

/** A request that is evaluated without an account. */
export interface TriedRequest extends ReadQuestion {
  readonly hiddenHeaders: readonly string[];
  readonly isPathOpen: boolean;
}

export interface RuleOutcome {
  readonly phase: Phase;
  /** Index of the rule in its phase, from 0. */
  readonly rule: number;
  readonly name: string | undefined;
  readonly line: number | undefined;
  /** `not evaluated`: a rule of the response phase that doesn't withhold the response. */
  readonly result: "runs" | "skipped" | "undecided" | "not reached" | "not evaluated";
  /** What is unknown, if the rule is undecided. */
  readonly why: readonly string[];
  readonly actions: readonly { readonly type: string; readonly result: string | undefined }[];
}

export interface PolicyOutcome extends Omit<Evaluation, "path"> {
  readonly rules: readonly RuleOutcome[];
}

/** Limit for one request, in nodes of expressions. */
const MAX_WORK = 500_000;

/** The destination of a request that no rule ends. */
export const UPSTREAM = "the upstream";

const POLICY_LOCATION = "policy";

/** Rules that refer to objects of an account are undecided. */
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
 * @param now - Time for checking tokens and certificates, in milliseconds.
 */
export function policyOutcome(text: string, request: TriedRequest, now = Date.now()): PolicyOutcome {
  const { scheme } = request.url;
  const isHttp = scheme === "http" || scheme === "https";
  const budget = new Budget(MAX_WORK, `a request that takes more than ${MAX_WORK} steps`);
  const policies = new Map<string, Policy>();
  const runs: Run[] = [];
  const destinations: RunDestinations = { through: new Set(), forwarded: new Set() };
  const { path: _, ...evaluation } = explore((run) => {
    runs.push(run);
    const state = new RequestState(request, now, { id: undefined, url: request.url });
    for (const name of request.hiddenHeaders)
      state.headers.set(name, [new Unknown(`the value of the header ${name}`)]);
    state.isUrlUnknown = request.isPathOpen;
    const runner = new PolicyRunner(NO_ACCOUNT, run, state, policies, budget, ({ raw }) => {
      destinations.forwarded.add(run);
      return { outcome: "forwarded", to: raw };
    });
    return runner.follow({ text, at: POLICY_LOCATION, protocol: scheme, isEndpoint: true }, () => {
      destinations.through.add(run);
      return { outcome: "forwarded", to: UPSTREAM };
    });
  });
  return { ...evaluation, rules: ruleOutcomes(text, isHttp, runs, destinations) };
}

interface RunDestinations {
  /** Runs that reached the upstream. */
  readonly through: Set<Run>;
  /** Runs that a rule forwarded. */
  readonly forwarded: Set<Run>;
}

function ruleOutcomes(
  text: string,
  isHttp: boolean,
  runs: readonly Run[],
  { through, forwarded }: RunDestinations,
): RuleOutcome[] {
  const policy = parsePolicy(text, isHttp);
  const lines = ruleLines(text, isHttp);
  const places = PHASES.flatMap((phase) => policy[phase].map((rule, at) => ({ phase, at, rule })));
  return places.map(({ phase, at, rule }, order) => {
    const isOfRule = (step: Pick<Step, "phase" | "rule">) => step.phase === phase && step.rule === at;
    const results = runs.map((run) => {
      const steps = run.path.filter(isOfRule);
      if (steps.some(({ action }) => action === undefined)) return "skipped";
      const last = places.findLastIndex((place) =>
        run.path.some((step) => step.phase === place.phase && step.rule === place.at),
      );
      if (steps.length > 0 || order < last) return "runs";
      const isOfResponse = phase === "on_http_response";
      if (isOfResponse && (through.has(run) || forwarded.has(run))) return "not evaluated";
      return through.has(run) ? "runs" : "not reached";
    });
    const why = runs.flatMap((run) => run.unsettled.filter(({ by }) => isOfRule(by)).map((rule) => rule.why));
    const [first = "not reached", ...others] = new Set(results.filter((result) => result !== "not reached"));
    const isUndecided =
      why.length > 0 || others.length > 0 || (first === "runs" && results.includes("not reached"));
    const steps = runs.flatMap((run) => run.path.filter(isOfRule));
    return {
      phase,
      rule: at,
      name: rule.name,
      line: lines.get(phase)?.[at],
      result: isUndecided ? "undecided" : first,
      why: [...new Set(why)],
      actions: rule.actions.map(({ type }) => ({
        type,
        result: steps.find(({ action }) => action === type)?.result,
      })),
    };
  });
}

function ruleLines(text: string, isHttp: boolean): ReadonlyMap<string, readonly (number | undefined)[]> {
  const { tree, lineOf } = readWithPositions(text);
  if (tree?.kind !== "map") return new Map();
  return new Map(
    [...tree.entries].flatMap(([key, rules]) =>
      rules.kind === "list"
        ? [[formerPhase(key, isHttp) ?? key, rules.items.map(({ offset }) => lineOf(offset))] as const]
        : [],
    ),
  );
}
