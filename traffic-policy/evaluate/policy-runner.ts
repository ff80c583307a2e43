import { actionNamed } from "../actions/actions";
import { type Budget, ExpressionFailure, plain, Undecided } from "../language/values";
import { act, type Stage } from "./actions";
import { Expressions } from "./expressions";
import { FunctionCalls } from "./functions";
import { type AccountData, LOWEST_BY_DEFAULT, refused, speaks, type Verdict, type Visit } from "./guards";
import type { Cause, Ending } from "./outcome";
import { type Phase, type Policy, type Rule, readPolicy } from "./policy";
import type { RequestState } from "./request";
import type { Run } from "./run";

/** Where a policy is, with its text. */
export interface PolicyPlace {
  readonly text: string | undefined;
  readonly at: string;
  readonly protocol: string;
  /** Reached by forward-internal. */
  readonly internal?: boolean;
  readonly isEndpoint?: boolean;
}

const isPlainHttp = ({ protocol }: PolicyPlace): boolean => protocol === "http" || protocol === "https";

/** Runs the policies that one request meets on one of its ways. */
export class PolicyRunner implements Visit {
  readonly #expressions: Expressions;

  /**
   * @param policies - Policies that were read before, by their texts.
   * @param forward - Sends the request to an internal endpoint; undefined if there is none.
   */
  constructor(
    readonly account: AccountData,
    readonly run: Run,
    readonly state: RequestState,
    readonly policies: Map<string, Policy>,
    readonly budget: Budget,
    readonly forward: Stage["forward"],
  ) {
    this.#expressions = new Expressions(new FunctionCalls(state, budget), budget);
  }

  /** Runs the phases of a policy, those of the response after what is behind it. */
  follow(place: PolicyPlace, behind: () => Ending): Ending {
    const policy = this.#read(place);
    const ended = this.#policy(policy, place) ?? behind();
    return isPlainHttp(place) ? this.#answered(policy, place, ended) : ended;
  }

  /**
   * A guard of `on_http_response` hides a response: that of the policy itself is then as good as none. What an upstream has
   * answered is hidden after the request has got there.
   */
  #answered(policy: Policy, { at, protocol }: PolicyPlace, ended: Ending): Ending {
    const isOwn = ended.outcome === "answered" || ended.outcome === "redirected";
    if ((!isOwn && ended.outcome !== "forwarded") || !mayHide(policy)) return ended;
    const found = this.#phase(policy, "on_http_response", at, protocol);
    if (!found) return ended;
    if (ended.outcome === "forwarded") {
      // What it reaches has got the request, and the client hears nothing of it.
      const withheld = { ...ended, withheld: found.by ?? { at } };
      if (found.outcome !== "undecided") return withheld;
      return this.run.fork(found.why?.join(", ") ?? "", 2) === 0 ? ended : withheld;
    }
    if (found.outcome === "answered") return ended.outcome === "answered" ? found : ended;
    if (found.outcome === "undecided")
      return this.run.fork(found.why?.join(", ") ?? "", 2) === 0
        ? ended
        : refused(this.run, found.by ?? { at });
    if (ended.by?.action === "custom-response") return found;
    return this.run.fork(`whether on_http_response runs after ${ended.by?.action}`, 2) === 0 ? ended : found;
  }

  /** Runs the phases of a policy that come before the upstream. */
  #policy(policy: Policy, place: PolicyPlace): Verdict {
    const { at, protocol, internal = false } = place;
    const isHttp = isPlainHttp(place);
    const isRoute = at.includes("/routes/");
    if (!isHttp && policy.on_http_request.length + policy.on_http_response.length > 0)
      throw new Undecided(`an HTTP phase at ${protocol}`);
    if (isRoute && policy.on_tcp_connect.length > 0) throw new Undecided("on_tcp_connect at an HTTPS edge");
    // No connection is made to an internal HTTP endpoint: its first phase never runs.
    const connected = isHttp && internal ? undefined : this.#phase(policy, "on_tcp_connect", at, protocol);
    const met = connected ?? (internal ? undefined : this.#endpointTls(place));
    return met ?? (isHttp ? this.#phase(policy, "on_http_request", at, protocol) : undefined);
  }

  /** The handshake of an endpoint whose policy has not ended TLS itself. That of a TLS endpoint is the upstream's. */
  #endpointTls({ at, protocol, isEndpoint = false }: PolicyPlace): Verdict {
    const isEnded = isEndpoint && protocol === "https" && !this.state.hasEndedTls;
    return !isEnded || speaks(this, LOWEST_BY_DEFAULT) ? undefined : refused(this.run, { at });
  }

  #read(place: PolicyPlace): Policy {
    const { text = "" } = place;
    const key = `${isPlainHttp(place)} ${text}`;
    const found = this.policies.get(key) ?? readPolicy(text, isPlainHttp(place));
    this.policies.set(key, found);
    return found;
  }

  #phase(policy: Policy, phase: Phase, at: string, protocol: string): Verdict {
    this.state.vars = new Map();
    this.state.phase = phase;
    const { account, run, state } = this;
    const stage: Stage = {
      account,
      run,
      state,
      phase,
      protocol,
      expressions: this.#expressions,
      forward: this.forward,
    };
    for (const [index, rule] of policy[phase].entries()) {
      const ended = this.#rule(stage, rule, {
        at,
        phase,
        rule: index,
        ...(rule.name === undefined ? {} : { name: rule.name }),
      });
      if (ended) return ended;
    }
    return undefined;
  }

  #rule(stage: Stage, rule: Rule, by: Cause): Verdict {
    if (!this.#applies(rule, by)) {
      this.run.step(by, "skipped");
      return undefined;
    }
    for (const action of rule.actions) {
      const cause = { ...by, action: action.type };
      const ended = this.#failing(cause, () => act(stage, action.type, action.config, cause));
      if (ended) return ended;
    }
    return undefined;
  }

  /** Whether all expressions of a rule are true: one that fails, or is no bool, is not. */
  #applies({ expressions }: Rule, by: Cause): boolean {
    const unknown: string[] = [];
    for (const expression of expressions) {
      try {
        if (plain(this.#expressions.evaluate(expression, this.state.scope)) !== true) return false;
      } catch (error) {
        if (error instanceof ExpressionFailure) return false;
        if (!(error instanceof Undecided)) throw error;
        unknown.push(error.what);
      }
    }
    const [name] = unknown;
    if (name === undefined) return true;
    this.run.unsettled.push({ by, why: name });
    return this.run.fork(name, 2) === 0;
  }

  /** An action whose interpolation fails does nothing, or its error is answered. */
  #failing(by: Cause, run: () => Verdict): Verdict {
    try {
      return run();
    } catch (error) {
      if (error instanceof Undecided) return this.run.end({ outcome: "undecided", by, why: [error.what] });
      if (!(error instanceof ExpressionFailure)) throw error;
      return this.run.fork(`what follows from ${error.message}`, 2) === 0 ? undefined : refused(this.run, by);
    }
  }
}

/** True for an action that hides no response. */
function isShowing(type: string): boolean {
  const effect = actionNamed(type)?.effect;
  return effect?.is === "none" || (effect?.is === "changes" && effect.what !== "results");
}

const mayHide = (policy: Policy): boolean =>
  policy.on_http_response.some(({ actions }) => actions.some(({ type }) => !isShowing(type)));
