import type { Access, NamedGuard, RouteAccess } from "./access-model";
import { ClientConditions } from "./client-conditions";
import { DENIED, type DecisionDiagrams, FALSE, type Node, TRUE, UPSTREAM } from "./decision-diagrams";
import { type Guard, MASKED_DESTINATION, type TrafficPolicy } from "./guard-model";
import type { InternalEndpoints } from "./internal-endpoints";
import { type BlockingStep, hasTlsTermination, PolicyDiagrams } from "./policy-diagrams";
import type { Place } from "./request-solver";
import { endpointValues } from "./url-parts";

/** The diagram of one edge or endpoint at a URL. */
export interface MemberDiagram {
  /** All guards except the policy, each with the condition under which a client meets it. */
  readonly requirements: readonly { readonly guard: NamedGuard; readonly met: Node }[];
  readonly policy: TrafficPolicy | undefined;
  readonly comparedGuards: readonly ComparedGuard[];
  /** The outcome for a client that meets all requirements. */
  readonly outcome: Node;
  /** The guards and rules that may deny the client, in order. */
  readonly blockingSteps: readonly BlockingStep[];
  readonly policyMayDeny: boolean;
}

interface ComparedGuard {
  readonly name: string;
  readonly guard: Guard;
  /** Differs for guards that allow different clients. */
  readonly content: string;
}

/** The diagrams of the endpoints at one URL. The service picks one of them per request. */
export interface AccessDiagram {
  readonly members: readonly MemberDiagram[];
  readonly outcome: Node;
}

export class AccessDiagrams {
  private readonly conditions: ClientConditions;

  constructor(
    private readonly diagrams: DecisionDiagrams,
    private readonly place: Place,
    /** True to model which TLS versions endpoints accept by default. */
    private readonly modelsTls: boolean,
    private readonly recoverableUrls: ReadonlySet<string>,
  ) {
    this.conditions = new ClientConditions(diagrams);
  }

  build(accesses: readonly Access[], internal: InternalEndpoints): AccessDiagram {
    const { diagrams } = this;
    const members = accesses
      .filter(({ isServed }) => isServed !== false)
      .map((access) => this.buildMember(access, internal));
    const outcomes = members.map(({ requirements, outcome }) =>
      diagrams.choose(diagrams.every(requirements.map(({ met }) => met)), outcome, DENIED),
    );
    return { members, outcome: this.conditions.serviceChoice(outcomes, "", DENIED) };
  }

  private buildMember(access: Access, internal: InternalEndpoints): MemberDiagram {
    const { diagrams, conditions, place } = this;
    if (access.routes) return this.buildRoutes(access.routes, internal);
    const requirements: { guard: NamedGuard; met: Node }[] = [];
    let policy: TrafficPolicy | undefined;
    // A policy that terminates TLS replaces the endpoint's TLS guard.
    const ignoresTlsGuard = access.isEndpoint && terminatesTls(access);
    for (const named of access.guards) {
      const { guard, passesOptions } = named;
      if (guard.kind === "policy") policy = guard;
      else if (guard.kind !== "tls" || !ignoresTlsGuard) {
        const met = conditions.moduleRequirement(guard);
        const isOptions = passesOptions
          ? conditions.text({ subject: "req.method", is: "equal", value: "OPTIONS" })
          : FALSE;
        requirements.push({ guard: named, met: diagrams.or(isOptions, met) });
      }
    }
    const policies = new PolicyDiagrams(diagrams, {
      internal,
      isHttp: place.isHttp,
      terminatesTls: this.modelsTls && access.isEndpoint && place.scheme === "https",
      isUnencrypted: place.scheme === "http" || place.scheme === "tcp",
      isInternal: place.hosts?.name.endsWith(".internal") === true,
      recoverableUrls: this.recoverableUrls,
      endpoint: endpointValues(access.url),
    });
    const policyOutcome = policy ? policies.outcome(policy, access.id) : policies.outcomeWithoutPolicy();
    const isServed =
      access.isServed === true
        ? TRUE
        : conditions.unknown(
            { kind: "served", by: access.id },
            {
              texts: ["if anything responds there", "if nothing responds there"],
              why: "it is unknown whether anything responds there",
            },
          );
    const maskedPolicies = access.guards.flatMap(({ guard }) =>
      guard.kind === "unreadable" && guard.isPolicy ? [guard.content] : [],
    );
    // A masked policy may forward anywhere.
    const outcome = diagrams.replaceEnds(policyOutcome, (end) =>
      end === UPSTREAM && maskedPolicies.length > 0
        ? diagrams.unknownDestination(MASKED_DESTINATION, maskedPolicies.join(" "))
        : end,
    );
    return {
      requirements,
      policy,
      comparedGuards: [
        ...requirements.map(({ guard: { name, guard }, met }) => ({ name, guard, content: String(met) })),
        ...(policy ? [{ name: "traffic policy", guard: policy, content: policy.content }] : []),
      ],
      outcome: diagrams.choose(isServed, outcome, DENIED),
      blockingSteps: [
        ...requirements.map(({ guard, met }) => ({ name: guard.name, outcome: met })),
        ...(policy ? policies.blockingSteps(policy, access.id) : []),
        { name: "the TLS version", outcome: policies.outcomeWithoutPolicy() },
      ],
      policyMayDeny: policy !== undefined && diagrams.endsOf(outcome).has(DENIED),
    };
  }

