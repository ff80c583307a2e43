import { isIP } from "node:net";
import {
  BODY_LENGTH,
  type Condition,
  type ConfiguredText,
  type Constant,
  canonicalUrl,
  configuredText,
  fillOf,
  type GuardAction,
  type GuardReading,
  type GuardRule,
  interpolationsIn,
  type Requirement,
  type Rewrite,
  readCondition,
  resultNameOf,
  type Test,
  UNKNOWN_TEXT,
  type VariableValue,
} from "../traffic-policy/symbolic/guards";
import { filledWith } from "./destinations";
import { ANSWERED, AWAY, NO, type Node, REFUSED, THROUGH, YES } from "./diagram";
import { digest } from "./digest";
import { filledIn, type Values, type VariableSet, variablesIn, type Way, waysOf } from "./filled-in";
import { DEFAULT_TLS, HIDDEN_PLACE, type PolicySite, type TrafficPolicy } from "./guard";
import { type InternalEndpoint, type InternalEndpoints, Paths } from "./internal";
import { Guards } from "./module";
import { type NetworkRule, Networks, version4In } from "./networks";
import { type Diagram, UNSEEN_ENDPOINT, type UnknownQuestion, whyFilled, whyForwarded } from "./question";
import { isFilled, networkIn, Requirements } from "./requirements";
import {
  ANY_RESULT,
  begin,
  followed,
  forwardedSets,
  type HeaderRead,
  type HeaderSet,
  headerRead,
  leftAnyhow,
  leftBy,
  readVersion,
  type State,
  setsOf,
  setVersion,
  urlsAfter,
  urlsOf,
  versionOf,
} from "./state";
import { holds } from "./text";
import { changesAll } from "./url";
import { conditionText, expressionText } from "./words";

/** Internal endpoints that a request may go through. */
const MOST_FORWARDS = 10;

/** States in which requests come to policies; past them what becomes of a request is not followed. */
const MOST_DONE = 200;

/** Why nobody can decide what becomes of a request that comes back as it came, where errors are passed over. */
const GOES_ROUND =
  "the API reference does not say what becomes of a request that goes round where a policy goes on after an error";

const endsTls = ({ actions }: GuardRule): boolean => actions.some(({ type }) => type === "terminate-tls");

/** Why nobody can decide where a request gets to that comes back to an endpoint, or goes through very many. */
const FOLLOWED_NO_FURTHER = "a request that is forwarded again and again is not followed";

/** Why nobody can decide what depends on texts of which the reference does not say what they look like. */
const SPELLED_UNKNOWN: Readonly<Record<string, string>> = {
  "conn.tls.version": "the API reference does not say how conn.tls.version spells versions",
};

const NONE_KNOWN: ReadonlyMap<string, Constant> = new Map();

/** Work that a rule makes, in steps of diagrams. */
const STEPS_OF_A_RULE = 20;

type AnythingMore = Partial<Pick<UnknownQuestion, "isPolicy" | "why" | "of" | "isIndependent">> & {
  readonly place?: string;
  /** Why nobody can tell where it leads, unless that is hidden. */
  readonly leads?: string;
};

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

/** Where policies are, as far as it decides what becomes of requests. */
export interface PolicyPlace {
  /** Kind of the endpoint or edge: what runs there. */
  readonly isHttp: boolean | undefined;
  /** Whether the service ends TLS there by its default, unless a policy says how. */
  readonly endsTls: boolean;
  /** Whether connections come without TLS. */
  readonly isPlain: boolean;
  /** Whether requests come there by forward-internal alone: what it makes of their URLs is not told. */
  readonly isInternal: boolean;
  /** Internal URLs after whose failure a policy goes on, on one of the sides that are compared. */
  readonly caught: ReadonlySet<string>;
  /** Values of `endpoint.*`, where a policy of the endpoint itself reads them. */
  readonly endpoint: ReadonlyMap<string, Constant>;
}

/** Makes diagrams of what becomes of requests, by policies of one side. */
export class Policies {
  private readonly guards: Guards;
  private readonly done = new Map<string, Node>();
  private readonly paths: Paths;
  private readonly requirements: Requirements;

  constructor(
    private readonly decisions: Diagram,
    private readonly internal: InternalEndpoints,
    private readonly at: PolicyPlace,
  ) {
    this.guards = new Guards(decisions);
    this.paths = new Paths(decisions, internal);
    this.requirements = new Requirements(decisions, this.guards);
  }

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

  private run(policy: TrafficPolicy, start: State, isEntry: boolean): Node {
    const { reading } = policy;
    const unread = () => this.anything(`policy ${policy.content}`, "by a policy that cannot be read");
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
    for (const action of rule.actions) states.push(this.afterAction(action, states.at(-1) as State, YES));
    const body = rule.actions.reduceRight(
      (next, action, at) => this.action(action, states[at] as State, next, policy),
      rest,
    );
    // All expressions must be true for the actions to run: one that fails is not.
    return decisions.choose(this.holds(rule, state), body, rest);
  }

