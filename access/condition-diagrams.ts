import { isIP } from "node:net";
import {
  type Condition,
  type ConfiguredText,
  type Constant,
  fillOf,
  type GuardRule,
  interpolationsIn,
  isFact,
  readCondition,
  type Test,
  UNKNOWN_TEXT,
} from "../traffic-policy/symbolic/guards";
import { NO, type Node, YES } from "./diagram";
import { digest } from "./digest";
import { Guards } from "./guard-questions";
import { type NetworkRule, Networks, version4In } from "./networks";
import {
  type AskedExpression,
  type Diagram,
  type UnknownId,
  type UnknownQuestion,
  whyFilled,
} from "./question";
import { networkIn } from "./requirements";
import { ANY_RESULT, leftBy, readVersion, type State, setsOf, versionOf } from "./symbolic-state";
import { holds } from "./text-solver";
import { filledIn, type Values, variablesIn, type Way, waysOf } from "./variable-bindings";
import { conditionText, expressionText } from "./words";

/** Why nobody can decide what depends on texts of which the reference does not say what they look like. */
const SPELLED_UNKNOWN: Readonly<Record<string, string>> = {
  "conn.tls.version": "the API reference does not say how conn.tls.version spells versions",
};

const NONE_KNOWN: ReadonlyMap<string, Constant> = new Map();

/** Whether an expression is true, and whether it is false; where it is neither, it fails. */
interface Truth {
  readonly yes: Node;
  readonly no: Node;
}

/** Where policies are, in what affects the outcome of requests. */
export interface PolicyPlace {
  /** Kind of the endpoint or edge: what runs there. */
  readonly isHttp: boolean | undefined;
  /** Whether the service ends TLS there by its default, unless a policy says how. */
  readonly endsTls: boolean;
  /** Whether connections come without TLS. */
  readonly isPlain: boolean;
  /** Whether requests come there by forward-internal alone: what it makes of their URLs is undocumented. */
  readonly isInternal: boolean;
  /** Internal URLs after whose failure a policy goes on, on one of the sides that are compared. */
  readonly caught: ReadonlySet<string>;
  /** Values of `endpoint.*`, where a policy of the endpoint itself reads them. */
  readonly endpoint: ReadonlyMap<string, Constant>;
}

