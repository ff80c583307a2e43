import { canonicalUrl } from "../provider/traffic-policy/guards";
import type { Client } from "./client";
import { Clients } from "./clients";
import { ANSWERED, AWAY, Decisions, type Level, type Node, THROUGH, TooLarge, YES } from "./diagram";
import { type Restriction, some, TrafficPolicy, type Tri } from "./guard";
import { Guards } from "./module";
import { type InternalEndpoints, Policies, type RuleEffect } from "./policy";
import type { Answer, Question } from "./question";
import type { Place } from "./request";
import { type RuleChange, ruleChanges, ruleText } from "./rules";

import { clientsText, clientText, moreKinds } from "./words";

/** The properties that guards look at: modules, the bindings of an endpoint, and what was asked at a place that is not shown. */
export type Dimension =
  | "ipRestriction"
  | "mutualTls"
  | "tlsTermination"
  | "oauth"
  | "saml"
  | "oidc"
  | "webhookVerification"
  | "userAgentFilter"
  | "trafficPolicy"
  | "bindings"
  | "place";

/** Who reaches something on one side of a change. */
export interface Access {
  /** Whether anything responds: a backend or a traffic policy. */
  readonly isServed: Tri;
  /** The requirements on clients; all of them must be met. */
  readonly restrictions: ReadonlyMap<Dimension, Restriction>;
  /** Sign-on from which HTTP OPTIONS requests are exempt. */
  readonly optionsPass: readonly Dimension[];
  /** What responds, and the objects above it. */
  readonly objects: readonly { readonly urn: string; readonly name: string }[];
  /** Whether it is a cloud endpoint, which ends TLS by itself. */
  readonly isEndpoint?: boolean;
  /** Routes that serve the address together, the one that wins first. What none of them selects is refused. */
  readonly routes?: readonly RouteAccess[];
}

/** Who reaches what is behind one route. */
export interface RouteAccess {
  readonly isExact: boolean;
  /** Undefined while it is not known. */
  readonly path: string | undefined;
  readonly reach: Access;
}

/** Clients for whom a change makes a difference, by the answers that they give. */
export class Opening {
  readonly #answers: readonly Answer[];
  readonly #client: Client | undefined;
  /** One client that shows it, in one line; null where it is not certain. */
  readonly witness: string | null;

  constructor(
    answers: readonly Answer[],
    client: Client | undefined,
    /** False where it depends on what only the service knows. */
    readonly isCertain: boolean,
    /** `reaches`: what is behind the policy. `answered`: a response that the policy makes itself. */
    readonly what: "reaches" | "answered",
    /** The clients in words. */
    readonly who: string,
    /** What kept them out before: a rule with its phase, place and name, or a module. */
    readonly keptOutBy: string | null,
  ) {
    this.#answers = answers;
    this.#client = client;
    this.witness = client === undefined ? null : clientText(client);
  }

  /** The witness as data: not part of reports, since its headers may hold what is secret. */
  get client(): Client | undefined {
    return this.#client;
  }

  /** What all of these clients have in common; not part of reports. */
  get answers(): readonly Answer[] {
    return this.#answers;
  }

  /** In words, for a list of who can newly reach something. @param more - Others, of whom the same is true. */
  textOf(side: "before" | "now", more = ""): string {
    const gets = this.what === "answered" ? ", who get a response of the policy itself" : "";
    const by = this.keptOutBy === null ? "" : `; kept out ${side} by ${this.keptOutBy}`;
    return `${this.who}${more}${gets}${by}`;
  }
}

export interface AdmissionChange {
  readonly opens: Tri;
  readonly closes: Tri;
  readonly openings: readonly Opening[];
  readonly closings: readonly Opening[];
  /** Rules that differ, of the policy itself and of those that it forwards to. */
  readonly rules: readonly RuleChange[];
}

/** Internal endpoints by their URLs on both sides of a change. */
export type Internal = Readonly<Record<"before" | "after", InternalEndpoints>>;

const LABELS: Readonly<Partial<Record<Dimension, string>>> = {
  ipRestriction: "the IP restriction",
  mutualTls: "mutual TLS",
  tlsTermination: "the TLS version",
  oauth: "OAuth",
  saml: "SAML",
  oidc: "OpenID Connect",
  webhookVerification: "webhook verification",
  userAgentFilter: "the user agent filter",
  bindings: "the bindings",
  place: "what was there before",
};

/** Whether a policy or the choice of a route decides on one side: then all guards are judged together. */
export const hasPolicy = (...reaches: readonly (Access | undefined)[]): boolean =>
  reaches.some((reach) => reach?.routes || reach?.restrictions.get("trafficPolicy") instanceof TrafficPolicy);

/** Openings that are looked for, and those that are told. */
const MOST_FOUND = 40;
const MOST_TOLD = 8;
const MOST_TRIED = 400;

