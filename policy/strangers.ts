import type { PolicyResource } from "@pulumi/policy";
import {
  type Access,
  ANY_TEXT,
  type Guard,
  type InternalEndpoint,
  type InternalEndpoints,
  type NetworkRule,
  Networks,
  type Outcome,
  type PolicySite,
  type TrafficPolicy,
  trafficPolicy,
  type Visitor,
  Visits,
  wordOf,
} from "../access";
import * as edge from "../sdk";
import {
  type Condition,
  canonicalUrl,
  finds,
  type GuardAction,
  type Test,
  UNKNOWN_TEXT,
} from "../traffic-policy/symbolic/guards";
import { Account, type Declared } from "./account";
import { type GuardModule, isApplied } from "./guards";
import { type HeldPolicy, masked, policyOfEndpoint, policyOfModule } from "./held-policy";
import { isGiven } from "./known";
import { credentialHeader, secretLike } from "./secret-like";

/** A request of somebody who proves nothing, from any address. */
export interface Request {
  readonly method: string;
  readonly path: string;
  /** Without the question mark, where a policy asks for one. */
  readonly query?: string;
  /** Where it is one of several. */
  readonly host?: string;
  /** Variables that have a text that a policy names. */
  readonly named?: readonly string[];
  /** Where one is sent for basic-auth, with any password. */
  readonly userName?: string;
}

/** A request of a user of an OAuth provider. */
interface UserRequest extends Request {
  readonly email?: string;
}

/** What somebody has who is no stranger any more. */
interface User {
  readonly has: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

/** A request in words, for people. */
export function shown({ method, path, query, host, named = [], userName }: Request): string {
  const uri = query === undefined ? path : `${path}?${query}`;
  const what = path.includes(UNNAMED) ? "what is at " : "";
  const of = host === undefined ? "" : ` of ${host.slice(0, 80)}`;
  const variables = named.slice(0, 3).map((variable) => variable.slice(0, 80));
  const by = named.length === 0 ? "" : ` with ${variables.join(" and ")} as the policy names it`;
  const as = userName === undefined ? "" : " with a user name and a wrong password";
  return `${method} ${what}${JSON.stringify(uri.slice(0, 80).replace(UNNAMED, "*"))}${of}${by}${as}`;
}

/** The path of a route's match, which is a path, a host, or host and path. */
export const pathOf = (match: string | undefined): string => {
  const slash = match?.indexOf("/") ?? -1;
  return slash < 0 ? "/" : (match?.slice(slash) ?? "/");
};

/** Variables that hold the path of a request. */
const PATH = /^req\.url\.(?:raw_path|path|uri)$/;

const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"] as const;

/** Some that policies seldom name. */
const MORE_METHODS = ["TRACE", "PROPFIND", "QUERY", "REPORT", "SEARCH"] as const;

/** What servers take for a method. */
const METHOD = /^[A-Z][A-Z-]{0,40}$/;

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

/**
 * Variables whose text everybody chooses: whoever wants to has an address of any country, speaks TLS as others do, and signs a
 * certificate in any name.
 */
const CHOSEN = new RegExp(
  [
    "^req\\.headers\\.(?!host$|user-agent$)",
    "^req\\.(?:url\\.query_params|user_agent)\\.",
    "^req\\.(?:body|content_type(?:\\.raw)?|version)$",
    "^conn\\.(?:client_ip\\.)?geo\\.",
    "^conn\\.tls\\.(?:cipher_suite|ja4_fingerprint|negotiated_alpn|version)$",
    "^conn\\.tls\\.client\\.(?:subject|issuer|san|serial_number)\\b",
  ].join("|"),
);

/** The user name that a client sends for basic-auth, as the action finds it. */
const USER_NAME = /^actions\.ngrok\.basic_auth\.credentials\.username$/;
const BASIC_AUTH = /^actions\.ngrok\.basic_auth\.credentials\.(?:username|presented)$/;

/** Names of what may hold a text that strangers do not know. */
const PROVING = /auth|cookie|credential|hmac|jwt|key|pass|secret|session|sign|token|verif/i;

const NO_TEXTS: ReadonlyMap<string, string> = new Map();
const NOBODY: User = { has: [], texts: NO_TEXTS };

/** Patterns of e-mail addresses in a domain that is free: below one that nobody has, and one that ends as others do. */
const OWN_EMAILS = [
  `^${UNNAMED}@([a-z0-9-]+\\.)*${UNNAMED}\\.example$`,
  `^[a-z0-9]+@([a-z0-9-]+\\.)*${UNNAMED}\\.example$`,
  `^${UNNAMED}@${UNNAMED}[a-z0-9-]*(\\.(co|com|org|net))?\\.[a-z]{2,9}$`,
];

/** The e-mail address of a user of OAuth. */
const EMAIL = /^actions\.ngrok\.oauth\.identity\.email$/;

/** Tests of the e-mail address for which addresses are looked for. */
const MOST_EMAILS = 5;

/** Texts of one variable, and combinations of those of all, that are tried. */
const MOST_TEXTS = 4;
const MOST_CHOICES = 64;

/** Paths that are tried, of those that conditions name. */
const MOST_PATHS = 50;
const MOST_HOSTS = 10;
const MOST_QUERIES = 4;
const MOST_METHODS = 10;
const MOST_COUNTS = 4;

const requestsOf = (paths: readonly string[], methods: readonly string[]): readonly Request[] =>
  paths.flatMap((path) => methods.map((method) => ({ method, path })));

const unnamedBelow = (path: string) => (path.endsWith("/") ? `${path}${UNNAMED}` : `${path}/${UNNAMED}`);

/** What can be reached from outside, and what strangers find there. */
export class Entrance {
  readonly #visits: Visits;
  readonly #addresses: readonly (readonly string[])[];
  readonly #agents: readonly string[];
  /** Combinations of texts that everybody can choose, the fewest first. */
  readonly #choices: readonly ReadonlyMap<string, string>[];
  /** Methods that make a difference to the policies, the usual ones first. */
  readonly #methods: readonly string[];
  /** Queries that conditions want, the empty one first. */
  readonly #queries: readonly string[];
  /** How many values are sent of what policies ask for, whatever they are. */
  readonly #counts: readonly number[];
  /** User names that are sent for basic-auth, none first; nothing where that is not told, or not asked. */
  readonly #users: readonly Visitor["basicAuth"][];

