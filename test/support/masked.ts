// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references between the resources of the program.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { type Declared, resource, secret, workedOut } from "./program";

/**
 * A program in which guards stand beside, below and within secrets, at each level at which a preview may mask them, and
 * the same after edits. Each edit has an address of its own, so that one preview shows all of them.
 */

/** What the review has to say of an address: nothing new, that it opens, or that it opens at least perhaps. */
export type Verdict = "same" | "opens" | "may open";

export interface MaskedEdit {
  /** The label of what clients reach. */
  readonly address: string;
  readonly expected: Verdict;
}

type Rule = Readonly<Record<string, unknown>> & { readonly actions: readonly Action[] };
type Action = { readonly type: string; readonly config?: Readonly<Record<string, unknown>> };
type Policy = { readonly on_http_request: readonly Rule[] };

const office: Action = { type: "restrict-ips", config: { allow: ["203.0.113.0/24"] } };
const unenforced: Action = { ...office, config: { ...office.config, enforce: false } };
const header: Action = { type: "add-headers", config: { headers: { "x-team": "web" } } };
const answer: Action = { type: "custom-response", config: { body: "hello" } };
const signed: Action = { type: "verify-webhook", config: { provider: "github", secret: "hush-hush-hush" } };

const rule = (...actions: readonly Action[]): Rule => ({ actions });
const policy = (...rules: readonly Rule[]): Policy => ({ on_http_request: rules });
const admins = { ...rule(office), expressions: ["req.url.path.startsWith('/admin')"] };
const nobody = { ...rule(office), expressions: ["req.url.path.startsWith('/nobody')"] };
const front = { ...rule(answer), expressions: ["req.method == 'GET'"] };

/** What becomes of a policy that nobody may miss. */
const EDITS: Readonly<Record<string, readonly [Policy, Policy]>> = {
  dropped: [policy(rule(office), rule(header)), policy(rule(header))],
  unenforced: [policy(rule(office), rule(header)), policy(rule(unenforced), rule(header))],
  elsewhere: [policy(admins, rule(header)), policy(nobody, rule(header))],
  reordered: [policy(admins, front), policy(front, admins)],
  same: [policy(rule(office), rule(header)), policy(rule(office), rule(header))],
};

const rules = (of: Policy, each: (one: Rule, n: number) => unknown) => ({
  on_http_request: of.on_http_request.map(each),
});
const actions = (of: Policy, each: (one: Action) => unknown) =>
  rules(of, (one) => ({ ...one, actions: one.actions.map(each) }));

/** Levels at which a preview shows the rest of the policy. */
const SHOWN_LEVELS: readonly string[] = ["json", "leaf", "own-secret"];

/** The place of the secret. */
const LEVELS: Readonly<Record<string, (of: Policy) => unknown>> = {
  whole: (of) => secret(of),
  text: (of) => secret(JSON.stringify(of)),
  yaml: (of) => stringify(policy(...of.on_http_request, rule(signed))),
  json: (of) => JSON.stringify(policy(...of.on_http_request, rule(signed)), null, 1),
  phase: (of) => ({ on_http_request: secret(of.on_http_request) }),
  rule: (of) => rules(of, (one) => secret(one)),
  "last-rule": (of) => rules(of, (one, n) => (n === of.on_http_request.length - 1 ? secret(one) : one)),
  expressions: (of) => rules(of, (one) => ({ ...one, expressions: secret(one.expressions ?? ["true"]) })),
  actions: (of) => rules(of, (one) => ({ ...one, actions: secret(one.actions) })),
  action: (of) => actions(of, (one) => secret(one)),
  config: (of) => actions(of, (one) => ({ ...one, config: secret(one.config) })),
  leaf: (of) =>
    policy(
      ...of.on_http_request,
      rule({ type: "add-headers", config: { headers: { "x-k": secret("v") } } } as Action),
    ),
  "own-secret": (of) => policy(...of.on_http_request, rule(signed)),
};

interface Part {
  readonly address: string;
  readonly expected: Verdict;
  readonly declare: (side: "before" | "after") => readonly Declared[];
}

const part = (address: string, expected: Verdict, declare: Part["declare"]): Part => ({
  address,
  expected,
  declare,
});