  private buildRoutes(routes: readonly RouteAccess[], internal: InternalEndpoints): MemberDiagram {
    const { diagrams } = this;
    let outcome: Node = DENIED;
    let isUnrouted: Node = TRUE;
    const blockingSteps: BlockingStep[] = [];
    const comparedGuards: ComparedGuard[] = [];
    for (const route of routes) {
      const suffix = ` of the route ${route.access.name}`;
      const routeDiagram = this.build([route.access], internal);
      const isSelected = diagrams.and(isUnrouted, this.whenMatched(route));
      outcome = diagrams.choose(isSelected, routeDiagram.outcome, outcome);
      for (const { blockingSteps: steps, requirements } of routeDiagram.members) {
        for (const step of steps)
          blockingSteps.push({
            ...step,
            name: step.name + suffix,
            outcome: diagrams.choose(isSelected, step.outcome, UPSTREAM),
          });
        for (const { guard: named, met } of requirements)
          if (!named.isServiceDefault)
            comparedGuards.push({ name: named.name + suffix, guard: named.guard, content: String(met) });
      }
      isUnrouted = diagrams.and(isUnrouted, diagrams.not(isSelected));
    }
    blockingSteps.push({ name: "the lack of a route", outcome: diagrams.not(isUnrouted) });
    return {
      requirements: [],
      policy: undefined,
      comparedGuards,
      outcome,
      blockingSteps,
      policyMayDeny: false,
    };
  }

  private whenMatched({ path, isExact, mayYield, isBare, access: { id, name } }: RouteAccess): Node {
    const { diagrams, conditions } = this;
    const undecided = (suffix: string) =>
      conditions.unknown(`route ${id}${suffix}`, {
        scope: "all requests",
        texts: [`if the route ${name} selects them`, `unless the route ${name} selects them`],
        why: `the route ${name} may or may not select them`,
      });
    const pathTest = (value: string, is: "equal" | "start") =>
      conditions.text({ subject: "req.url.path", is, value });
    let matchesPath: Node = TRUE;
    if (isBare) matchesPath = diagrams.or(pathTest("/", "equal"), undecided(" of any path"));
    else if (path !== undefined && (path !== "/" || isExact))
      matchesPath = pathTest(path, isExact ? "equal" : "start");
    return diagrams.and(matchesPath, mayYield ? undecided("") : TRUE);
  }
}

/** True if a policy terminates TLS, so that the accepted versions can differ from the service's default. */
export const terminatesTls = ({ guards, routes = [] }: Access): boolean =>
  routes.some(({ access }) => terminatesTls(access)) ||
  guards.some(({ guard }) => guard.kind === "policy" && guard.reading?.rules.some(hasTlsTermination));
