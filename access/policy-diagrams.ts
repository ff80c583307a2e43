import {
  type ConfiguredText,
  configuredText,
  type GuardAction,
  type GuardReading,
  type GuardRule,
  type Requirement,
  type Test,
} from "../traffic-policy/symbolic/policy-reader";
import { DENIED, ERROR_RESPONSE, FALSE, type Node, POLICY_RESPONSE, TRUE, UPSTREAM } from "./diagram";
import { digest } from "./digest";
import { ForwardDiagrams } from "./forward-diagrams";
import { DEFAULT_TLS, type PolicySite, type TrafficPolicy } from "./guard-model";
import { forwardReason } from "./question";
import { interpolatedTexts } from "./rule-effects";
import { findVariables, findVersion, initialState, type State } from "./symbolic-state";
import { alwaysChanges } from "./url-parts";

export const hasTlsTermination = ({ actions }: GuardRule): boolean =>
  actions.some(({ type }) => type === "terminate-tls");

type UnknownAction = Extract<GuardAction, { effect: "unknown" }>;

/** The work for one rule, in steps of the diagram. */
const STEPS_PER_RULE = 20;

interface Stage {
  readonly rule: GuardRule;
  readonly state: State;
}

/** A rule, with the outcome for its requests if all later rules allow them. */
interface RuleEffect {
  readonly rule: GuardRule;
  readonly end: Node;
}

export class PolicyDiagrams extends ForwardDiagrams {
  /** @param endpointId - The id of the endpoint or edge, equal on both sides of a change. */
  outcome(policy: TrafficPolicy, endpointId: string): Node {
    return this.finalOutcome(this.run(policy, this.entryState(endpointId), true));
  }

  outcomeWithoutPolicy(): Node {
    return this.tlsHandshake(UPSTREAM, []);
  }

  /** The effect of each rule on its own, in order, to find the rule that denies a client. */
  ruleEffects({ reading, site }: TrafficPolicy, endpointId: string): RuleEffect[] {
    if (reading === undefined) return [];
    const withheld = this.decisions.withoutResponse(UPSTREAM);
    return this.stages(reading, this.entryState(endpointId), site).map(({ rule, state }) => ({
      rule,
      end: this.finalOutcome(this.ruleOutcome(rule, { ...state, withheld }, UPSTREAM, site)),
    }));
  }

  private finalOutcome(outcome: Node): Node {
    return this.decisions.replaceEnds(outcome, (end) => (end === ERROR_RESPONSE ? DENIED : end));
  }

  /** Denies TLS versions that the service doesn't accept by default, unless `terminate-tls` runs. */
  private tlsHandshake(outcome: Node, stages: readonly Stage[]): Node {
    // The upstream of a TLS endpoint handles the handshake.
    if (!this.context.terminatesTls) return outcome;
    const { decisions } = this;
    const terminations = stages
      .filter(({ rule }) => rule.phase === "on_tcp_connect" && hasTlsTermination(rule))
      .map(({ rule, state }) => this.whenConditionsHold(rule, state));
    return decisions.choose(
      decisions.or(decisions.some(terminations), this.guards.tlsAtLeast(DEFAULT_TLS)),
      outcome,
      DENIED,
    );
  }

  private entryState(endpointId: string): State {
    return { ...initialState(endpointId), isForwarded: this.context.isInternal };
  }

