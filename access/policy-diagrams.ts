import {
  type ConfiguredText,
  configuredText,
  type GuardAction,
  type GuardReading,
  type GuardRule,
  type Requirement,
  type Test,
} from "../traffic-policy/symbolic/guards";
import { ANSWERED, AWAY, NO, type Node, REFUSED, THROUGH, YES } from "./diagram";
import { digest } from "./digest";
import { Forwards } from "./forward-diagrams";
import { DEFAULT_TLS, type PolicySite, type TrafficPolicy } from "./guard-model";
import { whyForwarded } from "./question";
import { valuesOf } from "./rule-effects";
import { begin, type State, versionOf } from "./symbolic-state";
import { changesAll } from "./url-parts";
import { variablesIn } from "./variable-bindings";

const endsTls = ({ actions }: GuardRule): boolean => actions.some(({ type }) => type === "terminate-tls");

/** Work that a rule makes, in steps of diagrams. */
const STEPS_OF_A_RULE = 20;

/** A rule with the requests that it runs for, for finding what has stopped a client. */
export interface RuleEffect {
  readonly rule: GuardRule;
  readonly policy: TrafficPolicy;
  /** What becomes of requests that come to it, if all later rules let them through. */
  readonly level: Node;
}

/** Makes diagrams of what becomes of requests, by policies of one side. */
export class Policies extends Forwards {
  /** What becomes of a request that comes to a policy. @param at - Identifies the endpoint or edge, equal on both sides. */
  level(policy: TrafficPolicy, at: string): Node {
    return this.settled(this.run(policy, this.begin(at), true));
  }

  /** An error that no rule has made another response of keeps a client out. */
  private settled(level: Node): Node {
    return this.decisions.followedBy(level, (end) => (end === REFUSED ? AWAY : end));
  }

  /** The same without a policy. */
  levelWithout(): Node {
    return this.handshake(THROUGH, []);
  }

  /** An endpoint takes the versions of TLS that are the service's default, unless `terminate-tls` has run. */
  private handshake(level: Node, stages: readonly { rule: GuardRule; state: State }[]): Node {
    // The handshake of a TLS endpoint is the upstream's.
    if (!this.at.endsTls) return level;
    const { decisions } = this;
    const said = stages
      .filter(({ rule }) => rule.phase === "on_tcp_connect")
      .filter(({ rule }) => endsTls(rule))
      .map(({ rule, state }) => this.holds(rule, state));
    return decisions.choose(
      decisions.either(decisions.some(said), this.guards.versionFrom(DEFAULT_TLS)),
      level,
      AWAY,
    );
  }

  /** What each rule by itself does to requests that come to it: the rules in order, those of internal endpoints too. */
  effects(policy: TrafficPolicy, at: string): RuleEffect[] {
    const { reading } = policy;
    if (reading === undefined) return [];
    return this.stages(reading, this.begin(at), policy.site).map(({ rule, state }) => ({
      rule,
      policy,
      level: this.settled(
        this.rule(rule, { ...state, kept: this.decisions.unheard(THROUGH) }, THROUGH, policy),
      ),
    }));
  }

  private begin(at: string): State {
    return { ...begin(at), isForwarded: this.at.isInternal };
  }

