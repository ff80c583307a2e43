import fc from "../support/properties";
import {
  APP,
  agent,
  edge,
  endpoint,
  INNER,
  ipPolicies,
  type Networks,
  type Policy,
  type PolicyEdit,
  route,
  type World,
} from "./world";

const OTHER = "https://other.internal";

/** What guards one application on one side of a change. */
interface Application {
  /** Of a cloud endpoint; where there are modules, of the route that serves the application in its place. */
  readonly policy?: Policy;
  readonly modules?: Record<string, unknown>;
  /** Policy of https://inner.internal; without one, the endpoint is not there. */
  readonly inner?: Policy;
  readonly networks: Networks;
}

interface ApplicationEdit {
  readonly kind: string;
  readonly before: Application;
  readonly after: Application;
}

/** Every second policy is an object, the others are text. */
const worldOf = ({ policy, modules, inner, networks }: Application): World => ({
  declared: {
    ...ipPolicies(networks),
    ...(modules ? { ...edge(), ...route("route", modules, policy) } : policy && endpoint("app", APP, policy)),
    ...(inner && endpoint("inner", INNER, JSON.stringify(inner))),
  },
});

/** Values that the guards of generated policies, and the clients that try them, have in common. */
export const POOL = {
  paths: ["/", "/admin", "/admin/users", "/api", "/api/v1", "/public", "/hook"],
  methods: ["GET", "POST", "OPTIONS"],
  ips: ["203.0.113.7", "203.0.113.200", "198.51.100.9", "192.0.2.1", "2001:db8::7", "10.1.2.3"],
  cidrs: [
    "203.0.113.0/24",
    "203.0.113.128/25",
    "198.51.100.0/24",
    "2001:db8::/32",
    "0.0.0.0/0",
    "192.0.2.1/32",
  ],
  teams: ["red", "blue"],
  countries: ["DE", "FR"],
  pairs: ["ann:password1", "bob:password2"],
  users: ["ann@example.com", "bob@other.test", "Eve@EXAMPLE.com"],
  issuers: ["https://issuer-a.example", "https://issuer-b.example"],
  audiences: ["app", "other"],
} as const;

const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
const some = <T>(values: readonly T[], most = 2) =>
  fc.uniqueArray(one(values), { minLength: 1, maxLength: most });
const quoted = (text: string) => `'${text}'`;
const listed = (texts: readonly string[]) => `[${texts.map(quoted).join(", ")}]`;

/** One test, of a kind that the review understands. */
const test = fc.oneof(
  one(POOL.paths).map((path) => `req.url.path.startsWith(${quoted(path)})`),
  one(POOL.paths).map((path) => `req.url.path == ${quoted(path)}`),
  one(POOL.paths).map((path) => `req.url.path.matches(${quoted(`^${path}(/|$)`)})`),
  some(POOL.paths).map((paths) => `${listed(paths)}.exists(p, req.url.path.startsWith(p))`),
  some(POOL.paths).map((paths) => `req.url.path in ${listed(paths)}`),
  one(["/users", "v1"]).map((end) => `req.url.path.endsWith(${quoted(end)})`),
  one(POOL.methods).map((method) => `req.method == ${quoted(method)}`),
  some(POOL.methods).map((methods) => `req.method in ${listed(methods)}`),
  one(POOL.cidrs).map((cidr) => `inCidrRange(conn.client_ip, ${quoted(cidr)})`),
  some(POOL.cidrs).map((cidrs) => `inCidrRanges(conn.client_ip, ${listed(cidrs)})`),
  one(POOL.ips).map((ip) => `conn.client_ip == ${quoted(ip)}`),
  one([
    "req.host == 'app.example.com'",
    "req.host.endsWith('.example.com')",
    "req.host == 'other.example.com'",
  ]),
  one(POOL.teams).map((team) => `'${team}' in getReqHeader('X-Team')`),
  one(POOL.teams).map((team) => `req.headers['x-team'][0] == ${quoted(team)}`),
  fc.constant("hasReqHeader('X-Team')"),
  fc.constant("'x-team' in req.headers"),
  one(POOL.teams).map((team) => `vars.team == ${quoted(team)}`),
  one([
    "vars.team in ['red', 'blue']",
    "vars.team.startsWith('r')",
    "actions.ngrok.oauth.identity.email == 'ann@example.com'",
    "actions.ngrok.oauth.identity.email.lowerAscii().endsWith('@example.com')",
  ]),
  one(POOL.countries).map((country) => `conn.geo.country_code == ${quoted(country)}`),
);

