import type { GuardRule } from "../traffic-policy/symbolic/policy-reader";
import type { Access, NamedGuard, RouteAccess } from "./access-model";
import { DENIED, FALSE, type Node, TRUE, UPSTREAM } from "./diagram";
import { type Guard, HIDDEN_DESTINATION, type TrafficPolicy } from "./guard-model";
import type { InternalEndpoints } from "./internal-endpoints";
import { hasTlsTermination, PolicyDiagrams } from "./policy-diagrams";
import type { Diagram } from "./question";
import type { Place } from "./request-solver";
import { Requirements } from "./requirements";
import { ruleText } from "./rule-changes";
import { endpointValues } from "./url-parts";

export interface MemberDiagram {
  /** The guards other than the policy, each with the condition under which a client meets it. */
  readonly parts: readonly { readonly guard: NamedGuard; readonly met: Node }[];
  readonly policy: TrafficPolicy | undefined;
  readonly guards: readonly ComparedGuard[];
  /** The outcome for a client that meets all parts. */
  readonly end: Node;
  readonly blockingSteps: readonly BlockingStep[];
  readonly mayDeny: boolean;
}

interface ComparedGuard {
  readonly name: string;
  readonly guard: Guard;
  /** Differs for guards that allow different clients. */
  readonly content: string;
}

/** A guard or rule, with the outcome for the requests that reach it. */
interface BlockingStep {
  readonly name: string;
  readonly end: Node;
  /** Set for a rule. Rules for requests only run if no earlier rule has ended the request. */
  readonly phase?: GuardRule["phase"];
}

/** The diagram of all endpoints at one URL: the service picks one of them per request. */
export interface AccessDiagram {
  readonly members: readonly MemberDiagram[];
  readonly end: Node;
}

export class AccessDiagrams {
  private readonly guards: Requirements;

  constructor(
    private readonly decisions: Diagram,
    private readonly place: Place,
    /** True to model which TLS versions endpoints accept by default. */
    private readonly modelsTls: boolean,
    private readonly recoverableUrls: ReadonlySet<string>,
  ) {
    this.guards = new Requirements(decisions);
  }

  build(accesses: readonly Access[], internal: InternalEndpoints): AccessDiagram {
    const { decisions, guards } = this;
    const members = accesses
      .filter(({ isServed }) => isServed !== false)
      .map((access) => this.memberDiagram(access, internal));
    const [first = DENIED, ...others] = members.map(({ parts, end }) =>
      decisions.choose(decisions.every(parts.map(({ met }) => met)), end, DENIED),
    );
    const end = others.reduce((pool, other, index) => {
      const isPicked = guards.unknown(`pick ${index + 1}`, { scope: "service choice" });
      return decisions.choose(isPicked, other, pool);
    }, first);
    return { members, end };
  }

