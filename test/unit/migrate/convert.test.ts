import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { selectAccount } from "../../../cli/migrate/account";
import { migrate } from "../../../cli/migrate/convert";
import { type Policy, resolveSecrets, secretsIn } from "../../../cli/migrate/policy";
import { matchOf, routesOf } from "../../../cli/migrate/routes";
import type { AccountObject } from "../../../provider/inspect";
import { type Rows, readTable } from "../../support/rows";

type Props = Readonly<Record<string, unknown>>;

const object = (name: string, id: string, inputs: Props, more: Props = {}): AccountObject =>
  ({
    family: { name },
    id,
    inputs,
    state: {},
    pathInputs: {},
    unknownKeys: [],
    ...more,
  }) as unknown as AccountObject;

const APP = { backend: { backendId: "bkdtg_app" } };
const BACKENDS = [
  object("TunnelGroupBackend", "bkdtg_app", { labels: { app: "web" } }),
  object("TunnelGroupBackend", "bkdtg_old", { labels: { app: "old" } }),
];

interface AccountParts {
  readonly kind?: "HttpsEdge" | "TlsEdge" | "TcpEdge";
  readonly hostports?: readonly string[];
  readonly edge?: Props;
  readonly routes?: Readonly<Record<string, Props>>;
  readonly others?: Rows;
}

type Actions = readonly string[];
type Gaps = readonly string[];

const table = readTable<{
  routes: [title: string, modules: Props, Actions, Gaps, text?: string][];
  edges: [title: string, AccountParts, Actions, Gaps, text?: string][];
  addresses: [AccountParts["kind"], hostport: string, url: string][];
  backends: [title: string, AccountParts, rules: readonly string[], Gaps][];
  "disabled restrictions": [title: string, AccountParts, property?: string, reason?: string][];
}>(join(__dirname, "convert.yaml"));

function migrateAccount({
  kind = "HttpsEdge",
  hostports = ["app.example.com:443"],
  edge = {},
  routes,
  others = {},
}: AccountParts) {
  const matches = kind === "HttpsEdge" ? Object.entries(routes ?? { "/": {} }) : [];
  return migrate(
    selectAccount([
      object(kind, "edge_1", { hostports, ...edge }),
      ...matches.map(([match, modules], n) =>
        object(
          "HttpsEdgeRoute",
          `route_${n}`,
          { match, matchType: "path_prefix", ...APP, ...modules },
          { pathInputs: { edgeId: "edge_1" } },
        ),
      ),
      ...BACKENDS,
      ...Object.entries(others).map(([id, [name, inputs = {}]]) => object(name, id, inputs)),
    ]),
  );
}

function convert(parts: AccountParts) {
  const { endpoints, gaps } = migrateAccount(parts);
  const rules = Object.values(endpoints[0]?.policy ?? {}).flat();
  return {
    actions: rules.flatMap(({ actions }) => actions.map(({ type }) => type)),
    gaps: gaps.map(({ effect, property }) => `${effect} ${property}`),
    text: JSON.stringify(
      resolveSecrets(endpoints[0]?.policy as Policy, ({ value }) => value ?? "optionalSecret"),
    ),
  };
}

describe("a module of a route", () => {
  test.each(table.routes)("%s", (_title, modules, actions, gaps, text = "") => {
    const found = convert({ routes: { "/": modules } });
    expect({ actions: found.actions, gaps: found.gaps }).toEqual({ actions, gaps });
    expect(found.text).toContain(text);
  });

  test("that is unknown to this version denies everything, on routes and on edges", () => {
    const unknown = { unknownKeys: ["geo_fence"] };
    const policies = migrate(
      selectAccount([
        object("TcpEdge", "edge_2", { hostports: ["a.example.com:1"], ...APP }, unknown),
        object("HttpsEdge", "edge_1", { hostports: ["a.example.com:443"] }),
        object(
          "HttpsEdgeRoute",
          "r",
          { match: "/", ...APP },
          { pathInputs: { edgeId: "edge_1" }, ...unknown },
        ),
        ...BACKENDS,
      ]),
    ).endpoints.map(({ policy }) =>
      Object.values(policy)
        .flat()
        .flatMap(({ actions }) => actions.map(({ type }) => type)),
    );
    expect(policies).toEqual([["deny"], ["deny"]]);
  });
});

test("an HTTPS edge with mutual TLS and an unknown module has no gap for mutual TLS", () => {
  const inputs = { hostports: ["a.example.com:443"], mutualTls: { certificateAuthorityIds: ["ca_1"] } };
  const unknown = { unknownKeys: ["geo_fence"] };
  const { gaps } = migrate(selectAccount([object("HttpsEdge", "edge_1", inputs, unknown)]));
  expect(gaps.map(({ property }) => property)).not.toContain("mutualTls");
});

test.each(table["disabled restrictions"])(
  "reports disabled restrictions: %s",
  (_, parts, property, reason) => {
    const found = migrateAccount(parts).gaps.filter(({ effect }) => effect === "open");
    expect(found.map((gap) => [gap.property, gap.why])).toEqual(
      property === undefined ? [] : [[property, expect.stringContaining(String(reason))]],
    );
  },
);

describe("an edge", () => {
  test.each(table.edges)("with %s", (_title, parts, actions, gaps, text = "") => {
    const found = convert(parts);
    expect({ actions: found.actions, gaps: found.gaps }).toEqual({ actions, gaps });
    expect(found.text ?? "").toContain(text);
  });

  test.each(table.addresses)("%s at %s becomes an endpoint at %s", (kind, hostport, url) => {
    const { endpoints } = migrateAccount({ kind, hostports: [hostport], edge: APP });
    expect(endpoints.map((endpoint) => endpoint.url)).toEqual([url]);
  });
});