  constructor(
    private readonly place: {
      readonly access: Access;
      readonly internal: InternalEndpoints;
      readonly host: string | undefined;
      readonly scheme: string | undefined;
      readonly passesUnseen: boolean | undefined;
      /** Whether nothing is behind its policy but where that forwards to. */
      readonly isUnbacked: boolean;
      /** Policies that a request comes through. */
      readonly policies: readonly HeldPolicy[];
      /** Addresses of both families that no IP policy names by a small network. */
      readonly addresses: readonly (readonly string[])[];
    },
  ) {
    const { access, internal, host, scheme, isUnbacked } = place;
    const hosts = host === undefined ? undefined : { name: host, without: [] };
    const isHttp = scheme === undefined || /^https?$/.test(scheme);
    this.#visits = new Visits(access, internal, { hosts, isHttp, scheme }, isUnbacked);
    this.#addresses = this.#unnamedAddresses();
    const named = valuesIn(this.conditions(), /^req\.(?:user_agent|headers\.user-agent)/);
    this.#agents = [...AGENTS, ...named.slice(0, 10)];
    this.#choices = choicesIn(this.conditions());
    this.#methods = methodsIn(this.conditions());
    this.#queries = queriesIn(this.conditions());
    this.#counts = countsIn(this.conditions());
    this.#users = this.#usersIn(this.conditions());
  }

