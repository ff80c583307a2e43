import type { PolicyResource } from "@pulumi/policy";
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
import { canonicalUrl, type GuardAction } from "../traffic-policy/symbolic/guards";
import { Account, type Declared } from "./account";
import { AnonymousAccess } from "./anonymous-access";
import { type GuardModule, isApplied } from "./guards";
import { type HeldPolicy, masked, policyOfEndpoint, policyOfModule } from "./held-policy";
import { isGiven } from "./known";

/** The path of a route's match, which is a path, a host, or host and path. */
export const pathOf = (match: string | undefined): string => {
  const slash = match?.indexOf("/") ?? -1;
  return slash < 0 ? "/" : (match?.slice(slash) ?? "/");
};

/** True if networks have almost all addresses of one family in them. */
const admitMost = (networks: Networks): boolean =>
  networks.coversMost(4) === true || networks.coversMost(6) === true;

/** The same of networks by their CIDRs. */
export const admitEverybody = (networks: readonly string[]): boolean =>
  admitMost(networksOf(networks.map((cidr) => ({ cidr, action: "allow", content: cidr }))));

/** Addresses that rules admit; what is no network admits none. */
function networksOf(rules: readonly NetworkRule[], unseen: readonly string[] = []): Networks {
  try {
    return Networks.of(rules, unseen, "IP policies");
  } catch {
    return Networks.of([], [...unseen, "what is no network"], "IP policies");
  }
}

/** What holds a policy: its dependencies say which ids the policy may name. */
type Owner = Pick<PolicyResource, "urn" | "name" | "type" | "propertyDependencies">;

/** An internal endpoint of the stack; its policy is undefined while it is unknown. */
interface Inside {
  readonly endpoint: InternalEndpoint;
  readonly policy: HeldPolicy | undefined;
}

/** Modules that identify visitors. What a client says of its user agent proves nothing. */
const IDENTIFYING = [
  ...(["ipRestriction", "oauth", "oidc", "saml", "webhookVerification", "trafficPolicy"] as const),
];

/** Asks what anonymous clients reach in a stack. */
export class StackAccess {
  readonly #internal: InternalEndpoints;
  readonly #inside: ReadonlyMap<string, readonly Inside[]>;
  readonly #rules = new Map<PolicyResource, NetworkRule[]>();
  /** What the account requires of all clients of its endpoints. */
  readonly #restrictions: readonly (readonly [string, Guard])[];

  constructor(private readonly account: Account) {
    const policies = account.byName(edge.IpPolicy);
    for (const { resource, props } of account.of(edge.IpPolicyRule)) {
      const depended = resource.propertyDependencies.ipPolicyId ?? [];
      for (const name of new Set([...depended, props.ipPolicyId ?? ""])) {
        const policy = policies.get(name)?.resource;
        if (policy) this.#rules.set(policy, [...(this.#rules.get(policy) ?? []), ruleOf(resource, props)]);
      }
    }
    const endpoints = account.of(edge.Endpoint);
    this.#inside = Map.groupBy(
      endpoints.flatMap(({ resource, props }) => {
        if (!isInternal(props.url)) return [];
        const policy = policyOfEndpoint(props);
        const own = policy ? this.#policyAt(policy, resource) : { hidden: resource.urn };
        return [{ endpoint: { id: resource.urn, policy: own }, policy, url: String(props.url) }];
      }),
      ({ url }) => String(canonicalUrl(url)),
    );
    const unknown = endpoints.filter(({ props }) => isGiven(props, "url") && props.url === undefined);
    this.#internal = {
      at: (url) => this.#servedAt(url)?.map(({ endpoint }) => endpoint),
      // A wildcard of the stack is judged by what the stack declares for it.
      mayHaveMoreSpecific: () => false,
      urls: [...this.#inside.keys()],
      masked: unknown.map(({ resource }) => resource.urn).join(" "),
    };
    this.#restrictions = account
      .of(edge.IpRestriction)
      .flatMap((one) => this.#restrictionOf(one) ?? [])
      .map((guard, at) => [`IP restriction ${at}`, guard]);
  }

