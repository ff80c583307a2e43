import { GOOGLE, rule as policyRule, type Rule } from "../support/policies";
import fc from "../support/properties";
import {
  type Account,
  APP,
  agent,
  edge,
  endpoint,
  INNER,
  IP_POLICIES,
  ipPolicies,
  type Networks,
  type Policy,
  type PolicyEdit,
  route,
} from "./account-model";
import { denyUnless, POOL, TABLES } from "./tables";

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

const buildAccount = ({ policy, modules, inner, networks }: Application): Account => ({
  declared: {
    ...ipPolicies(networks),
    ...(modules ? { ...edge(), ...route("route", modules, policy) } : policy && endpoint("app", APP, policy)),
    ...(inner && endpoint("inner", INNER, JSON.stringify(inner))),
  },
});

const buildEdit = (kind: string, before: Application, after: Application): PolicyEdit => {
  // An agent serves the internal endpoints that the program doesn't declare.
  const elsewhere = {
    ...agent("other", OTHER),
    ...(!before.inner && !after.inner && agent("inner", INNER)),
  };
  return {
    kind,
    before: { ...buildAccount(before), elsewhere },
    after: { ...buildAccount(after), elsewhere },
  };
};

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
const someOf = <T>(values: readonly T[], maxLength = 2) =>
  fc.uniqueArray(oneOf(values), { minLength: 1, maxLength });
const quote = (text: string) => `'${text}'`;
const listLiteral = (texts: readonly string[]) => `[${texts.map(quote).join(", ")}]`;

/** Generates expressions that the review analyzes. */
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
  oneOf(TABLES.hostTests),
  oneOf(POOL.teams).map((team) => `'${team}' in getReqHeader('X-Team')`),
  oneOf(POOL.teams).map((team) => `req.headers['x-team'][0] == ${quote(team)}`),
  fc.constant("hasReqHeader('X-Team')"),
  fc.constant("'x-team' in req.headers"),
  oneOf(POOL.teams).map((team) => `vars.team == ${quote(team)}`),
  oneOf(TABLES.variableTests),
  oneOf(POOL.countries).map((country) => `conn.geo.country_code == ${quote(country)}`),
);

const atom = fc.oneof({ weight: 9, arbitrary: test }, { weight: 1, arbitrary: oneOf(TABLES.opaque) });

const expression = fc.oneof(
  { weight: 6, arbitrary: atom },
  { weight: 2, arbitrary: atom.map((text) => `!(${text})`) },
  { weight: 1, arbitrary: fc.tuple(atom, atom).map(([a, b]) => `${a} && ${b}`) },
  { weight: 1, arbitrary: fc.tuple(atom, atom).map(([a, b]) => `(${a}) || (${b})`) },
);

/** Generates an empty list `weight` times as often as items. */
const mostlyNone = <T>(weight: number, items: fc.Arbitrary<T[]>): fc.Arbitrary<T[]> =>
  fc.oneof({ weight, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: items });

/** Generates the first value `weight` times as often as the second. */
const mostly = <T>(weight: number, usual: T, other: T) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(other) });

const enforce = mostly<object>(5, {}, { enforce: false });
const action = (type: string, config: object) => ({ type, config });

const restrictIps = fc
  .tuple(
    mostlyNone(1, someOf(POOL.cidrs)),
    mostlyNone(3, someOf(POOL.cidrs, 1)),
    mostlyNone(2, someOf(IP_POLICIES)),
    enforce,
  )
  .map(([allow, deny, ip_policies, more]) => action("restrict-ips", { allow, deny, ip_policies, ...more }));

const jwt = fc
  .tuple(someOf(POOL.issuers), mostlyNone(1, someOf(POOL.audiences)), enforce)
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

const otherAction = fc.oneof(...TABLES.otherActions.map(oneOf)).map(([type, config]) => action(type, config));

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

const rule: fc.Arbitrary<Rule> = fc
  .tuple(
    conditions,
    fc.oneof(
      { weight: 5, arbitrary: anyAction.map((generated) => [generated]) },
      { weight: 1, arbitrary: fc.tuple(anyAction, anyAction) },
    ),
    fc.option(oneOf(["admins", "office", "api"])),
  )
  .map(([expressions, actions, name]) => ({
    ...(name && { name }),
    ...(expressions.length > 0 && { expressions }),
    actions,
  }));

const connectionRule: fc.Arbitrary<Rule> = fc
  .tuple(
    mostlyNone(
      1,
      oneOf(POOL.cidrs).map((cidr) => [`inCidrRange(conn.client_ip, ${quote(cidr)})`]),
    ),
    fc.oneof(
      restrictIps,
      fc.constant({ type: "deny" }),
      oneOf(["1.2", "1.3"]).map((min_version) => action("terminate-tls", { min_version })),
    ) as fc.Arbitrary<object>,
  )
  .map(([expressions, first]) => ({ ...(expressions.length > 0 && { expressions }), actions: [first] }));

