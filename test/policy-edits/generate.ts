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

/** The guards of an application before or after a change. */
interface Application {
  /** The policy of the cloud endpoint, or of the route if `modules` is set. */
  readonly policy?: Policy;
  readonly modules?: Record<string, unknown>;
  /** The policy of https://inner.internal; undefined without that endpoint. */
  readonly inner?: Policy;
  readonly networks: Networks;
}

interface ApplicationEdit {
  readonly kind: string;
  readonly before: Application;
  readonly after: Application;
}

const worldOf = ({ policy, modules, inner, networks }: Application): World => ({
  declared: {
    ...ipPolicies(networks),
    ...(modules ? { ...edge(), ...route("route", modules, policy) } : policy && endpoint("app", APP, policy)),
    ...(inner && endpoint("inner", INNER, JSON.stringify(inner))),
  },
});

/** Values that occur both in generated policies and in the requests of clients. */
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

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
const someOf = <T>(values: readonly T[], maxLength = 2) =>
  fc.uniqueArray(oneOf(values), { minLength: 1, maxLength });
const quote = (text: string) => `'${text}'`;
const listLiteral = (texts: readonly string[]) => `[${texts.map(quote).join(", ")}]`;

/** Tests that the review decomposes. */
const test = fc.oneof(
  oneOf(POOL.paths).map((path) => `req.url.path.startsWith(${quote(path)})`),
  oneOf(POOL.paths).map((path) => `req.url.path == ${quote(path)}`),
  oneOf(POOL.paths).map((path) => `req.url.path.matches(${quote(`^${path}(/|$)`)})`),
  someOf(POOL.paths).map((paths) => `${listLiteral(paths)}.exists(p, req.url.path.startsWith(p))`),
  someOf(POOL.paths).map((paths) => `req.url.path in ${listLiteral(paths)}`),
  oneOf(["/users", "v1"]).map((end) => `req.url.path.endsWith(${quote(end)})`),
  oneOf(POOL.methods).map((method) => `req.method == ${quote(method)}`),
  someOf(POOL.methods).map((methods) => `req.method in ${listLiteral(methods)}`),
  oneOf(POOL.cidrs).map((cidr) => `inCidrRange(conn.client_ip, ${quote(cidr)})`),
  someOf(POOL.cidrs).map((cidrs) => `inCidrRanges(conn.client_ip, ${listLiteral(cidrs)})`),
  oneOf(POOL.ips).map((ip) => `conn.client_ip == ${quote(ip)}`),
  oneOf([
    "req.host == 'app.example.com'",
    "req.host.endsWith('.example.com')",
    "req.host == 'other.example.com'",
  ]),
  oneOf(POOL.teams).map((team) => `'${team}' in getReqHeader('X-Team')`),
  oneOf(POOL.teams).map((team) => `req.headers['x-team'][0] == ${quote(team)}`),
  fc.constant("hasReqHeader('X-Team')"),
  fc.constant("'x-team' in req.headers"),
  oneOf(POOL.teams).map((team) => `vars.team == ${quote(team)}`),
  oneOf([
    "vars.team in ['red', 'blue']",
    "vars.team.startsWith('r')",
    "actions.ngrok.oauth.identity.email == 'ann@example.com'",
    "actions.ngrok.oauth.identity.email.lowerAscii().endsWith('@example.com')",
  ]),
  oneOf(POOL.countries).map((country) => `conn.geo.country_code == ${quote(country)}`),
);

/** Expressions that the review treats as opaque. */
const opaque = oneOf([
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

const atom = fc.oneof({ weight: 9, arbitrary: test }, { weight: 1, arbitrary: opaque });

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
    fc.oneof(fc.constant<string[]>([]), someOf(POOL.cidrs)),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: someOf(POOL.cidrs, 1) },
    ),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: someOf(["ipp_office", "ipp_lab"]) },
    ),
    enforce,
  )
  .map(([allow, deny, ip_policies, more]) => action("restrict-ips", { allow, deny, ip_policies, ...more }));

const jwt = fc
  .tuple(someOf(POOL.issuers), fc.oneof(fc.constant<string[]>([]), someOf(POOL.audiences)), enforce)
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
    .tuple(someOf(POOL.pairs), enforce)
    .map(([credentials, more]) => action("basic-auth", { credentials, ...more })),
  fc
    .tuple(oneOf(["google", "github"]), fc.boolean())
    .map(([provider, allow_cors_preflight]) => action("oauth", { provider, allow_cors_preflight })),
  oneOf(POOL.issuers).map((issuer_url) =>
    action("openid-connect", { issuer_url, client_id: "app", client_secret: "a secret text" }),
  ),
  jwt,
  fc
    .tuple(oneOf(["github", "slack"]), enforce)
    .map(([provider, more]) => action("verify-webhook", { provider, secret: "a shared secret", ...more })),
);

