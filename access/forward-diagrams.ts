import {
  type ConfiguredText,
  canonicalUrl,
  interpolationsIn,
  UNKNOWN_TEXT,
} from "../traffic-policy/symbolic/guards";
import type { PolicyPlace } from "./condition-diagrams";
import { ANSWERED, AWAY, type Node, THROUGH, YES } from "./diagram";
import { digest } from "./digest";
import { filledWith } from "./forward-destinations";
import { HIDDEN_PLACE, type TrafficPolicy } from "./guard-model";
import type { InternalEndpoint, InternalEndpoints } from "./internal-endpoints";
import { type Diagram, keyOf, UNSEEN_ENDPOINT, type UnknownId, type UnknownQuestion } from "./question";
import { RuleEffects } from "./rule-effects";
import type { State } from "./symbolic-state";
import { expressionText } from "./words";

/** Internal endpoints that a request may go through. */
const MOST_FORWARDS = 10;

/** States in which requests come to policies; past them the outcome of a request is not followed. */
const MOST_DONE = 200;

/** Why nobody can decide where a request gets to that comes back to an endpoint, or goes through very many. */
const FOLLOWED_NO_FURTHER = "a request that is forwarded again and again is not followed";

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

type AnythingMore = Partial<Pick<UnknownQuestion, "isPolicy" | "why" | "of" | "isIndependent">> & {
  readonly place?: string;
  /** The reason its destination is unknown, unless that is masked. */
  readonly leads?: string;
};

/** Makes diagrams of requests that are forwarded to internal endpoints. */
export abstract class Forwards extends RuleEffects {
  protected readonly done = new Map<string, Node>();

  constructor(
    decisions: Diagram,
    private readonly internal: InternalEndpoints,
    at: PolicyPlace,
  ) {
    super(decisions, at);
  }

  /** The outcome of a request in this state that comes to a policy. */
  protected abstract run(policy: TrafficPolicy, start: State, isEntry: boolean): Node;

  /** @param said - The URL as the policy writes it. */
  protected forward(said: string, url: ConfiguredText, goesOn: boolean, state: State, rest: Node): Node {
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
      const leads = `it is unknown where requests go by ${name.slice(0, 120)}`;
      const unseen = this.anything(
        { kind: "forward", to: key },
        `by ${named.slice(0, 120)}${named === name ? ", which is unknown" : ""}`,
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
        this.anything(
          { kind: "other", about: `hidden ${hidden} at ${to}` },
          `by what serves ${to}, where a URL is hidden`,
          {
            place: to,
          },
        ),
        this.served(to, absent, elsewhere, state),
      );
    return this.served(to, absent, elsewhere, state);
  }