describe("a backend", () => {
  test.each(table.backends)("with %s", (_title, parts, rules, gaps) => {
    const { endpoints, gaps: found } = migrateAccount(parts);
    const summary = endpoints[0]?.policy.on_http_request?.map(({ expressions = [], actions: [action] }) => {
      const config = (action?.config ?? {}) as { url?: string; on_error?: string; status_code?: number };
      const host = config.url?.replace(/^https:\/\/|\.internal$/g, "");
      const randomNumber = /rand\.int\([^)]*\)/.exec(JSON.stringify(config))?.[0];
      const status = action?.type === "custom-response" ? config.status_code : undefined;
      const target = randomNumber ?? status ?? host ?? action?.type;
      const when = expressions.map((text) => String(text).replace(/vars\.\w+ /, ""));
      return `[${when}]: ${target}${config.on_error === "continue" ? ", or else" : ""}`;
    });
    expect(summary).toEqual(rules);
    expect(found.map(({ effect, property }) => `${effect} ${property}`)).toEqual(gaps);
  });

  test("moves agents once per set of labels", () => {
    const others: Rows = {
      bkdtg_same: ["TunnelGroupBackend", { labels: { app: "web" } }],
      f: ["FailoverBackend", { backends: ["bkdtg_app", "bkdtg_same"] }],
    };
    const { agents } = migrateAccount({ routes: { "/": { backend: { backendId: "f" } } }, others });
    expect(agents.map(({ url, labels, backends }) => [url, labels, backends.map(({ id }) => id)])).toEqual([
      ["https://app-web.internal", { app: "web" }, ["bkdtg_app", "bkdtg_same"]],
    ]);
  });
});

test("orders routes from the least specific, each with its conditions", () => {
  const route = (match: string, matchType = "path_prefix") =>
    object("HttpsEdgeRoute", match, { match, matchType });
  const otherRoutes = ["/b/c", "a.example.com/b", "/", "a.example.com", "other.example.com/"].map((match) =>
    route(match),
  );
  const found = routesOf([route("/b", "exact_path"), ...otherRoutes], "*.example.com").map(
    ({ object: { id }, conditions }) => [id, ...conditions],
  );
  const isA = 'req.url.host.lowerAscii() == "a.example.com"';
  expect(found).toEqual([
    ["/"],
    ["/b/c", 'req.url.path.startsWith("/b/c")'],
    ["/b", 'req.url.path == "/b"'],
    ["other.example.com/", 'req.url.host.lowerAscii() == "other.example.com"'],
    ["a.example.com", isA],
    ["a.example.com/b", isA, 'req.url.path.startsWith("/b")'],
  ]);
  expect(routesOf([route("a.example.com/")], "a.example.com")[0]?.conditions).toEqual([]);
  expect(routesOf([route("a.example.com/")], "b.example.com")).toEqual([]);
  expect(matchOf(route("a.example.com", "exact_path")).isExact).toBe(false);
});

const KEY_CONDITION = `req.headers["x-key"][0] == "sk_live_0123456789abcdef"`;
const POLICY_WITH_KEY = JSON.stringify({
  on_http_request: [{ expressions: [KEY_CONDITION], actions: [{ type: "deny" }] }],
});

test("treats secrets as secret, even in expressions, and header values as possible secrets", () => {
  const { endpoints } = migrateAccount({
    routes: {
      "/": {
        webhookVerification: { provider: "github", secret: "" },
        requestHeaders: { add: { "x-key": "k" } },
        trafficPolicy: { value: POLICY_WITH_KEY },
      },
    },
  });
  const secrets = secretsIn(endpoints[0]?.policy);
  expect(secrets.map(({ path, value, certainty }) => [path.join("."), value, certainty])).toEqual([
    ["webhookVerification.secret", undefined, "known"],
    ["trafficPolicy.value.on_http_request.0.expressions.0", KEY_CONDITION, "known"],
    ["requestHeaders.add.x-key", "k", "guessed"],
  ]);
});

describe("a value that no program can contain", () => {
  const lost = JSON.parse('{"__proto__":"a","x-team":"blue"}') as Props;
  const action = `{"type":"add-headers","config":{"headers":{"__proto__":"a"}}}`;
  const value = `{"on_http_request":[{"actions":[${action}]}]}`;
  const WHY = "is a key that the engine's SDK loses";

  const header: AccountParts = { routes: { "/": { requestHeaders: { add: lost } } } };
  const policy: AccountParts = { routes: { "/": { trafficPolicy: { enabled: true, value } } } };
  const response: AccountParts = {
    routes: { "/": { backend: { backendId: "bkdhr_1" } } },
    others: { bkdhr_1: ["HttpResponseBackend", { statusCode: 200, headers: lost }] },
  };
  const half: AccountParts = { edge: { description: "\ud83d" } };
  const at = "on_http_request[0].actions[0].config";
  test.each<[string, AccountParts, string, string]>([
    ["a header of requests", header, "requestHeaders.add.__proto__", WHY],
    ["a key of a policy", policy, "trafficPolicy.value", `${at}.headers.__proto__ ${WHY}`],
    [
      "a header of a response",
      response,
      "backend.backendId",
      `headers.__proto__ of the backend bkdhr_1 ${WHY}`,
    ],
    ["a lone surrogate", half, "description", "contains half a character"],
  ])("is denied and reported: %s", (_name, parts, property, reason) => {
    const { endpoints, gaps } = migrateAccount(parts);
    expect(gaps).toMatchObject([{ effect: "denied", property, why: expect.stringContaining(reason) }]);
    const policies = JSON.stringify(endpoints.map(({ policy }) => policy));
    expect(policies).toContain('"deny"');
    expect(policies).not.toContain("__proto__");
  });
});
