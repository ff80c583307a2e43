import {
  type ConfiguredText,
  configuredText,
  type GuardAction,
  type GuardReading,
  type GuardRule,
  type Requirement,
  type Test,
} from "../traffic-policy/symbolic/policy-reader";
import {
  DENIED,
  ERROR_RESPONSE,
  FALSE,
  type Node,
  POLICY_RESPONSE,
  TRUE,
  UPSTREAM,
} from "./decision-diagrams";
import { digest } from "./digest";
import { ForwardDiagrams } from "./forward-diagrams";
import { DEFAULT_TLS, type PolicySite, type TrafficPolicy } from "./guard-model";
import { forwardReason } from "./question";
import { ruleText } from "./rule-changes";
import { interpolatedTexts } from "./rule-effects";
import { findVersion, initialState, interpolate, type State } from "./symbolic-state";
import { alwaysChanges } from "./url-parts";

export const hasTlsTermination = ({ actions }: GuardRule): boolean =>
  actions.some(({ type }) => type === "terminate-tls");

type UnknownAction = Extract<GuardAction, { effect: "unknown" }>;

/** The work for one rule, in steps of `DecisionDiagrams.spend`. */
const STEPS_PER_RULE = 20;

/** A rule of a policy, with the state of the requests that reach it. */
interface Stage {
  readonly rule: GuardRule;
  readonly state: State;
}

/** A guard or rule that may block clients. */
export interface BlockingStep {
  readonly name: string;
  /** The outcome of this step for a request that all later steps allow. */
  readonly outcome: Node;
  /** Set for a rule. */
  readonly phase?: GuardRule["phase"];
}

export class PolicyDiagrams extends ForwardDiagrams {
  /** @param endpointId - The id of the endpoint or edge, equal on both sides of a change. */
  outcome(policy: TrafficPolicy, endpointId: string): Node {
    return this.finalOutcome(
      this.policyOutcome(policy, initialState(endpointId, this.context.isInternal), true),
    );
  }

  outcomeWithoutPolicy(): Node {
    return this.applyTlsHandshake(UPSTREAM, []);
  }

  /** Returns a step for each rule of a policy. */
  blockingSteps({ reading, site }: TrafficPolicy, endpointId: string): BlockingStep[] {
    if (reading === undefined) return [];
    const withoutResponse = this.diagrams.withoutResponse(UPSTREAM);
    return this.buildStages(reading, initialState(endpointId, this.context.isInternal), site).map(
      ({ rule, state }) => {
        const deniedOutcome = rule.phase === "on_http_response" ? withoutResponse : DENIED;
        const outcome = this.ruleOutcome(rule, { ...state, deniedOutcome }, UPSTREAM, site);
        return { name: ruleText(rule), outcome: this.finalOutcome(outcome), phase: rule.phase };
      },
    );
  }

  private finalOutcome(outcome: Node): Node {
    return this.diagrams.replaceEnds(outcome, (end) => (end === ERROR_RESPONSE ? DENIED : end));
  }

  /** Denies TLS versions that the service doesn't accept by default, unless `terminate-tls` runs. */
  private applyTlsHandshake(outcome: Node, stages: readonly Stage[]): Node {
    // Where the service doesn't terminate TLS, such as at a TLS endpoint, the upstream handles the handshake.
    if (!this.context.terminatesTls) return outcome;
    const { diagrams } = this;
    const terminations = stages
      .filter(({ rule }) => rule.phase === "on_tcp_connect" && hasTlsTermination(rule))
      .map(({ rule, state }) => this.whenConditionsHold(rule, state));
    return diagrams.choose(
      diagrams.or(diagrams.some(terminations), this.conditions.tlsAtLeast(DEFAULT_TLS)),
      outcome,
      DENIED,
    );
  }

  /** @param isEntry - False for the policy of an endpoint that requests are forwarded to. */
  protected policyOutcome(policy: TrafficPolicy, initial: State, isEntry: boolean): Node {
    const { reading, site } = policy;
    const unreadableOutcome = () =>
      this.unknownOutcome(
        { kind: "other", about: `policy ${policy.content}` },
        "by a policy that cannot be read",
      );
    if (reading === undefined) return unreadableOutcome();
    const key = digest(policy.content, site.owner, site.side, initial);
    const cached = this.outcomes.get(key);
    if (cached !== undefined) return cached;
    this.diagrams.spend(reading.rules.length * STEPS_PER_RULE);
    const stages = this.buildStages(reading, initial, site);
    const isHttp = isEntry ? this.context.isHttp : initial.phase !== "on_tcp_connect";
    // Internal HTTP endpoints have no connect phase.
    const skipsConnectPhase = isHttp === true && (!isEntry || this.context.isInternal);
    // From the last rule to the first, because the outcome of a rule contains the outcome of the next rule.
    let outcome: Node = initial.defaultOutcome;
    const applyPhase = (phase: GuardRule["phase"]) => {
      for (const { rule, state } of stages.toReversed())
        if (rule.phase === phase) outcome = this.ruleOutcome(rule, state, outcome, site);
    };
    applyPhase("on_http_request");
    if (isEntry) outcome = this.applyTlsHandshake(outcome, stages);
    if (!skipsConnectPhase) applyPhase("on_tcp_connect");
    outcome = this.applyResponsePhase(outcome, stages, site);
    const isUnspecified =
      reading.ambiguities.length > 0 ||
      (isHttp === false && reading.rules.some(({ phase }) => phase !== "on_tcp_connect")) ||
      (isEntry && this.context.isUnencrypted && reading.rules.some(hasTlsTermination)) ||
      (site.isRoute && reading.rules.some(({ phase }) => phase === "on_tcp_connect"));
    if (isUnspecified) {
      const why = "the API reference does not say what such a policy does";
      const isAsRead = this.conditions.unspecified(why, `odd ${policy.content}`);
      outcome = this.diagrams.choose(isAsRead, outcome, unreadableOutcome());
    }
    this.outcomes.set(key, outcome);
    return outcome;
  }