/** What it does not take apart: comparisons of facts, sizes, times, arithmetic. */
const odd = one([
  "req.content_length > 6",
  "req.content_length <= 3",
  "req.headers['x-team'].join(',') == 'red'",
  "req.headers['x-team'].exists_one(t, t == 'red')",
  "getReqHeader('X-Team') == ['blue']",
  "conn.server_port == 443",
  "req.url.path.split('/').size() > 2",
  "req.headers['x-team'].size() > 1",
  "timestamp(time.now).getFullYear() > 2020",
  "conn.client_ip.startsWith('203.')",
  "req.url.path.lowerAscii() == '/admin'",
  "req.url.query == 'debug=1'",
  "getQueryParam('debug')[0] == '1'",
  "vars.team.size() == 3",
]);

const atom = fc.oneof({ weight: 9, arbitrary: test }, { weight: 1, arbitrary: odd });

const expression = fc.oneof(
  { weight: 6, arbitrary: atom },
  { weight: 2, arbitrary: atom.map((text) => `!(${text})`) },
  { weight: 1, arbitrary: fc.tuple(atom, atom).map(([a, b]) => `${a} && ${b}`) },
  { weight: 1, arbitrary: fc.tuple(atom, atom).map(([a, b]) => `(${a}) || (${b})`) },
);

const enforce = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ enforce: false }) },
);
const action = (type: string, config: object) => ({ type, config });

const restrictIps = fc
  .tuple(
    fc.oneof(fc.constant<string[]>([]), some(POOL.cidrs)),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: some(POOL.cidrs, 1) },
    ),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: some(["ipp_office", "ipp_lab"]) },
    ),
    enforce,
  )
  .map(([allow, deny, ip_policies, more]) => action("restrict-ips", { allow, deny, ip_policies, ...more }));

const jwt = fc
  .tuple(some(POOL.issuers), fc.oneof(fc.constant<string[]>([]), some(POOL.audiences)), enforce)
  .map(([issuers, audiences, more]) =>
    action("jwt-validation", {
      issuer: { allow_list: issuers.map((value) => ({ value })) },
      ...(audiences.length > 0 && { audience: { allow_list: audiences.map((value) => ({ value })) } }),
      http: { tokens: [{ type: "jwt", method: "header", name: "x-token" }] },
      jws: { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: [`${issuers[0]}/keys`] } } },
      ...more,
    }),
  );

const guard = fc.oneof(
  restrictIps,
  fc
    .tuple(some(POOL.pairs), enforce)
    .map(([credentials, more]) => action("basic-auth", { credentials, ...more })),
  fc
    .tuple(one(["google", "github"]), fc.boolean())
    .map(([provider, allow_cors_preflight]) => action("oauth", { provider, allow_cors_preflight })),
  one(POOL.issuers).map((issuer_url) =>
    action("openid-connect", { issuer_url, client_id: "app", client_secret: "a secret text" }),
  ),
  jwt,
  fc
    .tuple(one(["github", "slack"]), enforce)
    .map(([provider, more]) => action("verify-webhook", { provider, secret: "a shared secret", ...more })),
);

const end = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ type: "deny" }) },
  { weight: 1, arbitrary: fc.constant({ type: "close-connection" }) },
  {
    weight: 2,
    arbitrary: one([200, 404, 503]).map((status_code) => action("custom-response", { status_code })),
  },
  {
    weight: 1,
    arbitrary: one(["https://elsewhere.test/", "/login"]).map((to) => action("redirect", { to })),
  },
  {
    weight: 1,
    arbitrary: one(["/admin", "/api"]).map((path) =>
      action("redirect", { from: `${path}(.*)`, to: `https://elsewhere.test$1` }),
    ),
  },
);