  /** A request with which everybody gets in who has an address of one family. */
  openTo(paths: readonly string[]): Request | undefined {
    return first(requestsOf(paths, this.#methods), (request) => this.#opened(request));
  }

  /**
   * The same for any path that is served: one that no rule names, at any host, or, where that is refused whoever asks, those
   * that one names.
   */
  open(base = "/", isExact = false): Request | undefined {
    const unnamed = requestsOf([isExact ? base : unnamedBelow(base)], this.#methods);
    const hosts = this.#namedHosts();
    const atHosts = (requests: readonly Request[]) =>
      requests.flatMap((request) => [request, ...hosts.map((host) => ({ ...request, host }))]);
    const found = first(atHosts(unnamed), (request) => this.#opened(request));
    const isServed = unnamed.some(
      (request) => this.#visits.getsIn(this.#visitor(request), "request") !== false,
    );
    if (found || isServed) return found;
    const paths = isExact ? [base] : [unnamedBelow(base), ...this.#namedPaths(base)];
    return first(atHosts(requestsOf(paths, this.#methods)), (request) => this.#opened(request));
  }

  /**
   * A request with which every user of an OAuth provider gets in, and nobody else, and an e-mail address that makes it so,
   * where that matters: one that everybody can get.
   *
   * @param publicDomains - Domains in which everybody can get one.
   */
  openToUsers(provider: string, publicDomains: readonly string[]): UserRequest | undefined {
    const requests = requestsOf([unnamedBelow("/"), ...this.#namedPaths("/")], this.#methods);
    const has = [`oauth ${provider}`, "unknown guard application "];
    const emails = emailsIn(this.conditions(), publicDomains);
    return first(requests, (request) => {
      if (this.#opened(request)) return undefined;
      return first([undefined, ...emails], (email) => {
        const found = this.#opened(request, {
          has,
          texts: email === undefined ? NO_TEXTS : new Map([[`identity oauth ${provider}`, email]]),
        });
        return found && { ...found, ...(email !== undefined && { email }) };
      });
    });
  }

  /** A request, with the texts that open it to everybody who has an address of one family. */
  #opened(request: Request, user: User = NOBODY): Request | undefined {
    const plain = this.#visitor(request);
    const visitor = { ...plain, has: [...plain.has, ...user.has] };
    const isOpenTo = (one: Visitor, outcomes: readonly Outcome[]) =>
      this.#addresses.some(
        (addresses) =>
          addresses.length > 0 &&
          addresses.every((address) => outcomes.includes(this.#visits.outcomeOf({ ...one, address }))),
      );
    const names = this.#choices.flatMap((texts) => [...texts.keys()]);
    const texts = new Map([...names.map((name) => [name, undefined] as const), ...user.texts]);
    // Where no choice gets anybody in, none has to be tried.
    const query = this.#queries.length > 1 ? undefined : "";
    const anybody = { ...visitor, texts, query, userAgent: undefined, sends: undefined };
    if (!isOpenTo(anybody, ["in", "undecided"])) return undefined;
    return first(this.#queries, (query) => {
      const asked = query === "" ? request : { ...request, query };
      const { isRedirected } = this.#visitor(asked);
      // A query says which parameters there are.
      const choices = query === "" ? this.#choices : this.#choices.filter(hasNoParameter);
      return first(choices, (texts) => {
        const visitors = this.#users.flatMap((basicAuth) =>
          this.#agents.flatMap((userAgent) =>
            this.#counts.map((sends) => ({
              ...{ ...visitor, isRedirected, query, texts: new Map([...texts, ...user.texts]) },
              ...{ userAgent, sends, basicAuth },
            })),
          ),
        );
        const found = visitors.find((one) => isOpenTo(one, ["in"]));
        const userName = found?.basicAuth?.userName;
        return found && { ...asked, named: [...texts.keys()], ...(userName !== undefined && { userName }) };
      });
    });
  }

  /** Whether clients get in, whoever they are, that speak no newer version of TLS than this: 0 to 3, of TLS 1.0 to 1.3. */
  takesTls(version: number): boolean {
    const visitor = { ...this.#visitor({ method: "GET", path: "/" }), tls: version };
    return this.#visits.getsIn(visitor, "tls") === true;
  }

  #visitor({ method, path, query = "", host = this.place.host }: Request): Visitor {
    const { passesUnseen } = this.place;
    // Everybody can sign a certificate that nobody has to trust.
    const has = [
      "binding public",
      "certificate",
      ...(this.#isWellNamed() ? ["unknown odd "] : []),
      ...(this.#asksForCertificates() ? ["unknown there is conn.tls.client."] : []),
    ];
    const plain = { address: "", texts: NO_TEXTS, tls: 3, userAgent: BROWSER, sends: 0 };
    const isRedirected = this.#isLeftAlone(query === "" ? path : `${path}?${query}`) ? false : undefined;
    return { ...plain, method, path, query, host, has, passesUnseen, isRedirected };
  }

  /** Whether clients are always asked for a certificate, and may show any. */
  #asksForCertificates(): boolean {
    const rules = this.place.policies.flatMap(({ reading }) => reading?.rules ?? []);
    return rules.some(
      ({ conditions, actions }) =>
        conditions.length === 0 &&
        actions.some(
          (action) =>
            action.effect === "guards" &&
            action.requires.asks === "tls" &&
            ["any", "if there is one"].includes(action.requires.certificate ?? ""),
        ),
    );
  }

  /** None where rules make the header themselves. */
  #usersIn(conditions: readonly Condition[]): readonly Visitor["basicAuth"][] {
    const isChanged = this.#actions().some(
      (action) =>
        action.effect === "changes" &&
        action.what === "headers" &&
        (action.sets === undefined || action.sets.some(({ name }) => name === "authorization")),
    );
    const isAsked = testsIn(conditions).some(({ subject }) => BASIC_AUTH.test(subject));
    if (isChanged || !isAsked) return [undefined];
    const named = valuesIn(conditions, USER_NAME).slice(0, MOST_TEXTS);
    return [undefined, UNNAMED, ...named].map((userName) => ({ userName }));
  }

  /** Whether earlier names of phases are all that is odd about the policies. */
  #isWellNamed(): boolean {
    const doubts = this.place.policies.flatMap(({ reading }) => reading?.doubts ?? []);
    return doubts.every((doubt) => /^the policy names the phase \w+ as \w+$/.test(doubt));
  }

  /** The conditions of all policies that requests may come to. */
  conditions(): Condition[] {
    return this.place.policies.flatMap(
      ({ reading }) => reading?.rules.flatMap(({ conditions }) => conditions) ?? [],
    );
  }

  /** Paths that conditions name, and what is below them. */
  #namedPaths(base: string): string[] {
    const paths = valuesIn(this.conditions(), PATH).map((path) => (path.startsWith("/") ? path : `/${path}`));
    return [base, ...paths]
      .filter((path) => path.startsWith(base))
      .slice(0, MOST_PATHS)
      .flatMap((path) => [path, `${path}${UNNAMED}`]);
  }

