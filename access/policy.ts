import { createHash } from "node:crypto";
import { isIP } from "node:net";
import {
  type Condition,
  type ConfiguredText,
  canonicalUrl,
  configuredText,
  type GuardAction,
  type GuardReading,
  type GuardRule,
  type Requirement,
  readCondition,
  resultNameOf,
  type Test,
  type VariableValue,
} from "../provider/traffic-policy/guards";
import { ANSWERED, AWAY, NO, type Node, THROUGH, YES } from "./diagram";
import { filledIn, type Values, type VariableSet, variablesIn, waysOf } from "./filled-in";
import type { PolicySite, TrafficPolicy } from "./guard";
import { Guards } from "./module";
import { type NetworkRule, Networks, version4In } from "./networks";
import type { Diagram, UnknownQuestion } from "./question";
import { holds } from "./text";
import { conditionText } from "./words";

/** Internal endpoints that a request may go through. */
const MOST_FORWARDS = 10;

/** What serves an internal URL on one side: its policies, of which the service picks one, or what is known instead. */
export interface InternalEndpoints {
  /** Undefined where the program does not say: another program's endpoint, or an agent's. */
  at(url: string): readonly InternalEndpoint[] | undefined;
  /** Names the endpoints of the program that may be anywhere, since their URLs are hidden; empty without any. */
  readonly hidden: string;
}

/** Internal endpoints by their URLs on both sides of a change. */
export type Internal = Readonly<Record<"before" | "after", InternalEndpoints>>;

export interface InternalEndpoint {
  /** Identifies it, equally on both sides. */
  readonly id: string;
  /** A policy that the preview does not show: a name that is equal on both sides where it cannot differ. */
  readonly policy: TrafficPolicy | { readonly hidden: string };
}

/** What rules before have made of a request, as far as it makes a difference to what expressions read. */
interface State {
  /** Empty for what the client has sent, else a name for what was done to it. */
  readonly url: string;
  readonly headers: string;
  readonly vars: string;
  /** All rules before: results of actions may come from any of them. */
  readonly before: string;
  readonly isForwarded: boolean;
  readonly phase: GuardRule["phase"];
  /** The response is the policy's own, or that of one that it has forwarded to. */
  readonly isAnswered: boolean;
  /** What rules have done to headers, the latest last. */
  readonly headerSets: readonly HeaderSet[];
  /** What rules of the phase have set variables to, the latest last. */
  readonly sets: readonly VariableSet[];
  /** The sign-ons that requests have passed, the latest last; by nobody knows whom where it is undefined. */
  readonly signedOn: readonly { readonly by: string | undefined; readonly when: Node }[];
  /** Guards that requests have come to, the latest last: expressions read whether they were met. */
  readonly results: readonly { readonly name: string; readonly met: Node; readonly when: Node }[];
  /** The endpoint or edge. */
  readonly at: string;
  readonly forwards: number;
  /** What a request gets to that nothing else becomes of. */
  readonly end: Node;
  /** Internal endpoints that the request is on its way through, of those that it may come to again. */
  readonly way: readonly string[];
}

/** What may lie ahead of a request that comes to an internal endpoint. */
interface Ahead {
  /** The endpoints that it may come to, the first one included. */
  readonly endpoints: ReadonlySet<string>;
  /** Equal where all of them have the same policies. */
  readonly content: string;
  /** Whether one of them may read what actions before it have left. */
  readonly readsResults: boolean;
}

/** A header that a rule has changed. */
interface HeaderSet {
  /** Undefined where any header may be any. */
  readonly name: string | undefined;
  /** One more value, null for none any more, undefined for one that nobody can tell. */
  readonly value: string | null | undefined;
  /** The requests that it is changed for. */
  readonly when: Node;
  /** Names what nobody can tell. */
  readonly version: string;
}

/** States in which requests come to policies; past them what becomes of a request is not followed. */
const MOST_DONE = 200;

/** Whether an expression that fails stops requests at a rule that does nothing to them: the question's name. */
export const FAILS_IDLY = "failing expressions of rules that decide nothing";

/** Work that a rule makes, in steps of diagrams. */
const STEPS_OF_A_RULE = 20;

/** Variables and sign-ons that are followed within one phase. */
const MOST_FOLLOWED = 200;

/** Whether an expression is true, and whether it is false; where it is neither, it fails. */
interface Truth {
  readonly yes: Node;
  readonly no: Node;
}

/** A rule with the requests that it runs for, for finding what has stopped a client. */
export interface RuleEffect {
  readonly rule: GuardRule;
  readonly policy: TrafficPolicy;
  /** What becomes of requests that come to it, if all later rules let them through. */
  readonly level: Node;
}