  private memberDiagram(access: Access, internal: InternalEndpoints): MemberDiagram {
    const { decisions, guards, place } = this;
    if (access.routes) return this.routesDiagram(access.routes, internal);
    const parts: { guard: NamedGuard; met: Node }[] = [];
    let policy: TrafficPolicy | undefined;
    // If the policy terminates TLS, it replaces the endpoint's TLS guard.
    const ignoresTlsGuard = access.isEndpoint && terminatesTls(access);
    for (const named of access.guards) {
      const { guard, passesOptions } = named;
      if (guard.kind === "policy") policy = guard;
      else if (guard.kind !== "tls" || !ignoresTlsGuard) {
        const met = guards.moduleRequirement(guard);
        const isOptions = passesOptions
          ? guards.text({ subject: "req.method", is: "equal", value: "OPTIONS" })
          : FALSE;
        parts.push({ guard: named, met: decisions.or(isOptions, met) });
      }
    }
    const policies = new PolicyDiagrams(decisions, {
      internal,
      isHttp: place.isHttp,
      terminatesTls: this.modelsTls && access.isEndpoint && place.scheme === "https",
      isUnencrypted: place.scheme === "http" || place.scheme === "tcp",
      isInternal: place.hosts?.name.endsWith(".internal") === true,
      recoverableUrls: this.recoverableUrls,
      endpoint: endpointValues(access.url),
    });
    const policyEnd = policy ? policies.outcome(policy, access.id) : policies.outcomeWithoutPolicy();
    const served =
      access.isServed === true
        ? TRUE
        : guards.unknown(
            { kind: "served", by: access.id },
            {
              texts: ["if anything responds there", "if nothing responds there"],
              why: "it is unknown whether anything responds there",
            },
          );
    // A masked policy may forward anywhere.
    const maskedPolicies = access.guards.flatMap(({ guard }) =>
      guard.kind === "unreadable" && guard.isPolicy ? [guard.content] : [],
    );
    const end =
      maskedPolicies.length === 0
        ? policyEnd
        : decisions.replaceEnds(policyEnd, (reached) =>
            reached === UPSTREAM
              ? decisions.unknownDestination(HIDDEN_DESTINATION, maskedPolicies.join(" "))
              : reached,
          );
    const ruleEffects = policy ? policies.ruleEffects(policy, access.id) : [];
    return {
      parts,
      policy,
      guards: [
        ...parts.map(({ guard: { name, guard }, met }) => ({ name, guard, content: String(met) })),
        ...(policy ? [{ name: "traffic policy", guard: policy, content: policy.content }] : []),
      ],
      end: decisions.choose(served, end, DENIED),
      blockingSteps: [
        ...parts.map(({ guard, met }) => ({ name: guard.name, end: met })),
        ...ruleEffects.map(({ rule, end }) => ({ name: ruleText(rule), end, phase: rule.phase })),
        { name: "the TLS version", end: policies.outcomeWithoutPolicy() },
      ],
      mayDeny: policy !== undefined && decisions.endsOf(end).has(DENIED),
    };
  }

  private routesDiagram(routes: readonly RouteAccess[], internal: InternalEndpoints): MemberDiagram {
    const { decisions } = this;
    let end: Node = DENIED;
    let isUnrouted: Node = TRUE;
    const steps: BlockingStep[] = [];
    const guards: ComparedGuard[] = [];
    for (const route of routes) {
      const suffix = ` of the route ${route.access.name}`;
      const routeDiagram = this.build([route.access], internal);
      const selected = decisions.and(isUnrouted, this.selection(route));
      end = decisions.choose(selected, routeDiagram.end, end);
      for (const { blockingSteps, parts } of routeDiagram.members) {
        for (const { name, end: stepEnd, ...step } of blockingSteps)
          steps.push({ ...step, name: name + suffix, end: decisions.choose(selected, stepEnd, UPSTREAM) });
        for (const { guard: named, met } of parts.filter(
          ({ guard: { isServiceDefault } }) => !isServiceDefault,
        ))
          guards.push({ name: named.name + suffix, guard: named.guard, content: String(met) });
      }
      isUnrouted = decisions.and(isUnrouted, decisions.not(selected));
    }
    const unrouted = { name: "the lack of a route", end: decisions.choose(isUnrouted, DENIED, UPSTREAM) };
    return { parts: [], policy: undefined, guards, end, blockingSteps: [...steps, unrouted], mayDeny: false };
  }

  private selection({ path, isExact, mayYield, isBare, access: { id, name } }: RouteAccess): Node {
    const { decisions, guards } = this;
    const undecided = (suffix: string) =>
      guards.unknown(`route ${id}${suffix}`, {
        scope: "all requests",
        texts: [`if the route ${name} selects them`, `unless the route ${name} selects them`],
        why: `the route ${name} may or may not select them`,
      });
    const pathTest = (value: string, is: "equal" | "start") =>
      guards.text({ subject: "req.url.path", is, value });
    const matchesPath = () => {
      if (isBare) return decisions.or(pathTest("/", "equal"), undecided(" of any path"));
      if (path === undefined || (path === "/" && !isExact)) return TRUE;
      return pathTest(path, isExact ? "equal" : "start");
    };
    return decisions.and(matchesPath(), mayYield ? undecided("") : TRUE);
  }
}

/** True if a policy terminates TLS itself, so that the versions it accepts can differ from the default. */
export const terminatesTls = ({ guards, routes = [] }: Access): boolean =>
  routes.some(({ access }) => terminatesTls(access)) ||
  guards.some(({ guard }) => guard.kind === "policy" && guard.reading?.rules.some(hasTlsTermination));