const endpoint = (name: string, trafficPolicy: unknown, more: object = {}): Declared =>
  resource("Endpoint", name, {
    url: `https://${name}.example.com`,
    ...(trafficPolicy !== undefined && { trafficPolicy }),
    ...more,
  });

const route = (name: string, inputs: object): Declared =>
  resource("HttpsEdgeRoute", `route-${name}`, {
    edgeId: "${edge.id}",
    matchType: "path_prefix",
    match: `/${name}`,
    backend: { backendId: "${tunnels.id}" },
    ...inputs,
  });

const onEdge = (name: string) => `https://edge.example.com/${name}*`;
const onEndpoint = (name: string) => `https://${name}.example.com`;
const pick = <T>(side: "before" | "after", before: T, after: T): T => (side === "before" ? before : after);

const levelParts: readonly Part[] = Object.entries(LEVELS).flatMap(([level, masked]) =>
  Object.entries(EDITS).flatMap(([edit, [before, after]]): Part[] => {
    const name = `${level}-${edit}`;
    const expected = edit === "same" ? "same" : SHOWN_LEVELS.includes(level) ? "opens" : "may open";
    const of = (side: "before" | "after") => masked(pick(side, before, after));
    const asEndpoint = part(onEndpoint(name), expected, (side) => [
      endpoint(name, of(side), { description: side }),
    ]);
    if (edit !== "dropped" && edit !== "same") return [asEndpoint];
    return [
      asEndpoint,
      part(onEdge(name), expected, (side) => [
        route(name, { description: side, trafficPolicy: { enabled: true, value: of(side) } }),
      ]),
    ];
  }),
);

const unless = (expression: string, action: Action): Rule => ({ ...rule(action), expressions: [expression] });
const asks = (type: string, config: Readonly<Record<string, unknown>>): Rule => rule({ type, config });