  /** Applies the rules for responses to the ends that respond: a destination, or the policy itself. */
  private applyResponsePhase(outcome: Node, stages: readonly Stage[], site: PolicySite): Node {
    const { diagrams } = this;
    const rules = stages.filter(({ rule }) => rule.phase === "on_http_response").toReversed();
    if (rules.length === 0) return outcome;
    return diagrams.replaceEnds(outcome, (end) => {
      if (end === DENIED) return DENIED;
      // The destination has received the request even if a rule withholds the response.
      const isOfPolicy = end === POLICY_RESPONSE || end === ERROR_RESPONSE;
      const deniedOutcome = isOfPolicy ? DENIED : diagrams.withoutResponse(end);
      return rules.reduce<Node>(
        (next, { rule, state }) => this.ruleOutcome(rule, { ...state, deniedOutcome }, next, site),
        end,
      );
    });
  }

  private buildStages({ rules }: GuardReading, initial: State, site: PolicySite): Stage[] {
    let state = initial;
    const countByContent = new Map<string, number>();
    // Messages of a response stream don't affect who has access.
    return rules
      .filter(({ phase }) => phase !== "on_event_stream_message")
      .map((rule) => {
        // Variables are local to a phase.
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
      states.push(this.stateAfterAction(action, states.at(-1) as State, TRUE));
    const actionsOutcome = rule.actions.reduceRight(
      (afterAction, action, index) => this.actionOutcome(action, states[index] as State, afterAction, site),
      next,
    );
    // A rule doesn't run if one of its expressions fails.
    return this.diagrams.choose(this.whenConditionsHold(rule, state), actionsOutcome, next);
  }

  private actionOutcome(action: GuardAction, state: State, next: Node, site: PolicySite): Node {
    const { diagrams } = this;
    const { phase, deniedOutcome } = state;
    const isResponse = phase === "on_http_response";
    switch (action.effect) {
      case "none":
        return next;
      case "changes":
        return this.changeOutcome(action, state, next);
      case "answers":
        if (deniedOutcome !== DENIED) return deniedOutcome;
        return (action.status ?? 0) >= 400 ? ERROR_RESPONSE : POLICY_RESPONSE;
      case "guards": {
        if (!action.isEnforced) return next;
        const isMet = this.whenMet(action.requires, state, action, site);
        const allowed = isResponse ? next : this.withoutSignInPages(action.requires, state, next);
        const outcome = diagrams.choose(isMet, allowed, deniedOutcome);
        return this.ifInterpolated(interpolatedTexts(action.requires), state, outcome, next);
      }
      case "unknown":
        return this.unknownActionOutcome(action, state, next, site);
    }
    // The remaining actions have no effect on responses.
    if (isResponse) return next;
    switch (action.effect) {
      case "refuses":
        return DENIED;
      case "delegates": {
        const fails = action.continuesOnError
          ? this.conditions.unknown({ kind: "failure", of: action.content })
          : FALSE;
        return diagrams.choose(fails, next, diagrams.destination("the AI gateway"));
      }
      case "redirects": {
        const resolve = (text: string) => interpolate(configuredText(text), state).text;
        const matches = this.whenRedirected(action.from && resolve(action.from), resolve(action.to), state);
        return diagrams.choose(matches, DENIED, next);
      }
      case "forwards": {
        const { url, continuesOnError } = action;
        return this.forward(url.text, interpolate(url, state), continuesOnError, state, next);
      }
    }
  }

  private unknownActionOutcome(action: UnknownAction, state: State, next: Node, site: PolicySite): Node {
    const { diagrams } = this;
    const key = this.actionKey(action, state);
    const description = describeUnknown(action, site);
    const continues = this.conditions.unspecified(
      `it is unknown who is allowed by ${description}`,
      `goes on ${key}`,
    );
    if (state.phase === "on_http_response") return diagrams.choose(continues, next, state.deniedOutcome);
    const how = `by ${description}`;
    const id = { kind: "other", about: `action ${key}` } as const;
    if (action.isHidden)
      return this.unknownOutcome(id, how, {}, (end) => diagrams.choose(continues, next, end));
    const destinationReason = `it is unknown where requests are forwarded ${how}`;
    return diagrams.choose(continues, next, this.unknownOutcome(id, how, { destinationReason }));
  }

  private changeOutcome(action: GuardAction & { effect: "changes" }, state: State, next: Node): Node {
    const { diagrams } = this;
    if (action.target === "url") return this.rewriteOutcome(action, state, next);
    if (action.target === "headers" || action.target === "vars") {
      const changes = action.entries ?? [];
      const variables = action.target === "vars" ? changes.map(({ name }) => name) : [];
      const whenAllInterpolated = diagrams.every(
        changes.map(({ value }, index) =>
          value ? this.whenInterpolated(value, state, new Set(variables.slice(0, index))) : TRUE,
        ),
      );
      return this.chooseIfInterpolated(whenAllInterpolated, state, next, next);
    }
    // The action sends a request of its own and, if that fails, denies the client's request.
    if (action.continuesOnError) return next;
    const fails = this.conditions.unknown(
      { kind: "failure", of: this.actionKey(action, state) },
      {
        texts: [`for which ${action.type} fails`, `for which ${action.type} does not fail`],
        why: `it is unknown whether ${action.type} fails`,
      },
    );
    return diagrams.choose(fails, DENIED, next);
  }

  private ifInterpolated(texts: readonly ConfiguredText[], state: State, applied: Node, next: Node): Node {
    const whenAllInterpolated = this.diagrams.every(texts.map((text) => this.whenInterpolated(text, state)));
    return this.chooseIfInterpolated(whenAllInterpolated, state, applied, next);
  }

  /** If an interpolation fails, the action is skipped or the request is denied: the API reference doesn't say which. */
  private chooseIfInterpolated(whenInterpolated: Node, state: State, applied: Node, next: Node): Node {
    const { diagrams } = this;
    if (whenInterpolated === TRUE) return applied;
    const isSkipped = this.conditions.unspecified(
      "the API reference does not say what follows if an interpolation fails",
    );
    return diagrams.choose(whenInterpolated, applied, diagrams.choose(isSkipped, next, state.deniedOutcome));
  }

  /** Makes the destinations different from those without the rewrite, because the upstream may respond differently. */
  private rewriteOutcome(
    { rewrite, content }: Extract<GuardAction, { effect: "changes"; target: "url" }>,
    state: State,
    next: Node,
  ): Node {
    const { diagrams } = this;
    const rewritten = diagrams.replaceEnds(next, (end) =>
      [DENIED, POLICY_RESPONSE, ERROR_RESPONSE].includes(end) ? end : diagrams.viaRewrite(end, content),
    );
    return this.ifInterpolated(rewrite ? [configuredText(rewrite.to)] : [], state, rewritten, next);
  }

  /** A redirect that doesn't change the URL has no effect. */
  private whenRedirected(from: string | undefined, to: string, state: State): Node {
    const { diagrams, conditions } = this;
    const undecided = () =>
      conditions.unknown(`redirect ${digest(from, to, findVersion("req.url", state).version)}`, {
        texts: ["that a redirect matches", "that a redirect does not match"],
        why: state.isForwarded ? forwardReason("req.url") : "it is unknown whether a redirect matches",
      });
    if (state.isForwarded || `${from}${to}`.includes("${")) return undecided();
    const urlTest = (subject: string, is: Test["is"], value: string) =>
      this.whenPassed({ subject, is, value }, state);
    if (from === undefined)
      return diagrams.not(urlTest(to.startsWith("/") ? "req.url.uri" : "req.url", "equal", to));
    const matches = urlTest("req.url", "match", from);
    return alwaysChanges({ from, to }) ? matches : diagrams.and(matches, undecided());
  }

  /** Denies access to the pages of the sign-in itself, because they serve no content. */
  private withoutSignInPages(requires: Requirement, state: State, next: Node): Node {
    if (requires.kind !== "oauth" && requires.kind !== "openid-connect") return next;
    const { diagrams } = this;
    const pathTest = (is: Test["is"], value: string) =>
      this.whenPassed({ subject: "req.url.path", is, value }, state);
    const isSignInPage = diagrams.some([
      pathTest("equal", "/ngrok/login"),
      pathTest("equal", "/ngrok/logout"),
      ...(requires.kind === "openid-connect" ? [pathTest("start", "/auth/")] : []),
    ]);
    const isBypassed = requires.allowsPreflight ? this.whenPreflight(state) : FALSE;
    return diagrams.choose(isSignInPage, diagrams.choose(isBypassed, next, DENIED), next);
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