  protected run(policy: TrafficPolicy, initial: State, isEntry: boolean): Node {
    const { reading, site } = policy;
    const unreadable = () =>
      this.unknownOutcome(
        { kind: "other", about: `policy ${policy.content}` },
        "by a policy that cannot be read",
      );
    if (reading === undefined) return unreadable();
    const key = digest(policy.content, site.owner, site.side, initial);
    const cached = this.outcomes.get(key);
    if (cached !== undefined) return cached;
    this.decisions.spend(reading.rules.length * STEPS_PER_RULE);
    const stages = this.stages(reading, initial, site);
    const isHttp = isEntry ? this.context.isHttp : initial.phase !== "on_tcp_connect";
    // Internal HTTP endpoints have no connect phase.
    const skipsConnectPhase = isHttp === true && (!isEntry || this.context.isInternal);
    let outcome: Node = initial.defaultEnd;
    const applyPhase = (phase: GuardRule["phase"]) => {
      for (const { rule, state } of stages.toReversed())
        if (rule.phase === phase) outcome = this.ruleOutcome(rule, state, outcome, site);
    };
    applyPhase("on_http_request");
    if (isEntry) outcome = this.tlsHandshake(outcome, stages);
    if (!skipsConnectPhase) applyPhase("on_tcp_connect");
    outcome = this.responsePhase(outcome, stages, site);
    const isUnspecified =
      reading.doubts.length > 0 ||
      (isHttp === false && reading.rules.some(({ phase }) => phase !== "on_tcp_connect")) ||
      (isEntry && this.context.isUnencrypted && reading.rules.some(hasTlsTermination)) ||
      (site.isRoute && reading.rules.some(({ phase }) => phase === "on_tcp_connect"));
    if (isUnspecified) {
      const why = "the API reference does not say what such a policy does";
      const isAsRead = this.guards.unspecified(why, `odd ${policy.content}`);
      outcome = this.decisions.choose(isAsRead, outcome, unreadable());
    }
    this.outcomes.set(key, outcome);
    return outcome;
  }

  /** Applies the rules for responses of the upstream, of another endpoint, or of the policy itself. */
  private responsePhase(outcome: Node, stages: readonly Stage[], site: PolicySite): Node {
    const { decisions } = this;
    const rules = stages.filter(({ rule }) => rule.phase === "on_http_response").toReversed();
    if (rules.length === 0) return outcome;
    return decisions.replaceEnds(outcome, (end) => {
      if (end === DENIED) return DENIED;
      // A rule can withhold the response, but the upstream has received the request.
      const isOfPolicy = end === POLICY_RESPONSE || end === ERROR_RESPONSE;
      const withheld = isOfPolicy ? DENIED : decisions.withoutResponse(end);
      return rules.reduce<Node>(
        (next, { rule, state }) => this.ruleOutcome(rule, { ...state, withheld }, next, site),
        end,
      );
    });
  }

  private stages({ rules }: GuardReading, initial: State, site: PolicySite): Stage[] {
    let state = initial;
    const countByContent = new Map<string, number>();
    return rules
      .filter(({ phase }) => phase !== "on_event_stream_message")
      .map((rule) => {
        if (rule.phase !== state.phase) state = { ...state, phase: rule.phase, assignments: [] };
        const duplicates = countByContent.get(rule.content) ?? 0;
        countByContent.set(rule.content, duplicates + 1);
        state = { ...state, ruleId: digest(initial.endpointId, rule.content, duplicates) };
        const stage = { rule, state };
        state = this.stateAfterRule(rule, state, site);
        return stage;
      });
  }

  private ruleOutcome(rule: GuardRule, state: State, next: Node, site: PolicySite): Node {
    const states = [state];
    for (const action of rule.actions)
      states.push(this.stateAfterAction(action, states.at(-1) as State, TRUE, site));
    const actionsOutcome = rule.actions.reduceRight((afterAction, action, index) => {
      const actionState = states[index] as State;
      return state.phase === "on_http_response"
        ? this.responseActionOutcome(action, actionState, afterAction, site)
        : this.requestActionOutcome(action, actionState, afterAction, site);
    }, next);
    // A rule doesn't run if one of its expressions fails.
    return this.decisions.choose(this.whenConditionsHold(rule, state), actionsOutcome, next);
  }