  protected run(policy: TrafficPolicy, start: State, isEntry: boolean): Node {
    const { reading } = policy;
    const unread = () =>
      this.anything({ kind: "other", about: `policy ${policy.content}` }, "by a policy that cannot be read");
    if (reading === undefined) return unread();
    const key = digest(policy.content, policy.site.owner, policy.site.side, start);
    const found = this.done.get(key);
    if (found !== undefined) return found;
    this.decisions.spend(reading.rules.length * STEPS_OF_A_RULE);
    const stages = this.stages(reading, start, policy.site);
    const isHttp = isEntry ? this.at.isHttp : start.phase !== "on_tcp_connect";
    // No connection is made to an internal HTTP endpoint.
    const skips = isHttp === true && (!isEntry || this.at.isInternal);
    let level: Node = start.end;
    const run = (phase: GuardRule["phase"]) => {
      for (const { rule, state } of stages.toReversed())
        if (rule.phase === phase) level = this.rule(rule, state, level, policy);
    };
    run("on_http_request");
    if (isEntry) level = this.handshake(level, stages);
    if (!skips) run("on_tcp_connect");
    level = this.responded(level, stages, policy);
    const { site } = policy;
    const isOdd =
      reading.doubts.length > 0 ||
      (isHttp === false && reading.rules.some(({ phase }) => phase !== "on_tcp_connect")) ||
      // There is no TLS to end.
      (isEntry && this.at.isPlain && reading.rules.some(endsTls)) ||
      (site.isRoute && reading.rules.some(({ phase }) => phase === "on_tcp_connect"));
    if (isOdd) level = this.decisions.choose(this.doubt(`odd ${policy.content}`), level, unread());
    this.done.set(key, level);
    return level;
  }

  /** The phase of responses runs for what has come from upstream, from another endpoint or from the policy itself. */
  private responded(
    level: Node,
    stages: readonly { rule: GuardRule; state: State }[],
    policy: TrafficPolicy,
  ): Node {
    const { decisions } = this;
    const rules = stages.filter(({ rule }) => rule.phase === "on_http_response").toReversed();
    if (rules.length === 0) return level;
    return decisions.followedBy(level, (end) => {
      if (end === AWAY) return AWAY;
      // What is behind has got the request all the same.
      const kept = end === ANSWERED || end === REFUSED ? AWAY : decisions.unheard(end);
      return rules.reduce<Node>(
        (rest, { rule, state }) => this.rule(rule, { ...state, kept }, rest, policy),
        end,
      );
    });
  }

  /** The rules that decide, each with what those before have made of the request. */
  private stages(
    { rules }: GuardReading,
    start: State,
    site: PolicySite,
  ): { rule: GuardRule; state: State }[] {
    let state = start;
    const equal = new Map<string, number>();
    return rules
      .filter(({ phase }) => phase !== "on_event_stream_message")
      .map((rule) => {
        if (rule.phase !== state.phase) state = { ...state, phase: rule.phase, sets: [] };
        const before = equal.get(rule.content) ?? 0;
        equal.set(rule.content, before + 1);
        state = { ...state, rule: digest(start.at, rule.content, before) };
        const stage = { rule, state };
        state = this.after(rule, state, site);
        return stage;
      });
  }

  private rule(rule: GuardRule, state: State, rest: Node, policy: TrafficPolicy): Node {
    const { decisions } = this;
    // A rule whose own state is that of its action: actions of one rule follow each other.
    const states = [state];
    for (const action of rule.actions)
      states.push(this.afterAction(action, states.at(-1) as State, YES, policy.site));
    const body = rule.actions.reduceRight(
      (next, action, at) => this.action(action, states[at] as State, next, policy),
      rest,
    );
    // All expressions must be true for the actions to run: one that fails is not.
    return decisions.choose(this.holds(rule, state), body, rest);
  }