export const policy: fc.Arbitrary<Policy> = fc
  .tuple(
    mostlyNone(
      3,
      connectionRule.map((generated) => [generated]),
    ),
    fc.array(rule, { minLength: 0, maxLength: 4 }),
    mostlyNone(
      5,
      restrictIps.map((generated) => [{ actions: [generated] }]),
    ),
  )
  .map(([on_tcp_connect, on_http_request, on_http_response]) => ({
    ...(on_tcp_connect.length > 0 && { on_tcp_connect }),
    on_http_request,
    ...(on_http_response.length > 0 && { on_http_response }),
  }));

const WEBHOOK = { provider: "github", secret: "a shared secret" };

/** Modules with the rules that replace them, according to the service's migration guide. */
const migrations = fc
  .record(
    {
      ipRestriction: someOf(IP_POLICIES).map((ids) => ({
        settings: { enabled: true, ipPolicyIds: ids },
        rules: [policyRule("restrict-ips", { ip_policies: ids })],
      })),
      oauth: mostly<string[]>(1, [], ["example.com"]).map((domains) => ({
        settings: {
          enabled: true,
          provider: { google: domains.length > 0 ? { emailDomains: domains } : {} },
        },
        rules: [
          GOOGLE,
          ...domains.map((domain) => denyUnless(`actions.ngrok.oauth.identity.email.endsWith('@${domain}')`)),
        ],
      })),
      webhookVerification: fc.constant({
        settings: { enabled: true, ...WEBHOOK },
        rules: [policyRule("verify-webhook", WEBHOOK)],
      }),
    },
    { requiredKeys: [] },
  )
  .filter((modules) => Object.keys(modules).length > 0);

const networkRules = fc.array(fc.tuple(oneOf(POOL.cidrs), mostly(3, "allow", "deny")), {
  minLength: 1,
  maxLength: 2,
});
const networks: fc.Arbitrary<Networks> = fc
  .tuple(networkRules, networkRules)
  .map(([ipp_office, ipp_lab]) => ({ ipp_office, ipp_lab }));

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
    // Adds or removes a guard in on_http_response, which withholds responses from the clients that it denies.
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
    policyChange(before).map(([kind, after]) => {
      const unchanged = { ...(inner && { inner }), networks: ipRules };
      return buildEdit(kind, { ...unchanged, policy: before }, { ...unchanged, policy: after });
    }),
  );

const innerPolicyEdit = fc
  .tuple(policyWithRules, policyWithRules, networks)
  .chain(([outer, inner, ipRules]) => {
    const policy = withRules(outer, [
      ...rulesOf(outer).slice(0, 1),
      { actions: [action("forward-internal", { url: INNER })] },
    ]);
    const withoutInner: Application = { policy, networks: ipRules };
    const withInner: Application = { ...withoutInner, inner };
    return fc.oneof(
      policyChange(inner).map(([kind, after]) =>
        buildEdit(`forward-internal: ${kind}`, withInner, { ...withoutInner, inner: after }),
      ),
      fc.constant(buildEdit("internal endpoint removed", withInner, withoutInner)),
      fc.constant(buildEdit("internal endpoint added", withoutInner, withInner)),
    );
  });

const ipPolicyEdit = fc.tuple(policyWithRules, networks, networks).map(([outer, before, after]) => {
  const policy = withRules(outer, [
    policyRule("restrict-ips", { ip_policies: ["ipp_office"] }),
    ...rulesOf(outer).slice(0, 2),
  ]);
  return buildEdit("rules of an IP policy", { policy, networks: before }, { policy, networks: after });
});

const moduleEdit = fc
  .tuple(migrations, policy, networks, fc.boolean(), fc.boolean())
  .map(([migrated, other, ipRules, isComplete, isReversed]) => {
    const settings = Object.fromEntries(
      Object.entries(migrated).map(([name, module]) => [name, module.settings]),
    );
    const { ipRestriction, webhookVerification, oauth } = migrated;
    const replacement = [ipRestriction, webhookVerification, oauth].flatMap((module) => module?.rules ?? []);
    const rules = isComplete ? replacement : [...replacement.slice(1), ...rulesOf(other).slice(0, 1)];
    const withModules: Application = { modules: settings, networks: ipRules };
    const withPolicy: Application = { modules: {}, policy: withRules({}, rules), networks: ipRules };
    return isReversed
      ? buildEdit("policy to modules", withPolicy, withModules)
      : buildEdit("modules to policy", withModules, withPolicy);
  });

/** Generates changes of one application. */
export const policyEdit: fc.Arbitrary<PolicyEdit> = fc.oneof(
  { weight: 6, arbitrary: endpointPolicyEdit },
  { weight: 2, arbitrary: innerPolicyEdit },
  { weight: 1, arbitrary: ipPolicyEdit },
  { weight: 2, arbitrary: moduleEdit },
);

/** Generates edits, which are equal for equal seeds. */
export const policyEdits = (count: number, seed: number): PolicyEdit[] =>
  fc.sample(policyEdit, { numRuns: count, seed });