  /** The outcome of a request whose destination is filled in: it may come to any endpoint with a matching URL. */
  protected filledForward(
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
              id: { kind: "other", about: `${key} names ${url}` },
              yes: `forwarded to ${url.slice(0, 80)} by ${named.slice(0, 80)}`,
              no: `not forwarded to ${url.slice(0, 80)} by ${named.slice(0, 80)}`,
              why: `it is unknown where requests go by ${named.slice(0, 120)}`,
            });
        return this.decisions.choose(
          isThere,
          this.served(url, absent, () => this.decisions.place(url), state),
          level,
        );
      }, unseen);
  }

  /** The outcome of a request that is forwarded to an internal URL. @param absent - If nothing serves it. */
  protected served(to: string, absent: Node, elsewhere: () => Node, state: State): Node {
    const { decisions } = this;
    const found = this.internal.at(to);
    // Whether anything serves it makes no difference where no policy goes on without it.
    if (found === undefined && !this.at.caught.has(to)) return elsewhere();
    if (found === undefined)
      return decisions.choose(
        this.doubt({ kind: "endpoint", url: to }, "case", UNSEEN_ENDPOINT),
        elsewhere(),
        absent,
      );
    const own = this.ownAt(found, to, absent, state);
    if (!this.internal.hasCloser(to)) return own;
    // It is there or not on both sides alike: certain is only what holds either way.
    const hasCloser = this.guards.unknown({
      of: "reading",
      id: { kind: "other", about: `closer endpoint at ${to}` },
      yes: `if another program or an agent serves ${to.slice(0, 80)}`,
      no: `unless another program or an agent serves ${to.slice(0, 80)}`,
      why: `another program or an agent may serve ${to.slice(0, 80)}`,
    });
    return decisions.choose(hasCloser, elsewhere(), own);
  }

  /** The outcome of a request that comes to endpoints of the program: the service picks one of a pool for each. */
  protected ownAt(found: readonly InternalEndpoint[], to: string, absent: Node, state: State): Node {
    const [first, ...others] = found.map((endpoint) => this.inside(endpoint, to, state));
    if (first === undefined) return absent;
    return others.reduce(
      (level, other, at) => this.decisions.choose(this.doubt(`pick ${at} of ${to}`, "pick"), other, level),
      first,
    );
  }

  /** The outcome of a request that an internal endpoint gets. Equal states there are judged once. */
  protected inside(endpoint: InternalEndpoint, to: string, state: State): Node {
    const { id, policy, hasUpstream, isOthers } = endpoint;
    if ("hidden" in policy)
      return this.anything(
        { kind: "other", about: `policy ${policy.hidden}` },
        `by ${to}, whose policy is unknown`,
        {
          place: to,
          isPolicy: true,
        },
      );
    const isCircle = state.way.includes(id) || state.forwards >= MOST_FORWARDS || this.done.size >= MOST_DONE;
    const inside: State = {
      ...state,
      isForwarded: true,
      headers: state.headers.filter(({ name }) => !/^x-forwarded-(?:for|host|proto)$/.test(name ?? "")),
      rule: "",
      sets: [],
      signedOn: [],
      // Whether they are there behind a forward is unspecified.
      ran: state.ran.map(({ result, content }) => ({ result, content, when: YES })),
      at: id,
      end: hasUpstream === true ? this.decisions.place(to) : THROUGH,
      forwards: state.forwards + 1,
      way: [...state.way, id].sort(),
    };
    if (!isCircle) {
      const level = this.run(policy, inside, false);
      if (isOthers !== true) return level;
      return this.decisions.followedBy(level, (end) => (end === ANSWERED ? this.decisions.place(to) : end));
    }
    // How often a request may come to the same endpoint is undocumented. The question is another one where policies differ.
    const { url, headers, phase, ran } = inside;
    const key = digest(this.contents(), to, url, headers, phase, ran);
    return this.anything(
      { kind: "other", about: `circle ${key}` },
      `by ${to.slice(0, 80)}, after more forwards than are followed`,
      {
        place: to,
        leads: FOLLOWED_NO_FURTHER,
      },
    );
  }

  /** Identifies the policies of all internal endpoints. */
  private contents(): string {
    const all = this.internal.urls.flatMap((url) => this.internal.at(url) ?? []);
    return digest(all.map(({ id, policy }) => [id, "hidden" in policy ? policy.hidden : policy.content]));
  }

  /**
   * Anything may become of a request.
   *
   * @param place - Names where it may get to, which may be any place.
   * @param through - The outcome of a request that is allowed.
   */
  protected anything(
    id: UnknownId,
    what: string,
    { place = HIDDEN_PLACE, leads, ...more }: AnythingMore = {},
    through = (anywhere: Node) => anywhere,
  ): Node {
    const lets = this.guards.unknown({
      of: "case",
      id,
      yes: `allowed ${what}`,
      no: `blocked ${what}`,
      why: `it is unknown who is allowed ${what}`,
      ...more,
    });
    return this.decisions.choose(lets, through(this.decisions.anywhere(place, keyOf(id), leads)), AWAY);
  }
}