  private action(action: GuardAction, state: State, rest: Node, policy: TrafficPolicy): Node {
    const { decisions } = this;
    if (state.phase === "on_http_response") {
      const { kept } = state;
      if (action.effect === "unknown")
        return decisions.choose(this.doubt(`goes on ${this.contentOf(action, state)}`), rest, kept);
      if (action.effect === "answers") return kept === AWAY ? answerOf(action.status) : kept;
      if (action.effect === "changes") return this.changed(action, state, rest);
      if (action.effect !== "guards" || action.isEnforced === false) return rest;
      const meets = this.meets(action.requires, state, action, policy.site);
      const mayShow = action.isEnforced === true ? NO : decisions.not(this.isEnforced(action, state));
      const shown = decisions.choose(decisions.either(meets, mayShow), rest, kept);
      return this.ifFilled(valuesOf(action.requires), state, shown, rest);
    }
    switch (action.effect) {
      case "none":
        return rest;
      case "changes":
        return this.changed(action, state, rest);
      case "refuses":
        return AWAY;
      case "answers":
        return answerOf(action.status);
      case "hands over":
        return action.goesOn
          ? decisions.choose(
              this.doubt({ kind: "failure", of: action.content }, "case"),
              rest,
              this.handedOver(),
            )
          : this.handedOver();
      case "redirects": {
        const texts = [action.from ?? "", action.to];
        const matches = this.byVariables(texts.flatMap(variablesIn), state, (values) => {
          const [from, to] = texts.map((text) => this.filled(configuredText(text), values, state).text);
          return this.redirects({ from: action.from && from, to: to ?? "" }, state);
        });
        return decisions.choose(matches, AWAY, rest);
      }
      case "guards": {
        if (action.isEnforced === false) return rest;
        const meets = this.meets(action.requires, state, action, policy.site);
        const kept =
          action.isEnforced !== true ? decisions.choose(this.isEnforced(action, state), AWAY, rest) : AWAY;
        const passed = decisions.choose(meets, this.pages(action.requires, state, rest), kept);
        return this.ifFilled(valuesOf(action.requires), state, passed, rest);
      }
      case "forwards":
        return this.byVariables(variablesIn(action.url.text), state, (values) =>
          this.forward(action.url.text, this.filled(action.url, values, state), action.goesOn, state, rest),
        );
      case "unknown": {
        const content = this.contentOf(action, state);
        const what = `by ${unknownText(action, policy)}`;
        const why = `it is unknown who is allowed ${what}`;
        const goesOn = this.doubt(`goes on ${content}`, "reading", why);
        const id = { kind: "other", about: `action ${content}` } as const;
        const leads = `it is unknown where requests go ${what}`;
        if (!action.isHidden) return decisions.choose(goesOn, rest, this.anything(id, what, { leads }));
        // It stands for whatever it hides: whom it lets in comes to the rules after it, or anywhere else.
        return this.anything(id, what, { isPolicy: true }, (end) => decisions.choose(goesOn, rest, end));
      }
    }
  }

  /** Whether a guard is enforced of which nobody can tell. */
  private isEnforced(action: GuardAction, state: State): Node {
    return this.guards.unknown({
      of: "reading",
      id: { kind: "other", about: `enforced ${this.contentOf(action, state)}` },
      yes: `if ${action.type} is enforced in spite of its setting`,
      no: `unless ${action.type} is enforced in spite of its setting`,
    });
  }

  /** An error of a request that it sends itself ends the policy, unless it goes on. */
  private changed(action: GuardAction & { readonly effect: "changes" }, state: State, rest: Node): Node {
    const { decisions } = this;
    if (action.what === "url") return this.rewritten(action, state, rest);
    if (action.what === "headers" || action.what === "vars") {
      const sets = action.sets ?? [];
      const names = action.what === "vars" ? sets.map(({ name }) => name) : [];
      const fills = decisions.every(
        sets.map(({ value }, at) => (value ? this.canFill(value, state, new Set(names.slice(0, at))) : YES)),
      );
      return this.filledOr(fills, state, rest, rest);
    }
    if (action.goesOn) return rest;
    const fails = this.guards.unknown({
      of: "case",
      id: { kind: "failure", of: this.contentOf(action, state) },
      yes: `for which ${action.type} fails`,
      no: `for which ${action.type} does not fail`,
      why: `whether ${action.type} fails cannot be known`,
    });
    return decisions.choose(fails, AWAY, rest);
  }

  /** @param done - What becomes of a request for which an action is filled in with these texts. */
  private ifFilled(texts: readonly ConfiguredText[], state: State, done: Node, rest: Node): Node {
    return this.filledOr(
      this.decisions.every(texts.map((text) => this.canFill(text, state))),
      state,
      done,
      rest,
    );
  }