  /** Hosts of a wildcard that conditions name. */
  #namedHosts(): string[] {
    const { host } = this.place;
    if (!host?.startsWith(`${UNNAMED}.`)) return [];
    const named = valuesIn(this.conditions(), /^(?:req\.host|req\.url\.host|conn\.tls\.sni)$/);
    return named.filter((one) => one.endsWith(host.slice(UNNAMED.length))).slice(0, MOST_HOSTS);
  }

  /** Addresses of both families that the policies do not name by a small network. */
  #unnamedAddresses(): readonly (readonly string[])[] {
    const said = this.#actions().flatMap((action) =>
      action.effect === "guards" && action.requires.asks === "address"
        ? [...action.requires.allow, ...action.requires.deny].map(({ text }) => text)
        : [],
    );
    const tested = valuesIn(this.conditions(), /^conn\.client_ip$/);
    return unnamed(this.place.addresses, [...said, ...tested]);
  }

  /** Whether no redirect of the policies is for a request; undefined where nobody can tell. */
  #isLeftAlone(uri: string): boolean | undefined {
    const { host = UNNAMED, scheme = "https" } = this.place;
    const url = `${scheme}://${host}${uri}`;
    const isFor = this.#actions().map(
      (action) => action.effect === "redirects" && (action.from === undefined || finds(action.from, url)),
    );
    return isFor.every((is) => is === false) || undefined;
  }

  #actions(): GuardAction[] {
    return this.place.policies.flatMap(
      ({ reading }) => reading?.rules.flatMap(({ actions }) => actions) ?? [],
    );
  }
}

/** Addresses that are in none of the small networks among some. */
function unnamed(
  families: readonly (readonly string[])[],
  networks: readonly string[],
): readonly (readonly string[])[] {
  const narrow = networks.filter((cidr) => {
    const [network = "", prefix = "128"] = cidr.split("/");
    const isMapped = /^::ffff:/i.test(network) && Number(prefix) >= 96;
    const length = Number(prefix) - (isMapped ? 96 : 0);
    return length >= NARROW[network.includes(":") && !isMapped ? 6 : 4];
  });
  const named = narrow.map((cidr) => networksOf([{ cidr, action: "allow", content: "" }]));
  const isNamed = (address: string) => named.some((one) => one.admits(address) === true);
  return families.map((addresses) => addresses.filter((address) => !isNamed(address)));
}