const harmless = fc.oneof(
  fc.constant(action("add-headers", { headers: { "x-team": "red" } })),
  fc.constant(action("remove-headers", { headers: ["x-team"] })),
  one(["red", "blue", "", "$".concat("{req.method}")]).map((team) =>
    action("set-vars", { vars: [{ team }] }),
  ),
  fc.constant(action("set-vars", { vars: [{ team: "red" }, { other: "blue" }] })),
  fc.constant(action("log", { metadata: { a: "b" } })),
  fc.constant(action("url-rewrite", { from: "/api/(.*)", to: "/public/$1" })),
  fc.constant(
    action("rate-limit", {
      name: "r",
      algorithm: "sliding_window",
      capacity: 9,
      rate: "60s",
      bucket_key: ["conn.client_ip"],
    }),
  ),
  fc.constant({ type: "teleport", config: {} }),
);

const forward = fc
  .tuple(one([INNER, INNER, OTHER]), fc.boolean())
  .map(([url, goesOn]) => action("forward-internal", { url, ...(goesOn && { on_error: "continue" }) }));

const conditions = fc.oneof(
  { weight: 2, arbitrary: fc.constant<string[]>([]) },
  { weight: 4, arbitrary: expression.map((text) => [text]) },
  { weight: 1, arbitrary: fc.tuple(expression, expression).map((texts) => [...texts]) },
);

const anyAction = fc.oneof(
  { weight: 8, arbitrary: guard as fc.Arbitrary<object> },
  { weight: 6, arbitrary: end as fc.Arbitrary<object> },
  { weight: 2, arbitrary: harmless as fc.Arbitrary<object> },
  { weight: 2, arbitrary: forward as fc.Arbitrary<object> },
);

export interface Rule {
  readonly name?: string;
  readonly expressions?: readonly string[];
  readonly actions: readonly object[];
}

const rule: fc.Arbitrary<Rule> = fc
  .tuple(
    conditions,
    fc.oneof(
      { weight: 5, arbitrary: anyAction.map((only) => [only]) },
      { weight: 1, arbitrary: fc.tuple(anyAction, anyAction) },
    ),
    fc.option(one(["admins", "office", "api"])),
  )
  .map(([expressions, actions, name]) => ({
    ...(name && { name }),
    ...(expressions.length > 0 && { expressions }),
    actions,
  }));

const connect: fc.Arbitrary<Rule> = fc
  .tuple(
    fc.oneof(
      fc.constant<string[]>([]),
      one(POOL.cidrs).map((cidr) => [`inCidrRange(conn.client_ip, ${quoted(cidr)})`]),
    ),
    fc.oneof(
      restrictIps,
      fc.constant({ type: "deny" }),
      one(["1.2", "1.3"]).map((min_version) => action("terminate-tls", { min_version })),
    ) as fc.Arbitrary<object>,
  )
  .map(([expressions, only]) => ({ ...(expressions.length > 0 && { expressions }), actions: [only] }));

export const policy: fc.Arbitrary<Policy> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Rule[]>([]) },
      { weight: 1, arbitrary: connect.map((only) => [only]) },
    ),
    fc.array(rule, { minLength: 0, maxLength: 4 }),
    fc.oneof(
      { weight: 5, arbitrary: fc.constant<Rule[]>([]) },
      { weight: 1, arbitrary: restrictIps.map((only) => [{ actions: [only] }]) },
    ),
  )
  .map(([on_tcp_connect, on_http_request, on_http_response]) => ({
    ...(on_tcp_connect.length > 0 && { on_tcp_connect }),
    on_http_request,
    ...(on_http_response.length > 0 && { on_http_response }),
  }));

const modules = fc
  .record(
    {
      ipRestriction: some(["ipp_office", "ipp_lab"]).map((ipPolicyIds) => ({ enabled: true, ipPolicyIds })),
      oauth: fc.oneof(
        fc.constant({ enabled: true, provider: { google: {} } }),
        fc.constant({ enabled: true, provider: { google: { emailDomains: ["example.com"] } } }),
      ),
      webhookVerification: fc.constant({ enabled: true, provider: "github", secret: "a shared secret" }),
    },
    { requiredKeys: [] },
  )
  .filter((given) => Object.keys(given).length > 0);

