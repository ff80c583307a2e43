import type { PolicyResource } from "@pulumi/policy";
import type * as pulumi from "@pulumi/pulumi";
import {
  type Access,
  AccessQuery,
  type Guard,
  type InternalEndpoint,
  type InternalEndpoints,
  type NetworkRule,
  Networks,
  type PolicySite,
  type TrafficPolicy,
  trafficPolicy,
} from "../access";
import * as edge from "../sdk";
import { canonicalUrl, closest, type GuardAction } from "../traffic-policy/symbolic/policy-reader";
import { Account, type Declared } from "./account";
import { AnonymousAccess } from "./anonymous-access";
import { type AttachedPolicy, endpointPolicy, maskUnknown, modulePolicy } from "./attached-policy";
import { isOfClass } from "./classes";
import { type GuardModule, isApplied, ROUTE_GUARDS } from "./guards";
import { isSet } from "./known-values";

/** The path in a route's match, which can be a path, a host, or both. */
export const matchPath = (match = ""): string => {
  const slash = match.indexOf("/");
  return slash < 0 ? "/" : match.slice(slash);
};

const coverAlmostAll = (networks: Networks): boolean =>
  networks.coversMost(4) === true || networks.coversMost(6) === true;

/** True if CIDRs contain almost all addresses of an IP version. */
export const allowsEveryone = (networks: readonly string[]): boolean =>
  coverAlmostAll(networksOf(networks.map((cidr) => ({ cidr, action: "allow", content: cidr }))));

/** The addresses that rules allow; unknown if a CIDR is invalid. */
function networksOf(rules: readonly NetworkRule[], unknown: readonly string[] = []): Networks {
  try {
    return Networks.fromRules(rules, unknown, "IP policies");
  } catch {
    return Networks.fromRules([], [...unknown, "an invalid CIDR"], "IP policies");
  }
}

/** The resource of a traffic policy. Its dependencies show which ids the policy may refer to. */
type PolicyOwner = Pick<PolicyResource, "urn" | "name" | "type" | "propertyDependencies">;

/** Determines whether endpoints and routes of a stack can be reached without credentials. */
export class StackAccess {
  readonly #edges: Named<edge.HttpsEdge>;
  readonly #ipPolicies: Named<edge.IpPolicy>;
  readonly #internal: InternalEndpoints;
  readonly #internalByUrl: ReadonlyMap<
    string,
    readonly { readonly endpoint: InternalEndpoint; readonly policy: AttachedPolicy | undefined }[]
  >;
  readonly #rules = new Map<PolicyResource, NetworkRule[]>();
  readonly #restrictions: readonly (readonly [string, Guard])[];