/** The claim that a variable is, and the result that it is of: what an identity provider says of somebody may be anything. */
function claimIn(subject: string): { readonly by: string; readonly name: string } | undefined {
  const [, by, name] =
    /^actions\.ngrok\.(\w+)\.(?:tokens\[\d+\]\.payload|identity)\.(.+)$/s.exec(subject) ?? [];
  const isKnown = /^(?:iss|aud|exp|nbf|iat|alg|email|id|name)(?:\[|$)/.test(name ?? "");
  return by === undefined || name === undefined || isKnown ? undefined : { by, name };
}

/** The network of one address, in the spelling that the service gives to addresses. */
function hostNetwork(text: string): string | undefined {
  if (isIP(text) === 4) return `${text}/32`;
  if (isIP(text) !== 6 || text.includes("%") || version4In(text) !== undefined) return undefined;
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  return canonical === text ? `${text}/128` : undefined;
}

type Expression = Extract<Condition, { kind: "expression" }>;

/** Makes diagrams of conditions, as rules before have left the request. */
export class ConditionDiagrams {
  protected readonly guards: Guards;

  constructor(
    protected readonly decisions: Diagram,
    protected readonly at: PolicyPlace,
  ) {
    this.guards = new Guards(decisions);
  }

  protected holds({ conditions }: GuardRule, state: State): Node {
    return this.decisions.every(conditions.map((condition, at) => this.truth(condition, state, at).yes));
  }

  /** Whether what a text reads is there. @param own - Variables that the action has set itself. */
  protected canFill({ text, isFilledIn }: ConfiguredText, state: State, own?: ReadonlySet<string>): Node {
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
          id: { kind: "other", about: `fills ${digest(expression, readVersion(expression, state))}` },
          yes: `for which ${shown} can be filled in`,
          no: `for which ${shown} cannot be filled in`,
          why: `for which requests ${shown} can be filled in cannot be worked out`,
          about: expression,
        });
      }),
    );
  }

  protected preflight(state: State): Node {
    const names = ["origin", "access-control-request-method"];
    // The headers that make one may come from rules.
    const isChanged = state.headers.some(({ name }) => name === undefined || names.includes(name));
    const isAsked = isChanged
      ? this.decisions.every(
          names.map((name) => this.test({ subject: `req.headers.${name}`, is: "present", value: "" }, state)),
        )
      : this.guards.fact({
          id: { kind: "preflight" },
          yes: "of CORS preflights",
          no: "that are no CORS preflights",
        });
    return this.decisions.both(
      this.test({ subject: "req.method", is: "equal", value: "OPTIONS" }, state),
      isAsked,
    );
  }

  protected doubt(about: string | UnknownId, of?: UnknownQuestion["of"], why?: string): Node {
    return this.guards.doubt(about, of, why);
  }

  /** The outcome of a request by the values of some variables. */
  protected byVariables(
    names: readonly string[],
    state: State,
    of: (values: Values, way: Way) => Node,
  ): Node {
    const { decisions } = this;
    const ways = waysOf(new Set(names), state.sets, decisions);
    return ways.reduce<Node>((rest, way) => decisions.choose(way.when, of(way.values, way), rest), NO);
  }

  protected filled(text: ConfiguredText, values: Values, state: State): ConfiguredText {
    return filledIn(text, values, (expression) => readVersion(expression, state));
  }

  /** @param at - The place of the expression in its rule. */
  protected truth(condition: Condition, state: State, at: number): Truth {
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
      case "expression":
        return this.expression(condition, state, at);
      case "test":
        return this.tested(condition, state);
    }
  }

  protected expression(condition: Expression, state: State, at: number): Truth {
    const { text, reads } = condition;
    const names = reads.includes("vars") ? variablesIn(text) : [];
    const truthBy = ({ constants }: Way): Truth => {
      const known = new Map([
        ...[...constants].map(([name, value]) => [`vars.${name}`, value] as const),
        ...(reads.includes("endpoint") ? this.endpointOf(state) : []),
      ]);
      const said = known.size > 0 ? readCondition(text, known) : condition;
      return said.kind === "expression" ? this.unread(condition, state, at) : this.truth(said, state, at);
    };
    return {
      yes: this.byVariables(names, state, (_, way) => truthBy(way).yes),
      no: this.byVariables(names, state, (_, way) => truthBy(way).no),
    };
  }

  /** The values of `endpoint.*`. What they are behind a forward is not looked at. */
  protected endpointOf({ forwards }: State): ReadonlyMap<string, Constant> {
    return forwards === 0 ? this.at.endpoint : NONE_KNOWN;
  }

  protected unread(condition: Expression, state: State, at: number): Truth {
    const { decisions, guards } = this;
    const { text, reads, draws, isKnown, compares } = condition;
    // Each rule draws numbers of its own.
    const drawn = draws && digest(state.rule, at, draws.index);
    const version = readVersion(text, state);
    const key = digest(text, version, drawn);
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
    // What rules have made of what it reads is not followed.
    const isAsked =
      isKnown && version === "" && !draws && !isOfAll && !(this.at.isPlain && /\bconn\.tls\b/.test(text));
    const ask = (is: AskedExpression["is"], id: UnknownId, said: string, unsaid: string) =>
      guards.unknown({
        ...{ of: isOfAll ? ("reading" as const) : ("case" as const), id, why, about: text },
        ...(isAsked && { asked: { text, is, ...(compares && { compares }) } }),
        yes: `for which ${shown} ${said}`,
        no: `for which ${shown} ${unsaid}`,
      });
    const yes = ask("true", { kind: "other", about: `true ${key}` }, "is true", "is not true");
    // A comparison fails where what is compared does, or is of another type.
    const type = compares?.is === "equal" ? "" : compares?.type;
    const failing = digest(compares?.of ?? text, type, version, drawn);
    const fails = ask("fails", { kind: "failure", of: failing }, "fails", "does not fail");
    return { yes, no: decisions.both(decisions.not(yes), decisions.not(fails)) };
  }

  protected tested(test: Test, state: State): Truth {
    const { decisions } = this;
    const isThere = this.presence(test, state);
    const asked = this.test(test, state);
    return { yes: decisions.both(isThere, asked), no: decisions.both(isThere, decisions.not(asked)) };
  }

  /** Where it is not there, a test of it fails. */
  protected presence({ needs, subject }: Pick<Test, "needs" | "subject">, state: State): Node {
    if (this.at.isPlain && subject.startsWith("conn.tls.")) return NO;
    if (needs === undefined) return YES;
    const name = needs === true ? subject : needs;
    if (needs !== true) return this.test({ subject: name, is: "present", value: "" }, state);
    const { decisions } = this;
    if (subject.startsWith("vars.")) return this.isSet(subject, state);
    const { version } = versionOf(subject, state);
    const [, result] = /^actions\.ngrok\.(\w+)/.exec(subject) ?? [];
    if (result === undefined) {
      const fact = name.replace(/\[\*\]$/, "");
      if (!isFact(fact)) return this.perhaps(subject, version);
      return this.test({ subject: fact, is: "present", value: "" }, state);
    }
    const isLeft = decisions.some(leftBy(result, state).map(({ when }) => when));
    if (isLeft === NO) return NO;
    if (claimIn(subject) !== undefined)
      return decisions.both(
        isLeft,
        this.test({ subject: name.replace(/\[\*\]$/, ""), is: "present", value: "" }, state),
      );
    let isThere: Node = decisions.some(
      leftBy(result, state).map(({ when, verdict }) => (verdict?.subject === subject ? when : NO)),
    );
    // The sign-in that a request has passed tells who the user is.
    if (/^actions\.ngrok\.oauth\.identity\.(?:id|email|name)$/.test(subject))
      for (const { by, when } of state.signedOn)
        isThere = decisions.choose(when, by === undefined ? NO : YES, isThere);
    return decisions.both(isLeft, decisions.either(isThere, this.perhaps(subject, version)));
  }

  /** Whether a rule of the phase has set a variable. */
  protected isSet(subject: string, state: State): Node {
    return setsOf(subject, state).reduce<Node>(
      (isThere, { name, when, version }) =>
        this.decisions.choose(when, name === undefined ? this.perhaps(subject, version) : YES, isThere),
      NO,
    );
  }

  protected perhaps(subject: string, version: string): Node {
    const text = `${subject.slice(0, 80)} is set`;
    return this.guards.unknown({
      of: "case",
      id: { kind: "presence", subject, version },
      yes: `for which ${text}`,
      no: `for which nothing says whether ${text}`,
      why: `nothing says whether ${text}`,
    });
  }

  protected test(test: Pick<Test, "subject" | "is" | "value"> & { isFolded?: boolean }, state: State): Node {
    const { subject, is, value, isFolded = false } = test;
    if (is === "present" && subject.startsWith("vars.")) return this.isSet(subject, state);
    if (is === "network" || subject === "conn.client_ip") {
      const network = is === "network" ? value : is === "equal" ? hostNetwork(value) : undefined;
      if (subject !== "conn.client_ip" || network === undefined)
        return is === "network"
          ? this.doubt(`${subject} in ${value} ${versionOf(subject, state).version}`, "case")
          : this.guards.text({ subject, is, value, isFolded });
      const cidr = networkIn(network);
      if (cidr === undefined) return this.doubt(`address in ${network}`);
      const rule: NetworkRule = { cidr, action: "allow", content: "" };
      return this.guards.address(Networks.of([rule], [], ""));
    }
    const { decisions, guards } = this;
    if (subject.startsWith("endpoint.")) return this.endpointTest({ subject, is, value, isFolded }, state);
    // Each request names its host. Whether that is among its headers is undocumented.
    const isHost = /^req\.headers\.host(?:\[|$)/.test(subject);
    if (isHost && is === "present") return this.doubt("the host is among the headers");
    const read = isHost ? "req.host" : subject;
    const { version, why = SPELLED_UNKNOWN[subject] } = versionOf(read, state);
    const claim = claimIn(subject);
    const isKnownClaim =
      claim !== undefined && leftBy(claim.by, state).every(({ result }) => result !== ANY_RESULT);
    let result = isKnownClaim
      ? guards.text({ subject: `claim ${version.replaceAll(" ", "-")} ${claim.name}`, is, value, isFolded })
      : guards.text({ subject: read, is, value, isFolded, version, ...(why && { why }) });
    // The users of a provider are the same for its module and its action.
    if (subject === "actions.ngrok.oauth.identity.email")
      for (const { by, when } of state.signedOn) {
        const user = by === undefined ? subject : `identity oauth ${by}`;
        const own = by === undefined ? version : "";
        result = decisions.choose(
          when,
          guards.text({ subject: user, is, value, isFolded, version: own }),
          result,
        );
      }
    const [, by] = /^actions\.ngrok\.(\w+)/.exec(subject) ?? [];
    if (by !== undefined && is !== "present") {
      const other = result;
      for (const { when, verdict } of leftBy(by, state)) {
        const told = (text: string) => (holds({ is, value, isFolded }, text) ? YES : NO);
        const own =
          verdict?.subject === subject
            ? decisions.choose(verdict.met, told(verdict.texts[0]), told(verdict.texts[1]))
            : other;
        result = decisions.choose(when, own, result);
      }
    }
    for (const set of setsOf(subject, state)) {
      const isText = set.value?.isFilledIn === false && is !== "present";
      const passes = isText ? holds({ is, value, isFolded }, set.value.text) : undefined;
      const reason = whyFilled(set.value?.text);
      const own =
        passes === undefined
          ? guards.text({
              ...{ subject, is, value, isFolded, version: `vars ${set.version}` },
              ...(reason && { why: reason }),
            })
          : passes
            ? YES
            : NO;
      result = decisions.choose(set.when, own, result);
    }
    return result;
  }

  /** A test of what all requests to an endpoint have in common. */
  protected endpointTest(
    { subject, is, value, isFolded }: Pick<Test, "subject" | "is" | "value" | "isFolded">,
    state: State,
  ): Node {
    const known = this.endpointOf(state).get(subject);
    if (is === "present" || is === "network") return this.doubt(`${subject} ${is} ${value}`, "reading");
    if (known !== undefined) return holds({ is, value, isFolded }, String(known)) ? YES : NO;
    const shown = conditionText({ kind: "test", subject, is, value, isFolded });
    return this.guards.unknown({
      of: "reading",
      id: { kind: "other", about: `endpoint ${digest(state.at, subject, is, value, isFolded)}` },
      yes: `if ${shown}`,
      no: `unless ${shown}`,
      why: `${subject} is unknown`,
    });
  }
}