/** Actions that take the place of modules, as the service's guide says. */
function actionsFor(given: Record<string, unknown>): Rule[] {
  const { ipRestriction, oauth, webhookVerification } = given as {
    ipRestriction?: { ipPolicyIds: string[] };
    oauth?: { provider: { google: { emailDomains?: string[] } } };
    webhookVerification?: object;
  };
  const domains = oauth?.provider.google.emailDomains ?? [];
  return [
    ...(ipRestriction
      ? [{ actions: [action("restrict-ips", { ip_policies: ipRestriction.ipPolicyIds })] }]
      : []),
    ...(webhookVerification
      ? [{ actions: [action("verify-webhook", { provider: "github", secret: "a shared secret" })] }]
      : []),
    ...(oauth ? [{ actions: [action("oauth", { provider: "google" })] }] : []),
    ...domains.map((domain) => ({
      expressions: [`!actions.ngrok.oauth.identity.email.endsWith('@${domain}')`],
      actions: [{ type: "deny" }],
    })),
  ];
}

const networks: fc.Arbitrary<Networks> = fc
  .tuple(
    ...(["ipp_office", "ipp_lab"] as const).map(() =>
      fc.array(
        fc.tuple(
          one(POOL.cidrs),
          fc.oneof(
            { weight: 3, arbitrary: fc.constant("allow") },
            { weight: 1, arbitrary: fc.constant("deny") },
          ),
        ),
        {
          minLength: 1,
          maxLength: 2,
        },
      ),
    ),
  )
  .map(([ipp_office = [], ipp_lab = []]) => ({ ipp_office, ipp_lab }));

const rulesOf = (policy: Policy): readonly Rule[] => (policy.on_http_request ?? []) as readonly Rule[];
const withRules = (policy: Policy, rules: readonly Rule[]): Policy => ({ ...policy, on_http_request: rules });

const configOf = (given: object): Record<string, unknown> =>
  (given as { config?: Record<string, unknown> }).config ?? {};

/** The same guard, not enforced any more. */
const unenforced = (given: Rule): Rule => ({
  ...given,
  actions: given.actions.map((each) => ({ ...each, config: { ...configOf(each), enforce: false } })),
});

const GUARDS = ["restrict-ips", "basic-auth", "jwt-validation", "verify-webhook"];
const typeOf = (given: object) => (given as { type: string }).type;

/** Changes of one policy. */
const policyChange = (given: Policy): fc.Arbitrary<readonly [kind: string, after: Policy]> => {
  const rules = rulesOf(given);
  const at = fc.nat({ max: Math.max(0, rules.length - 1) });
  const without = (n: number) => rules.filter((_, index) => index !== n);
  const replaced = (n: number, by: Rule) => rules.map((each, index) => (index === n ? by : each));
  const change = (kind: string, made: fc.Arbitrary<readonly Rule[]>) =>
    made.map((after) => [kind, withRules(given, after)] as const);
  return fc.oneof(
    change("rules reordered", fc.shuffledSubarray([...rules], { minLength: rules.length })),
    change("rules reordered", fc.constant(rules.toReversed())),
    change("rule removed", at.map(without)),
    change(
      "rule added",
      fc.tuple(at, rule).map(([n, added]) => [...rules.slice(0, n), added, ...rules.slice(n)]),
    ),
    change(
      "rule replaced",
      fc.tuple(at, rule).map(([n, by]) => replaced(n, by)),
    ),
    change(
      "condition changed",
      fc.tuple(at, conditions).map(([n, expressions]) => {
        const old = rules[n];
        return old ? replaced(n, { ...old, expressions }) : rules;
      }),
    ),
    change(
      "action changed",
      fc.tuple(at, anyAction).map(([n, only]) => {
        const old = rules[n];
        return old ? replaced(n, { ...old, actions: [only] }) : rules;
      }),
    ),
    change(
      "not enforced any more",
      fc.constant(
        rules.map((each) =>
          each.actions.every((one) => GUARDS.includes(typeOf(one))) ? unenforced(each) : each,
        ),
      ),
    ),
    // Whoever is kept from a response of the policy itself newly gets it without the guard.
    restrictIps.map((only) => {
      const { on_http_response: guarded, ...after } = given;
      const added = { ...given, on_http_response: [{ actions: [only] }] };
      return ["guards of responses", guarded === undefined ? added : after] as const;
    }),
    policy.map((after) => ["another policy", after] as const),
    change("names alone", fc.constant(rules.map((each, n) => ({ ...each, name: `rule ${n}` })))),
  );
};

