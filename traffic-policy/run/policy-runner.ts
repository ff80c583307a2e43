import { Expressions } from "../evaluate/expressions";
import type { Cause, Ending } from "../evaluate/outcome";
import type { Phase, RequestState } from "../evaluate/request";
import type { PhaseName } from "../language/phases";
import { type Budget, ExpressionFailure, toPlain, Undecided } from "../language/values";
import { readGuards } from "../symbolic/policy-reader";
import type { GuardAction, GuardRule } from "../symbolic/policy-reading";
import { runAction } from "./actions";
import {
  type AccountData,
  type ActionContext,
  acceptsTlsVersion,
  DEFAULT_MIN_TLS_VERSION,
  type EvaluationContext,
  refuse,
  type Verdict,
} from "./guards";
import type { Run } from "./run";

export type Policy = ReadonlyMap<PhaseName, readonly GuardRule[]>;

/** Limits of the evaluator: a larger policy is undecided. */
const MAX_CHARACTERS = 256 * 1024;
const MAX_RULES = 1000;

/** @throws Undecided for a policy that is too large, or that the service may refuse or interpret differently */
export function parsePolicy(text: string, isHttp: boolean): Policy {
  if (text.length > MAX_CHARACTERS) throw new Undecided("a traffic policy of more than 256 KiB");
  const { rules = [], ambiguities = ["the policy is invalid"] } = readGuards(text, isHttp) ?? {};
  const [ambiguity] = ambiguities;
  if (ambiguity !== undefined) throw new Undecided(ambiguity.replace(/^the policy/, "a traffic policy that"));
  if (rules.length > MAX_RULES) throw new Undecided(`a traffic policy of more than ${MAX_RULES} rules`);
  const policy = Map.groupBy(rules, ({ phase }) => phase);
  if (policy.has("on_event_stream_message")) throw new Undecided("the phase on_event_stream_message");
  return policy;
}

export interface AttachedPolicy {
  readonly text: string | undefined;
  /** See {@link Cause.at}. */
  readonly at: string;
  readonly protocol: string;
  /** True if forward-internal forwarded the request. */
  readonly isInternal?: boolean;
  /** True for the policy of an endpoint, false for one of an edge or route. */
  readonly isEndpoint?: boolean;
}

const servesHttp = ({ protocol }: AttachedPolicy): boolean => protocol === "http" || protocol === "https";

export class PolicyRunner implements EvaluationContext {
  readonly #expressions: Expressions;

  /**
   * @param policies - Cache of parsed policies.
   * @param forward - Forwards to an internal endpoint; returns undefined if it doesn't exist.
   */
  constructor(
    readonly account: AccountData,
    readonly run: Run,
    readonly state: RequestState,
    readonly policies: Map<string, Policy>,
    readonly budget: Budget,
    readonly forward: ActionContext["forward"],
  ) {
    this.#expressions = new Expressions(state, budget);
  }

  /** @param upstream - Responds to the request if no action ends it. */
  runPolicy(attached: AttachedPolicy, upstream: () => Ending): Ending {
    const { text = "" } = attached;
    const isHttp = servesHttp(attached);
    const key = `${isHttp} ${text}`;
    const policy = this.policies.get(key) ?? parsePolicy(text, isHttp);
    this.policies.set(key, policy);
    const ended = this.#runRequestPhases(policy, attached) ?? upstream();
    return isHttp ? this.#applyResponsePhase(policy, attached, ended) : ended;
  }