const endingAction = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ type: "deny" }) },
  { weight: 1, arbitrary: fc.constant({ type: "close-connection" }) },
  {
    weight: 2,
    arbitrary: oneOf([200, 404, 503]).map((status_code) => action("custom-response", { status_code })),
  },
  {
    weight: 1,
    arbitrary: oneOf(["https://elsewhere.test/", "/login"]).map((to) => action("redirect", { to })),
  },
  {
    weight: 1,
    arbitrary: oneOf(["/admin", "/api"]).map((path) =>
      action("redirect", { from: `${path}(.*)`, to: `https://elsewhere.test$1` }),
    ),
  },
);

const otherAction = fc.oneof(
  fc.constant(action("add-headers", { headers: { "x-team": "red" } })),
  fc.constant(action("remove-headers", { headers: ["x-team"] })),
  oneOf(["red", "blue", "", "$".concat("{req.method}")]).map((team) =>
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
  .tuple(oneOf([INNER, INNER, OTHER]), fc.boolean())
  .map(([url, continues]) => action("forward-internal", { url, ...(continues && { on_error: "continue" }) }));

const conditions = fc.oneof(
  { weight: 2, arbitrary: fc.constant<string[]>([]) },
  { weight: 4, arbitrary: expression.map((text) => [text]) },
  { weight: 1, arbitrary: fc.tuple(expression, expression).map((texts) => [...texts]) },
);

const anyAction = fc.oneof(
  { weight: 8, arbitrary: guard as fc.Arbitrary<object> },
  { weight: 6, arbitrary: endingAction as fc.Arbitrary<object> },
  { weight: 2, arbitrary: otherAction as fc.Arbitrary<object> },
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
    fc.option(oneOf(["admins", "office", "api"])),
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
      oneOf(POOL.cidrs).map((cidr) => [`inCidrRange(conn.client_ip, ${quote(cidr)})`]),
    ),
    fc.oneof(
      restrictIps,
      fc.constant({ type: "deny" }),
      oneOf(["1.2", "1.3"]).map((min_version) => action("terminate-tls", { min_version })),
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
      ipRestriction: someOf(["ipp_office", "ipp_lab"]).map((ipPolicyIds) => ({ enabled: true, ipPolicyIds })),
      oauth: fc.oneof(
        fc.constant({ enabled: true, provider: { google: {} } }),
        fc.constant({ enabled: true, provider: { google: { emailDomains: ["example.com"] } } }),
      ),
      webhookVerification: fc.constant({ enabled: true, provider: "github", secret: "a shared secret" }),
    },
    { requiredKeys: [] },
  )
  .filter((settings) => Object.keys(settings).length > 0);

/** The rules that replace modules, according to the service's migration guide. */
function replacementRules(settings: Record<string, unknown>): Rule[] {
  const { ipRestriction, oauth, webhookVerification } = settings as {
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
          oneOf(POOL.cidrs),
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

const configOf = (action: object): Record<string, unknown> =>
  (action as { config?: Record<string, unknown> }).config ?? {};

const withoutEnforcement = (rule: Rule): Rule => ({
  ...rule,
  actions: rule.actions.map((action) => ({ ...action, config: { ...configOf(action), enforce: false } })),
});

const GUARDS = ["restrict-ips", "basic-auth", "jwt-validation", "verify-webhook"];
const typeOf = (action: object) => (action as { type: string }).type;

/** Generates changes of a policy. */
const policyChange = (policyBefore: Policy): fc.Arbitrary<readonly [kind: string, after: Policy]> => {
  const rules = rulesOf(policyBefore);
  const index = fc.nat({ max: Math.max(0, rules.length - 1) });
  const change = (kind: string, rulesAfter: fc.Arbitrary<readonly Rule[]>) =>
    rulesAfter.map((after) => [kind, withRules(policyBefore, after)] as const);
  const changeRule = <T>(kind: string, part: fc.Arbitrary<T>, update: (rule: Rule, part: T) => Rule) =>
    change(
      kind,
      fc
        .tuple(index, part)
        .map(([at, value]) => rules.map((old, n) => (n === at ? update(old, value) : old))),
    );
  return fc.oneof(
    change("rules reordered", fc.shuffledSubarray([...rules], { minLength: rules.length })),
    change("rules reordered", fc.constant(rules.toReversed())),
    change(
      "rule removed",
      index.map((at) => rules.toSpliced(at, 1)),
    ),
    change(
      "rule added",
      fc.tuple(index, rule).map(([at, added]) => rules.toSpliced(at, 0, added)),
    ),
    changeRule("rule replaced", rule, (_, replacement) => replacement),
    changeRule("condition changed", conditions, (old, expressions) => ({ ...old, expressions })),
    changeRule("action changed", anyAction, (old, replacement) => ({ ...old, actions: [replacement] })),
    change(
      "no longer enforced",
      fc.constant(
        rules.map((old) =>
          old.actions.every((action) => GUARDS.includes(typeOf(action))) ? withoutEnforcement(old) : old,
        ),
      ),
    ),
    // Without a guard in on_http_response, denied clients get the response of the policy.
    restrictIps.map((guardAction) => {
      const { on_http_response: guards, ...withoutGuards } = policyBefore;
      const withGuard = { ...policyBefore, on_http_response: [{ actions: [guardAction] }] };
      return ["guards of responses", guards === undefined ? withGuard : withoutGuards] as const;
    }),
    policy.map((after) => ["another policy", after] as const),
    change("only names changed", fc.constant(rules.map((old, n) => ({ ...old, name: `rule ${n}` })))),
  );
};

const policyWithRules = policy.filter((candidate) => rulesOf(candidate).length > 0);

const endpointPolicyEdit = fc
  .tuple(policyWithRules, fc.option(policy, { nil: undefined }), networks)
  .chain(([before, inner, ipRules]) =>
    policyChange(before).map(([kind, after]): ApplicationEdit => {
      const unchanged = { ...(inner && { inner }), networks: ipRules };
      return { kind, before: { ...unchanged, policy: before }, after: { ...unchanged, policy: after } };
    }),
  );

const innerPolicyEdit = fc
  .tuple(policyWithRules, policyWithRules, networks)
  .chain(([outer, inner, ipRules]) => {
    const policy = withRules(outer, [
      ...rulesOf(outer).slice(0, 1),
      { actions: [action("forward-internal", { url: INNER })] },
    ]);
    return fc.oneof(
      policyChange(inner).map(
        ([kind, after]): ApplicationEdit => ({
          kind: `forward-internal: ${kind}`,
          before: { policy, inner, networks: ipRules },
          after: { policy, inner: after, networks: ipRules },
        }),
      ),
      fc.constant<ApplicationEdit>({
        kind: "internal endpoint removed",
        before: { policy, inner, networks: ipRules },
        after: { policy, networks: ipRules },
      }),
      fc.constant<ApplicationEdit>({
        kind: "internal endpoint added",
        before: { policy, networks: ipRules },
        after: { policy, inner, networks: ipRules },
      }),
    );
  });

const ipPolicyEdit = fc
  .tuple(policyWithRules, networks, networks)
  .map(([outer, before, after]): ApplicationEdit => {
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

const moduleEdit = fc
  .tuple(modules, policy, networks, fc.boolean(), fc.boolean())
  .map(([settings, other, ipRules, isComplete, isReversed]): ApplicationEdit => {
    const rules = replacementRules(settings);
    const migrated = isComplete ? rules : [...rules.slice(1), ...rulesOf(other).slice(0, 1)];
    const withModules: Application = { modules: settings, networks: ipRules };
    const withPolicy: Application = { modules: {}, policy: withRules({}, migrated), networks: ipRules };
    return isReversed
      ? { kind: "policy to modules", before: withPolicy, after: withModules }
      : { kind: "modules to policy", before: withModules, after: withPolicy };
  });

const edit: fc.Arbitrary<ApplicationEdit> = fc.oneof(
  { weight: 6, arbitrary: endpointPolicyEdit },
  { weight: 2, arbitrary: innerPolicyEdit },
  { weight: 1, arbitrary: ipPolicyEdit },
  { weight: 2, arbitrary: moduleEdit },
);

/** Generates changes of one application. */
export const policyEdit: fc.Arbitrary<PolicyEdit> = edit.map(({ kind, before, after }) => {
  // An agent serves the internal endpoints that the program doesn't declare.
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

/** Generates edits, which are equal for equal seeds. */
export const policyEdits = (count: number, seed: number): PolicyEdit[] =>
  fc.sample(policyEdit, { numRuns: count, seed });