  private responseActionOutcome(action: GuardAction, state: State, next: Node, site: PolicySite): Node {
    const { decisions } = this;
    const { withheld } = state;
    switch (action.effect) {
      case "unknown":
        return decisions.choose(this.whenContinued(action, state, site), next, withheld);
      case "answers":
        return withheld === DENIED ? responseEnd(action.status) : withheld;
      case "changes":
        return this.changeOutcome(action, state, next);
      case "guards": {
        if (!action.isEnforced) return next;
        const isMet = this.requirementMet(action.requires, state, action, site);
        const outcome = decisions.choose(isMet, next, withheld);
        return this.ifInterpolated(interpolatedTexts(action.requires), state, outcome, next);
      }
      default:
        return next;
    }
  }

  private requestActionOutcome(action: GuardAction, state: State, next: Node, site: PolicySite): Node {
    const { decisions } = this;
    switch (action.effect) {
      case "none":
        return next;
      case "changes":
        return this.changeOutcome(action, state, next);
      case "refuses":
        return DENIED;
      case "answers":
        return responseEnd(action.status);
      case "delegates": {
        const fails = action.continuesOnError
          ? this.guards.unknown({ kind: "failure", of: action.content })
          : FALSE;
        return decisions.choose(fails, next, decisions.destination("the AI gateway"));
      }
      case "redirects": {
        const texts = [action.from ?? "", action.to];
        const matches = this.chooseByBinding(texts.flatMap(findVariables), state, (values) => {
          const [from, to = ""] = texts.map(
            (text) => this.interpolate(configuredText(text), values, state).text,
          );
          return this.redirectMatch(action.from && from, to, state);
        });
        return decisions.choose(matches, DENIED, next);
      }
      case "guards": {
        if (!action.isEnforced) return next;
        const isMet = this.requirementMet(action.requires, state, action, site);
        const outcome = decisions.choose(isMet, this.signInPages(action.requires, state, next), DENIED);
        return this.ifInterpolated(interpolatedTexts(action.requires), state, outcome, next);
      }
      case "forwards": {
        const { url, continuesOnError } = action;
        return this.chooseByBinding(findVariables(url.text), state, (values) =>
          this.forward(url.text, this.interpolate(url, values, state), continuesOnError, state, next),
        );
      }
      case "unknown": {
        const key = this.actionKey(action, state);
        const how = `by ${describeUnknown(action, site)}`;
        const continues = this.whenContinued(action, state, site);
        const id = { kind: "other", about: `action ${key}` } as const;
        if (action.isHidden)
          return this.unknownOutcome(id, how, { isPolicy: true }, (end) =>
            decisions.choose(continues, next, end),
          );
        const destinationReason = `it is unknown where requests are forwarded ${how}`;
        return decisions.choose(continues, next, this.unknownOutcome(id, how, { destinationReason }));
      }
    }
  }

  private whenContinued(action: UnknownAction, state: State, site: PolicySite): Node {
    return this.guards.unspecified(
      `it is unknown who is allowed by ${describeUnknown(action, site)}`,
      `goes on ${this.actionKey(action, state)}`,
    );
  }

  private changeOutcome(
    action: GuardAction & { readonly effect: "changes" },
    state: State,
    next: Node,
  ): Node {
    const { decisions } = this;
    if (action.target === "url") return this.rewriteOutcome(action, state, next);
    if (action.target === "headers" || action.target === "vars") {
      const changes = action.entries ?? [];
      const variables = action.target === "vars" ? changes.map(({ name }) => name) : [];
      const whenAllInterpolated = decisions.every(
        changes.map(({ value }, index) =>
          value ? this.whenInterpolated(value, state, new Set(variables.slice(0, index))) : TRUE,
        ),
      );
      return this.chooseIfInterpolated(whenAllInterpolated, state, next, next);
    }
    // An action that sends its own request ends the policy if that request fails.
    if (action.continuesOnError) return next;
    const fails = this.guards.unknown(
      { kind: "failure", of: this.actionKey(action, state) },
      {
        texts: [`for which ${action.type} fails`, `for which ${action.type} does not fail`],
        why: `it is unknown whether ${action.type} fails`,
      },
    );
    return decisions.choose(fails, DENIED, next);
  }

