// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are interpolations of traffic policies.
import { ANSWER, forward, GOOGLE, OFFICE, type Rule, rule } from "../support/policies";
import fc from "../support/properties";
import {
  APP,
  agent,
  edge,
  endpoint,
  hasMaskedParts,
  INNER,
  ipPolicies,
  type Mask,
  type Objects,
  type Policy,
  type PolicyEdit,
  route,
} from "./account-model";
import { policyEdit } from "./generate";
import { denyUnless, ruleOf, TABLES } from "./tables";

// Generates changes to accounts in which several objects together determine who has access.

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const someOf = <T>(...values: readonly T[]) => fc.subarray([...values]);

const GUARDS = TABLES.guards.map((rules) => rules.map(ruleOf));

const conditionRules = oneOf(...TABLES.similarConditions).chain((conditions) =>
  oneOf(...conditions).map((text) => [...(text.includes("oauth") ? [GOOGLE] : []), denyUnless(text)]),
);
const guards: fc.Arbitrary<readonly Rule[]> = fc.oneof(
  { weight: 4, arbitrary: oneOf(...GUARDS) },
  { weight: 1, arbitrary: conditionRules },
);

// Internal endpoints. The reviewed program declares those that ELSEWHERE lacks.
const UPSTREAM = "https://agent.internal";
const OTHER_AGENT = "https://other-agent.internal";
const OTHER_STACK = "https://stack.internal";
const SECOND = "https://second.internal";
const ELSEWHERE: Objects = {
  ...agent("agent", UPSTREAM),
  ...agent("other-agent", OTHER_AGENT),
  ...agent("stack", OTHER_STACK, {
    type: "cloud",
    trafficPolicy: JSON.stringify({ on_http_request: [rule("custom-response", { status_code: 200 })] }),
  }),
};

const endings = (...urls: readonly string[]): fc.Arbitrary<readonly Rule[]> =>
  oneOf<readonly Rule[]>([], [ANSWER], ...urls.map((url) => [forward(url)]));

const policyOf = (...rules: readonly Rule[]): Policy => ({ on_http_request: rules });
const guardedPolicy = (...urls: readonly string[]) =>
  fc.tuple(guards, endings(UPSTREAM, ...urls)).map(([rules, end]) => policyOf(...rules, ...end));

/** Generates the objects in one part of an account, or none. */
type Slot = fc.Arbitrary<Objects>;
const maybe = (slot: Slot): Slot => fc.oneof({ weight: 3, arbitrary: slot }, fc.constant({}));
const endpointSlot = (
  name: string,
  url: string,
  policy: fc.Arbitrary<Policy> = guardedPolicy(),
  more: object = {},
): Slot => policy.map((value) => endpoint(name, url, value, { ...more }));
const forwarding = (...urls: readonly string[]) =>
  fc
    .tuple(
      guards,
      fc.array(fc.tuple(oneOf(...urls), oneOf(...TABLES.conditions)), { minLength: 1, maxLength: 3 }),
    )
    .map(([rules, forwards]) =>
      policyOf(...rules, ...forwards.map(([url, tests]) => forward(url, ...tests))),
    );

const FRONT = "https://front.example.org";
const SHOP = "https://shop.example.com";
const DEEP = "https://deep.app.example.com";
const pooled = (name: string) => maybe(endpointSlot(name, APP, guardedPolicy(), { poolingEnabled: true }));

const modules = fc.record(
  Object.fromEntries(Object.entries(TABLES.modules).map(([name, settings]) => [name, oneOf(...settings)])),
  { requiredKeys: [] },
);
const otherBackend: Objects = {
  "other-backend": { className: "TunnelGroupBackend", id: "bkdtg_2", inputs: { labels: { app: "b" } } },
};
const routeSlot = (
  name: string,
  match: fc.Arbitrary<string>,
  exact: fc.Arbitrary<boolean> = fc.constant(false),
): Slot =>
  fc
    .tuple(match, exact, modules, fc.option(guardedPolicy(), { nil: undefined }))
    .map(([pattern, isExact, settings, policy]) => route(name, settings, policy, pattern, isExact));