/** Whether networks have all addresses in them, at least of one family. */
export const admitEverybody = (networks: readonly string[]): boolean => {
  const admitted = networksOf(networks.map((cidr) => ({ cidr, action: "allow", content: cidr })));
  return ADDRESSES.some((addresses) => addresses.every((address) => admitted.admits(address) === true));
};

/** Addresses that rules admit; what is no network admits none. */
function networksOf(rules: readonly NetworkRule[], unseen: readonly string[] = []): Networks {
  try {
    return Networks.of(rules, unseen, "IP policies");
  } catch {
    return Networks.of([], [...unseen, "what is no network"], "IP policies");
  }
}

/** The tests that conditions consist of. */
function allTestsIn(conditions: readonly Condition[]): Test[] {
  return conditions.flatMap((condition): Test[] => {
    if (condition.kind === "not") return allTestsIn([condition.of]);
    if (condition.kind === "all" || condition.kind === "any" || condition.kind === "open")
      return allTestsIn(condition.of);
    return condition.kind === "test" ? [condition] : [];
  });
}

/** The same, but for those of presence. */
export const testsIn = (conditions: readonly Condition[]): Test[] =>
  allTestsIn(conditions).filter(({ is }) => is !== "present");

/** None, one, and the numbers of values that conditions ask for. */
function countsIn(conditions: readonly Condition[]): readonly number[] {
  const asked = allTestsIn(conditions).filter(({ is, value }) => is === "present" && value !== "");
  const counts = [...new Set(asked.map(({ value }) => Number(value)))].sort((one, other) => one - other);
  return [...new Set([0, 1, ...counts.slice(0, MOST_COUNTS)])];
}

/** A text that passes a test. */
const passing = ({ is, value, isFolded }: Test): string | undefined =>
  is === "match" ? (wordOf([{ is: true, test: { is, value, isFolded } }], ANY_TEXT) ?? undefined) : value;

/** E-mail addresses that everybody can get, and that pass tests of the address of a user. */
function emailsIn(conditions: readonly Condition[], publicDomains: readonly string[]): readonly string[] {
  const domains = publicDomains.map((domain) => domain.replace(/\W/g, "\\$&")).join("|");
  const patterns = [...OWN_EMAILS, ...(domains === "" ? [] : [`^${UNNAMED}@(${domains})$`])];
  const found = testsIn(conditions)
    .filter(({ subject }) => EMAIL.test(subject))
    // An address that is written out is somebody's.
    .flatMap(({ is, ...test }) =>
      is === "start" || is === "end" || is === "part" || is === "match" ? [{ ...test, is }] : [],
    )
    .slice(0, MOST_EMAILS)
    .flatMap((test) => [
      ...patterns.flatMap((value) => {
        const free = { is: "match", value, isFolded: false } as const;
        const asked = [test, free].map((one) => ({ is: true, test: one }));
        return wordOf(asked, ANY_TEXT) ?? [];
      }),
      ...neighboursOf(test),
    ]);
  return [...new Set(found)];
}

type EmailTest = Parameters<typeof wordOf>[0][number]["test"];

/** A regular expression of the addresses of one domain, which has three parts or more. */
const ONE_DOMAIN = /^[^@|()]*@((?:[\w-]+\.)+([\w-]+\.([\w-]+)))\$$/;

/** Addresses of other domains that everybody can get where a dot of a regular expression stands for any character. */
function neighboursOf(test: EmailTest): readonly string[] {
  const [, domain, last, suffix] = ONE_DOMAIN.exec(test.value.replace(/\\\.|\[\.\]/g, ".")) ?? [];
  if (test.is !== "match" || domain === undefined) return [];
  const text = (is: "end" | "match", value: string) => ({ is, value, isFolded: true }) as const;
  const asked = [
    { is: true, test },
    { is: true, test: text("match", `^[a-z0-9.]+@([a-z0-9-]+\\.)+${suffix}$`) },
    // What is below the same domain, its owner has.
    { is: false, test: text("end", `.${last}`) },
    { is: false, test: text("end", `@${last}`) },
  ];
  return [wordOf(asked, ANY_TEXT) ?? []].flat();
}

