// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references between the resources of the program.
import type { Declared } from "./program";
import { secret } from "./program";

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

/** The place of the secret. Only the last one shows the rest of the policy. */
const LEVELS: Readonly<Record<string, (of: Policy) => unknown>> = {
  whole: (of) => secret(of),
  text: (of) => secret(JSON.stringify(of)),
  yaml: (of) => JSON.stringify(policy(...of.on_http_request, rule(signed)), null, 1),
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

const endpoint = (name: string, trafficPolicy: unknown, more: object = {}): Declared => ({
  class: "Endpoint",
  name,
  inputs: {
    url: `https://${name}.example.com`,
    ...(trafficPolicy !== undefined && { trafficPolicy }),
    ...more,
  },
});

const route = (name: string, inputs: object): Declared => ({
  class: "HttpsEdgeRoute",
  name: `route-${name}`,
  inputs: {
    edgeId: "${edge.id}",
    matchType: "path_prefix",
    match: `/${name}`,
    backend: { backendId: "${tunnels.id}" },
    ...inputs,
  },
});

const onEdge = (name: string) => `https://edge.example.com/${name}*`;
const onEndpoint = (name: string) => `https://${name}.example.com`;
const pick = <T>(side: "before" | "after", before: T, after: T): T => (side === "before" ? before : after);

const levelParts: readonly Part[] = Object.entries(LEVELS).flatMap(([level, masked]) =>
  Object.entries(EDITS).flatMap(([edit, [before, after]]): Part[] => {
    const name = `${level}-${edit}`;
    const expected = edit === "same" ? "same" : "may open";
    const of = (side: "before" | "after") => masked(pick(side, before, after));
    const asEndpoint: Part = {
      address: onEndpoint(name),
      expected,
      declare: (side) => [endpoint(name, of(side), { description: side })],
    };
    if (edit !== "dropped" && edit !== "same") return [asEndpoint];
    return [
      asEndpoint,
      {
        address: onEdge(name),
        expected,
        declare: (side) => [
          route(name, { description: side, trafficPolicy: { enabled: true, value: of(side) } }),
        ],
      },
    ];
  }),
);

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
    { class: "IpPolicy", name, inputs: {} },
    {
      class: "IpPolicyRule",
      name: `${name}-rule`,
      inputs: { ipPolicyId: `\${${name}.id}`, cidr: rangeOf(side), action: "allow" },
    },
  ];

const onRoute = (
  name: string,
  expected: Verdict,
  inputsOf: (side: "before" | "after") => object,
  besides: Part["declare"] = () => [],
): Part => ({
  address: onEdge(name),
  expected,
  declare: (side) => [...besides(side), route(name, { description: side, ...inputsOf(side) })],
});

const moduleParts: readonly Part[] = [
  {
    address: onEndpoint("becomes-secret"),
    expected: "may open",
    declare: (side) => [endpoint("becomes-secret", pick<unknown>(side, guarded, secret(dropped)))],
  },
  {
    address: onEndpoint("becomes-plain"),
    expected: "may open",
    declare: (side) => [endpoint("becomes-plain", pick<unknown>(side, secret(guarded), dropped))],
  },
  {
    address: onEndpoint("emptied"),
    expected: "may open",
    declare: (side) => [
      endpoint("emptied", pick<unknown>(side, { on_http_request: secret(guarded?.on_http_request) }, {})),
    ],
  },
  {
    address: onEndpoint("renamed"),
    expected: "may open",
    declare: (side) => [
      {
        ...endpoint("renamed", secret(pick(side, guarded, dropped)), { poolingEnabled: true }),
        name: pick(side, "renamed", "renamed-later"),
      },
    ],
  },
  {
    address: onEndpoint("secret-address"),
    expected: "same",
    declare: (side) => [
      endpoint("secret-address", guarded, { description: side, poolingEnabled: secret(false) }),
    ],
  },
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
  {
    address: "the account's dashboard",
    expected: "may open",
    declare: (side) => [
      {
        class: "IpRestriction",
        name: "dashboard",
        inputs: { type: "dashboard", ipPolicyIds: ["${always.id}"], enforced: secret(side === "before") },
      },
    ],
  },
  {
    address: "tcp://edge.example.com:8443",
    expected: "may open",
    declare: (side) => [
      {
        class: "TcpEdge",
        name: "tcp",
        inputs: {
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
        },
      },
    ],
  },
];

