import type { GuardRule } from "../traffic-policy/symbolic/guards";
import type { Access, NamedGuard, RouteAccess } from "./access-model";
import { AWAY, type Node, THROUGH, YES } from "./diagram";
import { HIDDEN_PLACE, type TrafficPolicy } from "./guard-model";
import { Guards } from "./guard-questions";
import type { InternalEndpoints } from "./internal-endpoints";
import { Policies } from "./policy-diagrams";
import type { Diagram } from "./question";
import type { Place } from "./request-witnesses";
import { ruleText } from "./rule-changes";
import { endpointValues } from "./url-parts";

/** One thing that answers, as diagrams. */
export interface Member {
  /** What its modules ask, each as a condition. */
  readonly parts: readonly { readonly guard: NamedGuard; readonly met: Node }[];
  readonly policy: TrafficPolicy | undefined;
  /** What becomes of a client that meets all of them. */
  readonly end: Node;
  /** What can keep a client out, in order. */
  readonly stops: readonly Stop[];
  /** Whether the policy keeps anybody out. */
  readonly isSelective: boolean;
}

/** What can keep a client out, with what becomes of requests that come to it. */
interface Stop {
  readonly name: string;
  readonly level: Node;
  /** The phase of a rule: one of requests runs for those alone that no rule before has ended. */
  readonly phase?: GuardRule["phase"];
}

/** All that answers at one place: of several, the service picks one for each request. */
export interface Side {
  readonly members: readonly Member[];
  /** What becomes of a client. */
  readonly end: Node;
}

/** Makes diagrams of what answers. All sides of one comparison are made by one maker. */
export class Sides {
  readonly guards: Guards;

  constructor(
    private readonly decisions: Diagram,
    private readonly where: Place,
    /** Whether the versions of TLS that endpoints take by default are looked at. */
    private readonly asksTls: boolean,
    /** Internal URLs after whose failure a policy goes on, on one of the sides. */
    private readonly caught: ReadonlySet<string>,
  ) {
    this.guards = new Guards(decisions);
  }

  of(all: readonly Access[], internal: InternalEndpoints): Side {
    const { decisions, guards } = this;
    const members = all
      .filter(({ isServed }) => isServed !== false)
      .map((access) => this.member(access, internal));
    const ends = members.map(({ parts, end }) =>
      decisions.choose(decisions.every(parts.map(({ met }) => met)), end, AWAY),
    );
    const end = ends.reduce(
      (level, other, at) =>
        at === 0
          ? other
          : decisions.choose(
              guards.unknown({
                of: "pick",
                id: { kind: "other", about: `pick ${at}` },
                yes: "that it picks",
                no: "that it does not pick",
              }),
              other,
              level,
            ),
      AWAY,
    );
    return { members, end };
  }

  private member(access: Access, internal: InternalEndpoints): Member {
    const { decisions, guards, where } = this;
    if (access.routes) return this.routed(access.routes, internal);
    const parts: { guard: NamedGuard; met: Node }[] = [];
    let policy: TrafficPolicy | undefined;
    for (const named of access.guards) {
      if (named.guard.asks === "policy") policy = named.guard;
      // The handshake of an endpoint is for its policy to say.
      else if (named.guard.asks !== "tls" || !access.isEndpoint || !choosesTls(access)) {
        const met = guards.meets(named.guard);
        parts.push({
          guard: named,
          met: named.passesOptions ? decisions.either(this.isOptions(), met) : met,
        });
      }
    }
    const policies = new Policies(decisions, internal, {
      isHttp: where.isHttp,
      endsTls: this.asksTls && access.isEndpoint && where.scheme === "https",
      isPlain: where.scheme === "http" || where.scheme === "tcp",
      isInternal: where.hosts?.name.endsWith(".internal") === true,
      caught: this.caught,
      endpoint: endpointValues(access.url),
    });
    const admitted = policy ? policies.level(policy, access.id) : policies.levelWithout();
    const served =
      access.isServed === true
        ? YES
        : guards.unknown({
            of: "case",
            id: { kind: "served", by: access.id },
            yes: "if anything answers there",
            no: "if nothing answers there",
            why: "whether anything answers there is not known",
          });
    // Whom a policy lets in that is not shown, it leads anywhere.
    const unseen = access.guards.flatMap(({ guard }) =>
      guard.asks === "unseen" && guard.isPolicy ? [guard.content] : [],
    );
    const end =
      unseen.length === 0
        ? admitted
        : decisions.followedBy(admitted, (one) =>
            one === THROUGH ? decisions.anywhere(HIDDEN_PLACE, unseen.join(" ")) : one,
          );
    const effects = policy ? policies.effects(policy, access.id) : [];
    return {
      parts,
      policy,
      end: decisions.choose(served, end, AWAY),
      stops: [
        ...parts.map(({ guard, met }) => ({ name: guard.name, level: met })),
        ...effects.map(({ rule, level }) => ({ name: ruleText(rule), level, phase: rule.phase })),
        { name: "the TLS version", level: policies.levelWithout() },
      ],
      isSelective: policy !== undefined && decisions.endsOf(end).has(AWAY),
    };
  }

  /** Several routes, of which the first one that selects a request serves it. */
  private routed(routes: readonly RouteAccess[], internal: InternalEndpoints): Member {
    const { decisions } = this;
    let end: Node = AWAY;
    let rest: Node = YES;
    const stops: Stop[] = [];
    for (const route of routes) {
      const own = this.of([route.access], internal);
      const selected = decisions.both(rest, this.isSelectedBy(route));
      end = decisions.choose(selected, own.end, end);
      for (const stop of own.members.flatMap((member) => member.stops))
        stops.push({
          ...stop,
          name: `${stop.name} of the route ${route.access.name}`,
          level: decisions.choose(selected, stop.level, THROUGH),
        });
      rest = decisions.both(rest, decisions.not(selected));
    }
    const unrouted = { name: "the lack of a route", level: decisions.choose(rest, AWAY, THROUGH) };
    return { parts: [], policy: undefined, end, stops: [...stops, unrouted], isSelective: false };
  }

  private isSelectedBy({ path, isExact, mayYield, isBare, access: { id, name } }: RouteAccess): Node {
    const { decisions, guards } = this;
    const perhaps = (what: string) =>
      guards.unknown({
        of: "reading",
        id: { kind: "other", about: `route ${id}${what}` },
        yes: `if the route ${name} selects them`,
        no: `unless the route ${name} selects them`,
        why: `the route ${name} may or may not select them`,
      });
    const isAt = (value: string, is: "equal" | "start") =>
      guards.text({ subject: "req.url.path", is, value });
    const isMet = isBare
      ? decisions.either(isAt("/", "equal"), perhaps(" of any path"))
      : path === undefined || (path === "/" && !isExact)
        ? YES
        : isAt(path, isExact ? "equal" : "start");
    return decisions.both(isMet, mayYield ? perhaps("") : YES);
  }

  private isOptions(): Node {
    return this.guards.text({ subject: "req.method", is: "equal", value: "OPTIONS" });
  }
}

/** Whether a policy says which versions of TLS it takes: then what endpoints take by default makes a difference. */
export const choosesTls = ({ guards, routes = [] }: Access): boolean =>
  routes.some(({ access }) => choosesTls(access)) ||
  guards.some(({ guard }) =>
    (guard.asks === "policy" ? (guard.reading?.rules ?? []) : []).some(({ actions }) =>
      actions.some(({ type }) => type === "terminate-tls"),
    ),
  );
