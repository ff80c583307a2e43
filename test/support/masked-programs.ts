// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references between resources.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { type Declared, type JsonInputs, resource, secret } from "./program";

/**
 * Programs with guards next to, below, and within secrets, at each level that a preview may mask, and their edits. Each
 * edit has its own address, so one preview shows all of them.
 */

/** The review's expected verdict on an address. */
export type Verdict = "same" | "opens" | "may open";

export interface MaskedEdit {
  /** Label of the surface in the review. */
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
const unusedPath = { ...rule(office), expressions: ["req.url.path.startsWith('/nobody')"] };
const front = { ...rule(answer), expressions: ["req.method == 'GET'"] };

/** Policies before and after an edit. The review must report each, except `same`, which changes nothing. */
const EDITS: Readonly<Record<string, readonly [Policy, Policy]>> = {
  dropped: [policy(rule(office), rule(header)), policy(rule(header))],
  unenforced: [policy(rule(office), rule(header)), policy(rule(unenforced), rule(header))],
  elsewhere: [policy(admins, rule(header)), policy(unusedPath, rule(header))],
  reordered: [policy(admins, front), policy(front, admins)],
  same: [policy(rule(office), rule(header)), policy(rule(office), rule(header))],
};

const mapRules = ({ on_http_request }: Policy, map: (rule: Rule, n: number) => unknown) => ({
  on_http_request: on_http_request.map(map),
});
const mapActions = (policy: Policy, map: (action: Action) => unknown) =>
  mapRules(policy, (rule) => ({ ...rule, actions: rule.actions.map(map) }));

/** Levels at which a preview masks only the secret. */
const SHOWN_LEVELS: readonly string[] = ["json", "leaf", "own-secret"];

/** Variants of a policy by the level at which they contain a secret. */
const LEVELS: Readonly<Record<string, (edited: Policy) => unknown>> = {
  whole: (edited) => secret(edited),
  text: (edited) => secret(JSON.stringify(edited)),
  yaml: (edited) => stringify(policy(...edited.on_http_request, rule(signed))),
  json: (edited) => JSON.stringify(policy(...edited.on_http_request, rule(signed)), null, 1),
  phase: (edited) => ({ on_http_request: secret(edited.on_http_request) }),
  rule: (edited) => mapRules(edited, (each) => secret(each)),
  "last-rule": (edited) =>
    mapRules(edited, (each, n) => (n === edited.on_http_request.length - 1 ? secret(each) : each)),
  expressions: (edited) =>
    mapRules(edited, (each) => ({ ...each, expressions: secret(each.expressions ?? ["true"]) })),
  actions: (edited) => mapRules(edited, (each) => ({ ...each, actions: secret(each.actions) })),
  action: (edited) => mapActions(edited, (each) => secret(each)),
  config: (edited) => mapActions(edited, (each) => ({ ...each, config: secret(each.config) })),
  leaf: (edited) =>
    policy(
      ...edited.on_http_request,
      rule({ type: "add-headers", config: { headers: { "x-k": secret("v") } } } as Action),
    ),
  "own-secret": (edited) => policy(...edited.on_http_request, rule(signed)),
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
    const value = (side: "before" | "after") => masked(pick(side, before, after));
    const asEndpoint = part(onEndpoint(name), expected, (side) => [
      endpoint(name, value(side), { description: side }),
    ]);
    // For routes, one edit that opens access and one that changes nothing are enough.
    if (edit !== "dropped" && edit !== "same") return [asEndpoint];
    return [
      asEndpoint,
      part(onEdge(name), expected, (side) => [
        route(name, { description: side, trafficPolicy: { enabled: true, value: value(side) } }),
      ]),
    ];
  }),
);

const conditional = (expression: string, action: Action): Rule => ({
  ...rule(action),
  expressions: [expression],
});
const required = (type: string, config: Readonly<Record<string, unknown>>): Rule => rule({ type, config });

/** Guards of each kind, some with their own secret. */
const GUARDS: Readonly<Record<string, Rule>> = {
  addresses: rule(office),
  password: required("basic-auth", { credentials: ["ann:hush-hush-hush"] }),
  "own-password": required("basic-auth", { credentials: [secret("ann:hush-hush-hush")] }),
  google: required("oauth", { provider: "google" }),
  "own-client": required("oauth", {
    provider: "github",
    client_id: "app",
    client_secret: secret("hush-hush-hush"),
  }),
  issuer: required("openid-connect", {
    issuer_url: "https://id.example.com",
    client_id: "app",
    client_secret: secret("hush-hush-hush"),
  }),
  token: required("jwt-validation", {
    issuer: { allow_list: [{ value: "https://id.example.com" }] },
    audience: { allow_list: [{ value: "app" }] },
    http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
    jws: {
      allowed_algorithms: ["RS256"],
      keys: { sources: { additional_jkus: ["https://id.example.com/keys"] } },
    },
  }),
  signature: required("verify-webhook", { provider: "github", secret: secret("hush-hush-hush") }),
  header: conditional("!('x-team' in req.headers)", { type: "deny" }),
  country: conditional("conn.client_ip.geo.location.country_code != 'DE'", { type: "deny" }),
  network: conditional("!inCidrRange(conn.client_ip, '203.0.113.0/24')", {
    type: "custom-response",
    config: { status_code: 403 },
  }),
  method: conditional("req.method != 'GET'", { type: "custom-response", config: { status_code: 405 } }),
  path: conditional("req.url.path.startsWith('/admin')", {
    type: "redirect",
    config: { to: "https://example.org" },
  }),
};