/** The texts that conditions compare a variable with. */
const valuesIn = (conditions: readonly Condition[], subject: RegExp): string[] =>
  testsIn(conditions).flatMap((test) => (subject.test(test.subject) ? (passing(test) ?? []) : []));

const hasNoParameter = (texts: ReadonlyMap<string, string>) =>
  [...texts.keys()].every((name) => !name.startsWith("req.url.query_params."));

/** The usual methods and, where conditions name any, those and one that none of them names. */
function methodsIn(conditions: readonly Condition[]): readonly string[] {
  const named = valuesIn(conditions, /^req\.method$/).filter((method) => METHOD.test(method));
  if (named.length === 0) return METHODS;
  const other = MORE_METHODS.find((method) => !named.includes(method)) ?? UNNAMED.toUpperCase();
  return [...new Set([...METHODS, ...named.slice(0, MOST_METHODS), other])];
}

/** No query, and those that conditions want of the query, or of what it is a part of. */
function queriesIn(conditions: readonly Condition[]): readonly string[] {
  const wanted = testsIn(conditions).flatMap((test) => {
    if (!QUERY.test(test.subject)) return [];
    const text = passing(test);
    if (text === undefined || isPathAlone(test, text)) return [];
    return [text.includes("?") ? text.slice(text.indexOf("?") + 1) : text];
  });
  const known = wanted.filter((text) => IN_QUERY.test(text) && !mayProve(text, text));
  return ["", ...[...new Set(known)].slice(0, MOST_QUERIES)];
}

/** Whether a text has to be in front of the query. */
const isPathAlone = ({ subject, is }: Test, text: string) =>
  subject !== "req.url.query" && (is === "start" || is === "equal") && !text.includes("?");

/** Variables that hold the query of a request. */
const QUERY = /^req\.url(?:\.(?:query|uri|raw))?$/;