  /**
   * Runs `on_http_response`, whose guards can withhold a response. A withheld response of the policy itself is a denial; an
   * upstream has already received the request.
   */
  #applyResponsePhase(policy: Policy, attached: AttachedPolicy, ended: Ending): Ending {
    const { at } = attached;
    if (!["answered", "redirected", "forwarded"].includes(ended.outcome) || !mayWithhold(policy))
      return ended;
    const response = this.#runPhase(policy, "on_http_response", attached);
    if (!response) return ended;
    const why = response.why?.join(", ") ?? "";
    if (ended.outcome === "forwarded") {
      const withheld = { ...ended, withheld: response.by ?? { at } };
      if (response.outcome !== "undecided") return withheld;
      return this.#takeFirstBranch(why) ? ended : withheld;
    }
    if (response.outcome === "answered") return ended.outcome === "answered" ? response : ended;
    if (response.outcome === "undecided")
      return this.#takeFirstBranch(why) ? ended : refuse(this.run, response.by ?? { at });
    if (ended.by?.action === "custom-response") return response;
    return this.#takeFirstBranch(`whether on_http_response runs after ${ended.by?.action}`)
      ? ended
      : response;
  }

  /** Forks the run into two branches. Returns true in the first one. */
  #takeFirstBranch(why: string): boolean {
    return this.run.fork(why, 2) === 0;
  }

  #runRequestPhases(policy: Policy, attached: AttachedPolicy): Verdict {
    const { at, protocol, isInternal = false } = attached;
    const isHttp = servesHttp(attached);
    if (!isHttp && (policy.has("on_http_request") || policy.has("on_http_response")))
      throw new Undecided(`an HTTP phase at ${protocol}`);
    if (at.includes("/routes/") && policy.has("on_tcp_connect"))
      throw new Undecided("on_tcp_connect at an HTTPS edge");
    // Nothing connects to an internal HTTP endpoint, so its on_tcp_connect never runs.
    const skipsConnection = isHttp && isInternal;
    let ending = skipsConnection ? undefined : this.#runPhase(policy, "on_tcp_connect", attached);
    if (!isInternal) ending ??= this.#checkEndpointTls(attached);
    if (isHttp) ending ??= this.#runPhase(policy, "on_http_request", attached);
    return ending;
  }

  /** Checks the TLS version at an HTTPS endpoint without terminate-tls. TLS endpoints leave TLS to the upstream. */
  #checkEndpointTls({ at, protocol, isEndpoint = false }: AttachedPolicy): Verdict {
    const usesDefault = isEndpoint && protocol === "https" && !this.state.hasTerminatedTls;
    const isAccepted = !usesDefault || acceptsTlsVersion(this, DEFAULT_MIN_TLS_VERSION);
    return isAccepted ? undefined : refuse(this.run, { at });
  }

  #runPhase(policy: Policy, phase: Phase, { at, protocol }: AttachedPolicy): Verdict {
    const { account, run, state, forward } = this;
    state.vars = new Map();
    state.phase = phase;
    const context: ActionContext = { account, run, state, forward, protocol, expressions: this.#expressions };
    for (const [index, rule] of (policy.get(phase) ?? []).entries()) {
      const ended = this.#runRule(context, rule, { at, phase, rule: index, name: rule.name });
      if (ended) return ended;
    }
    return undefined;
  }

  #runRule(context: ActionContext, rule: GuardRule, by: Cause): Verdict {
    const matches = this.#matchesOrReason(rule);
    const why = typeof matches === "string" ? matches : undefined;
    const applies = why === undefined ? matches : this.#takeFirstBranch(why);
    this.run.rules.push({ by, result: applies ? "runs" : "skipped", why });
    if (!applies) return this.run.step(by, "skipped");
    for (const action of rule.actions) {
      const cause = { ...by, action: action.type };
      const ended = this.#runSafely(cause, () => runAction(context, action, cause));
      if (ended) return ended;
    }
    return undefined;
  }

  /** True if all expressions of a rule are true; a failing one counts as false. Returns the reason if it is undecided. */
  #matchesOrReason({ expressions }: GuardRule): boolean | string {
    const unknown: string[] = [];
    for (const expression of expressions) {
      try {
        if (expression === undefined) throw new Undecided("an expression that is not a string");
        if (toPlain(this.#expressions.evaluate(expression, this.state.scope)) !== true) return false;
      } catch (error) {
        if (error instanceof ExpressionFailure) return false;
        if (!(error instanceof Undecided)) throw error;
        unknown.push(error.reason);
      }
    }
    return unknown[0] ?? true;
  }

  /** Runs an action. If an interpolation fails, the action may have no effect or deny the request. */
  #runSafely(by: Cause, run: () => Verdict): Verdict {
    try {
      return run();
    } catch (error) {
      if (error instanceof Undecided) return this.run.end({ outcome: "undecided", by, why: [error.reason] });
      if (!(error instanceof ExpressionFailure)) throw error;
      return this.#takeFirstBranch(`what follows from ${error.message}`) ? undefined : refuse(this.run, by);
    }
  }
}

const keepsResponse = (action: GuardAction): boolean =>
  action.effect === "none"
    ? action.mayRefuse === undefined
    : action.effect === "changes" && action.target !== "results";

const mayWithhold = (policy: Policy): boolean =>
  policy.get("on_http_response")?.some(({ actions }) => !actions.every(keepsResponse)) === true;