const terminateTls = (config: object): Policy => ({
  on_tcp_connect: [rule("terminate-tls", config)],
  on_http_request: [],
});
const tlsEdge: Slot = oneOf<object>(
  {},
  { ipRestriction: { enabled: true, ipPolicyIds: ["ipp_office"] } },
).map((more) => ({
  ...edge(),
  tls: {
    className: "TlsEdge",
    id: "edgtls_1",
    inputs: {
      hostports: ["*.example.com:443"],
      backend: { enabled: true, backendId: "bkdtg_1" },
      tlsTermination: { enabled: true, terminateAt: "upstream" },
      ...more,
    },
  },
}));
const withoutEdge = (objects: Objects): Objects =>
  Object.fromEntries(Object.entries(objects).filter(([name]) => name !== "edge"));

/** A policy that forwards each path to an internal name, which may lead back to the policy's wildcard endpoint. */
const router = someOf("a", "b", "c").map((names) =>
  policyOf(
    ...names.map((name) => forward(`https://${name}.internal`, `req.url.path.startsWith('/${name}')`)),
    ANSWER,
  ),
);

/** A kind of account: the parts that an edit may exchange, the base URLs that clients request, and undeclared objects. */
interface Kind {
  readonly slots: Readonly<Record<string, Slot>>;
  readonly urls?: readonly string[];
  readonly elsewhere?: Objects;
}

