import type { PolicyResource } from "@pulumi/policy";
import {
  type Access,
  type Dimension,
  type InternalEndpoint,
  type InternalEndpoints,
  type NetworkRule,
  Networks,
  OneOf,
  type PolicySite,
  type Restriction,
  TrafficPolicy,
  Unseen,
  type Visitor,
  Visits,
} from "../access";
import { type Condition, canonicalUrl, UNKNOWN_TEXT } from "../provider/traffic-policy/guards";
import * as edge from "../sdk";
import { Account, type Declared } from "./account";
import { type GuardModule, isApplied } from "./guards";
import { type HeldPolicy, masked, policyOfEndpoint, policyOfModule } from "./held-policy";
import { isGiven } from "./known";

/** A request of somebody who proves nothing, from any address. */
export interface Request {
  readonly method: string;
  readonly path: string;
}

/** A request in words, for people. */
export const shown = ({ method, path }: Request): string =>
  path.includes(UNNAMED)
    ? `${method} what is at ${JSON.stringify(path.slice(0, 80).replace(UNNAMED, "*"))}`
    : `${method} ${JSON.stringify(path.slice(0, 80))}`;

/** The path of a route's match, which is a path, a host, or host and path. */
export const pathOf = (match: string | undefined): string => {
  const slash = match?.indexOf("/") ?? -1;
  return slash < 0 ? "/" : (match?.slice(slash) ?? "/");
};

/** Variables that hold the path of a request. */
export const PATH = /^req\.url\.(?:raw_path|path|uri)$/;

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

/** A part of a path that no policy names. */
const UNNAMED = "zq0";

/** Addresses of both families, spread over all there are. */
const ADDRESSES = [
  ["5.45.103.7", "31.13.84.36", "62.115.9.20", "93.184.215.14", "104.18.26.120", "120.52.22.97"].concat([
    "148.251.3.9",
    "151.101.1.69",
    "185.199.108.153",
    "193.99.144.85",
    "203.2.75.1",
    "220.181.38.150",
  ]),
  [
    "2001:4860:4860::8888",
    "2400:cb00:2048::6810",
    "2606:4700::6811",
    "2a00:1450:4001::2003",
    "2a02:2e0:3fe::1",
  ],
] as const;

/** A network that is shorter than this lets in, or keeps out, whole parts of the world. */
const NARROW = { 4: 8, 6: 16 } as const;

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
const AGENTS = [BROWSER, "curl/8.5.0"];

/** Paths that are tried, of those that conditions name. */
const MOST_PATHS = 50;

/** What is tried of an entrance. */
interface Whereabouts {
  /** What all paths there begin with, or are. */
  readonly base?: string;
  readonly isExact?: boolean;
  /** Keys of facts that a stranger has nevertheless. */
  readonly has?: readonly string[];
}

/** What can be reached from outside, and what strangers find there. */
export class Entrance {
  readonly #visits: Visits;

  constructor(
    private readonly place: {
      readonly access: Access;
      readonly internal: InternalEndpoints;
      readonly host: string | undefined;
      readonly scheme: string | undefined;
      readonly passesUnseen: boolean | undefined;
      /** Policies that a request comes through. */
      readonly policies: readonly HeldPolicy[];
      /** Networks of IP policies. */
      readonly cidrs: readonly string[];
    },
  ) {
    const { access, internal, host, scheme } = place;
    const hosts = host === undefined ? undefined : { name: host, without: [] };
    const isHttp = scheme === undefined || /^https?$/.test(scheme);
    this.#visits = new Visits(access, internal, { hosts, isHttp, scheme });
  }