const digest = (...parts: readonly unknown[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);

/** Makes diagrams of what becomes of requests, by policies of one side. */
export class Policies {
  private readonly guards: Guards;
  private readonly done = new Map<string, Node>();
  private readonly ahead = new Map<string, Ahead>();

  constructor(
    private readonly decisions: Diagram,
    private readonly internal: InternalEndpoints,
    /** Kind of the endpoint or edge: what runs there. */
    private readonly isHttp: boolean | undefined,
    /** Of an endpoint whose TLS the service ends by its default, unless a policy says how; undefined for others. */
    private readonly scheme: string | undefined,
  ) {
    this.guards = new Guards(decisions);
  }

  /** What becomes of a request that comes to a policy. @param at - Identifies the endpoint or edge, equal on both sides. */
  level(policy: TrafficPolicy, at: string): Node {
    return this.run(policy, this.begin(at), true);
  }

  /** The same without a policy. */
  levelWithout(): Node {
    return this.handshake(THROUGH, []);
  }

  /** An endpoint takes TLS 1.2 and newer, unless `terminate-tls` has run. */
  private handshake(level: Node, stages: readonly { rule: GuardRule; state: State }[]): Node {
    if (this.scheme !== "https" && this.scheme !== "tls") return level;
    const { decisions } = this;
    const said = stages
      .filter(({ rule }) => rule.phase === "on_tcp_connect")
      .filter(({ rule }) => rule.actions.some(({ type }) => type === "terminate-tls"))
      .map(({ rule, state }) =>
        decisions.every(rule.conditions.map((condition) => this.truth(condition, state).yes)),
      );
    return decisions.choose(decisions.either(decisions.some(said), this.guards.versionFrom(2)), level, AWAY);
  }

  private begin(at: string): State {
    return {
      url: "",
      headers: "",
      vars: "",
      before: "",
      headerSets: [],
      sets: [],
      isForwarded: false,
      phase: "on_tcp_connect",
      isAnswered: false,
      signedOn: [],
      results: [],
      at,
      forwards: 0,
      end: THROUGH,
      way: [],
    };
  }

  /** What each rule by itself does to requests that come to it: the rules in order, those of internal endpoints too. */
  effects(policy: TrafficPolicy, at: string): RuleEffect[] {
    const { reading } = policy;
    if (reading === undefined) return [];
    return this.stages(reading, this.begin(at), policy).map(({ rule, state }) => ({
      rule,
      policy,
      level: this.rule(rule, state, THROUGH, policy),
    }));
  }

  private run(policy: TrafficPolicy, start: State, isEntry: boolean): Node {
    const { reading } = policy;
    const unread = () =>
      this.anything(`policy ${policy.content}`, "by a policy that cannot be read", start.end);
    if (reading === undefined) return unread();
    const key = digest(policy.content, policy.site.owner, policy.site.side, start);
    const found = this.done.get(key);
    if (found !== undefined) return found;
    this.decisions.spend(reading.rules.length * STEPS_OF_A_RULE);
    const stages = this.stages(reading, start, policy);
    const isHttp = isEntry ? this.isHttp : start.phase !== "on_tcp_connect";
    // No connection is made to an internal HTTP endpoint.
    const skips = !isEntry && isHttp;
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
    return decisions.followedBy(level, (end) =>
      end === AWAY
        ? AWAY
        : rules.reduce<Node>(
            (rest, { rule, state }) =>
              this.rule(rule, { ...state, isAnswered: end === ANSWERED }, rest, policy),
            end,
          ),
    );
  }

  /** The rules that decide, each with what those before have made of the request. */
  private stages(
    { rules }: GuardReading,
    start: State,
    policy: TrafficPolicy,
  ): { rule: GuardRule; state: State }[] {
    let state = start;
    return rules
      .filter(({ phase }) => phase !== "on_event_stream_message")
      .map((rule) => {
        if (rule.phase !== state.phase) state = { ...state, phase: rule.phase, vars: "", sets: [] };
        const stage = { rule, state };
        state = this.after(rule, state, policy.site);
        return stage;
      });
  }

  private rule(rule: GuardRule, state: State, rest: Node, policy: TrafficPolicy): Node {
    const { decisions } = this;
    // A rule whose own state is that of its action: actions of one rule follow each other.
    const states = [state];
    for (const action of rule.actions)
      states.push(this.afterAction(action, states.at(-1) as State, rule, YES));
    const body = rule.actions.reduceRight(
      (next, action, at) => this.action(action, states[at] as State, next, policy),
      rest,
    );
    const truths = rule.conditions.map((condition) => this.truth(condition, state));
    const yes = decisions.every(truths.map((truth) => truth.yes));
    const no = decisions.some(truths.map((truth) => truth.no));
    if (decisions.either(yes, no) === YES) return decisions.choose(yes, body, rest);
    // An expression that fails is taken for false, or its error is answered.
    const failed = decisions.choose(
      this.guards.unknown({
        of: "reading",
        key: body === rest ? FAILS_IDLY : "failing expressions",
        yes: "that an expression fails for",
        no: "that an expression fails for",
      }),
      AWAY,
      rest,
    );
    return decisions.choose(yes, body, decisions.choose(no, rest, failed));
  }

  private action(action: GuardAction, state: State, rest: Node, policy: TrafficPolicy): Node {
    const { decisions } = this;
    if (state.phase === "on_http_response") {
      if (action.effect === "unknown")
        return decisions.choose(this.doubt(`goes on ${this.contentOf(action, state)}`), rest, AWAY);
      // What upstream has answered is kept from the client, and the request has got there: the reference says no more of it.
      if (action.effect === "answers")
        return state.isAnswered
          ? answerOf(action.status)
          : decisions.choose(this.doubt("responses"), rest, answerOf(action.status));
      if (action.effect === "changes") return this.changed(action, state, rest);
      if (action.effect !== "guards" || action.isEnforced === false) return rest;
      const meets = this.meets(action.requires, state, action, policy.site);
      const isShown = state.isAnswered ? meets : decisions.either(meets, this.doubt("responses"));
      const mayShow =
        action.isEnforced === true ? NO : this.doubt(`enforced ${this.contentOf(action, state)}`);
      return decisions.choose(decisions.either(isShown, mayShow), rest, AWAY);
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
          ? decisions.choose(this.doubt(`fails ${action.content}`, "case"), rest, this.handedOver())
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
        // The reference has no such key for tokens: it may be that nobody looks at it.
        const isDoubtful = action.isEnforced === undefined || action.requires.asks === "jwt";
        if (action.isEnforced === false && !isDoubtful) return rest;
        const meets = this.meets(action.requires, state, action, policy.site);
        const kept =
          action.isEnforced !== true
            ? decisions.choose(this.doubt(`enforced ${this.contentOf(action, state)}`), AWAY, rest)
            : AWAY;
        return decisions.choose(meets, this.pages(action.requires, state, rest), kept);
      }
      case "forwards":
        return this.byVariables(variablesIn(action.url.text), state, (values) =>
          this.forward(this.filled(action.url, values, state), action.goesOn, state, rest),
        );
      case "unknown": {
        const content = this.contentOf(action, state);
        const [goesOn, key] = [this.doubt(`goes on ${content}`), `action ${content}`];
        const what = `by ${unknownText(action, policy)}`;
        if (!action.isHidden) return decisions.choose(goesOn, rest, this.anything(key, what, state.end));
        // It stands for whatever it hides: whom it lets in comes to the rules after it, or past them.
        return this.anything(key, what, decisions.choose(goesOn, rest, state.end), true);
      }
    }
  }

  /** An error of a request that it sends itself ends the policy, unless it goes on. */
  private changed(action: GuardAction & { readonly effect: "changes" }, state: State, rest: Node): Node {
    if (action.what === "url") return this.rewritten(action, state, rest);
    if (action.what !== "results" || action.goesOn) return rest;
    const fails = this.guards.unknown({
      of: "case",
      key: `fails ${this.contentOf(action, state)}`,
      yes: `for which ${action.type} fails`,
      no: `for which ${action.type} does not fail`,
    });
    return this.decisions.choose(fails, AWAY, rest);
  }

  /** The service that an `ai-gateway` asks. */
  private handedOver(): Node {
    return this.decisions.place("the AI gateway");
  }

  /** What a request with another URL gets to is not what it would have got to with its own. */
  private rewritten(
    { rewrite, content }: Extract<GuardAction, { effect: "changes"; what: "url" }>,
    state: State,
    rest: Node,
  ): Node {
    const { decisions } = this;
    const other = decisions.followedBy(rest, (end) =>
      end === AWAY || end === ANSWERED ? end : decisions.otherWayTo(end, content, rewrite),
    );
    if (rewrite?.from === undefined) return other;
    const isFound = this.test({ subject: "req.url", is: "match", value: rewrite.from }, state);
    return decisions.choose(isFound, other, rest);
  }

  /** A client is sent elsewhere unless the URL is, or becomes, the one that it asks for. */
  private redirects(
    { from, to }: { readonly from: string | undefined; readonly to: string },
    state: State,
  ): Node {
    const { decisions, guards } = this;
    const key = `redirect ${digest(from, to, state.url, state.isForwarded)}`;
    // What the URL is behind forward-internal is not told.
    if (from !== undefined || state.isForwarded || state.url !== "" || to.includes("${"))
      return guards.unknown({
        of: "case",
        key,
        yes: "that a redirect matches",
        no: "that a redirect does not match",
      });
    const isThere = to.startsWith("/")
      ? decisions.both(guards.text({ subject: "req.url.path", is: "equal", value: to }), this.doubt(key))
      : guards.text({ subject: "req.url", is: "equal", value: to });
    return decisions.not(isThere);
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

  private preflight(state: State): Node {
    const isAsked = this.guards.fact({
      key: "preflight",
      yes: "of CORS preflights",
      no: "that are no CORS preflights",
    });
    return this.decisions.both(
      this.test({ subject: "req.method", is: "equal", value: "OPTIONS" }, state),
      isAsked,
    );
  }

  private mayPass({ passesPreflight }: { passesPreflight: boolean | undefined }): Node {
    if (passesPreflight === undefined) return this.doubt("preflight");
    return passesPreflight ? YES : NO;
  }

  private forward(url: ConfiguredText, goesOn: boolean, state: State, rest: Node): Node {
    const { decisions } = this;
    const to = String(canonicalUrl(url.text));
    const isOdd =
      url.isFilledIn ||
      !/^(?:https?|tcp|tls):\/\/[^/?#@]*\.internal\.?(?::\d+)?(?:\/|$)/i.test(to) ||
      /^https?:/i.test(to) !== (state.phase !== "on_tcp_connect");
    const key = url.isFilledIn ? digest(url.text, state) : to;
    // Whatever it does there, and whether anything does, is the same before and after.
    const elsewhere = () => decisions.place(to);
    if (isOdd)
      return this.anything(
        `internal ${key}`,
        `by ${url.isFilledIn ? "an internal endpoint" : to.slice(0, 80)}, which cannot be seen`,
        decisions.place(url.isFilledIn ? `an internal endpoint that ${key} names` : to),
      );
    const { hidden } = this.internal;
    if (hidden !== "")
      return decisions.choose(
        this.doubt(`${hidden} serves ${to}`),
        this.anything(
          `hidden ${hidden} at ${to}`,
          `by what serves ${to}, where a URL is hidden`,
          this.decisions.place(to),
        ),
        this.served(to, goesOn ? rest : AWAY, elsewhere, state),
      );
    return this.served(to, goesOn ? rest : AWAY, elsewhere, state);
  }

  /** What becomes of a request that is forwarded to an internal URL. @param absent - Where nothing serves it. */
  private served(to: string, absent: Node, elsewhere: () => Node, state: State): Node {
    const { decisions } = this;
    const found = this.internal.at(to);
    if (found === undefined && absent === AWAY) return elsewhere();
    if (found === undefined)
      return decisions.choose(this.doubt(`an endpoint at ${to}`, "case"), elsewhere(), absent);
    const levels = found.map((endpoint) => this.inside(endpoint, to, state));
    const [first, ...others] = levels;
    if (first === undefined) return absent;
    // The service picks one of a pool for each request.
    return others.reduce(
      (level, other, at) => decisions.choose(this.doubt(`pick ${at} of ${to}`, "pick"), other, level),
      first,
    );
  }

  /** What becomes of a request that an internal endpoint gets. Equal states there are judged once. */
  private inside(endpoint: InternalEndpoint, to: string, state: State): Node {
    const { id, policy } = endpoint;
    if ("hidden" in policy)
      return this.anything(
        `policy ${policy.hidden}`,
        `by ${to}, whose policy cannot be seen`,
        this.decisions.place(to),
        true,
      );
    const ahead = this.aheadOf(endpoint);
    const inside: State = {
      ...state,
      isForwarded: true,
      vars: "",
      sets: [],
      before: ahead.readsResults ? digest("forwarded", state.before) : "forwarded",
      signedOn: [],
      results: [],
      at: id,
      forwards: state.forwards + 1,
      way: [...state.way, id].filter((urn) => ahead.endpoints.has(urn)).sort(),
    };
    const isCircle = state.way.includes(id) || state.forwards >= MOST_FORWARDS;
    if (!isCircle && this.done.size < MOST_DONE) return this.run(policy, inside, false);
    // How often a request may come to the same endpoint is not told. The question is another one where policies differ.
    const { url, headers, phase, before } = inside;
    const key = digest(ahead.content, url, headers, phase, before);
    return this.anything(
      `circle ${key}`,
      `by ${to.slice(0, 80)}, by too many ways to judge`,
      this.decisions.place(to),
    );
  }

  private aheadOf(start: InternalEndpoint): Ahead {
    const found = this.ahead.get(start.id);
    if (found !== undefined) return found;
    const contents = new Map<string, string>();
    let readsResults = false;
    const open = [start];
    for (let next = open.pop(); next; next = open.pop()) {
      const { id, policy } = next;
      if (contents.has(id)) continue;
      contents.set(id, "hidden" in policy ? policy.hidden : policy.content);
      const rules = "hidden" in policy ? [] : (policy.reading?.rules ?? []);
      this.decisions.spend(rules.length);
      for (const rule of rules) {
        readsResults ||= mayReadResults(rule);
        for (const action of rule.actions)
          if (action.effect === "forwards" && !action.url.isFilledIn)
            open.push(...(this.internal.at(String(canonicalUrl(action.url.text))) ?? []));
      }
    }
    const content = digest([...contents.values()].sort());
    const ahead = { endpoints: new Set(contents.keys()), content, readsResults };
    this.ahead.set(start.id, ahead);
    return ahead;
  }

  /** Anything may become of a request. @param through - What becomes of one that is let in. */
  private anything(key: string, what: string, through: Node, isPolicy?: true): Node {
    const lets = this.guards.unknown({
      of: "case",
      key,
      yes: `let in ${what}`,
      no: `kept out ${what}`,
      ...(isPolicy && { isPolicy }),
    });
    return this.decisions.choose(lets, through, AWAY);
  }

  private doubt(key: string, of: UnknownQuestion["of"] = "reading"): Node {
    const text = "depending on what only the service knows";
    return this.guards.unknown({ of, key, yes: text, no: text });
  }

  private meets(given: Requirement, state: State, action: GuardAction, site: PolicySite): Node {
    if (action.reads.length === 0) return this.met(given, state, action, site);
    return this.byVariables(variablesIn(JSON.stringify(given)), state, (values) =>
      this.met(
        withTexts(given, (text) => this.filled(text, values, state)),
        state,
        action,
        site,
      ),
    );
  }

  /** What becomes of a request by the values of some variables. */
  private byVariables(names: readonly string[], state: State, of: (values: Values) => Node): Node {
    const { decisions } = this;
    const ways = waysOf(new Set(names), state.sets, decisions);
    return ways.reduce<Node>((rest, { when, values }) => decisions.choose(when, of(values), rest), NO);
  }

  private filled(text: ConfiguredText, values: Values, state: State): ConfiguredText {
    return filledIn(text, values, (roots) => this.madeOf(roots, state));
  }

  /** Names what rules before have made of what expressions read. */
  private madeOf(roots: readonly string[], state: State): string {
    return digest(
      roots.includes("req") ? [state.url, state.headers, state.isForwarded, state.phase] : "",
      roots.includes("vars") ? state.vars : "",
      roots.includes("actions") ? state.before : "",
      roots.includes("endpoint") ? state.at : "",
    );
  }

  /** Equal for actions that mean the same, what they are filled in with included. */
  private contentOf({ content, reads }: GuardAction, state: State): string {
    return reads.length === 0 ? content : digest(content, this.madeOf(reads, state));
  }

  private met(requires: Requirement, state: State, action: GuardAction, site: PolicySite): Node {
    const { decisions, guards } = this;
    const own = () =>
      this.doubt(
        `requirement ${action.content} ${state.before} ${isFilled(requires) ? "" : state.at}`,
        "case",
      );
    switch (requires.asks) {
      case "address":
        return this.address(requires, site) ?? own();
      case "password":
        return decisions.some(requires.credentials.map((credential) => this.password(credential, site)));
      case "oauth":
      case "openid-connect": {
        if (requires.by.isFilledIn) return own();
        const clientId = requires.clientId?.text ?? "";
        const user =
          requires.asks === "oauth"
            ? guards.signedOn("oauth", requires.by.text)
            : guards.openIdConnect(requires.by.text, clientId);
        const isOfApplication =
          requires.asks === "oauth" && clientId !== "" ? guards.application(clientId, requires.by.text) : YES;
        const passes = decisions.both(user, isOfApplication);
        return decisions.either(passes, decisions.both(this.preflight(state), this.mayPass(requires)));
      }
      case "jwt":
        return decisions.every(requires.places.map((place) => this.token(requires, place, site)));
      case "signature":
        return requires.provider.isFilledIn
          ? own()
          : guards.signature(
              requires.provider.text,
              secretOf(requires.secret, site),
              "policy",
              placeOf(requires.secret, site),
            );
      case "tls":
        return this.tls(requires, site) ?? own();
    }
  }

  private address(
    { allow, deny, ipPolicies }: Extract<Requirement, { asks: "address" }>,
    site: PolicySite,
  ): Node | undefined {
    const rule =
      (action: "allow" | "deny") =>
      (cidr: ConfiguredText): NetworkRule => ({
        cidr: isCidr(cidr) ? withPrefix(cidr.text) : undefined,
        action,
        content: `${action} ${cidr.text}`,
      });
    const rules = [...allow.map(rule("allow")), ...deny.map(rule("deny"))];
    if ([...allow, ...deny].some((cidr) => !cidr.isFilledIn && !isCidr(cidr))) return undefined;
    return this.guards.address(
      ipPolicies.length === 0 ? Networks.of(rules, [], "") : site.networksOf(ipPolicies, rules),
    );
  }

  private password(credential: ConfiguredText, site: PolicySite): Node {
    const at = placeOf(credential, site);
    return this.guards.fact({
      key: `password ${digest(secretOf(credential, site))}`,
      yes: "with one of the user names and passwords of the policy",
      no: "without one of the user names and passwords",
      oneOf: "authorization",
      about: "password",
      ...(at !== undefined && { at }),
    });
  }

  private token(
    { issuers, audiences, algorithms, keys }: Extract<Requirement, { asks: "jwt" }>,
    place: string,
    site: PolicySite,
  ): Node {
    const { decisions, guards } = this;
    const unseen = (name: string, value: ConfiguredText) =>
      this.doubt(`claim ${name} ${secretOf(value, site)}`, "guard");
    const claim = (name: string) => (value: ConfiguredText) =>
      value.isFilledIn
        ? unseen(name, value)
        : guards.text({ subject: `token ${place} ${name}`, is: "equal", value: value.text });
    const audience = (value: ConfiguredText) =>
      value.isFilledIn
        ? unseen("audience", value)
        : guards.fact({
            key: `audience ${place} ${value.text}`,
            yes: "with a token for an audience of the policy",
            no: "with a token for another audience",
          });
    // The reference does not say whether a token without an audience passes where one is wanted.
    const forAnybody = decisions.both(
      guards.fact({
        key: `no audience ${place}`,
        yes: "with a token without an audience",
        no: "with a token that has an audience",
      }),
      this.doubt("tokens without an audience"),
    );
    const signed = guards.fact({
      key: `token ${place} ${digest(keys.map((key) => secretOf(key, site)).sort())}`,
      yes: "with a valid token",
      no: "without a valid token",
      about: `token ${place}`,
    });
    return decisions.every([
      signed,
      decisions.some(algorithms.map(claim("algorithm"))),
      decisions.some(issuers.map(claim("issuer"))),
      audiences.length === 0 ? YES : decisions.either(decisions.some(audiences.map(audience)), forAnybody),
    ]);
  }

  private tls(
    { lowest, highest, authorities, certificate }: Extract<Requirement, { asks: "tls" }>,
    site: PolicySite,
  ): Node | undefined {
    const { decisions, guards } = this;
    const level = (version: string) => ["1.0", "1.1", "1.2", "1.3"].indexOf(version);
    const [from, to] = [level(lowest), level(highest)];
    if (from < 0 || to < 0) return undefined;
    const speaks = decisions.both(
      guards.versionFrom(from),
      to >= 3 ? YES : decisions.not(guards.noVersionBefore(to + 1)),
    );
    if (from > to) return NO;
    if (certificate === undefined || certificate === "if there is one") return speaks;
    if (certificate === "any") return decisions.both(speaks, guards.anyCertificate());
    const trusted = authorities.map((authority) => {
      if (authority.isFilledIn) return this.doubt(`authority ${secretOf(authority, site)}`, "guard");
      const { key, name } = site.authorityOf(authority.text);
      return guards.certificateOf(key, name);
    });
    return decisions.both(speaks, decisions.some(trusted));
  }

  private truth(condition: Condition, state: State): Truth {
    const { decisions } = this;
    switch (condition.kind) {
      case "constant":
        return condition.value ? { yes: YES, no: NO } : { yes: NO, no: YES };
      case "not": {
        const { yes, no } = this.truth(condition.of, state);
        return { yes: no, no: yes };
      }
      case "all":
      case "any": {
        const of = condition.of.map((one) => this.truth(one, state));
        const [yes, no] = [of.map((one) => one.yes), of.map((one) => one.no)];
        return condition.kind === "all"
          ? { yes: decisions.every(yes), no: decisions.some(no) }
          : { yes: decisions.some(yes), no: decisions.every(no) };
      }
      case "undecided":
        return this.undecided(condition, state);
      case "test":
        return this.tested(condition, state);
    }
  }

  private undecided(condition: Extract<Condition, { kind: "undecided" }>, state: State): Truth {
    const { text, reads } = condition;
    const names = reads.includes("vars") ? variablesIn(text) : [];
    const truthBy = (values: Values): Truth => {
      const constants = [...values].filter(([, value]) => !value.isFilledIn);
      const said =
        constants.length > 0
          ? readCondition(text, new Map(constants.map(([name, value]) => [`vars.${name}`, value.text])))
          : condition;
      return said.kind === "undecided" ? this.unread(condition, state) : this.truth(said, state);
    };
    return {
      yes: this.byVariables(names, state, (values) => truthBy(values).yes),
      no: this.byVariables(names, state, (values) => truthBy(values).no),
    };
  }

  private unread({ text, reads }: Extract<Condition, { kind: "undecided" }>, state: State): Truth {
    const { decisions, guards } = this;
    const key = digest(text, this.madeOf(reads, state));
    const shown = conditionText({ kind: "undecided", text, reads });
    const yes = guards.unknown({
      of: "case",
      key: `true ${key}`,
      yes: `for which ${shown} is true`,
      no: `for which ${shown} is not true`,
      about: text,
    });
    const fails = guards.unknown({
      of: "case",
      key: `fails ${key}`,
      yes: `for which ${shown} fails`,
      no: `for which ${shown} does not fail`,
      about: text,
    });
    return { yes, no: decisions.both(decisions.not(yes), decisions.not(fails)) };
  }

  private tested(test: Test, state: State): Truth {
    const { decisions } = this;
    const isThere = this.presence(test, state);
    const asked = this.test(test, state);
    return { yes: decisions.both(isThere, asked), no: decisions.both(isThere, decisions.not(asked)) };
  }

  /** Where it is not there, a test of it fails. */
  private presence({ needs, subject }: Test, state: State): Node {
    if (needs === undefined) return YES;
    const name = needs === true ? subject : needs;
    if (needs !== true) return this.test({ subject: name, is: "present", value: "" }, state);
    const { decisions } = this;
    let isThere = NO;
    // The sign-on that a request has passed tells who the user is.
    if (/^actions\.ngrok\.oauth\.identity\.(?:id|email|name)$/.test(subject))
      for (const { by, when } of state.signedOn)
        isThere = decisions.choose(when, by === undefined ? NO : YES, isThere);
    for (const { name: variable, when } of setsOf(subject, state))
      isThere = decisions.choose(when, variable === undefined ? NO : YES, isThere);
    for (const { when } of resultsOf(subject, state)) isThere = decisions.either(isThere, when);
    if (isThere === YES) return YES;
    return decisions.either(
      isThere,
      this.doubt(`there is ${subject} ${this.versionOf(subject, state)}`, "case"),
    );
  }

  private test(test: Pick<Test, "subject" | "is" | "value"> & { isFolded?: boolean }, state: State): Node {
    const { subject, is, value, isFolded = false } = test;
    if (is === "network" || subject === "conn.client_ip") {
      const network = is === "network" ? value : is === "equal" ? hostNetwork(value) : undefined;
      if (subject !== "conn.client_ip" || network === undefined)
        return is === "network"
          ? this.doubt(`${subject} in ${value} ${this.versionOf(subject, state)}`, "case")
          : this.guards.text({ subject, is, value, isFolded });
      if (!isCidr({ text: network, isFilledIn: false })) return this.doubt(`address in ${network}`);
      const rule: NetworkRule = { cidr: withPrefix(network), action: "allow", content: "" };
      return this.guards.address(Networks.of([rule], [], ""));
    }
    const { decisions, guards } = this;
    const asked = (version: string) => guards.text({ subject, is, value, isFolded, version });
    if (HEADER.test(subject)) return this.header(test, state);
    let result = asked(this.versionOf(subject, state));
    // The users of a provider are the same for its module and its action.
    if (subject === "actions.ngrok.oauth.identity.email")
      for (const { by, when } of state.signedOn) {
        const user = by === undefined ? subject : `identity oauth ${by}`;
        const version = by === undefined ? this.versionOf(subject, state) : "";
        result = decisions.choose(when, guards.text({ subject: user, is, value, isFolded, version }), result);
      }
    for (const { met, when } of resultsOf(subject, state)) {
      const own = OUTCOMES[value];
      if (is === "equal" && own !== undefined)
        result = decisions.choose(when, own ? met : decisions.not(met), result);
    }
    for (const set of setsOf(subject, state)) {
      const isText = set.value?.isFilledIn === false && is !== "present";
      const passes = isText ? holds({ is, value, isFolded }, set.value.text) : undefined;
      const own = passes === undefined ? asked(`vars ${set.version}`) : passes ? YES : NO;
      result = decisions.choose(set.when, own, result);
    }
    return result;
  }

  /** A test of a header, or of whether it is there. */
  private header(test: Pick<Test, "subject" | "is" | "value"> & { isFolded?: boolean }, state: State): Node {
    const { decisions, guards } = this;
    const { subject, is, value, isFolded = false } = test;
    const [, name = "", place] = HEADER.exec(subject) ?? [];
    const asked = (version: string) => guards.text({ subject, is, value, isFolded, version });
    const isThereAs = (version: string) =>
      guards.text({ subject: `req.headers.${name}`, is: "present", value: "", version });
    const version = this.versionOf(subject, state);
    let [result, isThere] = [asked(version), isThereAs(version)];
    for (const set of state.phase === "on_tcp_connect" ? [] : state.headerSets) {
      if (set.name !== undefined && set.name !== name) continue;
      const isText = typeof set.value === "string" && is !== "present" && is !== "network";
      const passes = isText ? holds({ is, value, isFolded }, set.value) : undefined;
      const added = passes === undefined ? asked(set.version) : passes ? YES : NO;
      const then =
        set.value === null
          ? NO
          : set.name === undefined
            ? asked(set.version)
            : is === "present"
              ? YES
              : place === "*"
                ? decisions.either(result, added)
                : decisions.choose(isThere, result, added);
      result = decisions.choose(set.when, then, result);
      const isThereThen = set.value === null ? NO : set.name === undefined ? isThereAs(set.version) : YES;
      isThere = decisions.choose(set.when, isThereThen, isThere);
    }
    return result;
  }

  /** What a rule leaves for those after it. */
  private after(rule: GuardRule, state: State, site: PolicySite): State {
    const when = this.decisions.every(rule.conditions.map((condition) => this.truth(condition, state).yes));
    return rule.actions.reduce((at, action) => {
      const next = this.afterAction(action, at, rule, when);
      const name = resultNameOf(action.type);
      if (name === undefined || !Object.hasOwn(RESULTS, name)) return next;
      if (action.effect !== "guards") return { ...next, results: [] };
      const met = this.meets(action.requires, at, action, site);
      return { ...next, results: followed([...next.results, { name, met, when }], undefined) };
    }, state);
  }

  /** @param when - The requests that the action runs for. */
  private afterAction(action: GuardAction, state: State, rule: GuardRule, when: Node): State {
    const before = digest(state.before, rule.content, action.index);
    const next = { ...state, before };
    const version = `after ${before}`;
    const anySet = { name: undefined, value: undefined, when, version };
    const anyHeader = anySet;
    if (action.effect === "unknown" || (action.effect === "forwards" && action.goesOn))
      return {
        ...next,
        url: version,
        headers: version,
        headerSets: followed([...state.headerSets, anyHeader], { ...anyHeader, when: YES }),
        vars: version,
        sets: followed([...state.sets, anySet], { ...anySet, when: YES }),
        signedOn: followed([...state.signedOn, { by: undefined, when }], { by: undefined, when: YES }),
      };
    if (action.effect === "changes" && action.what === "vars") {
      const sets = [...state.sets];
      for (const set of action.sets ?? [undefined])
        sets.push(...(set ? this.setTo(set, { ...state, sets }, when, before) : [anySet]));
      return { ...next, vars: version, sets: followed(sets, { ...anySet, when: YES }) };
    }
    if (action.effect === "changes" && action.what === "headers") {
      const changed = action.sets?.map(
        ({ name, value }): HeaderSet => ({
          name,
          value: value?.isFilledIn || name === "host" ? undefined : value === null ? null : value?.text,
          when,
          version: `${before} ${name}`,
        }),
      );
      const headerSets = [...state.headerSets, ...(changed ?? [anyHeader])];
      return { ...next, headers: version, headerSets: followed(headerSets, { ...anyHeader, when: YES }) };
    }
    if (action.effect === "changes" && action.what !== "results") return { ...next, [action.what]: version };
    if (action.effect !== "guards" || action.requires.asks !== "oauth") return next;
    const { decisions } = this;
    const { by, passesPreflight } = action.requires;
    const isSure = action.isEnforced === true && passesPreflight !== undefined && !by.isFilledIn;
    // Preflights that pass without it have no user.
    const asked = passesPreflight ? decisions.both(when, decisions.not(this.preflight(state))) : when;
    const unknown = { by: undefined, when };
    const signedOn = [...state.signedOn, unknown, ...(isSure ? [{ by: by.text, when: asked }] : [])];
    return { ...next, signedOn: followed(signedOn, { by: undefined, when: YES }) };
  }

  /** A variable that is set, to what others have been set to before. */
  private setTo({ name, value }: VariableValue, state: State, when: Node, before: string): VariableSet[] {
    const set = { name, when, version: `${before} ${name}` };
    if (value === undefined) return [{ ...set, value }];
    return waysOf(new Set(variablesIn(value.text)), state.sets, this.decisions).map((way) => ({
      ...set,
      value: this.filled(value, way.values, state),
      when: this.decisions.both(when, way.when),
    }));
  }

  /** What has become of a variable on the way. */
  private versionOf(subject: string, state: State): string {
    if (subject.startsWith("vars.")) return `vars ${state.vars}`;
    if (subject.startsWith("actions.")) return `actions ${state.before}`;
    if (subject.startsWith("endpoint.")) return `endpoint ${state.at}`;
    if (subject.startsWith("time.") || subject.startsWith("res.")) return "moment";
    if (!subject.startsWith("req.")) return "";
    // While a connection is made there is no request yet.
    if (state.phase === "on_tcp_connect") return "connect";
    if (/^req\.(?:user_agent|method)\b/.test(subject)) return "";
    if (HEADER.test(subject)) return state.isForwarded && subject.includes("x-forwarded") ? "forwarded" : "";
    if (/^req\.(?:headers|cookies|content)/.test(subject)) return state.headers;
    const isPath = /^req\.url\.(?:path|raw_path|uri|query)/.test(subject);
    const isChanged = state.isForwarded && subject.startsWith("req.url") && !isPath;
    return isChanged ? `forwarded ${state.url}` : state.url;
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

/** A header by its name, and of its values the first one, any or whether there is one. */
const HEADER = /^req\.headers\.([^[\]]+?)(?:\[(0|\*)\])?$/;

/** A response of a policy: one that tells of an error lets nobody in. */
const answerOf = (status: number | undefined): Node =>
  status !== undefined && status >= 400 ? AWAY : ANSWERED;

/** Too many to follow: nothing is known of any of them. */
const followed = <T>(all: readonly T[], nothing: T | undefined): readonly T[] =>
  all.length <= MOST_FOLLOWED ? all : nothing === undefined ? [] : [nothing];

/** What may have set a variable. */
const setsOf = (subject: string, { sets }: State): readonly VariableSet[] =>
  subject.startsWith("vars.")
    ? sets.filter(({ name }) => name === undefined || subject === `vars.${name}`)
    : [];

/** Whether a guard was met, by what expressions compare its result with. */
const OUTCOMES: Readonly<Record<string, boolean>> = { allow: true, deny: false, true: true, false: false };

/** Below the result of a guard, the variable that says whether it was met. */
const RESULTS: Readonly<Record<string, string>> = {
  restrict_ips: "action",
  basic_auth: "credentials.authorized",
};

/** The guards whose result a variable is. */
const resultsOf = (subject: string, { results }: State) =>
  results.filter(({ name }) => subject === `actions.ngrok.${name}.${RESULTS[name]}`);

/** Whether what a rule does may depend on what actions before it have left. */
const mayReadResults = ({ conditions, actions }: GuardRule): boolean =>
  conditions.some(readsResults) ||
  actions.some((action) => {
    if (action.effect === "guards") return isFilled(action.requires);
    if (action.effect === "forwards") return action.url.isFilledIn;
    return action.effect === "unknown" || action.effect === "redirects";
  });

function readsResults(condition: Condition): boolean {
  switch (condition.kind) {
    case "constant":
      return false;
    case "not":
      return readsResults(condition.of);
    case "all":
    case "any":
      return condition.of.some(readsResults);
    case "undecided":
      return condition.reads.some((root) => root === "actions" || root === "vars");
    case "test":
      return /^(?:actions|vars)\./.test(condition.subject);
  }
}

const isFilled = (requires: Requirement): boolean =>
  Object.values(requires).some((value) =>
    (Array.isArray(value) ? value : [value]).some(
      (one: unknown) => (one as ConfiguredText | undefined)?.isFilledIn,
    ),
  );

/** A requirement with other texts in the place of its own. */
const withTexts = (requires: Requirement, of: (text: ConfiguredText) => ConfiguredText): Requirement => {
  const made = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(made)
      : (value as ConfiguredText | undefined)?.isFilledIn === undefined
        ? value
        : of(value as ConfiguredText);
  return Object.fromEntries(
    Object.entries(requires).map(([key, value]) => [key, made(value)]),
  ) as unknown as Requirement;
};

/** Identifies a text with what a vault fills it in with. */
function secretOf({ text, isFilledIn }: ConfiguredText, site: PolicySite): string {
  const values = isFilledIn ? site.valuesIn(text) : [];
  return values.length === 0 ? text : digest(text, values);
}

/** Where a secret is set: another one at the same place is not the same. Undefined where nobody can tell. */
function placeOf({ text, isFilledIn }: ConfiguredText, site: PolicySite): string | undefined {
  if (!isFilledIn) return "a literal";
  const values = site.valuesIn(text);
  return values.length === 0
    ? undefined
    : digest(
        text,
        values.map(({ urn }) => urn),
      );
}

const isCidr = ({ text, isFilledIn }: ConfiguredText): boolean => {
  const [address = "", prefix, more] = text.trim().split("/");
  const version = isIP(address);
  if (isFilledIn || version === 0 || more !== undefined || address.includes("%")) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
};

function withPrefix(text: string): string {
  const [address = "", prefix] = text.trim().split("/");
  return `${address}/${prefix ?? (isIP(address) === 4 ? 32 : 128)}`;
}

/** The network of one address, in the spelling that the service gives to addresses. */
function hostNetwork(text: string): string | undefined {
  if (isIP(text) === 4) return `${text}/32`;
  if (isIP(text) !== 6 || text.includes("%") || version4In(text) !== undefined) return undefined;
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  return canonical === text ? `${text}/128` : undefined;
}