/** What can be sent in a query as it is. */
const IN_QUERY = /^[\w\-.~!$&'()*+,;=:@/?]{1,200}$/;

/** Combinations of the texts that conditions want, of those that everybody can choose. */
function choicesIn(conditions: readonly Condition[]): readonly ReadonlyMap<string, string>[] {
  const wanted = new Map<string, Set<string>>();
  for (const test of testsIn(conditions)) {
    const name = test.subject.replace(/\[[0*]\]$/, "");
    const text = CHOSEN.test(name) ? passing(test) : undefined;
    if (text === undefined || mayProve(name, text)) continue;
    const texts = wanted.get(name) ?? new Set();
    wanted.set(name, texts.size < MOST_TEXTS ? texts.add(text) : texts);
  }
  let choices: readonly ReadonlyMap<string, string>[] = [new Map()];
  for (const [name, texts] of wanted) {
    const more = [...texts].flatMap((text) => choices.map((choice) => new Map([...choice, [name, text]])));
    choices = [...choices, ...more].slice(0, MOST_CHOICES);
  }
  return choices;
}

/** Whether a text may be known to some only. */
const mayProve = (name: string, text: string) =>
  !name.startsWith("conn.") &&
  (PROVING.test(name) || credentialHeader(name, text) || secretLike(text) !== undefined);

/** The first result that there is. */
function first<Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

const proof = (what: string): Guard => ({
  asks: "one of",
  scope: what,
  entries: [{ kind: "proof", value: what }],
  what,
});

/** Modules whose clients have to prove something. */
const PROOFS: Readonly<Partial<Record<GuardModule, Guard>>> = {
  mutualTls: proof("certificate"),
  oauth: proof("oauth"),
  oidc: proof("openid"),
  saml: proof("assertion"),
  webhookVerification: proof("signature"),
};

/** What holds a policy, as far as it matters whose ids the policy names. */
type Owner = Pick<PolicyResource, "urn" | "name" | "type" | "propertyDependencies">;

/** An internal endpoint of the stack; its policy is undefined while it is not known. */
interface Inside {
  readonly endpoint: InternalEndpoint;
  readonly policy: HeldPolicy | undefined;
}

/** Finds what strangers reach in a stack. */
export class Strangers {
  readonly #internal: InternalEndpoints;
  readonly #inside = new Map<string, Inside[]>();
  readonly #rules = new Map<PolicyResource, NetworkRule[]>();
  readonly #addresses: readonly (readonly string[])[];
  /** What the account requires of everybody who reaches its endpoints. */
  readonly #restrictions: readonly (readonly [string, Guard])[];

  constructor(private readonly account: Account) {
    const endpoints = account.of(edge.Endpoint);
    const unknown = endpoints.filter(({ props }) => isGiven(props, "url") && props.url === undefined);
    for (const { resource, props } of endpoints) {
      if (!isInternal(props.url)) continue;
      const policy = policyOfEndpoint(props);
      const own = policy ? this.#policyAt(policy, resource) : { hidden: resource.urn };
      const url = String(canonicalUrl(String(props.url)));
      const others = this.#inside.get(url) ?? [];
      this.#inside.set(url, [...others, { endpoint: { id: resource.urn, policy: own }, policy }]);
    }
    this.#internal = {
      at: (url) => this.#servedAt(url)?.map(({ endpoint }) => endpoint),
      // What the stack shows by a wildcard is judged by it.
      hasCloser: () => false,
      urls: [...this.#inside.keys()],
      hidden: unknown.map(({ resource }) => resource.urn).join(" "),
    };
    const policies = account.byName(edge.IpPolicy);
    const rules = account.of(edge.IpPolicyRule);
    for (const { resource, props } of rules) {
      const depended = resource.propertyDependencies.ipPolicyId ?? [];
      for (const name of new Set([...depended, props.ipPolicyId ?? ""])) {
        const policy = policies.get(name)?.resource;
        if (policy) this.#rules.set(policy, [...(this.#rules.get(policy) ?? []), ruleOf(resource, props)]);
      }
    }
    this.#addresses = unnamed(ADDRESSES, [...new Set(rules.flatMap(({ props }) => props.cidr ?? []))]);
    this.#restrictions = account
      .of(edge.IpRestriction)
      .flatMap((one) => this.#restrictionOf(one) ?? [])
      .map((guard, at) => [`IP restriction ${at}`, guard]);
  }

  /** Whether IP policies certainly let everybody in, at least of one family of addresses. */
  admitEverybody(owner: Owner, property: string, ids: readonly (string | undefined)[]): boolean {
    const networks = this.#networks(ids, owner, property, []);
    return this.#addresses.some(
      (addresses) => addresses.length > 0 && addresses.every((address) => networks.admits(address) === true),
    );
  }

  /** What an endpoint serves; undefined for one that nobody reaches from outside, or as long as its policy is not known. */
  endpoint({ resource, props }: Declared<edge.Endpoint>): Entrance | undefined {
    const policy = policyOfEndpoint(props);
    const { url } = props;
    const isPublic = !isGiven(props, "bindings") || props.bindings?.includes("public");
    if (policy === undefined || url === undefined || isInternal(url) || !isPublic) return undefined;
    const restrictions = new Map<string, Guard>([
      ...this.#restrictions,
      ["trafficPolicy", this.#policyAt(policy, resource)],
    ]);
    const policies = [policy];
    return this.#entrance({ ...AT_ENDPOINT, owner: resource, restrictions, policies, url });
  }

  /** What a route of an edge serves. */
  route({ resource, props }: Declared<edge.HttpsEdgeRoute>): Entrance {
    const restrictions = new Map<string, Guard>(this.#restrictions);
    const add = (of: object, module: GuardModule, owner: Owner) => {
      const isOn = isApplied(of as Readonly<Record<string, { readonly enabled?: boolean }>>, module);
      if (isOn === false || trustsNobody(of, module)) return;
      const restriction = isOn && this.#restriction(of, module, owner);
      restrictions.set(
        module,
        restriction || { asks: "unseen", text: module, content: `${module} of ${owner.urn}` },
      );
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
    const parents = this.account.byName(edge.HttpsEdge);
    const names = new Set([...(resource.propertyDependencies.edgeId ?? []), props.edgeId ?? ""]);
    const above = [...new Set([...names].flatMap((name) => parents.get(name) ?? []))];
    for (const parent of above)
      if (!restrictions.has("mutualTls")) add(parent.props, "mutualTls", parent.resource);
    const hostport = above.flatMap((parent) => parent.props.hostports ?? [])[0];
    const policy = policyOfModule(props);
    const url = hostport === undefined ? undefined : `https://${hostport}`;
    // One that is not declared may have been set by another program.
    const isBacked = !isGiven(props, "backend") || isApplied(props, "backend");
    const policies = policy?.isOn ? [policy] : [];
    return this.#entrance({ owner: resource, restrictions, policies, url, isEndpoint: false, isBacked });
  }

  /** What a policy makes of strangers at a URL: of other resources nothing is known. */
  static at(policy: HeldPolicy, url: string): Entrance {
    const owner: Owner = { urn: url, name: url, type: "", propertyDependencies: {} };
    const strangers = new Strangers(new Account([]));
    const restrictions = new Map<string, Guard>([["trafficPolicy", strangers.#policyAt(policy, owner)]]);
    return strangers.#entrance({ ...AT_ENDPOINT, owner, restrictions, policies: [policy], url });
  }

  #entrance({
    owner: { urn, name },
    restrictions,
    policies,
    url,
    isEndpoint,
    isBacked,
  }: {
    readonly owner: Owner;
    readonly restrictions: ReadonlyMap<string, Guard>;
    readonly policies: readonly HeldPolicy[];
    readonly url: string | undefined;
    readonly isEndpoint: boolean;
    /** Whether anything is behind that is no endpoint; undefined while that is not known. */
    readonly isBacked: boolean | undefined;
  }): Entrance {
    const access: Access = {
      id: urn,
      name,
      isServed: isBacked === undefined ? undefined : true,
      guards: [...restrictions].map(([name, guard]) => ({
        name,
        guard,
        passesOptions: false,
        isUsual: false,
      })),
      isEndpoint,
      ...(isEndpoint && url !== undefined && { url }),
    };
    const behind = [...policies, ...this.#behind(policies)];
    const parsed = url === undefined || !URL.canParse(url) ? undefined : new URL(url);
    return new Entrance({
      access,
      internal: this.#internal,
      host: parsed?.hostname.replace(/^\*/, UNNAMED),
      scheme: parsed?.protocol.slice(0, -1),
      passesUnseen: this.#passesUnseen(behind),
      isUnbacked: isBacked === false,
      policies: behind,
      addresses: this.#addresses,
    });
  }

  /** The policies of internal endpoints that requests may come to. */
  #behind(policies: readonly HeldPolicy[]): readonly HeldPolicy[] {
    const found = new Set<HeldPolicy>();
    const open = [...policies];
    for (let next = open.pop(); next; next = open.pop())
      for (const { text, isFilledIn } of forwardsOf(next)) {
        const inside = isFilledIn
          ? [...this.#inside.values()].flat()
          : (this.#servedAt(String(canonicalUrl(text))) ?? []);
        for (const { policy } of inside)
          if (policy && !found.has(policy)) {
            found.add(policy);
            open.push(policy);
          }
      }
    return [...found];
  }

  /** Another program's endpoint, or an agent's, has no guard that this stack knows; one that is not known yet may. */
  #passesUnseen(policies: readonly HeldPolicy[]): boolean | undefined {
    const urls = policies.flatMap(forwardsOf).filter(({ isFilledIn }) => isFilledIn);
    const isGuess =
      urls.some(({ text }) => text.includes(UNKNOWN_TEXT)) || (urls.length > 0 && this.#inside.size > 0);
    return isGuess ? undefined : true;
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

  #restriction(of: object, module: GuardModule, owner: Owner): Guard | undefined {
    if (module === "ipRestriction") {
      const { ipPolicyIds } = (of as { ipRestriction: { ipPolicyIds?: (string | undefined)[] } })
        .ipRestriction;
      return { asks: "address", networks: this.#networks(ipPolicyIds ?? [], owner, "ipRestriction", []) };
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
      valuesIn: () => [],
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

const AT_ENDPOINT = { isEndpoint: true, isBacked: true } as const;

const forwardsOf = ({ reading }: HeldPolicy) =>
  (reading?.rules ?? []).flatMap(({ actions }) =>
    actions.flatMap((action) => (action.effect === "forwards" ? [action.url] : [])),
  );

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