  /** A request with which everybody gets in who has an address of one family. */
  openTo(
    paths: readonly string[],
    methods: readonly string[] = METHODS,
    has: readonly string[] = [],
  ): Request | undefined {
    const families = ADDRESSES.map((addresses) => addresses.filter((address) => !this.#isNamed(address)));
    for (const path of paths)
      for (const method of methods)
        for (const addresses of families)
          for (const userAgent of this.#agents())
            for (const sendsAll of [false, true]) {
              const plain = this.#visitor({ method, path });
              const visitor = { ...plain, userAgent, sendsAll, has: [...plain.has, ...has] };
              const isIn = (address: string) => this.#visits.outcomeOf({ ...visitor, address }) === "in";
              if (addresses.length > 0 && addresses.every(isIn)) return { method, path };
            }
    return undefined;
  }

  /** The same for any path that is served: one that no rule names, or, where that is refused whoever asks, those that one names. */
  open({ base = "/", isExact = false, has = [] }: Whereabouts = {}): Request | undefined {
    const below = base.endsWith("/") ? `${base}${UNNAMED}` : `${base}/${UNNAMED}`;
    const first = isExact ? base : below;
    const found = this.openTo([first], METHODS, has);
    const isServed = METHODS.some(
      (method) => this.#visits.isOpenTo(this.#visitor({ method, path: first }), "request") !== false,
    );
    if (found || isExact || isServed) return found;
    const named = [base, ...this.#namedPaths()].filter((path) => path.startsWith(base));
    return this.openTo(
      named.slice(0, MOST_PATHS).flatMap((path) => [path, `${path}${UNNAMED}`]),
      METHODS,
      has,
    );
  }

  /** Whether clients get in, whoever they are, that speak no newer version of TLS than this: 0 to 3, of TLS 1.0 to 1.3. */
  takesTls(version: number): boolean {
    const visitor = { ...this.#visitor({ method: "GET", path: "/" }), tls: version };
    return this.#visits.isOpenTo(visitor, "tls") === true;
  }

  #visitor({ method, path }: Request): Visitor {
    const { host, passesUnseen } = this.place;
    const has = ["binding public"];
    const plain = { address: "", tls: 3, userAgent: BROWSER, sendsAll: false };
    return { ...plain, method, path, host, has, passesUnseen };
  }

  #conditions(): Condition[] {
    return this.place.policies.flatMap(
      ({ reading }) => reading?.rules.flatMap(({ conditions }) => conditions) ?? [],
    );
  }

  #namedPaths(): string[] {
    const paths = valuesIn(this.#conditions(), PATH);
    return paths.map((path) => (path.startsWith("/") ? path : `/${path}`));
  }

  #agents(): readonly string[] {
    const named = valuesIn(this.#conditions(), /^req\.(?:user_agent|headers\.user-agent)/);
    return [...AGENTS, ...named.slice(0, 10)];
  }

  #isNamed(address: string): boolean {
    const said = this.place.policies.flatMap(({ reading }) =>
      (reading?.rules ?? []).flatMap(({ actions }) =>
        actions.flatMap((action) =>
          action.effect === "guards" && action.requires.asks === "address"
            ? [...action.requires.allow, ...action.requires.deny].map(({ text }) => text)
            : [],
        ),
      ),
    );
    const tested = valuesIn(this.#conditions(), /^conn\.client_ip$/);
    const narrow = [...this.place.cidrs, ...said, ...tested].filter((cidr) => {
      const [network = "", prefix = "128"] = cidr.split("/");
      return Number(prefix) >= NARROW[network.includes(":") ? 6 : 4];
    });
    return narrow.some(
      (cidr) => networksOf([{ cidr, action: "allow", content: "" }]).admits(address) === true,
    );
  }
}

/** Addresses that rules admit; what is no network admits none. */
function networksOf(rules: readonly NetworkRule[], unseen: readonly string[] = []): Networks {
  try {
    return Networks.of(rules, unseen, "IP policies");
  } catch {
    return Networks.of([], [...unseen, "what is no network"], "IP policies");
  }
}

/** The texts that conditions compare a variable with. */
function valuesIn(conditions: readonly Condition[], subject: RegExp): string[] {
  return conditions.flatMap((condition): string[] => {
    if (condition.kind === "not") return valuesIn([condition.of], subject);
    if (condition.kind === "all" || condition.kind === "any") return valuesIn(condition.of, subject);
    if (condition.kind !== "test" || !subject.test(condition.subject)) return [];
    return condition.is === "present" ? [] : [condition.value];
  });
}

const proof = (what: string) => new OneOf(what, [{ kind: "proof", value: what }], what);

/** Modules whose clients have to prove something. */
const PROOFS: Readonly<Partial<Record<GuardModule, Restriction>>> = {
  mutualTls: proof("certificate"),
  oauth: proof("oauth"),
  oidc: proof("openid"),
  saml: proof("assertion"),
  webhookVerification: proof("signature"),
};

/** What holds a policy, as far as it matters whose ids the policy names. */
type Owner = Pick<PolicyResource, "urn" | "name" | "type" | "propertyDependencies">;

/** Finds what strangers reach in a stack. */
export class Strangers {
  readonly #internal: InternalEndpoints;
  readonly #inside: readonly { readonly url: string; readonly endpoint: InternalEndpoint }[];
  readonly #insidePolicies: readonly HeldPolicy[];
  readonly #cidrs: readonly string[];

  constructor(private readonly account: Account) {
    const endpoints = account.of(edge.Endpoint);
    const inside = endpoints.filter(({ props }) => isInternal(props.url));
    const unknown = endpoints.filter(({ props }) => isGiven(props, "url") && props.url === undefined);
    this.#inside = inside.map(({ resource, props }) => {
      const policy = policyOfEndpoint(props);
      const endpoint = {
        id: resource.urn,
        policy: policy ? this.#policyAt(policy, resource) : { hidden: resource.urn },
      };
      return { url: String(canonicalUrl(String(props.url))), endpoint };
    });
    this.#insidePolicies = inside.flatMap(({ props }) => policyOfEndpoint(props) ?? []);
    this.#internal = {
      at: (url) => this.#servedAt(url),
      hidden: unknown.map(({ resource }) => resource.urn).join(" "),
    };
    this.#cidrs = account.of(edge.IpPolicyRule).flatMap(({ props }) => props.cidr ?? []);
  }