const guarded = policy.filter((given) => rulesOf(given).length > 0);

const ofPolicy = fc
  .tuple(guarded, fc.option(policy, { nil: undefined }), networks)
  .chain(([given, inner, all]) =>
    policyChange(given).map(([kind, after]): ApplicationEdit => {
      const common = { ...(inner && { inner }), networks: all };
      return { kind, before: { ...common, policy: given }, after: { ...common, policy: after } };
    }),
  );

const ofInner = fc.tuple(guarded, guarded, networks).chain(([outer, inner, all]) => {
  const policy = withRules(outer, [
    ...rulesOf(outer).slice(0, 1),
    { actions: [action("forward-internal", { url: INNER })] },
  ]);
  return fc.oneof(
    policyChange(inner).map(
      ([kind, after]): ApplicationEdit => ({
        kind: `forward-internal: ${kind}`,
        before: { policy, inner, networks: all },
        after: { policy, inner: after, networks: all },
      }),
    ),
    fc.constant<ApplicationEdit>({
      kind: "internal endpoint removed",
      before: { policy, inner, networks: all },
      after: { policy, networks: all },
    }),
    fc.constant<ApplicationEdit>({
      kind: "internal endpoint added",
      before: { policy, networks: all },
      after: { policy, inner, networks: all },
    }),
  );
});

const ofNetworks = fc.tuple(guarded, networks, networks).map(([outer, before, after]): ApplicationEdit => {
  const policy = withRules(outer, [
    { actions: [action("restrict-ips", { ip_policies: ["ipp_office"] })] },
    ...rulesOf(outer).slice(0, 2),
  ]);
  return {
    kind: "rules of an IP policy",
    before: { policy, networks: before },
    after: { policy, networks: after },
  };
});

const ofModules = fc
  .tuple(modules, policy, networks, fc.boolean(), fc.boolean())
  .map(([given, more, all, isWhole, isBack]): ApplicationEdit => {
    const rules = actionsFor(given);
    const moved = withRules({}, [
      ...(isWhole ? rules : rules.slice(1)),
      ...(isWhole ? [] : rulesOf(more).slice(0, 1)),
    ]);
    const [was, is]: [Application, Application] = [
      { modules: given, networks: all },
      { modules: {}, policy: moved, networks: all },
    ];
    return isBack
      ? { kind: "policy to modules", before: is, after: was }
      : { kind: "modules to policy", before: was, after: is };
  });

const edit: fc.Arbitrary<ApplicationEdit> = fc.oneof(
  { weight: 6, arbitrary: ofPolicy },
  { weight: 2, arbitrary: ofInner },
  { weight: 1, arbitrary: ofNetworks },
  { weight: 2, arbitrary: ofModules },
);

/** Changes of one application. */
export const policyEdit: fc.Arbitrary<PolicyEdit> = edit.map(({ kind, before, after }) => {
  // What policies name and the program does not declare is an agent's.
  const elsewhere = {
    ...agent("other", OTHER),
    ...(!before.inner && !after.inner && agent("inner", INNER)),
  };
  return {
    kind,
    before: { ...worldOf(before), elsewhere },
    after: { ...worldOf(after), elsewhere },
  };
});

/** The same edits for the same seed. */
export const policyEdits = (count: number, seed: number): PolicyEdit[] =>
  fc.sample(policyEdit, { numRuns: count, seed });