/** Guards of each kind, some with a secret of their own. */
const GUARDS: Readonly<Record<string, Rule>> = {
  addresses: rule(office),
  password: asks("basic-auth", { credentials: ["ann:hush-hush-hush"] }),
  "own-password": asks("basic-auth", { credentials: [secret("ann:hush-hush-hush")] }),
  google: asks("oauth", { provider: "google" }),
  "own-client": asks("oauth", {
    provider: "github",
    client_id: "app",
    client_secret: secret("hush-hush-hush"),
  }),
  issuer: asks("openid-connect", {
    issuer_url: "https://id.example.com",
    client_id: "app",
    client_secret: secret("hush-hush-hush"),
  }),
  token: asks("jwt-validation", {
    issuer: { allow_list: [{ value: "https://id.example.com" }] },
    audience: { allow_list: [{ value: "app" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
    jws: {
      allowed_algorithms: ["RS256"],
      keys: { sources: { additional_jkus: ["https://id.example.com/keys"] } },
    },
  }),
  signature: asks("verify-webhook", { provider: "github", secret: secret("hush-hush-hush") }),
  header: unless("!('x-team' in req.headers)", { type: "deny" }),
  country: unless("conn.client_ip.geo.location.country_code != 'DE'", { type: "deny" }),
  network: unless("!inCidrRange(conn.client_ip, '203.0.113.0/24')", {
    type: "custom-response",
    config: { status_code: 403 },
  }),
  method: unless("req.method != 'GET'", { type: "custom-response", config: { status_code: 405 } }),
  path: unless("req.url.path.startsWith('/admin')", {
    type: "redirect",
    config: { to: "https://example.org" },
  }),
};

/** Removes the guard in front of a header with a secret value. */
const guardParts: readonly Part[] = Object.entries(GUARDS).map(([name, guard]) => {
  const hidden = rule({ type: "add-headers", config: { headers: { "x-k": secret("v") } } });
  return part(onEndpoint(`guard-${name}`), "opens", (side) => [
    endpoint(`guard-${name}`, pick(side, policy(guard, hidden), policy(hidden)), { description: side }),
  ]);
});

const guarded = EDITS.dropped?.[0];
const dropped = EDITS.dropped?.[1];
const rangeOf = (side: "before" | "after") => pick(side, "203.0.113.0/24", "203.0.112.0/23");
const oauth = (organizations: readonly string[]) => ({
  provider: {
    github: {
      clientId: "app",
      clientSecret: "hush-hush",
      ...(organizations.length > 0 && { organizations }),
    },
  },
});
const ranges =
  (name: string): ((side: "before" | "after") => readonly Declared[]) =>
  (side) => [
    resource("IpPolicy", name),
    resource("IpPolicyRule", `${name}-rule`, {
      ipPolicyId: `\${${name}.id}`,
      cidr: rangeOf(side),
      action: "allow",
    }),
  ];

const onRoute = (
  name: string,
  expected: Verdict,
  inputsOf: (side: "before" | "after") => object,
  besides: Part["declare"] = () => [],
): Part =>
  part(onEdge(name), expected, (side) => [
    ...besides(side),
    route(name, { description: side, ...inputsOf(side) }),
  ]);

const moduleParts: readonly Part[] = [
  part(onEndpoint("becomes-secret"), "may open", (side) => [
    endpoint("becomes-secret", pick<unknown>(side, guarded, secret(dropped))),
  ]),
  part(onEndpoint("becomes-plain"), "may open", (side) => [
    endpoint("becomes-plain", pick<unknown>(side, secret(guarded), dropped)),
  ]),
  part(onEndpoint("emptied"), "may open", (side) => [
    endpoint("emptied", pick<unknown>(side, { on_http_request: secret(guarded?.on_http_request) }, {})),
  ]),
  part(onEndpoint("renamed"), "may open", (side) => [
    {
      ...endpoint("renamed", secret(pick(side, guarded, dropped)), { poolingEnabled: true }),
      name: pick(side, "renamed", "renamed-later"),
    },
  ]),
  part(onEndpoint("secret-address"), "same", (side) => [
    endpoint("secret-address", guarded, { description: side, poolingEnabled: secret(false) }),
  ]),
  onRoute("removed", "may open", (side) => ({
    trafficPolicy: pick<unknown>(side, { value: secret(guarded) }, undefined),
  })),
  onRoute("oauth-widened", "opens", (side) => ({ oauth: oauth(pick(side, ["acme"], [])) })),
  onRoute("oauth-same", "same", () => ({ oauth: oauth(["acme"]) })),
  onRoute("oauth-secret", "may open", (side) => ({ oauth: secret(oauth(pick(side, ["acme"], []))) })),
  onRoute("oauth-secret-same", "same", () => ({ oauth: secret(oauth(["acme"])) })),
  onRoute("oidc-removed", "may open", (side) => ({
    oidc: pick<unknown>(
      side,
      secret({ issuer: "https://id.example.com", clientId: "web", clientSecret: "hush-hush" }),
      undefined,
    ),
  })),
  onRoute("webhook-secret", "may open", (side) => ({
    webhookVerification: secret({ provider: pick(side, "github", "gitlab"), secret: "hush-hush" }),
  })),
  onRoute("webhook-rotated", "opens", (side) => ({
    webhookVerification: { provider: "github", secret: pick(side, "hush-hush", "hush-hush-2") },
  })),
  onRoute("switched", "may open", (side) => ({
    userAgentFilter: { enabled: secret(side === "before"), deny: ["curl"] },
  })),
  onRoute("policy-switched", "may open", (side) => ({
    trafficPolicy: { enabled: secret(side === "before"), value: guarded },
  })),
  part("the account's dashboard", "may open", (side) => [
    resource("IpRestriction", "dashboard", {
      type: "dashboard",
      ipPolicyIds: ["${always.id}"],
      enforced: secret(side === "before"),
    }),
  ]),
  part("tcp://edge.example.com:8443", "may open", (side) => [
    resource("TcpEdge", "tcp", {
      hostports: ["edge.example.com:8443"],
      backend: { backendId: "${tunnels.id}" },
      trafficPolicy: {
        value: {
          on_tcp_connect: [
            rule(pick(side, office, unenforced)),
            { actions: [{ type: "log", config: { metadata: { k: secret("v") } } }] },
          ],
        },
      },
    }),
  ]),
];

/** What decides where a policy or module is hidden, and changes beside it. */
const besideParts: readonly Part[] = [
  part(onEndpoint("forwards"), "may open", (side) => [
    endpoint(
      "forwards",
      policy(rule({ type: "forward-internal", config: { url: "https://inner.internal" } })),
    ),
    resource("Endpoint", "inner", {
      url: "https://inner.internal",
      trafficPolicy: secret(pick(side, guarded, dropped)),
    }),
  ]),
  part(onEndpoint("names-addresses"), "may open", (side) => [
    ...ranges("ranges-of-policy")(side),
    endpoint("names-addresses", {
      on_http_request: secret([
        rule({ type: "restrict-ips", config: { ip_policies: ["${ranges-of-policy.id}"] } }),
      ]),
    }),
  ]),
  onRoute(
    "addresses-secret",
    "may open",
    () => ({ ipRestriction: { ipPolicyIds: secret(["${ranges-of-route.id}"]) } }),
    ranges("ranges-of-route"),
  ),
  onRoute(
    "addresses-module-secret",
    "may open",
    () => ({ ipRestriction: secret({ ipPolicyIds: ["${ranges-of-module.id}"] }) }),
    ranges("ranges-of-module"),
  ),
  part(onEndpoint("unchanged-beside"), "may open", () => [endpoint("unchanged-beside", secret(guarded))]),
  part(onEndpoint("shown-beside"), "same", () => [
    endpoint("shown-beside", policy(rule(office), rule(signed))),
  ]),
];

/** A policy that no program has: its id stands in programs as text. */
const ELSEWHERE = "ipp_HeldByNoProgramAtAll0001";

const hidden = (name: string) => secret([`\${${name}.id}`]);
const restricted = (ipPolicyIds: unknown) => ({ ipRestriction: { ipPolicyIds } });
const restriction = (type: string, inputs: object): Declared =>
  resource("IpRestriction", type, { type, enforced: true, ...inputs });
const rangeFor = (name: string, ipPolicyId: unknown, more: object = {}): Declared =>
  resource("IpPolicyRule", name, { ipPolicyId, cidr: "198.51.100.0/24", action: "allow", ...more });
const edgeAt = (of: "HttpsEdge" | "TlsEdge" | "TcpEdge", name: string, inputs: object = {}): Declared =>
  resource(of, name, {
    hostports: [`${name}.example.com:${of === "TcpEdge" ? 8444 : 443}`],
    ...(of !== "HttpsEdge" && { backend: { backendId: "${tunnels.id}" } }),
    ...inputs,
  });
const routeOf = (name: string, edgeId: unknown, inputs: object = {}): Declared =>
  resource("HttpsEdgeRoute", name, {
    edgeId,
    matchType: "path_prefix",
    match: "/",
    backend: { backendId: "${tunnels.id}" },
    ...inputs,
  });
const authority: Declared = resource("CertificateAuthority", "authority", {
  caPem: readFileSync(join(__dirname, "../../examples/quickstart/certs/clients-ca.crt"), "utf8"),
});
const certified = { certificateAuthorityIds: ["${authority.id}"] };
const agents = { userAgentFilter: { deny: ["curl"] } };
const out = (side: "before" | "after", declared: Declared) => (side === "before" ? [declared] : []);

/** Objects that something names by an id which the preview hides. */
const namedParts: readonly Part[] = [
  part("the account's API", "may open", (side) => [
    ...ranges("ranges-of-api")(side),
    restriction("api", { ipPolicyIds: hidden("ranges-of-api") }),
  ]),
  part(onEndpoint("one-of-list"), "may open", () => [
    endpoint(
      "one-of-list",
      policy(rule({ type: "restrict-ips", config: { ip_policies: [secret("${ranges-of-api.id}")] } })),
    ),
  ]),
  part("tcp://single-restriction.example.com:8444", "may open", () => [
    edgeAt("TcpEdge", "single-restriction"),
    resource("TcpEdgeIpRestriction", "single", {
      edgeId: "${single-restriction.id}",
      ipPolicyIds: hidden("ranges-of-api"),
    }),
  ]),
  onRoute(
    "rule-moves",
    "may open",
    () => restricted([ELSEWHERE]),
    (side) => [
      resource("IpPolicy", "left"),
      rangeFor("moving", secret(workedOut(pick<unknown>(side, "${left.id}", ELSEWHERE), "${left.id}"))),
    ],
  ),
  onRoute(
    "rule-moves-later",
    "may open",
    () => restricted(["${kept.id}"]),
    (side) => [
      resource("IpPolicy", "kept"),
      resource("IpPolicy", "left-later"),
      ...(side === "before" ? [] : [resource("TunnelGroupBackend", "new", { labels: { app: "new" } })]),
      rangeFor(
        "moving-later",
        pick<unknown>(side, "${left-later.id}", workedOut(ELSEWHERE, "${left-later.id}", "${new.id}")),
      ),
    ],
  ),
  part("what the route of-hidden-edge selects on an edge that is not shown", "may open", (side) => [
    edgeAt("HttpsEdge", "hidden-edge"),
    routeOf("of-hidden-edge", secret("${hidden-edge.id}"), pick<object>(side, agents, {})),
  ]),
  part("HttpsEdgeRoute leaves-edge", "may open", (side) => [
    authority,
    edgeAt("HttpsEdge", "with-certificates", { mutualTls: certified }),
    routeOf("leaves-edge", secret(pick(side, "${with-certificates.id}", "${hidden-edge.id}")), {
      match: "/leaves",
    }),
  ]),
  part("what the route of-opened-edge selects on an edge that is not shown", "may open", (side) => [
    edgeAt("HttpsEdge", "opened-edge", pick(side, { mutualTls: certified }, {})),
    routeOf("of-opened-edge", secret("${opened-edge.id}")),
  ]),
  part("TlsEdge of single-certificates, which is not shown", "opens", (side) => [
    edgeAt("TlsEdge", "hidden-tls"),
    ...out(
      side,
      resource("TlsEdgeMutualTls", "single-certificates", {
        edgeId: secret("${hidden-tls.id}"),
        ...certified,
      }),
    ),
  ]),
  part("HttpsEdgeRoute match-moves", "may open", (side) => [
    edgeAt("HttpsEdge", "matches"),
    routeOf("match-stays", "${matches.id}", { match: "/stays", ...agents }),
    routeOf("match-moves", "${matches.id}", { match: secret(pick(side, "/free", "/stays/free")) }),
  ]),
  part("HttpsEdgeRoute match-goes", "may open", (side) => [
    edgeAt("HttpsEdge", "matches-less"),
    routeOf("all-of-it", "${matches-less.id}"),
    ...out(side, routeOf("match-goes", "${matches-less.id}", { match: secret("/admin"), ...agents })),
  ]),
  part("HttpsEdgeRoute match-hidden", "may open", (side) => [
    edgeAt("HttpsEdge", "matches-later"),
    routeOf("match-hidden", "${matches-later.id}", { match: secret("/adm") }),
    ...out(side, routeOf("match-gone", "${matches-later.id}", { match: "/admin", ...agents })),
  ]),
];

/** A secret of a vault that a policy names, and that a hidden one may name, gets another value. */
const rotated = (side: "before" | "after"): readonly Declared[] => [
  resource("Vault", "vault", { name: "app" }),
  resource("Secret", "password", { vaultId: "${vault.id}", name: "password", value: `hush-hush-${side}` }),
  endpoint(
    "asks-password",
    policy(rule({ type: "basic-auth", config: { credentials: ["ann:${secrets.get('app', 'password')}"] } })),
  ),
];

/** Objects whose own place is hidden, beside others that it may be. */
const placeParts: readonly Part[] = [
  part(onEndpoint("to-hidden"), "may open", (side) => [
    endpoint(
      "to-hidden",
      policy(rule({ type: "forward-internal", config: { url: "https://hidden.internal" } })),
    ),
    resource("Endpoint", "hidden-inside", {
      url: secret("https://hidden.internal"),
      trafficPolicy: pick(side, EDITS.dropped?.[0], EDITS.dropped?.[1]),
    }),
  ]),
  part("Endpoint url-moves", "may open", (side) => [
    endpoint("url-guarded", policy(rule(office))),
    resource("Endpoint", "url-moves", {
      url: secret(`https://${pick(side, "url-free", "url-other")}.example.com`),
      bindings: ["public"],
      trafficPolicy: policy(front),
    }),
  ]),
  part("TlsEdge hostports-move", "may open", (side) => [
    edgeAt("TlsEdge", "hostports-move", {
      hostports: secret([`${pick(side, "free", "taken")}.example.com:443`]),
    }),
  ]),
  part("HttpsEdge https-moves", "may open", (side) => [
    edgeAt("HttpsEdge", "https-moves", {
      hostports: secret([`${pick(side, "https-free", "https-taken")}.example.com:443`]),
    }),
    routeOf("https-moves-all", "${https-moves.id}"),
  ]),
];

/** Everything is hidden, and nothing but descriptions changes. */
const describedDeclarations = (side: "before" | "after"): readonly Declared[] => {
  const described = { description: side };
  const secretly = (cls: string, name: string, inputs: object): Declared =>
    resource(cls, name, { ...inputs, ...described });
  return [
    authority,
    secretly("IpRestriction", "dashboard", {
      type: "dashboard",
      ipPolicyIds: ["${always.id}"],
      enforced: secret(true),
    }),
    secretly("IpRestriction", "agent", { type: "agent", ipPolicyIds: hidden("always"), enforced: true }),
    secretly("IpRestriction", "any", { type: secret("api"), ipPolicyIds: ["${always.id}"], enforced: true }),
    secretly("IpPolicyRule", "cidr", {
      ipPolicyId: "${always.id}",
      cidr: secret("203.0.113.0/24"),
      action: "allow",
    }),
    secretly("IpPolicyRule", "action", {
      ipPolicyId: "${always.id}",
      cidr: "198.51.100.0/24",
      action: secret("allow"),
    }),
    secretly("IpPolicyRule", "id", {
      ipPolicyId: secret("${always.id}"),
      cidr: "192.0.2.0/24",
      action: "allow",
    }),
    secretly("TunnelGroupBackend", "labels", { labels: secret({ app: "web" }) }),
    secretly("StaticBackend", "address", { address: secret("10.0.0.1:80") }),
    secretly("WeightedBackend", "split", { backends: secret({ "${labels.id}": 1, "${address.id}": 2 }) }),
    secretly("HttpResponseBackend", "answer", { body: secret("hello hello") }),
    secretly("FailoverBackend", "failover", { backends: secret(["${labels.id}", "${answer.id}"]) }),
    ...["labels", "address", "split", "answer", "failover"].map((name) =>
      secretly("HttpsEdgeRoute", `to-${name}`, {
        edgeId: "${edge.id}",
        matchType: "path_prefix",
        match: `/${name}`,
        backend: { backendId: `\${${name}.id}` },
        ipRestriction: { ipPolicyIds: ["${always.id}"] },
      }),
    ),
    secretly("HttpsEdgeRoute", "hidden-backend", {
      ...routeOf("", "${edge.id}", {
        backend: secret({ backendId: "${labels.id}" }),
        match: secret("/hidden"),
      }).inputs,
    }),
    secretly(
      "HttpsEdgeRoute",
      "hidden-edge",
      routeOf("", secret("${edge.id}"), { match: "/secretly", ...agents }).inputs,
    ),
    secretly(
      "HttpsEdgeRoute",
      "hidden-id",
      routeOf("", "${edge.id}", { match: "/id", backend: { backendId: secret("${labels.id}") } }).inputs,
    ),
    secretly("TlsEdge", "certified", {
      hostports: secret(["certified.example.com:443"]),
      backend: { backendId: "${labels.id}" },
      mutualTls: { certificateAuthorityIds: secret(["${authority.id}"]) },
    }),
    secretly("TcpEdge", "tcp", {
      hostports: ["edge.example.com:8443"],
      backend: { backendId: secret("${labels.id}") },
      ipRestriction: { enabled: secret(true), ipPolicyIds: ["${always.id}"] },
    }),
    secretly("Endpoint", "bound", {
      url: secret("https://bound.example.com"),
      trafficPolicy: policy(rule(office)),
      bindings: secret(["public"]),
    }),
    secretly("Vault", "vault", { name: "app" }),
    secretly("Secret", "password", { vaultId: "${vault.id}", name: "password", value: "hush-hush-hush" }),
    secretly("Endpoint", "password-asked", {
      url: "https://password.example.com",
      trafficPolicy: policy(
        rule({ type: "basic-auth", config: { credentials: ["ann:${secrets.get('app', 'password')}"] } }),
      ),
    }),
  ];
};

/** The programs, by what they change. */
const PROGRAMS = {
  policies: [...levelParts, ...moduleParts],
  guards: guardParts,
  beside: besideParts,
  named: [...namedParts, ...placeParts, part(onEndpoint("asks-password"), "opens", rotated)],
  described: [part("nothing at all", "same", describedDeclarations)],
} as const satisfies Record<string, readonly Part[]>;

export type MaskedProgram = keyof typeof PROGRAMS;
export const MASKED_PROGRAMS = Object.keys(PROGRAMS) as readonly MaskedProgram[];

const SHARED: readonly Declared[] = [
  resource("HttpsEdge", "edge", { hostports: ["edge.example.com:443"] }),
  resource("TunnelGroupBackend", "tunnels", { labels: { app: "web" } }),
  resource("IpPolicy", "always"),
];

/** A program before or after its edits. */
export const maskedProgram = (name: MaskedProgram, side: "before" | "after"): readonly Declared[] => [
  ...SHARED,
  ...PROGRAMS[name].flatMap(({ declare }) => declare(side)),
];

/** What the review has to say of each edit. */
export const maskedEdits = (name: MaskedProgram): readonly MaskedEdit[] =>
  PROGRAMS[name].map(({ address, expected }) => ({ address, expected }));

/** What the programs need of the account: names of addresses, and a policy. */
export const MASKED_NAMES = {
  "/reserved_domains": [{ domain: "*.example.com" }],
  "/ip_policies": [{ id: ELSEWHERE }],
};

/** The part of a preview that the review reads, the same in every run: ids of its own for what the service names. */
export function recordedPreview(stdout: string): string {
  const { steps } = JSON.parse(stdout) as { steps: readonly Step[] };
  const ids = new Map<string, string>();
  const sorted = steps.toSorted((one, other) => (one.urn < other.urn ? -1 : 1));
  for (const { oldState } of sorted) if (oldState?.id) ids.set(oldState.id, `id_${ids.size}`);
  const named = (text: string) =>
    text
      .replace(/([a-z]+)_[0-9A-Za-z]{20,}/g, (id, prefix) => ids.get(id) ?? `${prefix}_elsewhere`)
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, "https://api.example.com");
  const kept = sorted.map(({ op, urn, oldState, newState, detailedDiff, diffReasons, replaceReasons }) => ({
    op,
    urn,
    oldState: stateOf(oldState),
    newState: stateOf(newState),
    ...(detailedDiff && { detailedDiff }),
    ...(diffReasons && { diffReasons: diffReasons.toSorted() }),
    ...(replaceReasons && { replaceReasons }),
  }));
  const lines = kept.map((step) => JSON.stringify(step)).join(",\n");
  return named(`{"steps":[\n${lines}\n]}\n`);
}

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: State | null;
  readonly newState?: State | null;
  readonly detailedDiff?: object | null;
  readonly diffReasons?: readonly string[] | null;
  readonly replaceReasons?: readonly string[] | null;
}

interface State {
  readonly id?: string;
  readonly inputs?: object;
  readonly outputs?: object;
  readonly propertyDependencies?: object;
}

const VARYING = /^__(?!visible)|(?:At|^uri|Uri|^id)$|^(?:domain|tunnels|routes)$/;

/** The engine tells the resources that a value depends on in any order. */
const sortedLists = (lists: object = {}) =>
  Object.fromEntries(
    Object.entries(lists).map(([key, urns]) => [key, Array.isArray(urns) ? urns.toSorted() : urns]),
  );

const stateOf = (state: State | null | undefined) =>
  state && {
    id: state.id,
    inputs: own(state.inputs),
    outputs: own(state.outputs),
    propertyDependencies: sortedLists(own(state.propertyDependencies)),
  };

const own = (values: object = {}) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => !VARYING.test(key))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