const KINDS: Readonly<Record<string, Kind>> = {
  pool: { slots: { a: pooled("a"), b: pooled("b"), c: pooled("c") } },
  "pool with another stack": {
    slots: { a: pooled("a"), b: pooled("b") },
    elsewhere: agent("mate", APP, { bindings: ["public"], poolingEnabled: true }),
  },
  wildcards: {
    slots: {
      exact: maybe(oneOf(APP, SHOP).chain((url) => endpointSlot("exact", url))),
      wild: maybe(endpointSlot("wild", "https://*.example.com")),
      deep: maybe(endpointSlot("deep", "https://*.app.example.com")),
    },
    urls: [APP, SHOP, DEEP],
  },
  "wildcard next to an edge": {
    slots: {
      edge: maybe(routeSlot("all", oneOf("/", "/admin")).map((routes) => ({ ...edge(), ...routes }))),
      wild: maybe(endpointSlot("wild", "https://*.example.com")),
    },
    urls: [APP, SHOP],
  },
  "TLS edge under an endpoint": {
    slots: { exact: maybe(endpointSlot("exact", APP)), tls: maybe(tlsEdge.map(withoutEdge)) },
  },
  "internal endpoints": {
    slots: {
      app: endpointSlot("app", APP, forwarding(UPSTREAM, OTHER_AGENT, INNER, SECOND, OTHER_STACK)),
      inner: maybe(endpointSlot("inner", INNER)),
      second: maybe(endpointSlot("second", SECOND, guardedPolicy(INNER, OTHER_AGENT))),
    },
  },
  "internal endpoint behind another stack": {
    slots: { inner: endpointSlot("inner", INNER), second: maybe(endpointSlot("second", SECOND)) },
    urls: [FRONT],
    elsewhere: agent("front", FRONT, {
      type: "cloud",
      bindings: ["public"],
      trafficPolicy: JSON.stringify(policyOf(forward(INNER))),
    }),
  },
  "chain or loop of forwards": {
    slots: {
      app: endpointSlot("app", APP, forwarding(INNER)),
      inner: endpointSlot("inner", INNER, forwarding(INNER, SECOND, UPSTREAM)),
      second: maybe(endpointSlot("second", SECOND, forwarding(INNER, UPSTREAM))),
    },
  },
  "routing by name": {
    slots: {
      app: endpointSlot("app", APP, forwarding("https://router.internal")),
      wild: endpointSlot("wild", "https://*.internal", router),
      a: maybe(endpointSlot("a", "https://a.internal")),
    },
    elsewhere: agent("b", "https://b.internal"),
  },
  "exchanged names": {
    slots: {
      all: fc
        .tuple(
          fc.shuffledSubarray(["https://a.example.com", SHOP, APP, "https://*.example.com"], {
            minLength: 2,
          }),
          fc.array(oneOf(policyOf(OFFICE, forward(UPSTREAM)), policyOf(forward(UPSTREAM))), {
            minLength: 4,
            maxLength: 4,
          }),
        )
        .map(([urls, policies]) =>
          Object.assign({}, ...urls.map((url, n) => endpoint(`e${n}`, url, policies[n] as Policy))),
        ),
    },
    urls: ["https://a.example.com", SHOP, APP],
  },
  "interpolated destination": {
    slots: {
      app: endpointSlot("app", APP, forwarding(...TABLES.interpolatedUrls)),
      red: maybe(endpointSlot("red", "https://red.internal")),
      get: maybe(endpointSlot("get", "https://get.internal")),
      wild: fc.oneof(fc.constant({}), fc.constant({}), endpointSlot("wild", "https://*.internal")),
    },
    elsewhere: agent("blue", "https://blue.internal"),
  },
  rewrites: {
    slots: {
      app: fc
        .shuffledSubarray(TABLES.rewriteRules.map(ruleOf), { minLength: 1 })
        .chain((rules) => endings(UPSTREAM).map((end) => endpoint("app", APP, policyOf(...rules, ...end)))),
    },
  },
  "bare hosts of routes": {
    slots: {
      edge: fc.constant(edge()),
      all: maybe(routeSlot("all", oneOf("/", "app.example.com/"))),
      host: maybe(routeSlot("host", oneOf("app.example.com", "*.example.com"), fc.boolean())),
      admin: maybe(routeSlot("admin", oneOf("/admin", "app.example.com/admin"), fc.boolean())),
    },
  },
  backends: {
    slots: {
      edge: fc.constant({ ...edge(), ...otherBackend }),
      all: fc
        .tuple(modules, oneOf("bkdtg_1", "bkdtg_2"))
        .map(([settings, backendId]) => route("all", { ...settings, backend: { enabled: true, backendId } })),
    },
  },
  "modules and policies": { slots: { edge: fc.constant(edge()), all: routeSlot("all", fc.constant("/")) } },
  "versions of TLS": {
    slots: {
      app: oneOf(
        {},
        { min_version: "1.3" },
        { min_version: "1.2" },
        { max_version: "1.2" },
        { min_version: "1.1" },
      )
        .map((config) => terminateTls(config))
        .chain((terminating) =>
          oneOf(terminating, policyOf(), policyOf(ANSWER)).map((policy) => endpoint("app", APP, policy)),
        ),
    },
  },
  "versions of TLS at an edge": {
    slots: {
      edge: fc
        .tuple(
          oneOf({}, { tlsTermination: { minVersion: "1.3" } }, { tlsTermination: { minVersion: "1.2" } }),
          oneOf<object>({}, { hostports: ["app.example.com:443", "app.example.com:80"] }),
        )
        .map(([termination, hosts]) => edge({ ...termination, ...hosts })),
      all: fc.constant(route("all", {})),
    },
    urls: [APP, "http://app.example.com"],
  },
  "secret of a vault": {
    slots: {
      app: endpointSlot(
        "app",
        APP,
        oneOf(...TABLES.secretRules).map((rules) => policyOf(...rules.map(ruleOf), forward(UPSTREAM))),
      ),
      pass: oneOf("password1", "password2").map((value) => ({
        vault: { className: "Vault", id: "vault_1", inputs: { name: "vault" } },
        pass: { className: "Secret", id: "secret_1", inputs: { vaultId: "vault_1", name: "pass", value } },
      })),
    },
  },
  "restriction of the account": {
    slots: {
      app: endpointSlot("app", APP),
      restriction: maybe(
        fc.boolean().map((enforced) => ({
          restriction: {
            className: "IpRestriction",
            id: "ipx_1",
            inputs: { type: "endpoints", enforced, ipPolicyIds: ["ipp_office"] },
          },
        })),
      ),
    },
  },
  ...Object.fromEntries(
    Object.entries({
      "condition before a response": ANSWER,
      "condition before an agent": forward(UPSTREAM),
    }).map(([kind, end]) => [
      kind,
      { slots: { app: conditionRules.map((rules) => endpoint("app", APP, policyOf(...rules, end))) } },
    ]),
  ),
};

const NETWORKS = ipPolicies({
  ipp_office: [["203.0.113.0/24", "allow"]],
  ipp_lab: [["198.51.100.0/24", "allow"]],
});

/** Generates rules that add or remove a header. */
const headerRule = (names: readonly string[]) =>
  oneOf(...names).chain((name) =>
    fc
      .tuple(
        fc.oneof(
          oneOf(...(TABLES.headers[name] ?? [])).map(
            (value) => ["add-headers", { headers: { [name]: value } }] as const,
          ),
          fc.constant(["remove-headers", { headers: [name] }] as const),
        ),
        oneOf(...TABLES.conditions),
        oneOf("on_http_request", "on_http_request", "on_http_request", "on_http_response"),
      )
      .map(([[type, config], tests, phase]) => ({ phase, rule: rule(type, config, ...tests) })),
  );