  private ifInterpolated(texts: readonly ConfiguredText[], state: State, applied: Node, next: Node): Node {
    const whenAllInterpolated = this.decisions.every(texts.map((text) => this.whenInterpolated(text, state)));
    return this.chooseIfInterpolated(whenAllInterpolated, state, applied, next);
  }

  /** Skips an action whose interpolation fails, or ends the request with an error: the API reference doesn't say which. */
  private chooseIfInterpolated(whenInterpolated: Node, state: State, applied: Node, next: Node): Node {
    const { decisions } = this;
    if (whenInterpolated === TRUE) return applied;
    const why = "the API reference does not say what follows if an interpolation fails";
    const isSkipped = this.guards.unspecified(why);
    const failed = state.phase === "on_http_response" ? state.withheld : DENIED;
    return decisions.choose(whenInterpolated, applied, decisions.choose(isSkipped, next, failed));
  }

  /** Distinguishes destinations that are reached with a rewritten URL, since the upstream may respond differently. */
  private rewriteOutcome(
    { rewrite, content }: Extract<GuardAction, { effect: "changes"; target: "url" }>,
    state: State,
    next: Node,
  ): Node {
    const { decisions } = this;
    const rewritten = decisions.replaceEnds(next, (end) =>
      [DENIED, POLICY_RESPONSE, ERROR_RESPONSE].includes(end) ? end : decisions.viaRewrite(end, content),
    );
    return this.ifInterpolated(rewrite ? [configuredText(rewrite.to)] : [], state, rewritten, next);
  }

  /** The condition under which a redirect applies. One that doesn't change the URL has no effect. */
  private redirectMatch(from: string | undefined, to: string, state: State): Node {
    const { decisions, guards } = this;
    const undecided = () =>
      guards.unknown(`redirect ${digest(from, to, findVersion("req.url", state).version)}`, {
        texts: ["that a redirect matches", "that a redirect does not match"],
        why: state.isForwarded ? forwardReason("req.url") : "it is unknown whether a redirect matches",
      });
    if (state.isForwarded || `${from}${to}`.includes("${")) return undecided();
    const urlTest = (subject: string, is: Test["is"], value: string) =>
      this.test({ subject, is, value }, state);
    if (from === undefined)
      return decisions.not(urlTest(to.startsWith("/") ? "req.url.uri" : "req.url", "equal", to));
    const matches = urlTest("req.url", "match", from);
    return alwaysChanges({ from, to }) ? matches : decisions.and(matches, undecided());
  }

  /** Denies access to the sign-in flow's own pages, because they serve no content. */
  private signInPages(requires: Requirement, state: State, next: Node): Node {
    if (requires.kind !== "oauth" && requires.kind !== "openid-connect") return next;
    const { decisions } = this;
    const pathTest = (is: Test["is"], value: string) =>
      this.test({ subject: "req.url.path", is, value }, state);
    const isSignInPage = decisions.some([
      pathTest("equal", "/ngrok/login"),
      pathTest("equal", "/ngrok/logout"),
      ...(requires.kind === "openid-connect" ? [pathTest("start", "/auth/")] : []),
    ]);
    const isBypassed = requires.allowsPreflight ? this.preflight(state) : FALSE;
    return decisions.choose(isSignInPage, decisions.choose(isBypassed, next, DENIED), next);
  }
}

function describeUnknown({ type, isHidden }: UnknownAction, { side }: PolicySite): string {
  const action = `the action ${type.slice(0, 40) || "without a type"}`;
  if (!isHidden) return action;
  const policy =
    side === "before"
      ? "the earlier policy, which held a secret and cannot be compared"
      : "the new policy, which holds a secret or an unknown value and cannot be compared";
  return `${type === "" ? "rules" : action} of ${policy}`;
}

const responseEnd = (status: number | undefined): Node =>
  status !== undefined && status >= 400 ? ERROR_RESPONSE : POLICY_RESPONSE;