/** Who gets through after a change and did not before, and the other way round. */
export function admissionChange(
  before: Access | undefined,
  after: Access | undefined,
  internal: Internal,
  where: Place,
): AdmissionChange {
  const rules = rulesOf(before, after, internal);
  try {
    const comparison = new Comparison(before, after, internal, where);
    const [openings, closings] = [comparison.opened(), comparison.closed()];
    return { opens: verdictOf(openings), closes: verdictOf(closings), openings, closings, rules };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const unknown = new Opening(
      [],
      undefined,
      false,
      "reaches",
      "clients: the policies are too large to compare",
      null,
    );
    return { opens: undefined, closes: undefined, openings: [unknown], closings: [unknown], rules };
  }
}

const verdictOf = (openings: readonly Opening[]): Tri =>
  some(openings.map(({ isCertain }) => (isCertain ? true : undefined)));

/** A diagram of what becomes of clients, by the questions that decide it: by the version of TLS too. @throws TooLarge */
export function judged(
  access: Access,
  internal: InternalEndpoints,
  where: Place,
): { readonly decisions: Decisions<Question>; readonly level: Node } {
  return new Comparison(undefined, access, { before: internal, after: internal }, where, true).judged;
}

interface Side {
  readonly level: Node;
  /** What can keep a client out, in order, with the requests that it lets through. */
  readonly stops: readonly { readonly name: string; readonly level: Node }[];
}

class Comparison {
  private readonly decisions = new Decisions<Question>();
  private readonly guards = new Guards(this.decisions);
  private readonly clients: Clients;
  private readonly before: Side;
  private readonly after: Side;
  /** Whether one side takes older versions of TLS than the service does by default. */
  private readonly lowersTls: boolean;

  constructor(
    before: Access | undefined,
    after: Access | undefined,
    internal: Internal,
    private readonly where: Place,
    asksTls = false,
  ) {
    this.clients = new Clients(where);
    this.lowersTls = asksTls || lowersTls(before) || lowersTls(after);
    this.before = this.side(before, internal.before);
    this.after = this.side(after, internal.after);
  }

  get judged() {
    return { decisions: this.decisions, level: this.after.level };
  }

  opened(): Opening[] {
    return this.beyond(this.after, this.before);
  }

  closed(): Opening[] {
    return this.beyond(this.before, this.after);
  }

  private side(reach: Access | undefined, internal: InternalEndpoints): Side {
    const { decisions, guards, where } = this;
    if (!reach || reach.isServed === false) return { level: AWAY, stops: [] };
    if (reach.routes) return this.routed(reach.routes, internal);
    const at = reach.objects[0]?.urn ?? "";
    const stops: { name: string; level: Node }[] = [];
    let policy: TrafficPolicy | undefined;
    for (const [dimension, restriction] of reach.restrictions) {
      if (restriction instanceof TrafficPolicy) policy = restriction;
      else {
        const meets = guards.meets(restriction);
        const isExempt = reach.optionsPass.includes(dimension);
        const level = isExempt ? decisions.either(this.isOptions(), meets) : meets;
        stops.push({ name: LABELS[dimension] ?? "the traffic policy", level });
      }
    }
    const isTls = this.lowersTls && reach.isEndpoint === true;
    const policies = new Policies(decisions, internal, where.isHttp, isTls ? where.scheme : undefined);
    const admitted = policy ? policies.level(policy, at) : policies.levelWithout();
    const met = decisions.every(stops.map(({ level }) => level));
    const level = decisions.choose(met, admitted, AWAY);
    const served =
      reach.isServed === true
        ? YES
        : guards.unknown(`served ${at}`, "that something may answer", "that nothing may answer");
    const effects = policy ? policies.effects(policy, at) : [];
    return {
      level: decisions.choose(served, level, AWAY),
      stops: [
        ...stops,
        ...effects.map(({ rule, level: own }: RuleEffect) => ({ name: ruleText(rule), level: own })),
        { name: "the TLS version", level: policies.levelWithout() },
      ],
    };
  }

  /** Several routes, of which the first one that selects a request serves it. */
  private routed(routes: readonly RouteAccess[], internal: InternalEndpoints): Side {
    const { decisions } = this;
    let level: Node = AWAY;
    let rest: Node = YES;
    const stops: { name: string; level: Node }[] = [];
    for (const route of routes) {
      const own = this.side(route.reach, internal);
      const selected = decisions.both(rest, this.isSelectedBy(route));
      level = decisions.choose(selected, own.level, level);
      const of = ` of the route ${route.reach.objects[0]?.name}`;
      for (const stop of own.stops)
        stops.push({
          name: `${stop.name}${of}`,
          level: decisions.choose(selected, stop.level, THROUGH),
        });
      rest = decisions.both(rest, decisions.not(selected));
    }
    return {
      level,
      stops: [...stops, { name: "the lack of a route", level: decisions.choose(rest, AWAY, THROUGH) }],
    };
  }

  private isSelectedBy({ path, isExact, reach }: RouteAccess): Node {
    const name = reach.objects[0]?.name;
    if (path === undefined)
      return this.guards.unknown(
        `route ${reach.objects[0]?.urn}`,
        `that the route ${name} may select`,
        `that the route ${name} may not select`,
      );
    if (path === "/" && !isExact) return YES;
    return this.guards.text({ subject: "req.url.path", is: isExact ? "equal" : "start", value: path });
  }