  /** An action that cannot be filled in does nothing, or its error is the response. */
  private filledOr(fills: Node, state: State, done: Node, rest: Node): Node {
    const { decisions } = this;
    if (fills === YES) return done;
    const why = "the API reference does not say what follows where an action cannot be filled in";
    const goesOn = this.doubt("what cannot be filled in", "reading", why);
    const kept = state.phase === "on_http_response" ? state.kept : AWAY;
    return decisions.choose(fills, done, decisions.choose(goesOn, rest, kept));
  }

  /** The service that an `ai-gateway` asks. */
  private handedOver(): Node {
    return this.decisions.place("the AI gateway");
  }

  /** A request with another URL reaches something else than with its own. */
  private rewritten(
    { rewrite, content }: Extract<GuardAction, { effect: "changes"; what: "url" }>,
    state: State,
    rest: Node,
  ): Node {
    const { decisions } = this;
    const other = decisions.followedBy(rest, (end) =>
      [AWAY, ANSWERED, REFUSED].includes(end) ? end : decisions.otherWayTo(end, content),
    );
    return this.ifFilled(rewrite ? [configuredText(rewrite.to)] : [], state, other, rest);
  }

  /** A client is sent elsewhere unless the URL is, or becomes, the one that it asks for. */
  private redirects(
    { from, to }: { readonly from: string | undefined; readonly to: string },
    state: State,
  ): Node {
    const { decisions, guards } = this;
    const matches = () =>
      guards.unknown({
        of: "case",
        id: { kind: "other", about: `redirect ${digest(from, to, versionOf("req.url", state).version)}` },
        yes: "that a redirect matches",
        no: "that a redirect does not match",
        why: state.isForwarded ? whyForwarded("req.url") : "whether a redirect matches cannot be worked out",
      });
    // The URL behind forward-internal is unspecified.
    if (state.isForwarded || `${from}${to}`.includes("${")) return matches();
    const asked = (subject: string, is: Test["is"], value: string) =>
      this.test({ subject, is, value }, state);
    if (from === undefined)
      return decisions.not(asked(to.startsWith("/") ? "req.url.uri" : "req.url", "equal", to));
    const isFound = asked("req.url", "match", from);
    return changesAll({ from, to }) ? isFound : decisions.both(isFound, matches());
  }

  /** Paths of the sign-on itself, which lead nowhere else. */
  private pages(requires: Requirement, state: State, rest: Node): Node {
    if (requires.asks !== "oauth" && requires.asks !== "openid-connect") return rest;
    const { decisions } = this;
    const path = (is: Test["is"], value: string) => this.test({ subject: "req.url.path", is, value }, state);
    const own = decisions.some([
      path("equal", "/ngrok/login"),
      path("equal", "/ngrok/logout"),
      ...(requires.asks === "openid-connect" ? [path("start", "/auth/")] : []),
    ]);
    const isBypassed =
      requires.passesPreflight === false
        ? NO
        : decisions.every([this.preflight(state), this.mayPass(requires)]);
    return decisions.choose(own, decisions.choose(isBypassed, rest, AWAY), rest);
  }
}

/** What nobody can follow, in words. A state holds nothing that is not known yet. */
function unknownText(
  { type, isHidden }: Extract<GuardAction, { effect: "unknown" }>,
  { site }: TrafficPolicy,
): string {
  const name = `the action ${type.slice(0, 40) || "without a type"}`;
  if (!isHidden) return name;
  const whose =
    site.side === "before"
      ? "the earlier policy, which held a secret and cannot be compared"
      : "the new policy, which holds a secret or what is not known yet and cannot be compared";
  return `${type === "" ? "rules" : name} of ${whose}`;
}

/** A response of a policy. */
const answerOf = (status: number | undefined): Node =>
  status !== undefined && status >= 400 ? REFUSED : ANSWERED;