/** Each edit removes the guard before a rule with a secret. */
const guardParts: readonly Part[] = Object.entries(GUARDS).map(([name, guard]) => {
  const hidden = rule({ type: "add-headers", config: { headers: { "x-k": secret("v") } } });
  return part(onEndpoint(`guard-${name}`), "opens", (side) => [
    endpoint(`guard-${name}`, pick(side, policy(guard, hidden), policy(hidden)), { description: side }),
  ]);
});

/** A resource of an edit. `only`: the side that has it, unless both do. */
type Row = readonly [className: string, inputs: JsonInputs, only?: "before" | "after"];

interface TableEdit {
  readonly address: string;
  readonly expected: Verdict;
  readonly resources: Readonly<Record<string, Row>>;
}

const root = join(__dirname, "../..");
const FILE = join(root, "test/unit/review/masked-edits.yaml");
const tables = parse(readFileSync(FILE, "utf8"), { merge: true }) as Readonly<
  Record<string, readonly TableEdit[]>
>;

function resolveSide<T>(side: "before" | "after", value: T): T;
function resolveSide(side: "before" | "after", value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveSide(side, item));
  if (value === null || typeof value !== "object") return value;
  if ("$file" in value) return readFileSync(join(root, String(value.$file)), "utf8");
  if ("$edit" in value) {
    // `null` in the table: this side lacks the value.
    const [before, after] = value.$edit as readonly [unknown, unknown];
    return resolveSide(side, pick(side, before, after)) ?? undefined;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveSide(side, item)]));
}

const tableParts = (program: string): readonly Part[] =>
  (tables[program] ?? []).map(({ address, expected, resources }) =>
    part(address, expected, (side) =>
      Object.entries(resources).flatMap(([name, [className, inputs, only = side]]) =>
        only === side ? [resource(className, name, resolveSide(side, inputs))] : [],
      ),
    ),
  );

const PROGRAMS = {
  policies: [...levelParts, ...tableParts("policies")],
  guards: guardParts,
  adjacent: tableParts("adjacent"),
  named: tableParts("named"),
  described: tableParts("described"),
} as const satisfies Record<string, readonly Part[]>;

export type MaskedProgram = keyof typeof PROGRAMS;
export const MASKED_PROGRAMS = Object.keys(PROGRAMS) as readonly MaskedProgram[];

const SHARED: readonly Declared[] = [
  resource("HttpsEdge", "edge", { hostports: ["edge.example.com:443"] }),
  resource("TunnelGroupBackend", "tunnels", { labels: { app: "web" } }),
  resource("IpPolicy", "always"),
];

export const maskedProgram = (name: MaskedProgram, side: "before" | "after"): readonly Declared[] => [
  ...SHARED,
  ...PROGRAMS[name].flatMap(({ declare }) => declare(side)),
];

export const maskedEdits = (name: MaskedProgram): readonly MaskedEdit[] =>
  PROGRAMS[name].map(({ address, expected }) => ({ address, expected }));

/** Id of an IP policy that no program declares, and that traffic policies name. */
const UNDECLARED_POLICY_ID = "ipp_HeldByNoProgramAtAll0001";

/** Objects that the programs need: reserved names and an IP policy. */
export const MASKED_NAMES = {
  "/reserved_domains": [{ domain: "*.example.com" }, { domain: "*.tcp.example.com" }],
  "/ip_policies": [{ id: UNDECLARED_POLICY_ID }],
};

/** Returns the part of a preview that the review reads, with stable ids. */
export function recordedPreview(stdout: string): string {
  const { steps } = JSON.parse(stdout) as { steps: readonly Step[] };
  const ids = new Map<string, string>();
  const sorted = steps.toSorted((a, b) => (a.urn < b.urn ? -1 : 1));
  for (const { oldState } of sorted) if (oldState?.id) ids.set(oldState.id, `id_${ids.size}`);
  const withStableIds = (text: string) =>
    text
      .replace(/([a-z]+)_[0-9A-Za-z]{20,}/g, (id, prefix) => ids.get(id) ?? `${prefix}_elsewhere`)
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, "https://api.example.com");
  const recorded = sorted.map(
    ({ op, urn, oldState, newState, detailedDiff, diffReasons, replaceReasons }) => ({
      op,
      urn,
      oldState: stableState(oldState),
      newState: stableState(newState),
      ...(detailedDiff && { detailedDiff }),
      ...(diffReasons && { diffReasons: diffReasons.toSorted() }),
      ...(replaceReasons && { replaceReasons }),
    }),
  );
  const lines = recorded.map((step) => JSON.stringify(step)).join(",\n");
  return withStableIds(`{"steps":[\n${lines}\n]}\n`);
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

/** Keys whose values differ between runs, and internal keys. */
const VARYING = /^__(?!visible)|(?:At|^uri|Uri|^id)$|^(?:domain|tunnels|routes)$/;

/** The engine lists dependencies in any order. */
const sortedLists = (lists: object = {}) =>
  Object.fromEntries(
    Object.entries(lists).map(([key, urns]) => [key, Array.isArray(urns) ? urns.toSorted() : urns]),
  );

const stableState = (state: State | null | undefined) =>
  state && {
    id: state.id,
    inputs: withoutVarying(state.inputs),
    outputs: withoutVarying(state.outputs),
    propertyDependencies: sortedLists(withoutVarying(state.propertyDependencies)),
  };

const withoutVarying = (values: object = {}) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => !VARYING.test(key))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