  constructor(account: Account) {
    this.#edges = account.byName(edge.HttpsEdge);
    this.#ipPolicies = account.byName(edge.IpPolicy);
    for (const { resource: rule, props } of account.of(edge.IpPolicyRule))
      for (const { resource: policy } of referenced(this.#ipPolicies, rule, "ipPolicyId", props.ipPolicyId))
        this.#rules.set(policy, [...(this.#rules.get(policy) ?? []), networkRule(rule, props)]);
    const endpoints = account.of(edge.Endpoint);
    this.#internalByUrl = Map.groupBy(
      endpoints.flatMap(({ resource, props }) => {
        if (!isInternal(props.url)) return [];
        const policy = endpointPolicy(props);
        const parsed = policy ? this.#parse(policy, resource) : { maskedPolicyId: resource.urn };
        return [{ endpoint: { id: resource.urn, policy: parsed }, policy, url: String(props.url) }];
      }),
      ({ url }) => String(canonicalUrl(url)),
    );
    const unknown = endpoints.filter(({ props }) => isSet(props, "url") && props.url === undefined);
    this.#internal = {
      at: (url) =>
        closest(url, (served) => this.#internalByUrl.get(served))?.found.map(({ endpoint }) => endpoint),
      // Endpoints outside the stack are unknown; a wildcard of the stack is assumed to be the closest match.
      mayHaveMoreSpecific: () => false,
      urls: [...this.#internalByUrl.keys()],
      maskedEndpointNames: unknown.map(({ resource }) => resource.urn).join(" "),
    };
    this.#restrictions = account
      .of(edge.IpRestriction)
      .flatMap((restriction) => this.#restrictionOf(restriction) ?? [])
      .map((guard, index) => [`IP restriction ${index}`, guard]);
  }

  /** True if IP policies definitely allow almost all addresses of an IP version. */
  allowsEveryone(owner: PolicyOwner, property: string, ids: readonly (string | undefined)[]): boolean {
    return coverAlmostAll(this.#networks(ids, owner, property, []));
  }

  /** Access to an endpoint; undefined if it isn't public, or its policy is unknown. */
  endpoint({ resource, props }: Declared<edge.Endpoint>): AnonymousAccess | undefined {
    const policy = endpointPolicy(props);
    const { url } = props;
    const isPublic = !isSet(props, "bindings") || props.bindings?.includes("public");
    if (policy === undefined || url === undefined || isInternal(url) || !isPublic) return undefined;
    return this.#endpointAt(policy, url, resource, this.#restrictions);
  }

  /** Access through a policy at a URL, regardless of other resources. */
  static through(policy: AttachedPolicy, url: string): AnonymousAccess {
    const owner: PolicyOwner = { urn: url, name: url, type: "", propertyDependencies: {} };
    return new StackAccess(new Account([])).#endpointAt(policy, url, owner, []);
  }

  #endpointAt(
    policy: AttachedPolicy,
    url: string,
    owner: PolicyOwner,
    restrictions: readonly (readonly [string, Guard])[],
  ): AnonymousAccess {
    const guards = [...restrictions, ["trafficPolicy", this.#parse(policy, owner)] as const];
    return this.#access(owner, guards, policy, { isServed: true, isEndpoint: true, url });
  }

  route({ resource, props }: Declared<edge.HttpsEdgeRoute>): AnonymousAccess {
    const guards = new Map<string, Guard>(this.#restrictions);
    const add = (modules: object, module: GuardModule, owner: PolicyOwner) => {
      const isOn = isApplied(modules as Readonly<Record<string, { readonly enabled?: boolean }>>, module);
      if (isOn === false || hasNoAuthority(modules, module)) return;
      const guard = isOn && this.#guardOf(modules, module, owner);
      // No anonymous client certainly passes a guard that requires a credential or may be disabled.
      guards.set(module, guard || { kind: "unreadable", text: module, content: `${module} of ${owner.urn}` });
    };
    for (const module of ROUTE_GUARDS) add(props, module, resource);
    const edges = referenced(this.#edges, resource, "edgeId", props.edgeId);
    for (const parent of edges) if (!guards.has("mutualTls")) add(parent.props, "mutualTls", parent.resource);
    const hostport = edges.flatMap((parent) => parent.props.hostports ?? [])[0];
    const policy = modulePolicy(props);
    // An undeclared backend may have been set outside the program.
    const hasBackend = !isSet(props, "backend") || isApplied(props, "backend");
    return this.#access(resource, [...guards], policy?.isOn ? policy : undefined, {
      isServed: hasBackend === undefined ? undefined : true,
      isEndpoint: false,
      url: hostport && `https://${hostport}`,
      hasNoUpstream: hasBackend === false,
    });
  }

  #access(
    { urn, name }: PolicyOwner,
    guards: readonly (readonly [string, Guard])[],
    policy: AttachedPolicy | undefined,
    {
      hasNoUpstream = false,
      url,
      ...place
    }: Pick<Access, "isServed" | "isEndpoint" | "url"> & { hasNoUpstream?: boolean },
  ): AnonymousAccess {
    const access: Access = {
      id: urn,
      name,
      ...place,
      url: place.isEndpoint ? url : undefined,
      guards: guards.map(([guardName, guard]) => ({
        name: guardName,
        guard,
        passesOptions: false,
        isServiceDefault: false,
      })),
    };
    const parsed = url === undefined || !URL.canParse(url) ? undefined : new URL(url);
    // Edges that have routes serve HTTPS.
    const scheme = parsed?.protocol.slice(0, -1) ?? (place.isEndpoint ? undefined : "https");
    const hosts = parsed && { name: parsed.hostname, except: [] };
    const isHttp = scheme === undefined || /^https?$/.test(scheme);
    const internalPolicies = [...this.#internalByUrl.values()].flat().map((endpoint) => endpoint.policy);
    return new AnonymousAccess(
      new AccessQuery(access, this.#internal, { hosts, isHttp, scheme }, hasNoUpstream),
      {
        canPresentCertificate: rulesOf(policy).some(
          ({ conditions, actions }) => conditions.length === 0 && actions.some(acceptsAnyCertificate),
        ),
        canChooseUserName: ![policy, ...internalPolicies]
          .flatMap(rulesOf)
          .some(({ actions }) => actions.some(changesAuthorization)),
        // An interpolated target may be an internal endpoint of the stack.
        canReachUndeclared: this.#internalByUrl.size === 0,
      },
    );
  }

  /** The guard of an IP restriction; undefined if it isn't enforced for endpoints. */
  #restrictionOf({ resource, props }: Declared<edge.IpRestriction>): Guard | undefined {
    const { type, enforced, ipPolicyIds = [undefined] } = props;
    if ((type ?? "endpoints") !== "endpoints" || enforced === false || !isSet(props, "enforced"))
      return undefined;
    return type === undefined || enforced === undefined
      ? { kind: "unreadable", text: resource.name, content: `restriction ${resource.urn}` }
      : { kind: "address", networks: this.#networks(ipPolicyIds, resource, "ipPolicyIds", []) };
  }

  /** The guard of a module; undefined if the module requires a credential. */
  #guardOf(modules: object, module: GuardModule, owner: PolicyOwner): Guard | undefined {
    if (module === "ipRestriction") {
      const { ipPolicyIds } = (modules as { ipRestriction: { ipPolicyIds?: (string | undefined)[] } })
        .ipRestriction;
      return { kind: "address", networks: this.#networks(ipPolicyIds ?? [], owner, "ipRestriction", []) };
    }
    if (module !== "trafficPolicy") return undefined;
    const policy = modulePolicy(modules);
    return policy && this.#parse(policy, owner);
  }

  #parse({ value }: AttachedPolicy, owner: PolicyOwner): TrafficPolicy {
    const site: PolicySite = {
      owner: owner.urn,
      side: "after",
      isRoute: isOfClass(owner, edge.HttpsEdgeRoute),
      networksOf: (ids, rules) =>
        this.#networks(
          ids.map(({ text, isTemplate }) => (isTemplate ? undefined : text)),
          owner,
          "trafficPolicy",
          rules,
        ),
      secretsIn: () => [],
      authorityOf: (text) => ({ key: text, name: text }),
    };
    return trafficPolicy(maskUnknown(value), site);
  }

  /** The allowed addresses. Unknown ids stand for the policies that the owner depends on, if both are equally many. */
  #networks(
    ids: readonly (string | undefined)[],
    owner: PolicyOwner,
    property: string,
    inlineRules: readonly NetworkRule[],
  ): Networks {
    const policies = this.#ipPolicies;
    const known = [...new Set(ids.filter((id) => id !== undefined))];
    const named = known.flatMap((id) => policies.get(id)?.resource ?? []);
    const candidates = [...new Set(owner.propertyDependencies[property] ?? [])].filter(
      (resource) => policies.has(resource) && !named.includes(resource),
    );
    const areIdsResolved = ids.filter((id) => id === undefined).length === candidates.length;
    const elsewhere = known.filter((id) => !policies.has(id));
    const rules = [...named, ...(areIdsResolved ? candidates : [])].flatMap(
      (policy) => this.#rules.get(policy) ?? [],
    );
    return networksOf(
      [...rules, ...inlineRules],
      areIdsResolved ? elsewhere : [...elsewhere, `ids of ${owner.urn}`],
    );
  }
}

type Named<R extends pulumi.Resource> = ReadonlyMap<string | PolicyResource, Declared<R>>;

/** The resources that an input refers to by an output or a literal id. */
function referenced<R extends pulumi.Resource>(
  resources: Named<R>,
  { propertyDependencies }: PolicyOwner,
  input: string,
  id = "",
): Declared<R>[] {
  const names = [...(propertyDependencies[input] ?? []), id];
  return [...new Set(names.flatMap((name) => resources.get(name) ?? []))];
}

/** True for mutual TLS without authorities, which verifies no certificate. */
const hasNoAuthority = (modules: object, module: GuardModule): boolean =>
  module === "mutualTls" &&
  (modules as { mutualTls?: { certificateAuthorityIds?: readonly unknown[] } }).mutualTls
    ?.certificateAuthorityIds?.length === 0;

const rulesOf = (policy: AttachedPolicy | undefined) => policy?.reading?.rules ?? [];

const acceptsAnyCertificate = (action: GuardAction): boolean =>
  action.effect === "guards" &&
  action.requires.kind === "tls" &&
  /^(?:any|optional)$/.test(action.requires.certificate ?? "");

const changesAuthorization = (action: GuardAction): boolean =>
  action.effect === "changes" &&
  action.target === "headers" &&
  (action.entries?.some(({ name }) => name === "authorization") ?? true);

const networkRule = (
  { urn }: PolicyResource,
  { cidr, action }: { cidr?: string; action?: string },
): NetworkRule => ({
  cidr,
  action: action === "allow" || action === "deny" ? action : undefined,
  content: urn,
});

/** True for the URL of an endpoint that clients reach only through other endpoints. */
export const isInternal = (url = ""): boolean =>
  URL.canParse(url) && new URL(url).hostname.endsWith(".internal");
