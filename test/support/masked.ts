// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references between the resources of the program.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { type Declared, type JsonInputs, resource, secret } from "./program";

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

/** A resource of an edit: its class, its inputs, and the side that has it, if only one does. */
type Row = readonly [className: string, inputs: JsonInputs, only?: "before" | "after"];

interface Listed {
  readonly address: string;
  readonly expected: Verdict;
  readonly resources: Readonly<Record<string, Row>>;
}

const root = join(__dirname, "../..");
const FILE = join(root, "test/unit/review/masked-edits.yaml");
const listed = parse(readFileSync(FILE, "utf8"), { merge: true }) as Readonly<
  Record<string, readonly Listed[]>
>;

function valueAt<T>(side: "before" | "after", value: T): T;
function valueAt(side: "before" | "after", value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => valueAt(side, item));
  if (value === null || typeof value !== "object") return value;
  if ("$file" in value) return readFileSync(join(root, String(value.$file)), "utf8");
  if ("$edit" in value) {
    const [before, after] = value.$edit as readonly [unknown, unknown];
    return valueAt(side, pick(side, before, after)) ?? undefined;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueAt(side, item)]));
}

const listedParts = (program: string): readonly Part[] =>
  (listed[program] ?? []).map(({ address, expected, resources }) =>
    part(address, expected, (side) =>
      Object.entries(resources).flatMap(([name, [className, inputs, only = side]]) =>
        only === side ? [resource(className, name, valueAt(side, inputs))] : [],
      ),
    ),
  );

/** The programs, by what they change. */
const PROGRAMS = {
  policies: [...levelParts, ...listedParts("policies")],
  guards: guardParts,
  beside: listedParts("beside"),
  named: listedParts("named"),
  described: listedParts("described"),
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

/** A policy that no program has: its id stands in programs as text. */
const ELSEWHERE = "ipp_HeldByNoProgramAtAll0001";

/** What the programs need of the account: names of addresses, and a policy. */
export const MASKED_NAMES = {
  "/reserved_domains": [{ domain: "*.example.com" }, { domain: "*.tcp.example.com" }],
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