  private isOptions(): Node {
    return this.guards.text({ subject: "req.method", is: "equal", value: "OPTIONS" });
  }

  private beyond(one: Side, other: Side): Opening[] {
    const found = [
      ...this.found(one, other, THROUGH, "reaches"),
      ...this.found(one, other, ANSWERED, "answered"),
    ];
    const all = found.sort((a, b) => Number(b.isCertain) - Number(a.isCertain));
    if (all.length <= MOST_TOLD) return all;
    const rest = moreKinds(all.length - MOST_TOLD);
    return [...all.slice(0, MOST_TOLD), new Opening([], undefined, false, "reaches", rest, null)];
  }

  /** Clients for whom the one comes to a level and the other does not. */
  private found(one: Side, other: Side, level: Level, what: Opening["what"]): Opening[] {
    const { decisions, clients } = this;
    const reached = decisions.reaches(one.level, level);
    const difference = decisions.both(reached, decisions.not(decisions.reaches(other.level, level)));
    // Whoever gets behind the policy is told of there.
    const own =
      level === ANSWERED
        ? decisions.both(difference, decisions.not(decisions.reaches(one.level, THROUGH)))
        : difference;
    const openings: Opening[] = [];
    let rest = own;
    for (let tried = 0; ; tried += 1) {
      const way = decisions.wayTo(rest);
      if (way === undefined) return openings;
      if (tried >= MOST_TRIED || openings.length >= MOST_FOUND) break;
      const clash = clients.contradiction(way);
      if (clash.length > 0) {
        rest = decisions.both(rest, decisions.not(decisions.allOf(clash)));
        continue;
      }
      const answers = this.shortened(way, own);
      const client = clients.of(answers) ?? undefined;
      openings.push(
        new Opening(
          answers,
          client,
          client !== undefined,
          what,
          clientsText(answers),
          this.stopperOf(way, other, level),
        ),
      );
      rest = decisions.both(rest, decisions.not(decisions.allOf(answers)));
    }
    return [...openings, new Opening([], undefined, false, what, "other requests", null)];
  }

  /** Without the answers that make no difference. */
  private shortened(way: readonly Answer[], difference: Node): readonly Answer[] {
    const { decisions } = this;
    let answers = way;
    for (const answer of way.toReversed()) {
      const fewer = answers.filter((one) => one !== answer);
      if (decisions.implies(decisions.allOf(fewer), difference)) answers = fewer;
    }
    return answers;
  }

  /** The first thing that keeps such a client out. */
  private stopperOf(answers: readonly Answer[], { stops }: Side, level: Level): string | null {
    const given = new Map(answers.map(({ question, is }) => [question.key, is]));
    return stops.find((stop) => this.decisions.follow(stop.level, given) < level)?.name ?? null;
  }
}

function lowersTls(reach: Access | undefined): boolean {
  const policy = reach?.restrictions.get("trafficPolicy");
  const rules = policy instanceof TrafficPolicy ? (policy.reading?.rules ?? []) : [];
  return rules.some(({ actions }) =>
    actions.some(
      (action) =>
        action.effect === "guards" &&
        action.requires.asks === "tls" &&
        /^1\.[01]$/.test(action.requires.lowest),
    ),
  );
}

/** Rules that differ, of the policies of both sides and of the internal endpoints that they forward to. */
function rulesOf(before: Access | undefined, after: Access | undefined, internal: Internal): RuleChange[] {
  const [then, now] = [policiesBehind(before, internal.before), policiesBehind(after, internal.after)];
  const keys = [...new Set([...then.keys(), ...now.keys()])].slice(0, 20);
  return keys.flatMap((key) => ruleChanges(key, then.get(key)?.reading?.rules, now.get(key)?.reading?.rules));
}

/** A policy, under the empty name, and those of the internal endpoints that requests are forwarded to, by URL. */
function policiesBehind(reach: Access | undefined, internal: InternalEndpoints): Map<string, TrafficPolicy> {
  const found = new Map<string, TrafficPolicy>();
  const owners = reach?.routes?.map((route) => ({
    name: route.reach.objects[0]?.name ?? "",
    of: route.reach,
  }));
  const open = (owners ?? [{ name: "", of: reach }]).flatMap(({ name, of }) => {
    const policy = of?.restrictions.get("trafficPolicy");
    return policy instanceof TrafficPolicy ? [{ name, policy }] : [];
  });
  for (let next = open.pop(); next && found.size < 20; next = open.pop()) {
    if (found.has(next.name)) continue;
    found.set(next.name, next.policy);
    for (const { actions } of next.policy.reading?.rules ?? [])
      for (const action of actions) {
        if (action.effect !== "forwards" || action.url.isFilledIn) continue;
        const url = String(canonicalUrl(action.url.text));
        for (const { policy: inner } of internal.at(url) ?? [])
          if (inner instanceof TrafficPolicy) open.push({ name: url, policy: inner });
      }
  }
  return found;
}