/** Generates rules, most of them for the given headers. */
const headerRules = (names: readonly string[]) =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: headerRule(names) },
      { weight: 1, arbitrary: headerRule(Object.keys(TABLES.headers)) },
    ),
    { maxLength: 3 },
  );

/** Generates edits of rules that change headers before a rule reads them, possibly behind `forward-internal`. */
const headerEdit = oneOf(...TABLES.headerReaders)
  .chain(([names, ...reader]) =>
    fc.tuple(
      fc.constant(reader.map(ruleOf)),
      headerRules(names),
      headerRules(names),
      oneOf(ANSWER, forward(UPSTREAM)),
      fc.boolean(),
    ),
  )
  .map(([reader, before, after, end, isBehindForward]): PolicyEdit => {
    const accountWith = (changes: typeof before) => {
      const rules = changes.filter(({ phase }) => phase === "on_http_request").map((change) => change.rule);
      const responseRules = changes
        .filter(({ phase }) => phase !== "on_http_request")
        .map((change) => change.rule);
      const policy: Policy = {
        on_http_request: [...rules, ...(isBehindForward ? [forward(INNER)] : [...reader, end])],
        ...(responseRules.length > 0 && { on_http_response: responseRules }),
      };
      return {
        declared: {
          ...NETWORKS,
          ...endpoint("app", APP, policy),
          ...(isBehindForward && endpoint("inner", INNER, policyOf(...reader, end))),
        },
        elsewhere: ELSEWHERE,
      };
    };
    return { kind: "headers before their readers", before: accountWith(before), after: accountWith(after) };
  });

/** Generates an account, and a copy with other objects in one or two slots. */
const slotEdit = (kind: string, { slots, urls, elsewhere }: Kind): fc.Arbitrary<PolicyEdit> => {
  const names = Object.keys(slots);
  const account = fc.record(slots as Record<string, Slot>);
  const changedNames = fc.subarray(names, { minLength: 1, maxLength: Math.min(2, names.length) });
  return fc.tuple(account, account, changedNames).map(([before, other, changed]) => {
    const after = Object.fromEntries(
      names.map((name) => [name, (changed.includes(name) ? other : before)[name] ?? {}]),
    );
    const objects = [before, after].flatMap((side) => Object.values(side).flatMap(Object.values));
    const isDeclared = (url: string) => objects.some(({ inputs }) => inputs.url === url);
    const agents = Object.entries({ "inner-agent": INNER, "second-agent": SECOND })
      .filter(([, url]) => !isDeclared(url))
      .map(([name, url]) => agent(name, url));
    const accountWith = (side: Readonly<Record<string, Objects>>) => ({
      declared: { ...NETWORKS, ...Object.assign({}, ...Object.values(side)) } as Objects,
      elsewhere: Object.assign({ ...ELSEWHERE, ...elsewhere }, ...agents) as Objects,
    });
    return { kind, before: accountWith(before), after: accountWith(after), ...(urls && { urls }) };
  });
};

const anySlotEdit = fc.oneof(
  ...Object.entries(KINDS).map(([kind, definition]) => slotEdit(kind, definition)),
);

/** Usually no mask, or only masked secrets, because few previews mask whole rules. */
const mask = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  { weight: 8, arbitrary: fc.constant<Mask>("secrets") },
  { weight: 1, arbitrary: oneOf<Mask>("phase", "text", "policy") },
);

/** Generates changes of a policy or an account. */
const accountEdit = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: policyEdit },
      { weight: 6, arbitrary: anySlotEdit },
      { weight: 1, arbitrary: headerEdit },
    ),
    mask,
    fc.boolean(),
  )
  .map(
    ([edit, masked, readsAccount]): PolicyEdit => ({
      ...edit,
      ...(masked !== undefined && hasMaskedParts(edit, masked) && { mask: masked }),
      ...(readsAccount && { readsAccount }),
    }),
  );

/** Generates edits of header rules, which are equal for equal seeds. */
export const headerEdits = (count: number, seed: number): PolicyEdit[] =>
  fc.sample(headerEdit, { numRuns: count, seed });

/** Generates edits of accounts, which are equal for equal seeds. */
export const accountEdits = (count: number, seed: number): PolicyEdit[] =>
  fc.sample(accountEdit, { numRuns: count, seed });
