import { Expressions } from "../evaluate/expressions";
import type { Cause, Ending } from "../evaluate/outcome";
import type { Phase, RequestState } from "../evaluate/request";
import { type Budget, ExpressionFailure, toPlain, Undecided } from "../language/values";
import type { GuardAction, GuardRule } from "../symbolic/policy-reading";
import { type ActionContext, runAction } from "./actions";
import {
  type AccountData,
  acceptsTlsVersion,
  DEFAULT_MIN_TLS_VERSION,
  type EvaluationContext,
  refuse,
  type Verdict,
} from "./guards";
import { type Policy, parsePolicy } from "./policy";
import type { Run } from "./run";

/** A policy with the endpoint or edge that it is attached to. */
export interface AttachedPolicy {
  readonly text: string | undefined;
  /** See {@link Cause.at}. */
  readonly at: string;
  readonly protocol: string;
  /** The request was forwarded by forward-internal. */
  readonly internal?: boolean;
  readonly isEndpoint?: boolean;
}

const servesHttp = ({ protocol }: AttachedPolicy): boolean => protocol === "http" || protocol === "https";

/** Runs the policies that a request reaches. */
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

  /** Runs the phases of a policy. The upstream runs before the response phase. */
  follow(attached: AttachedPolicy, upstream: () => Ending): Ending {
    const policy = this.#read(attached);
    const ended = this.#runRequestPhases(policy, attached) ?? upstream();
    return servesHttp(attached) ? this.#applyResponsePhase(policy, attached, ended) : ended;
  }

  /**
   * Applies `on_http_response`, in which a guard withholds the response. For a response of the policy itself, that denies
   * the request. An upstream has already received the request.
   */
  #applyResponsePhase(policy: Policy, { at, protocol }: AttachedPolicy, ended: Ending): Ending {
    const isOwnResponse = ended.outcome === "answered" || ended.outcome === "redirected";
    if ((!isOwnResponse && ended.outcome !== "forwarded") || !mayWithhold(policy)) return ended;
    const response = this.#runPhase(policy, "on_http_response", at, protocol);
    if (!response) return ended;
    const why = response.why?.join(", ") ?? "";
    if (ended.outcome === "forwarded") {
      const withheld = { ...ended, withheld: response.by ?? { at } };
      if (response.outcome !== "undecided") return withheld;
      return this.#takesFirst(why) ? ended : withheld;
    }
    if (response.outcome === "answered") return ended.outcome === "answered" ? response : ended;
    if (response.outcome === "undecided")
      return this.#takesFirst(why) ? ended : refuse(this.run, response.by ?? { at });
    if (ended.by?.action === "custom-response") return response;
    return this.#takesFirst(`whether on_http_response runs after ${ended.by?.action}`) ? ended : response;
  }

  /** Forks the run. Returns true in the run that takes the first of the two branches. */
  #takesFirst(why: string): boolean {
    return this.run.fork(why, 2) === 0;
  }

  #runRequestPhases(policy: Policy, attached: AttachedPolicy): Verdict {
    const { at, protocol, internal = false } = attached;
    const isHttp = servesHttp(attached);
    const isRoute = at.includes("/routes/");
    if (!isHttp && policy.on_http_request.length + policy.on_http_response.length > 0)
      throw new Undecided(`an HTTP phase at ${protocol}`);
    if (isRoute && policy.on_tcp_connect.length > 0) throw new Undecided("on_tcp_connect at an HTTPS edge");
    // Nothing connects to an internal HTTP endpoint, so its on_tcp_connect never runs.
    const connectionEnding =
      isHttp && internal ? undefined : this.#runPhase(policy, "on_tcp_connect", at, protocol);
    const ending = connectionEnding ?? (internal ? undefined : this.#checkEndpointTls(attached));
    return ending ?? (isHttp ? this.#runPhase(policy, "on_http_request", at, protocol) : undefined);
  }

  /** Checks the TLS version at an HTTPS endpoint without terminate-tls. For TLS endpoints, the upstream terminates TLS. */
  #checkEndpointTls({ at, protocol, isEndpoint = false }: AttachedPolicy): Verdict {
    const usesDefault = isEndpoint && protocol === "https" && !this.state.hasTerminatedTls;
    return !usesDefault || acceptsTlsVersion(this, DEFAULT_MIN_TLS_VERSION)
      ? undefined
      : refuse(this.run, { at });
  }

  #read(attached: AttachedPolicy): Policy {
    const { text = "" } = attached;
    const key = `${servesHttp(attached)} ${text}`;
    const policy = this.policies.get(key) ?? parsePolicy(text, servesHttp(attached));
    this.policies.set(key, policy);
    return policy;
  }

  #runPhase(policy: Policy, phase: Phase, at: string, protocol: string): Verdict {
    this.state.vars = new Map();
    this.state.phase = phase;
    const { account, run, state, forward } = this;
    const context: ActionContext = {
      ...{ account, run, state, forward, phase, protocol },
      expressions: this.#expressions,
    };
    for (const [index, rule] of policy[phase].entries()) {
      const ended = this.#runRule(context, rule, {
        at,
        phase,
        rule: index,
        ...(rule.name === undefined ? {} : { name: rule.name }),
      });
      if (ended) return ended;
    }
    return undefined;
  }

  #runRule(context: ActionContext, rule: GuardRule, by: Cause): Verdict {
    const why = this.#appliesOrReason(rule);
    const applies = typeof why === "string" ? this.#takesFirst(why) : why;
    this.run.rules.push({
      by,
      result: applies ? "runs" : "skipped",
      ...(typeof why === "string" && { why }),
    });
    if (!applies) {
      this.run.step(by, "skipped");
      return undefined;
    }
    for (const action of rule.actions) {
      const cause = { ...by, action: action.type };
      const ended = this.#runSafely(cause, () => runAction(context, action, cause));
      if (ended) return ended;
    }
    return undefined;
  }

  /** True if all expressions of a rule are true; a failing one counts as false. Returns the reason if it is undecided. */
  #appliesOrReason({ expressions }: GuardRule): boolean | string {
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
      return this.#takesFirst(`what follows from ${error.message}`) ? undefined : refuse(this.run, by);
    }
  }
}

/** True for an action that never withholds the response. */
const keepsResponse = (action: GuardAction): boolean =>
  action.effect === "none"
    ? action.mayRefuse === undefined
    : action.effect === "changes" && action.target !== "results";

const mayWithhold = (policy: Policy): boolean =>
  policy.on_http_response.some(({ actions }) => !actions.every(keepsResponse));