  /** True if IP policies certainly admit everybody of one family of addresses. */
  admitEverybody(owner: Owner, property: string, ids: readonly (string | undefined)[]): boolean {
    return admitMost(this.#networks(ids, owner, property, []));
  }

  /** What an endpoint serves; undefined for one that is not reached from outside, or while its policy is unknown. */
  endpoint({ resource, props }: Declared<edge.Endpoint>): AnonymousAccess | undefined {
    const policy = policyOfEndpoint(props);
    const { url } = props;
    const isPublic = !isGiven(props, "bindings") || props.bindings?.includes("public");
    if (policy === undefined || url === undefined || isInternal(url) || !isPublic) return undefined;
    return this.#endpointAt(policy, url, resource, this.#restrictions);
  }

  /** What a policy serves at a URL, where no other resource is known. */
  static at(policy: HeldPolicy, url: string): AnonymousAccess {
    const owner: Owner = { urn: url, name: url, type: "", propertyDependencies: {} };
    return new StackAccess(new Account([])).#endpointAt(policy, url, owner, []);
  }

  #endpointAt(
    policy: HeldPolicy,
    url: string,
    owner: Owner,
    restrictions: readonly (readonly [string, Guard])[],
  ): AnonymousAccess {
    const guards = [...restrictions, ["trafficPolicy", this.#policyAt(policy, owner)] as const];
    return this.#access(owner, guards, policy, { isServed: true, isEndpoint: true, url });
  }

  /** What a route of an edge serves. */
  route({ resource, props }: Declared<edge.HttpsEdgeRoute>): AnonymousAccess {
    const guards = new Map<string, Guard>(this.#restrictions);
    const add = (of: object, module: GuardModule, owner: Owner) => {
      const isOn = isApplied(of as Readonly<Record<string, { readonly enabled?: boolean }>>, module);
      if (isOn === false || trustsNobody(of, module)) return;
      const known = isOn && this.#guardOf(of, module, owner);
      guards.set(module, known || { asks: "unseen", text: module, content: `${module} of ${owner.urn}` });
    };
    for (const module of IDENTIFYING) add(props, module, resource);
    const parents = this.account.byName(edge.HttpsEdge);
    const names = new Set([...(resource.propertyDependencies.edgeId ?? []), props.edgeId ?? ""]);
    const edges = [...new Set([...names].flatMap((name) => parents.get(name) ?? []))];
    for (const parent of edges) if (!guards.has("mutualTls")) add(parent.props, "mutualTls", parent.resource);
    const hostport = edges.flatMap((parent) => parent.props.hostports ?? [])[0];
    const policy = policyOfModule(props);
    // A backend that is not declared may have been set by another program.
    const isBacked = !isGiven(props, "backend") || isApplied(props, "backend");
    return this.#access(resource, [...guards], policy?.isOn ? policy : undefined, {
      isServed: isBacked === undefined ? undefined : true,
      isEndpoint: false,
      ...(hostport !== undefined && { url: `https://${hostport}` }),
      isUnbacked: isBacked === false,
    });
  }

  #access(
    { urn, name }: Owner,
    guards: readonly (readonly [string, Guard])[],
    policy: HeldPolicy | undefined,
    {
      isUnbacked = false,
      url,
      ...place
    }: Pick<Access, "isServed" | "isEndpoint" | "url"> & { isUnbacked?: boolean },
  ): AnonymousAccess {
    const access: Access = {
      ...{ id: urn, name, ...place, ...(place.isEndpoint && url !== undefined && { url }) },
      guards: guards.map(([of, guard]) => ({ name: of, guard, passesOptions: false, isUsual: false })),
    };
    const parsed = url === undefined || !URL.canParse(url) ? undefined : new URL(url);
    const scheme = parsed?.protocol.slice(0, -1);
    const hosts = parsed && { name: parsed.hostname, except: [] };
    const isHttp = scheme === undefined || /^https?$/.test(scheme);
    const inside = [...this.#inside.values()].flat().map((one) => one.policy);
    return new AnonymousAccess(
      new AccessQuery(access, this.#internal, { hosts, isHttp, scheme }, isUnbacked),
      {
        mayShowCertificate: actionsOf(policy, true).some(takesAnyCertificate),
        chooseUserName: ![policy, ...inside].flatMap((one) => actionsOf(one)).some(changesAuthorization),
        // A forward to a name that is filled in may come to one of the stack's own.
        reachUndeclared: this.#inside.size === 0,
      },
    );
  }

  #servedAt(url: string): readonly Inside[] | undefined {
    const exact = this.#inside.get(url);
    if (exact) return exact;
    // `https://*.internal`, the closest one first.
    for (let dot = url.indexOf(".", url.indexOf("://")); dot > 0; dot = url.indexOf(".", dot + 1)) {
      const wild = this.#inside.get(`${url.slice(0, url.indexOf("://") + 3)}*${url.slice(dot)}`);
      if (wild) return wild;
    }
    return undefined;
  }

  /** Whom an IP restriction of the account lets in; nothing for one that keeps nobody from endpoints. */
  #restrictionOf({ resource, props }: Declared<edge.IpRestriction>): Guard | undefined {
    const { type, enforced, ipPolicyIds = [undefined] } = props;
    if ((type ?? "endpoints") !== "endpoints" || enforced === false || !isGiven(props, "enforced"))
      return undefined;
    return type === undefined || enforced === undefined
      ? { asks: "unseen", text: resource.name, content: `restriction ${resource.urn}` }
      : { asks: "address", networks: this.#networks(ipPolicyIds, resource, "ipPolicyIds", []) };
  }

  /** What a module requires; undefined for one whose clients have to prove something. */
  #guardOf(of: object, module: GuardModule, owner: Owner): Guard | undefined {
    if (module === "ipRestriction") {
      const { ipPolicyIds } = (of as { ipRestriction: { ipPolicyIds?: (string | undefined)[] } })
        .ipRestriction;
      return { asks: "address", networks: this.#networks(ipPolicyIds ?? [], owner, "ipRestriction", []) };
    }
    if (module !== "trafficPolicy") return undefined;
    const policy = policyOfModule(of);
    return policy && this.#policyAt(policy, owner);
  }

  #policyAt({ value, at }: HeldPolicy, owner: Owner): TrafficPolicy {
    const site: PolicySite = {
      owner: owner.urn,
      side: "after",
      isRoute: at !== "trafficPolicy" && edge.HttpsEdgeRoute.isInstance({ __pulumiType: owner.type }),
      networksOf: (ids, rules) =>
        this.#networks(
          ids.map(({ text, isFilledIn }) => (isFilledIn ? undefined : text)),
          owner,
          "trafficPolicy",
          rules,
        ),
      secretsIn: () => [],
      authorityOf: (text) => ({ key: text, name: text }),
    };
    return trafficPolicy(masked(value), site);
  }

  /** What IP policies of the stack admit, by their ids; those that are not known yet are those that the owner depends on. */
  #networks(
    ids: readonly (string | undefined)[],
    owner: Owner,
    property: string,
    own: readonly NetworkRule[],
  ): Networks {
    const policies = this.account.byName(edge.IpPolicy);
    const known = [...new Set(ids.filter((id) => id !== undefined))];
    const named = known.flatMap((id) => policies.get(id)?.resource ?? []);
    const perhaps = [...new Set(owner.propertyDependencies[property] ?? [])].filter(
      (resource) => policies.has(resource) && !named.includes(resource),
    );
    const isSure = ids.filter((id) => id === undefined).length === perhaps.length;
    const elsewhere = known.filter((id) => !policies.has(id));
    const rules = [...named, ...(isSure ? perhaps : [])].flatMap((policy) => this.#rules.get(policy) ?? []);
    return networksOf([...rules, ...own], isSure ? elsewhere : [...elsewhere, `ids of ${owner.urn}`]);
  }
}