/** What decides where a policy or module is hidden, and changes beside it. */
const besideParts: readonly Part[] = [
  {
    address: onEndpoint("forwards"),
    expected: "may open",
    declare: (side) => [
      endpoint(
        "forwards",
        policy(rule({ type: "forward-internal", config: { url: "https://inner.internal" } })),
      ),
      {
        class: "Endpoint",
        name: "inner",
        inputs: { url: "https://inner.internal", trafficPolicy: secret(pick(side, guarded, dropped)) },
      },
    ],
  },
  {
    address: onEndpoint("names-addresses"),
    expected: "may open",
    declare: (side) => [
      ...ranges("ranges-of-policy")(side),
      endpoint("names-addresses", {
        on_http_request: secret([
          rule({ type: "restrict-ips", config: { ip_policies: ["${ranges-of-policy.id}"] } }),
        ]),
      }),
    ],
  },
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
  {
    address: onEndpoint("unchanged-beside"),
    expected: "may open",
    declare: () => [endpoint("unchanged-beside", secret(guarded))],
  },
  {
    address: onEndpoint("shown-beside"),
    expected: "same",
    declare: () => [endpoint("shown-beside", policy(rule(office), rule(signed)))],
  },
];

/** The programs, by what they change. */
const PROGRAMS = { policies: [...levelParts, ...moduleParts], beside: besideParts } as const;

export type MaskedProgram = keyof typeof PROGRAMS;

const SHARED: readonly Declared[] = [
  { class: "HttpsEdge", name: "edge", inputs: { hostports: ["edge.example.com:443"] } },
  { class: "TunnelGroupBackend", name: "tunnels", inputs: { labels: { app: "web" } } },
  { class: "IpPolicy", name: "always", inputs: {} },
];

/** A program before or after its edits. */
export const maskedProgram = (name: MaskedProgram, side: "before" | "after"): readonly Declared[] => [
  ...SHARED,
  ...PROGRAMS[name].flatMap(({ declare }) => declare(side)),
];

/** What the review has to say of each edit. */
export const maskedEdits = (name: MaskedProgram): readonly MaskedEdit[] =>
  PROGRAMS[name].map(({ address, expected }) => ({ address, expected }));

/** The names that the addresses need. */
export const MASKED_NAMES = { "/reserved_domains": [{ domain: "*.example.com" }] };

/** The part of a preview that the review reads, the same in every run: ids of its own for what the service names. */
export function recordedPreview(stdout: string): string {
  const { steps } = JSON.parse(stdout) as { steps: readonly Step[] };
  const ids = new Map<string, string>();
  const sorted = steps.toSorted((one, other) => (one.urn < other.urn ? -1 : 1));
  for (const { oldState } of sorted) if (oldState?.id) ids.set(oldState.id, `id_${ids.size}`);
  const named = (text: string) =>
    text
      .replace(/[a-z]+_[0-9A-Za-z]{20,}/g, (id) => ids.get(id) ?? id)
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

const VARYING = /^__|(?:At|^uri|Uri|^id)$|^(?:domain|tunnels|routes)$/;

const stateOf = (state: State | null | undefined) =>
  state && {
    id: state.id,
    inputs: own(state.inputs),
    outputs: own(state.outputs),
    propertyDependencies: own(state.propertyDependencies),
  };

const own = (values: object = {}) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => !VARYING.test(key))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
