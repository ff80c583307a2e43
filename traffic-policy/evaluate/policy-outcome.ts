import { formerPhase } from "../language/phases";
import { readWithPlaces } from "../language/policy";
import { Budget, Undecided, Unknown } from "../language/values";
import type { AccountData } from "./guards";
import type { Evaluation, Step } from "./outcome";
import { PHASES, type Phase, type Policy, readPolicy } from "./policy";
import { PolicyRunner } from "./policy-runner";
import type { ReadQuestion } from "./question";
import { RequestState } from "./request";
import { explore, type Run } from "./run";

export { Undecided } from "../language/values";
export type { Ending } from "./outcome";
export { type ReadQuestion, readUrl } from "./question";

/** A request on its own, without an account. */
export interface TriedRequest extends ReadQuestion {
  /** Headers that the request has, with values that are not known. */
  readonly hiddenHeaders: readonly string[];
  /** The path is not known. */
  readonly isPathOpen: boolean;
}

/** What became of the request at a rule. */
export interface RuleOutcome {
  readonly phase: Phase;
  /** Place of the rule in its phase, from 0. */
  readonly rule: number;
  readonly name: string | undefined;
  /** Line of the text, counted from 1. */
  readonly line: number | undefined;
  /** `not evaluated`: the rule is about the response, and withholds none. */
  readonly result: "runs" | "skipped" | "undecided" | "not reached" | "not evaluated";
  /** What is not known, where the rule is undecided. */
  readonly why: readonly string[];
  readonly actions: readonly { readonly type: string; readonly result: string | undefined }[];
}

export interface PolicyOutcome extends Omit<Evaluation, "path"> {
  readonly rules: readonly RuleOutcome[];
}

/** Work that one request may cause, in nodes of expressions. */
const MOST_WORK = 500_000;

/** What a request reaches that no rule ends. */
export const UPSTREAM = "the upstream";

/** Stands for the place of the policy in the steps of a request. */
const PLACE = "policy";

/** A policy that names objects of an account is undecided there. */
const NO_ACCOUNT: AccountData = {
  rangesOf([policy]) {
    if (policy !== undefined) throw new Undecided(`the rules of the IP policy ${policy}`);
    return { allow: [], deny: [] };
  },
  authority(given) {
    if (!given.includes("BEGIN CERTIFICATE")) throw new Undecided(`the certificate authority ${given}`);
    return undefined;
  },
};

/**
 * The outcome of a request at a policy, on its own: what stands behind it is called the upstream.
 *
 * @param now - Milliseconds, of the clock that tokens and certificates are compared with.
 */
export function policyOutcome(text: string, request: TriedRequest, now = Date.now()): PolicyOutcome {
  const { scheme } = request.url;
  const isHttp = scheme === "http" || scheme === "https";
  const budget = new Budget(MOST_WORK, `a request that takes more than ${MOST_WORK} steps`);
  const policies = new Map<string, Policy>();
  const runs: Run[] = [];
  const passed: Passed = { through: new Set(), forwarded: new Set() };
  const { path: _, ...evaluation } = explore((run) => {
    runs.push(run);
    const state = new RequestState(request, now, { id: undefined, url: request.url });
    for (const name of request.hiddenHeaders)
      state.headers.set(name, [new Unknown(`the value of the header ${name}`)]);
    state.isUrlUnknown = request.isPathOpen;
    const runner = new PolicyRunner(NO_ACCOUNT, run, state, policies, budget, ({ raw }) => {
      passed.forwarded.add(run);
      return { outcome: "forwarded", to: raw };
    });
    return runner.follow({ text, at: PLACE, protocol: scheme, isEndpoint: true }, () => {
      passed.through.add(run);
      return { outcome: "forwarded", to: UPSTREAM };
    });
  });
  return { ...evaluation, rules: ruleOutcomes(text, isHttp, runs, passed) };
}

interface Passed {
  /** Runs that no rule has ended. */
  readonly through: Set<Run>;
  /** Runs that a rule has forwarded. */
  readonly forwarded: Set<Run>;
}

function ruleOutcomes(
  text: string,
  isHttp: boolean,
  runs: readonly Run[],
  { through, forwarded }: Passed,
): RuleOutcome[] {
  const policy = readPolicy(text, isHttp);
  const lines = linesOf(text, isHttp);
  const places = PHASES.flatMap((phase) => policy[phase].map((rule, at) => ({ phase, at, rule })));
  return places.map(({ phase, at, rule }, order) => {
    const isHere = (one: Pick<Step, "phase" | "rule">) => one.phase === phase && one.rule === at;
    const results = runs.map((run) => {
      const steps = run.path.filter(isHere);
      if (steps.some(({ action }) => action === undefined)) return "skipped";
      const last = places.findLastIndex((one) =>
        run.path.some((step) => step.phase === one.phase && step.rule === one.at),
      );
      if (steps.length > 0 || order < last) return "runs";
      const isOfResponse = phase === "on_http_response";
      if (isOfResponse && (through.has(run) || forwarded.has(run))) return "not evaluated";
      return through.has(run) ? "runs" : "not reached";
    });
    const why = runs.flatMap((run) => run.unsettled.filter(({ by }) => isHere(by)).map((one) => one.why));
    const [first = "not reached", ...others] = new Set(results.filter((one) => one !== "not reached"));
    const isUndecided =
      why.length > 0 || others.length > 0 || (first === "runs" && results.includes("not reached"));
    const steps = runs.flatMap((run) => run.path.filter(isHere));
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

/** The lines of the rules of each phase. */
function linesOf(text: string, isHttp: boolean): ReadonlyMap<string, readonly (number | undefined)[]> {
  const { tree, lineOf } = readWithPlaces(text);
  if (tree?.kind !== "map") return new Map();
  return new Map(
    [...tree.entries].flatMap(([key, rules]) =>
      rules.kind === "list"
        ? [[formerPhase(key, isHttp) ?? key, rules.items.map(({ offset }) => lineOf(offset))] as const]
        : [],
    ),
  );
}