/** Whether mutual TLS names no authority: it verifies no certificate. */
const trustsNobody = (of: object, module: GuardModule): boolean =>
  module === "mutualTls" &&
  (of as { mutualTls?: { certificateAuthorityIds?: readonly unknown[] } }).mutualTls?.certificateAuthorityIds
    ?.length === 0;

const actionsOf = (policy: HeldPolicy | undefined, isAlways = false): readonly GuardAction[] =>
  (policy?.reading?.rules ?? [])
    .filter(({ conditions }) => !isAlways || conditions.length === 0)
    .flatMap(({ actions }) => actions);

const takesAnyCertificate = (action: GuardAction): boolean =>
  action.effect === "guards" &&
  action.requires.asks === "tls" &&
  /^(?:any|if there is one)$/.test(action.requires.certificate ?? "");

const changesAuthorization = (action: GuardAction): boolean =>
  action.effect === "changes" &&
  action.what === "headers" &&
  (action.sets?.some(({ name }) => name === "authorization") ?? true);

const ruleOf = (
  { urn }: PolicyResource,
  { cidr, action }: { cidr?: string; action?: string },
): NetworkRule => ({
  cidr,
  action: action === "allow" || action === "deny" ? action : undefined,
  content: urn,
});

const hostOf = (url: string | undefined) =>
  url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;

/** Whether nobody gets to an endpoint but by another one. */
export const isInternal = (url: string | undefined): boolean => hostOf(url)?.endsWith(".internal") === true;