  private holds({ conditions }: GuardRule, state: State): Node {
    return this.decisions.every(conditions.map((condition, at) => this.truth(condition, state, at).yes));
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
        if (action.isEnforced === false) return rest;
        const meets = this.meets(action.requires, state, action, policy.site);
        const kept =
          action.isEnforced !== true ? decisions.choose(this.isEnforced(action, state), AWAY, rest) : AWAY;
        const passed = decisions.choose(meets, this.pages(action.requires, state, rest), kept);
        return this.ifFilled(valuesOf(action.requires), state, passed, rest);
      }
      case "forwards":
        return this.byVariables(variablesIn(action.url.text), state, (values) =>
          this.forward(
            action.url.text,
            this.filled(action.url, values, state),
            action.goesOn,
            { ...state, isCaught: state.isCaught || action.goesOn },
            rest,
          ),
        );
      case "unknown": {
        const content = this.contentOf(action, state);
        const what = `by ${unknownText(action, policy)}`;
        const why = `nobody can tell who is let in ${what}`;
        const [goesOn, key] = [this.doubt(`goes on ${content}`, "reading", why), `action ${content}`];
        const leads = `nobody can tell where they get to ${what}`;
        if (!action.isHidden) return decisions.choose(goesOn, rest, this.anything(key, what, { leads }));
        // It stands for whatever it hides: whom it lets in comes to the rules after it, or anywhere else.
        return this.anything(key, what, { isPolicy: true }, (end) => decisions.choose(goesOn, rest, end));
      }
    }
  }

  /** Whether a guard is enforced of which nobody can tell. */
  private isEnforced(action: GuardAction, state: State): Node {
    return this.guards.unknown({
      of: "reading",
      key: `enforced ${this.contentOf(action, state)}`,
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
      key: `fails ${this.contentOf(action, state)}`,
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

  /** Whether what a text reads is there. @param own - Variables that the action has set itself. */
  private canFill({ text, isFilledIn }: ConfiguredText, state: State, own?: ReadonlySet<string>): Node {
    if (!isFilledIn) return YES;
    return this.decisions.every(
      interpolationsIn(text).map(({ expression, open }) => {
        if (open) return YES;
        const fill = fillOf(expression);
        if (typeof fill === "boolean") return fill ? YES : NO;
        if (fill !== undefined) {
          const [, variable] = /^vars\.(\w+)$/.exec(fill.subject) ?? [];
          return variable !== undefined && own?.has(variable) ? YES : this.presence(fill, state);
        }
        const shown = `\${${expressionText(expression)}}`;
        return this.guards.unknown({
          of: "case",
          key: `fills ${digest(expression, readVersion(expression, state))}`,
          yes: `for which ${shown} can be filled in`,
          no: `for which ${shown} cannot be filled in`,
          why: `for which requests ${shown} can be filled in cannot be worked out`,
          about: expression,
        });
      }),
    );
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
      [AWAY, ANSWERED, REFUSED].includes(end) ? end : decisions.otherWayTo(end, content),
    );
    const made = decisions.choose(this.isRewritten(rewrite, state), other, rest);
    return this.ifFilled(rewrite ? [configuredText(rewrite.to)] : [], state, made, rest);
  }

  /** A URL in which what is looked for is not found stays what it is. */
  private isRewritten(rewrite: Rewrite | undefined, state: State): Node {
    if (rewrite?.from === undefined) return YES;
    return this.test({ subject: "req.url", is: "match", value: rewrite.from }, state);
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
        key: `redirect ${digest(from, to, versionOf("req.url", state))}`,
        yes: "that a redirect matches",
        no: "that a redirect does not match",
        why: state.isForwarded ? whyForwarded("req.url") : "whether a redirect matches cannot be worked out",
      });
    // What the URL is behind forward-internal is not told.
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

  private preflight(state: State): Node {
    const names = ["origin", "access-control-request-method"];
    // The headers that make one may come from rules.
    const isChanged = state.headerSets.some(({ name }) => name === undefined || names.includes(name));
    const isAsked = isChanged
      ? this.decisions.every(
          names.map((name) => this.test({ subject: `req.headers.${name}`, is: "present", value: "" }, state)),
        )
      : this.guards.fact({
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

  /** @param said - The URL as the policy writes it. */
  private forward(said: string, url: ConfiguredText, goesOn: boolean, state: State, rest: Node): Node {
    const { decisions } = this;
    const to = String(canonicalUrl(url.text));
    const isOdd =
      url.isFilledIn ||
      !/^(?:https?|tcp|tls):\/\/[^/?#@]*\.internal\.?(?::\d+)?(?:\/|$)/i.test(to) ||
      /^https?:/i.test(to) !== (state.phase !== "on_tcp_connect");
    const key = url.text;
    // Whatever it does there, and whether anything does, is the same before and after.
    const elsewhere = () => decisions.place(to);
    const absent = goesOn ? rest : AWAY;
    if (isOdd) {
      const name = url.isFilledIn ? expressionText(said) : to;
      const named = said.startsWith(UNKNOWN_TEXT) ? "an endpoint whose URL the preview does not show" : name;
      const leads = `nobody can tell where they get to by ${name.slice(0, 120)}`;
      const unseen = this.anything(
        `internal ${key}`,
        `by ${named.slice(0, 120)}${named === name ? ", which cannot be seen" : ""}`,
        {
          place: named,
          ...(named === name && { leads }),
          // Somebody's endpoint answers there, as behind a name that is written out.
          ...(!goesOn && isInternalTemplate(said, state) && { of: "guard", isIndependent: true }),
        },
      );
      return url.isFilledIn ? this.filledForward(said, named, key, absent, unseen, state) : unseen;
    }
    const { hidden } = this.internal;
    if (hidden !== "")
      return decisions.choose(
        this.doubt(
          `${hidden} serves ${to}`,
          "reading",
          `an endpoint whose URL is hidden may serve ${to.slice(0, 80)}`,
        ),
        this.anything(`hidden ${hidden} at ${to}`, `by what serves ${to}, where a URL is hidden`, {
          place: to,
        }),
        this.served(to, absent, elsewhere, state),
      );
    return this.served(to, absent, elsewhere, state);
  }

  /** What becomes of a request whose destination is filled in: it may come to any endpoint of a fitting URL. */
  private filledForward(
    said: string,
    named: string,
    key: string,
    absent: Node,
    unseen: Node,
    state: State,
  ): Node {
    const isHttp = state.phase !== "on_tcp_connect";
    return filledWith(said, this.internal.urls)
      .filter(({ url }) => /^https?:/.test(url) === isHttp)
      .reduceRight((level, { url, isNamed }) => {
        const isThere = isNamed
          ? this.truth(isNamed, state, 0).yes
          : this.guards.unknown({
              of: "case",
              key: `${key} names ${url}`,
              yes: `forwarded to ${url.slice(0, 80)} by ${named.slice(0, 80)}`,
              no: `not forwarded to ${url.slice(0, 80)} by ${named.slice(0, 80)}`,
              why: `nobody can tell where they get to by ${named.slice(0, 120)}`,
            });
        return this.decisions.choose(
          isThere,
          this.served(url, absent, () => this.decisions.place(url), state),
          level,
        );
      }, unseen);
  }

  /** What becomes of a request that is forwarded to an internal URL. @param absent - Where nothing serves it. */
  private served(to: string, absent: Node, elsewhere: () => Node, state: State): Node {
    const { decisions } = this;
    const found = this.internal.at(to);
    // Whether anything serves it makes no difference where no policy goes on without it.
    if (found === undefined && !this.at.caught.has(to)) return elsewhere();
    if (found === undefined)
      return decisions.choose(
        this.doubt(`an endpoint at ${to}`, "case", UNSEEN_ENDPOINT),
        elsewhere(),
        absent,
      );
    const own = this.ownAt(found, to, absent, state);
    if (!this.internal.hasCloser(to)) return own;
    // It is there or not on both sides alike: certain is only what holds either way.
    const hasCloser = this.guards.unknown({
      of: "reading",
      key: `closer endpoint at ${to}`,
      yes: `if another program or an agent serves ${to.slice(0, 80)}`,
      no: `unless another program or an agent serves ${to.slice(0, 80)}`,
      why: `another program or an agent may serve ${to.slice(0, 80)}`,
    });
    return decisions.choose(hasCloser, elsewhere(), own);
  }

  /** What becomes of a request that comes to endpoints of the program: the service picks one of a pool for each. */
  private ownAt(found: readonly InternalEndpoint[], to: string, absent: Node, state: State): Node {
    const [first, ...others] = found.map((endpoint) => this.inside(endpoint, to, state));
    if (first === undefined) return absent;
    return others.reduce(
      (level, other, at) => this.decisions.choose(this.doubt(`pick ${at} of ${to}`, "pick"), other, level),
      first,
    );
  }

  /** What becomes of a request that an internal endpoint gets. Equal states there are judged once. */
  private inside(endpoint: InternalEndpoint, to: string, state: State): Node {
    const { id, policy, hasUpstream, isOthers } = endpoint;
    if ("hidden" in policy)
      return this.anything(`policy ${policy.hidden}`, `by ${to}, whose policy cannot be seen`, {
        place: to,
        isPolicy: true,
      });
    const ahead = this.paths.of(endpoint);
    const inside: State = {
      ...state,
      isForwarded: true,
      headerSets: forwardedSets(state.headerSets),
      rule: "",
      sets: [],
      signedOn: [],
      ran: ahead.readsResults ? leftAnyhow(state) : [],
      at: id,
      end: hasUpstream === true ? this.decisions.place(to) : THROUGH,
      forwards: state.forwards + 1,
      way: [],
    };
    // One that comes back as what it came for the first time goes round for ever, and the service rejects it.
    const as = digest({ ...inside, forwards: 0 });
    const isRound = state.way.some((one) => one.id === id && one.as === as);
    if (isRound && !state.isCaught) return AWAY;
    const way = [...state.way, { id, as }].filter((one) => ahead.endpoints.has(one.id));
    const isCircle = state.way.some((one) => one.id === id) || state.forwards >= MOST_FORWARDS;
    if (!isCircle && this.done.size < MOST_DONE) {
      const start = { ...inside, way: way.sort((one, other) => (one.id < other.id ? -1 : 1)) };
      const level = this.run(policy, start, false);
      if (isOthers !== true) return level;
      return this.decisions.followedBy(level, (end) => (end === ANSWERED ? this.decisions.place(to) : end));
    }
    // How often a request that changes may come to the same endpoint is not told. The question is another one where policies differ.
    const { urls, headerSets, phase, ran } = inside;
    const key = digest(ahead.content, urls, headerSets, phase, ran);
    return this.anything(`circle ${key}`, `by ${to.slice(0, 80)}, after more forwards than are followed`, {
      place: to,
      leads: isRound ? GOES_ROUND : FOLLOWED_NO_FURTHER,
      ...(isRound && { why: GOES_ROUND }),
    });
  }

  /**
   * Anything may become of a request.
   *
   * @param place - Names where it may get to, which may be any place.
   * @param through - What becomes of one that is let in.
   */
  private anything(
    key: string,
    what: string,
    { place = HIDDEN_PLACE, leads, ...more }: AnythingMore = {},
    through = (anywhere: Node) => anywhere,
  ): Node {
    const lets = this.guards.unknown({
      of: "case",
      key,
      yes: `let in ${what}`,
      no: `kept out ${what}`,
      why: `nobody can tell who is let in ${what}`,
      ...more,
    });
    return this.decisions.choose(lets, through(this.decisions.anywhere(place, key, leads)), AWAY);
  }

  private doubt(key: string, of?: UnknownQuestion["of"], why?: string): Node {
    return this.guards.doubt(key, of, why);
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
  private byVariables(names: readonly string[], state: State, of: (values: Values, way: Way) => Node): Node {
    const { decisions } = this;
    const ways = waysOf(new Set(names), state.sets, decisions);
    return ways.reduce<Node>((rest, way) => decisions.choose(way.when, of(way.values, way), rest), NO);
  }

  private filled(text: ConfiguredText, values: Values, state: State): ConfiguredText {
    return filledIn(text, values, (expression) => readVersion(expression, state));
  }

  /** Equal for actions that mean the same, what they are filled in with included. */
  private contentOf({ content, reads }: GuardAction, state: State): string {
    const read = reads.map((expression) => readVersion(expression, state)).join("");
    return read === "" ? content : digest(content, read);
  }

  private met(requires: Requirement, state: State, action: GuardAction, site: PolicySite): Node {
    if (action.effect === "guards" && action.unknown) {
      const guard = `${action.type} with ${action.unknown.slice(0, 3).join(", ").slice(0, 80)}, which this version does not know`;
      return this.guards.unknown({
        of: "case",
        key: `settings of ${this.contentOf(action, state)}`,
        yes: `let in by ${guard}`,
        no: `kept out by ${guard}`,
      });
    }
    const own = () =>
      this.doubt(
        `requirement ${this.contentOf(action, state)} ${isFilled(requires) ? "" : state.at}`,
        "case",
      );
    const proven = this.byHeaders(requires, state, this.requirements.met(requires, site, own), site);
    return "passesPreflight" in requires
      ? this.decisions.either(proven, this.decisions.both(this.preflight(state), this.mayPass(requires)))
      : proven;
  }

  /** Rules before may have given a request what a guard reads as proof, or have taken it away. */
  private byHeaders(requires: Requirement, { headerSets }: State, met: Node, site: PolicySite): Node {
    const reads = proofHeader(requires);
    const sets = headerSets.filter(({ name }) => reads !== undefined && (name === undefined || reads(name)));
    const changed = this.decisions.some(sets.map(({ when }) => when));
    const key = digest(requires, valuesIn(requires, site), setVersion(sets));
    return changed === NO
      ? met
      : this.decisions.choose(changed, this.doubt(`proof ${key}`, "case", PROOF_CHANGED), met);
  }

  /** @param at - The place of the expression in its rule. */
  private truth(condition: Condition, state: State, at: number): Truth {
    const { decisions } = this;
    switch (condition.kind) {
      case "constant":
        return condition.value ? { yes: YES, no: NO } : { yes: NO, no: YES };
      case "failure":
        return { yes: NO, no: NO };
      case "not": {
        const { yes, no } = this.truth(condition.of, state, at);
        return { yes: no, no: yes };
      }
      case "open": {
        const [one, other] = condition.of.map((each) => this.truth(each, state, at)) as [Truth, Truth];
        const isFirst = this.doubt(condition.doubt, "reading", condition.doubt);
        return {
          yes: decisions.choose(isFirst, one.yes, other.yes),
          no: decisions.choose(isFirst, one.no, other.no),
        };
      }
      case "all":
      case "any": {
        const of = condition.of.map((one) => this.truth(one, state, at));
        const [yes, no] = [of.map((one) => one.yes), of.map((one) => one.no)];
        return condition.kind === "all"
          ? { yes: decisions.every(yes), no: decisions.some(no) }
          : { yes: decisions.some(yes), no: decisions.every(no) };
      }
      case "undecided":
        return this.undecided(condition, state, at);
      case "test":
        return this.tested(condition, state);
    }
  }

  private undecided(condition: Extract<Condition, { kind: "undecided" }>, state: State, at: number): Truth {
    const { text, reads, needs = [] } = condition;
    const names = reads.includes("vars") ? variablesIn(text) : [];
    const truthBy = ({ constants, set }: Way): Truth => {
      // It fails without a variable that it reads.
      if (set && needs.some((name) => !set.has(name.slice("vars.".length)))) return { yes: NO, no: NO };
      const known = new Map([
        ...[...constants].map(([name, value]) => [`vars.${name}`, value] as const),
        ...(reads.includes("endpoint") ? this.endpointOf(state) : []),
      ]);
      const said = known.size > 0 ? readCondition(text, known) : condition;
      return said.kind === "undecided" ? this.unread(condition, state, at) : this.truth(said, state, at);
    };
    return {
      yes: this.byVariables(names, state, (_, way) => truthBy(way).yes),
      no: this.byVariables(names, state, (_, way) => truthBy(way).no),
    };
  }

  /** The values of `endpoint.*`. What they are behind a forward is not looked at. */
  private endpointOf({ forwards }: State): ReadonlyMap<string, Constant> {
    return forwards === 0 ? this.at.endpoint : NONE_KNOWN;
  }

  private unread(condition: Extract<Condition, { kind: "undecided" }>, state: State, at: number): Truth {
    const { decisions, guards } = this;
    const { text, reads, draws } = condition;
    // Each rule draws numbers of its own.
    const drawn = draws && digest(state.rule, at, draws.index);
    const key = digest(text, readVersion(text, state), drawn);
    if (draws?.isOpen) {
      const yes = this.doubt(`draw ${key}`, "pick");
      return { yes, no: decisions.not(yes) };
    }
    const shown = conditionText(condition);
    const why = whyFilled(text) ?? `${shown} cannot be worked out`;
    // Which variables there are is the same for all requests, and so is what reads nothing of them.
    const isOfAll =
      /\bvars\b(?!\.\w+\b(?!\())/.test(text) ||
      (reads.every((root) => root === "endpoint") &&
        !text.startsWith(UNKNOWN_TEXT) &&
        !draws &&
        !/\buuid\b/.test(text));
    const of = isOfAll ? "reading" : "case";
    const yes = guards.unknown({
      of,
      key: `true ${key}`,
      yes: `for which ${shown} is true`,
      no: `for which ${shown} is not true`,
      why,
      about: text,
    });
    const fails = guards.unknown({
      of,
      key: `fails ${key}`,
      yes: `for which ${shown} fails`,
      no: `for which ${shown} does not fail`,
      why,
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
  private presence({ needs, subject }: Pick<Test, "needs" | "subject">, state: State): Node {
    if (this.at.isPlain && subject.startsWith("conn.tls.")) return NO;
    if (needs === undefined) return YES;
    const name = needs === true ? subject : needs;
    if (needs !== true) return this.test({ subject: name, is: "present", value: "" }, state);
    const { decisions } = this;
    if (subject.startsWith("vars.")) return this.isSet(subject, state);
    if (subject === BODY_LENGTH) {
      const why = `the API reference does not say what ${subject} is without the header`;
      const isNone = this.doubt(`${subject} without the header`, "reading", why);
      return decisions.either(
        this.test({ subject: "req.headers.content-length", is: "present", value: "" }, state),
        isNone,
      );
    }
    const version = versionOf(subject, state);
    const [, result] = /^actions\.ngrok\.(\w+)/.exec(subject) ?? [];
    if (result === undefined) return this.perhaps(subject, version);
    const isLeft = decisions.some(leftBy(result, state).map(({ when }) => when));
    if (isLeft === NO) return NO;
    if (claimIn(subject) !== undefined)
      return decisions.both(
        isLeft,
        this.test({ subject: name.replace(/\[\*\]$/, ""), is: "present", value: "" }, state),
      );
    let isThere = NO;
    // The sign-on that a request has passed tells who the user is.
    if (/^actions\.ngrok\.oauth\.identity\.(?:id|email|name)$/.test(subject))
      for (const { by, when } of state.signedOn)
        isThere = decisions.choose(when, by === undefined ? NO : YES, isThere);
    return decisions.both(isLeft, decisions.either(isThere, this.perhaps(subject, version)));
  }

  /** Whether a rule of the phase has set a variable. */
  private isSet(subject: string, state: State): Node {
    return setsOf(subject, state).reduce<Node>(
      (isThere, { name, when, version }) =>
        this.decisions.choose(when, name === undefined ? this.perhaps(subject, version) : YES, isThere),
      NO,
    );
  }

  private perhaps(subject: string, version: string): Node {
    const text = `${subject.slice(0, 80)} is set`;
    return this.guards.unknown({
      of: "case",
      key: `there is ${subject} ${version}`,
      yes: `for which ${text}`,
      no: `for which nothing says whether ${text}`,
      why: `nothing says whether ${text}`,
    });
  }

  private test(test: Pick<Test, "subject" | "is" | "value"> & { isFolded?: boolean }, state: State): Node {
    const { subject, is, value, isFolded = false } = test;
    if (is === "present" && subject.startsWith("vars.")) return this.isSet(subject, state);
    if (is === "network" || subject === "conn.client_ip") {
      const network = is === "network" ? value : is === "equal" ? hostNetwork(value) : undefined;
      if (subject !== "conn.client_ip" || network === undefined)
        return is === "network"
          ? this.doubt(`${subject} in ${value} ${versionOf(subject, state)}`, "case")
          : this.guards.text({ subject, is, value, isFolded });
      const cidr = networkIn(network);
      if (cidr === undefined) return this.doubt(`address in ${network}`);
      const rule: NetworkRule = { cidr, action: "allow", content: "" };
      return this.guards.address(Networks.of([rule], [], ""));
    }
    const { decisions, guards } = this;
    if (subject.startsWith("endpoint.")) return this.endpointTest({ subject, is, value, isFolded }, state);
    const asked = (version: string, why?: string) =>
      guards.text({ subject, is, value, isFolded, version, ...(why && { why }) });
    const version = versionOf(subject, state);
    // Each request names its host. Whether that is among its headers is not told.
    const isHost = /^req\.headers\.host(?:\[|$)/.test(subject);
    const sent = { subject: isHost ? "req.host" : subject, is, value, isFolded };
    let result =
      isHost && is === "present"
        ? this.doubt("the host is among the headers")
        : (urlsOf(sent.subject, state)?.reduce(
            (rest, { when, ...url }) => decisions.choose(when, guards.text({ ...sent, ...url }), rest),
            NO,
          ) ?? asked(version, version === "forwarded" ? whyForwarded(subject) : SPELLED_UNKNOWN[subject]));
    const read = headerRead(subject);
    if (subject === BODY_LENGTH && read !== undefined && is !== "present") {
      const isSent = guards.text({ subject: read.whole, is: "present", value: "", version });
      const why = `the API reference does not say what ${subject} is without the header`;
      result = decisions.choose(isSent, result, asked(`without ${read.name}`, why));
    }
    if (read !== undefined) return this.header(test, read, result, state);
    const claim = claimIn(subject);
    if (claim !== undefined)
      for (const { result: by, content, when } of leftBy(claim.by, state))
        if (by !== ANY_RESULT)
          result = decisions.choose(
            when,
            guards.text({ subject: `claim ${content} ${claim.name}`, is, value, isFolded }),
            result,
          );
    // The users of a provider are the same for its module and its action.
    if (subject === "actions.ngrok.oauth.identity.email")
      for (const { by, when } of state.signedOn) {
        const user = by === undefined ? subject : `identity oauth ${by}`;
        const version = by === undefined ? versionOf(subject, state) : "";
        result = decisions.choose(when, guards.text({ subject: user, is, value, isFolded, version }), result);
      }
    for (const set of setsOf(subject, state)) {
      const isText = set.value?.isFilledIn === false && is !== "present";
      const passes = isText ? holds({ is, value, isFolded }, set.value.text) : undefined;
      const unread = () => asked(`vars ${set.version}`, whyFilled(set.value?.text));
      const own = passes === undefined ? unread() : passes ? YES : NO;
      result = decisions.choose(set.when, own, result);
    }
    return result;
  }

  /** A test of what all requests to an endpoint have in common. */
  private endpointTest(
    { subject, is, value, isFolded }: Pick<Test, "subject" | "is" | "value" | "isFolded">,
    state: State,
  ): Node {
    const known = this.endpointOf(state).get(subject);
    if (is === "present" || is === "network") return this.doubt(`${subject} ${is} ${value}`, "reading");
    if (known !== undefined) return holds({ is, value, isFolded }, String(known)) ? YES : NO;
    const shown = conditionText({ kind: "test", subject, is, value, isFolded });
    return this.guards.unknown({
      of: "reading",
      key: `endpoint ${digest(state.at, subject, is, value, isFolded)}`,
      yes: `if ${shown}`,
      no: `unless ${shown}`,
      why: `what ${subject} is cannot be seen`,
    });
  }

  /** A test of what is read from a header. @param sent - The same where no rule has changed the header. */
  private header(
    test: Pick<Test, "subject" | "is" | "value"> & { isFolded?: boolean },
    { name, whole, counts, made, otherwise }: HeaderRead,
    sent: Node,
    state: State,
  ): Node {
    const { decisions, guards } = this;
    const { subject, is, value, isFolded = false } = test;
    if (is === "present" && value !== "") return this.counted(name, whole, Number(value), state);
    const asked = (version: string, why?: string) =>
      guards.text({ subject, is, value, isFolded, version, ...(why && { why }) });
    const isThereAs = (version: string) => guards.text({ subject: whole, is: "present", value: "", version });
    const passes = (text: string | null | undefined, { version, why }: HeaderSet): Node =>
      text === undefined || is === "network" || is === "present"
        ? asked(version, why)
        : text !== null && holds({ is, value, isFolded }, text)
          ? YES
          : NO;
    let [result, isThere] = [sent, isThereAs(versionOf(whole, state))];
    for (const set of state.phase === "on_tcp_connect" ? [] : state.headerSets) {
      const { value: text, when, version } = set;
      if (set.name !== undefined && set.name !== name) continue;
      const given = set.name !== undefined && typeof text === "string" ? made(text) : undefined;
      // Nothing is read from it.
      if (given === null) continue;
      const isNamed = set.name !== undefined && (given !== undefined || whole === `req.headers.${name}`);
      const comes = text === null ? NO : isNamed ? YES : isThereAs(version);
      const why = `the API reference does not say what ${subject} is without the header`;
      const own =
        is === "present"
          ? comes
          : text === null
            ? passes(otherwise, { ...set, version: `without ${name}`, why })
            : passes(given, set);
      const replaces = set.name === undefined || text === null || counts === "last";
      const added = counts === "any" ? decisions.either(result, own) : decisions.choose(isThere, result, own);
      result = decisions.choose(when, replaces ? own : added, result);
      isThere = decisions.choose(when, replaces ? comes : decisions.either(isThere, comes), isThere);
    }
    return result;
  }

  /** Whether a header has so many values, or more. */
  private counted(name: string, whole: string, least: number, state: State): Node {
    const { decisions, guards } = this;
    // What becomes of a host that is added is not told.
    if (name === "host") return this.doubt("values of the host");
    const asked = (version: string) =>
      Array.from({ length: least }, (_, at) =>
        guards.text({ subject: whole, is: "present", value: at === 0 ? "" : String(at + 1), version }),
      );
    // Whether there is one, whether there are two, and so on.
    let has = asked(versionOf(whole, state));
    for (const { name: changed, value, when, version } of state.phase === "on_tcp_connect"
      ? []
      : state.headerSets) {
      if (changed !== undefined && changed !== name) continue;
      const then =
        changed === undefined ? asked(version) : value === null ? has.map(() => NO) : [YES, ...has];
      has = has.map((before, at) => decisions.choose(when, then[at] ?? NO, before));
    }
    return has.at(-1) ?? YES;
  }

  /** What a rule leaves for those after it. */
  private after(rule: GuardRule, state: State, site: PolicySite): State {
    const { decisions } = this;
    const when = this.holds(rule, state);
    return rule.actions.reduce((at, action) => {
      // What a rule asks is best asked together, in the order of the rules.
      if (action.effect === "guards" && /^(?:address|password)$/.test(action.requires.asks))
        decisions.note(decisions.both(when, this.meets(action.requires, at, action, site)));
      else if (action.effect !== "none" && action.effect !== "changes") decisions.note(when);
      return this.afterAction(action, at, when);
    }, state);
  }

  /** Names the result of an action: equal where it is configured alike, and reads the same of the request. */
  private resultOf(action: GuardAction, state: State): string {
    if (action.effect === "unknown") return digest(state.rule, action.index);
    const reads = action.effect === "guards" ? proofHeader(action.requires) : undefined;
    const sets = state.headerSets.filter(
      ({ name }) => reads !== undefined && (name === undefined || reads(name)),
    );
    return digest(this.contentOf(action, state), setVersion(sets));
  }

  /** @param when - The requests that the action runs for. */
  private afterAction(action: GuardAction, state: State, when: Node): State {
    const own = digest(state.rule, action.index);
    const result = action.effect === "unknown" ? ANY_RESULT : resultNameOf(action.type);
    const run = result && { result, content: this.resultOf(action, state), when };
    const next = run
      ? {
          ...state,
          ran: followed([...state.ran, run], { result: ANY_RESULT, content: own, when: YES }),
        }
      : state;
    const version = `after ${own}`;
    const anySet = { name: undefined, value: undefined, when, version };
    const anyHeader = anySet;
    if (action.effect === "unknown")
      return {
        ...next,
        urls: urlsAfter(state, when, own, this.decisions),
        headerSets: followed([...state.headerSets, anyHeader], { ...anyHeader, when: YES }),
        sets: followed([...state.sets, anySet], { ...anySet, when: YES }),
        signedOn: followed([...state.signedOn, { by: undefined, when }], { by: undefined, when: YES }),
      };
    if (action.effect === "changes" && action.what === "vars") {
      const sets = [...state.sets];
      for (const set of action.sets ?? [undefined])
        sets.push(...(set ? this.setTo(set, { ...state, sets }, when, own) : [anySet]));
      return { ...next, sets: followed(sets, { ...anySet, when: YES }) };
    }
    if (action.effect === "changes" && action.what === "headers") {
      // Afterwards they are those of the response.
      if (state.phase !== "on_http_request") return next;
      const changed = action.sets?.map(({ name, value }): HeaderSet => {
        const why = value?.isFilledIn ? whyFilled(value.text) : undefined;
        // The same text is filled in alike, whatever rules before have done with others.
        const isSame = value?.isFilledIn === true && !/\b(?:rand|uuid)\b/.test(value.text);
        const same = isSame ? digest(name, this.filled(value, new Map(), state).text) : own;
        return {
          name,
          value: value?.isFilledIn ? undefined : value === null ? null : value?.text,
          when: value ? this.decisions.both(when, this.canFill(value, state)) : when,
          version: `${same} ${name}`,
          ...(why && { why }),
        };
      });
      const headerSets = [...state.headerSets, ...(changed ?? [anyHeader])];
      return { ...next, headerSets: followed(headerSets, { ...anyHeader, when: YES }) };
    }
    if (action.effect === "changes" && action.what === "url") {
      const content = this.contentOf(action, state);
      const { rewrite } = action;
      const changed = this.decisions.both(when, this.isRewritten(rewrite, state));
      const urls = urlsAfter(state, changed, content, this.decisions, whyFilled(rewrite?.to));
      return { ...next, urls };
    }
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
  private setTo(
    { name, value, constant }: VariableValue,
    state: State,
    when: Node,
    own: string,
  ): VariableSet[] {
    if (value === undefined) {
      const version = digest(constant ?? own, name);
      return [{ name, when, version, value, ...(constant !== undefined && { constant }) }];
    }
    const isDrawn = /\b(?:rand|uuid)\b/.test(value.text);
    return waysOf(new Set(variablesIn(value.text)), state.sets, this.decisions).map((way) => {
      const filled = this.filled(value, way.values, state);
      return {
        name,
        value: filled,
        version: digest(isDrawn ? own : filled.text, name),
        when: this.decisions.every([when, way.when, this.canFill(value, state)]),
      };
    });
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

/** Whether a text that is filled in is an internal URL, whatever fills it in. */
const isInternalTemplate = (text: string, { phase }: State): boolean => {
  const expressions = interpolationsIn(text);
  if (text.startsWith(UNKNOWN_TEXT) || expressions.some(({ open }) => open)) return false;
  const filled = expressions.reduce(
    (left, { expression }) => left.replace(`\${${expression}}`, () => "x"),
    text,
  );
  const [, scheme] = /^(https?|tcp|tls):\/\/[\w.-]+\.internal\.?(?::\d+)?(?:\/|$)/i.exec(filled) ?? [];
  return scheme !== undefined && /^http/i.test(scheme) === (phase !== "on_tcp_connect");
};

/** The claim that a variable is, and the result that it is of: what an identity provider says of somebody may be anything. */
function claimIn(subject: string): { readonly by: string; readonly name: string } | undefined {
  const [, by, name] =
    /^actions\.ngrok\.(\w+)\.(?:tokens\[\d+\]\.payload|identity)\.(.+)$/s.exec(subject) ?? [];
  const isKnown = /^(?:iss|aud|exp|nbf|iat|alg|email|id|name)(?:\[|$)/.test(name ?? "");
  return by === undefined || name === undefined || isKnown ? undefined : { by, name };
}

/** A response of a policy. */
const answerOf = (status: number | undefined): Node =>
  status !== undefined && status >= 400 ? REFUSED : ANSWERED;

const PROOF_CHANGED = "rules change the header that the guard reads";

/** What providers of webhooks call the headers that hold signatures, and what these sign besides the body. */
const SIGNATURE = /sign|hmac|sha|digest|token|timestamp|webhook|authorization/;

/** Whether a guard reads what it asks for from a header, by its name in lower case; undefined where it reads none. */
function proofHeader(requires: Requirement): ((name: string) => boolean) | undefined {
  switch (requires.asks) {
    case "password":
      return (name) => name === "authorization";
    case "jwt":
      return (name) => requires.tokens.some(({ place }) => place.toLowerCase() === `header ${name}`);
    case "signature":
      return (name) => SIGNATURE.test(name);
    case "oauth":
    case "openid-connect":
      return (name) => name === "cookie";
    default:
      return undefined;
  }
}

/** The texts of a requirement that are filled in. */
const valuesOf = (requires: Requirement) =>
  Object.values(requires)
    .flat()
    .filter((value: ConfiguredText | undefined): value is ConfiguredText => value?.isFilledIn === true);

/** What vaults fill in. */
const valuesIn = (requires: Requirement, site: PolicySite) =>
  valuesOf(requires).flatMap(({ text }) => site.valuesIn(text));

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

/** The network of one address, in the spelling that the service gives to addresses. */
function hostNetwork(text: string): string | undefined {
  if (isIP(text) === 4) return `${text}/32`;
  if (isIP(text) !== 6 || text.includes("%") || version4In(text) !== undefined) return undefined;
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  return canonical === text ? `${text}/128` : undefined;
}