  /** What an endpoint serves; undefined for one that nobody reaches from outside, or as long as its policy is not known. */
  endpoint({ resource, props }: Declared<edge.Endpoint>): Entrance | undefined {
    const policy = policyOfEndpoint(props);
    const { url } = props;
    const isPublic = !isGiven(props, "bindings") || props.bindings?.includes("public");
    if (policy === undefined || url === undefined || isInternal(url) || !isPublic) return undefined;
    const restrictions = new Map<Dimension, Restriction>([
      ["trafficPolicy", this.#policyAt(policy, resource)],
    ]);
    return this.#entrance(resource, restrictions, [policy], url, true);
  }

  /** What a route of an edge serves. */
  route({ resource, props }: Declared<edge.HttpsEdgeRoute>): Entrance {
    const restrictions = new Map<Dimension, Restriction>();
    const add = (of: object, module: GuardModule, owner: Owner) => {
      const isOn = isApplied(of as Readonly<Record<string, { readonly enabled?: boolean }>>, module);
      if (isOn === false) return;
      const restriction = isOn && this.#restriction(of, module, owner);
      restrictions.set(module, restriction || new Unseen(module, `${module} of ${owner.urn}`));
    };
    // Whoever sends a request names its user agent: no proof.
    for (const module of [
      "ipRestriction",
      "oauth",
      "oidc",
      "saml",
      "webhookVerification",
      "trafficPolicy",
    ] as const)
      add(props, module, resource);
    const parents = this.account.of(edge.HttpsEdge);
    const above = parents.filter((parent) => this.account.refers(resource, parent.resource, "edgeId"));
    for (const parent of above)
      if (!restrictions.has("mutualTls")) add(parent.props, "mutualTls", parent.resource);
    const hostport = above.flatMap((parent) => parent.props.hostports ?? [])[0];
    const policy = policyOfModule(props);
    const url = hostport === undefined ? undefined : `https://${hostport}`;
    return this.#entrance(resource, restrictions, policy?.isOn ? [policy] : [], url, false);
  }

  /** What a policy makes of strangers at a URL: of other resources nothing is known. */
  static at(policy: HeldPolicy, url: string): Entrance {
    const owner: Owner = { urn: url, name: url, type: "", propertyDependencies: {} };
    const strangers = new Strangers(new Account([]));
    const restrictions = new Map([["trafficPolicy" as const, strangers.#policyAt(policy, owner)]]);
    return strangers.#entrance(owner, restrictions, [policy], url, true);
  }

  #entrance(
    { urn, name }: Owner,
    restrictions: ReadonlyMap<Dimension, Restriction>,
    policies: readonly HeldPolicy[],
    url: string | undefined,
    isEndpoint: boolean,
  ): Entrance {
    const access: Access = {
      isServed: true,
      restrictions,
      optionsPass: [],
      objects: [{ urn, name }],
      isEndpoint,
    };
    const parsed = url === undefined || !URL.canParse(url) ? undefined : new URL(url);
    return new Entrance({
      access,
      internal: this.#internal,
      host: parsed?.hostname.replace(/^\*/, UNNAMED),
      scheme: parsed?.protocol.slice(0, -1),
      passesUnseen: this.#passesUnseen(policies),
      policies: [...policies, ...this.#insidePolicies],
      cidrs: this.#cidrs,
    });
  }

  /** Another program's endpoint, or an agent's, has no guard that this stack knows; one that is not known yet may. */
  #passesUnseen(policies: readonly HeldPolicy[]): boolean | undefined {
    const urls = [...policies, ...this.#insidePolicies].flatMap(({ reading }) =>
      (reading?.rules ?? []).flatMap(({ actions }) =>
        actions.flatMap((action) =>
          action.effect === "forwards" && action.url.isFilledIn ? [action.url.text] : [],
        ),
      ),
    );
    const isGuess =
      urls.some((url) => url.includes(UNKNOWN_TEXT)) || (urls.length > 0 && this.#inside.length > 0);
    return isGuess ? undefined : true;
  }

  #servedAt(url: string): readonly InternalEndpoint[] | undefined {
    const exact = this.#inside.filter((one) => one.url === url);
    const wild = this.#inside.filter((one) => {
      const [scheme, host = ""] = one.url.split("://*");
      return host !== "" && url.startsWith(`${scheme}://`) && url.endsWith(host);
    });
    const found = exact.length > 0 ? exact : wild;
    return found.length === 0 ? undefined : found.map(({ endpoint }) => endpoint);
  }

  #restriction(of: object, module: GuardModule, owner: Owner): Restriction | undefined {
    if (module === "ipRestriction") {
      const { ipPolicyIds } = (of as { ipRestriction: { ipPolicyIds?: (string | undefined)[] } })
        .ipRestriction;
      return this.#networks(ipPolicyIds ?? [], owner, "ipRestriction", []);
    }
    if (module !== "trafficPolicy") return PROOFS[module];
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
      authorityOf: (text) => ({ key: text, name: text }),
    };
    return new TrafficPolicy(masked(value), site);
  }

  /** What IP policies of the stack admit, by their ids; those that are not known yet are those that the owner depends on. */
  #networks(
    ids: readonly (string | undefined)[],
    owner: Owner,
    property: string,
    own: readonly NetworkRule[],
  ): Networks {
    const policies = this.account.of(edge.IpPolicy).map(({ resource }) => resource);
    const known = ids.filter((id) => id !== undefined);
    const named = policies.filter((policy) => known.includes(this.account.idOf(policy) ?? UNKNOWN_TEXT));
    const depended = owner.propertyDependencies[property] ?? [];
    const perhaps = policies.filter((policy) => depended.includes(policy) && !named.includes(policy));
    const missing = ids.length - known.length;
    const isSure = missing === perhaps.length;
    const elsewhere = known.filter((id) => !named.some((policy) => this.account.idOf(policy) === id));
    const rules = [...named, ...(isSure ? perhaps : [])].flatMap((policy) =>
      this.account
        .of(edge.IpPolicyRule)
        .filter((rule) => this.account.refers(rule.resource, policy, "ipPolicyId"))
        .map(({ resource, props }) => ruleOf(resource, props)),
    );
    return networksOf([...rules, ...own], isSure ? elsewhere : [...elsewhere, `ids of ${owner.urn}`]);
  }
}

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
