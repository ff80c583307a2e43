import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../../emulator/index";
import { type Client, clientOf, emulatedReference } from "./support/client";
import { selfSigned } from "./support/keys";

/** Modules by the API reference; service.test.ts has those of the service. */

let api: Client;
const known: Record<string, string> = {};

beforeAll(async () => {
  api = clientOf(await startEmulator({ reference: true }));
  known.policy = (await api.make("/ip_policies")).id;
  known.ca = (await api.make("/certificate_authorities", { ca_pem: (await selfSigned()).certificate })).id;
  known.group = (await api.make("/backends/tunnel_group", { labels: { app: "web" } })).id;
});

afterAll(() => api.close());

const ref = (collection: string, id = "") => ({ id, uri: `${api.url}${collection}/${id}` });
const session = { enabled: true, options_passthrough: false, cookie_prefix: "edge.", inactivity_timeout: 0 };
const oauthFields = { client_id: "", client_secret: "", scopes: [], email_addresses: [], email_domains: [] };

interface Row {
  readonly module: string;
  /** Parameters, and the whole answer to them. */
  readonly full: () => [params: object, answer: object];
  /** The response to `{}`, or to the smallest accepted parameters. */
  readonly least?: () => [params: object, answer: object];
}

const backend: Row = {
  module: "backend",
  full: () => [
    { enabled: false, backend_id: known.group },
    { enabled: false, backend: ref("/backends/tunnel_group", known.group) },
  ],
  least: () => [{}, { enabled: true, backend: null }],
};
const ipRestriction: Row = {
  module: "ip_restriction",
  full: () => [
    { enabled: false, ip_policy_ids: [known.policy] },
    { enabled: false, ip_policies: [ref("/ip_policies", known.policy)] },
  ],
  least: () => [{}, { enabled: true, ip_policies: [] }],
};
const mutualTls: Row = {
  module: "mutual_tls",
  full: () => [
    { enabled: false, certificate_authority_ids: [known.ca] },
    { enabled: false, certificate_authorities: [ref("/certificate_authorities", known.ca)] },
  ],
  least: () => [{}, { enabled: true, certificate_authorities: [] }],
};
const tlsTermination: Row = {
  module: "tls_termination",
  full: () => [
    { enabled: false, terminate_at: "upstream" },
    { enabled: false, terminate_at: "upstream", min_version: null },
  ],
  least: () => [{}, { enabled: true, terminate_at: "edge", min_version: "1.2" }],
};
const tlsTerminationAtEdge: Row = {
  module: "tls_termination",
  full: () => [
    { enabled: false, min_version: "1.3" },
    { enabled: false, min_version: "1.3" },
  ],
  least: () => [{}, { enabled: true, min_version: "1.2" }],
};
const trafficPolicy: Row = {
  module: "traffic_policy",
  full: () => [
    { enabled: false, value: '{"on_http_request":[]}' },
    { enabled: false, value: '{"on_http_request":[]}' },
  ],
  least: () => [{}, { enabled: true, value: "" }],
};
const same = (module: string, full: object, least?: object): Row => ({
  module,
  full: () => [full, full],
  ...(least === undefined ? {} : { least: () => [{}, least] as [object, object] }),
});

const onRoutes: readonly Row[] = [
  backend,
  ipRestriction,
  trafficPolicy,
  same(
    "circuit_breaker",
    {
      enabled: false,
      tripped_duration: 4_294_967_295,
      rolling_window: 10,
      num_buckets: 128,
      volume_threshold: 5,
      error_threshold_percentage: 0.25,
    },
    {
      enabled: true,
      tripped_duration: 0,
      rolling_window: 0,
      num_buckets: 0,
      volume_threshold: 0,
      error_threshold_percentage: 0,
    },
  ),
  same("compression", { enabled: false }, { enabled: true }),
  same(
    "request_headers",
    { enabled: false, add: { "X-A": "1" }, remove: ["X-B"] },
    { enabled: true, add: {}, remove: [] },
  ),
  same(
    "response_headers",
    { enabled: false, add: { "X-A": "1" }, remove: ["X-B"] },
    { enabled: true, add: {}, remove: [] },
  ),
  same("webhook_verification", { enabled: false, provider: "github", secret: "shh" }),
  {
    module: "webhook_verification",
    full: () => [{ provider: "sns" }, { enabled: true, provider: "sns", secret: "" }],
  },
  same("oauth", {
    enabled: false,
    options_passthrough: true,
    cookie_prefix: "mine.",
    inactivity_timeout: 1,
    maximum_duration: 2,
    auth_check_interval: 3,
    provider: {
      github: {
        client_id: "id",
        client_secret: "secret",
        scopes: ["read:user"],
        email_addresses: ["a@example.com"],
        email_domains: ["example.com"],
        teams: ["org/team"],
        organizations: ["org"],
      },
    },
  }),
  ...["facebook", "microsoft", "google", "linkedin", "gitlab", "twitch", "amazon"].map(
    (name): Row => ({
      module: "oauth",
      full: () => [
        { provider: { [name]: {} } },
        { ...session, maximum_duration: 0, auth_check_interval: 0, provider: { [name]: oauthFields } },
      ],
    }),
  ),
  same(
    "saml",
    {
      enabled: false,
      options_passthrough: true,
      cookie_prefix: "mine.",
      inactivity_timeout: 1,
      maximum_duration: 2,
      idp_metadata: "<EntityDescriptor/>",
      force_authn: true,
      allow_idp_initiated: true,
      authorized_groups: ["admins"],
      nameid_format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    },
    {
      ...session,
      maximum_duration: 0,
      idp_metadata: "",
      force_authn: false,
      allow_idp_initiated: true,
      authorized_groups: [],
      nameid_format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    },
  ),
  same(
    "oidc",
    {
      enabled: false,
      options_passthrough: true,
      cookie_prefix: "mine.",
      inactivity_timeout: 1,
      maximum_duration: 2,
      issuer: "https://id.example.com",
      client_id: "id",
      client_secret: "secret",
      scopes: ["openid"],
    },
    { ...session, maximum_duration: 0, issuer: "", client_id: "", client_secret: "", scopes: [] },
  ),
  same("websocket_tcp_converter", { enabled: false }, { enabled: true }),
  same(
    "user_agent_filter",
    { enabled: false, allow: ["a"], deny: ["b"] },
    { enabled: true, allow: [], deny: [] },
  ),
];

const rows: readonly [string, Row][] = [
  ...[backend, ipRestriction, mutualTls, tlsTermination, trafficPolicy].map(
    (row) => ["/edges/tls", row] as [string, Row],
  ),
  ...[backend, ipRestriction, trafficPolicy].map((row) => ["/edges/tcp", row] as [string, Row]),
  ...[mutualTls, tlsTerminationAtEdge].map((row) => ["/edges/https", row] as [string, Row]),
  ...onRoutes.map((row) => ["/edges/https/EDGE/routes", row] as [string, Row]),
];

describe.each(rows)("%s %o", (collection, { module, full, least }) => {
  async function parent(): Promise<string> {
    if (!collection.endsWith("routes")) return `${collection}/${(await api.make(collection)).id}`;
    const edge = await api.make("/edges/https");
    const routes = collection.replace("EDGE", edge.id);
    return `${routes}/${(await api.make(routes, { match_type: "path_prefix", match: "/" })).id}`;
  }

  test("PUT, GET, PATCH, and DELETE", async () => {
    const path = await parent();
    const [params, answer] = full();
    const put = async (body: object) => (await api.call("PUT", `${path}/${module}`, body)).body;
    const patch = async (body: object) => (await api.call("PATCH", path, body)).body[module];
    expect(await put(params)).toEqual(answer);
    expect((await api.call("GET", `${path}/${module}`)).body).toEqual(answer);
    expect((await api.call("GET", path)).body[module]).toEqual(answer);
    // Public clients wrap the module, or repeat the ids of the path.
    expect(await put({ id: "x", module: params })).toEqual(answer);
    expect(await put({ edge_id: "e", id: "x", ...params })).toEqual(answer);
    for (const body of [{ [module]: params }, { description: "x" }, { [module]: null }])
      expect(await patch(body)).toEqual(answer);
    const [fewer, shorter] = least?.() ?? full();
    expect(await patch({ [module]: fewer })).toEqual(shorter);
    const deleted = await api.call("DELETE", `${path}/${module}`);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    expect((await api.call("GET", path)).body[module]).toBeNull();
  });
});

test("a module can be given at creation", async () => {
  const edge = await api.make("/edges/tls", { ip_restriction: { ip_policy_ids: [known.policy] } });
  expect(edge.ip_restriction).toEqual({ enabled: true, ip_policies: [ref("/ip_policies", known.policy)] });
});

test("an HTTPS edge contains its routes, and deletes them with itself", async () => {
  const edge = await api.make("/edges/https", { hostports: ["routes.example.com:443"] });
  const path = `/edges/https/${edge.id}/routes`;
  const route = await api.make(path, { match_type: "path_prefix", match: "/a" });
  expect(route.edge_id).toBe(edge.id);
  expect((await api.call("POST", path, { match_type: "path_prefix", match: "/a" })).status).toBe(409);
  const shown = (await api.call("GET", `/edges/https/${edge.id}`)).body;
  expect(shown.routes).toEqual([route]);
  await api.call("DELETE", `/edges/https/${edge.id}`);
  expect((await api.call("GET", `${path}/${route.id}`)).status).toBe(404);
  expect(api.objects(path)).toEqual([]);
  expect((await api.call("POST", path, { match_type: "path_prefix", match: "/a" })).status).toBe(404);
  expect((await api.call("GET", path)).status).toBe(404);
});

test("TLS termination moves upstream only without mutual TLS", async () => {
  const edge = await api.make("/edges/tls", {
    mutual_tls: { certificate_authority_ids: [known.ca] },
    tls_termination: { min_version: "1.3" },
  });
  const upstream = { tls_termination: { terminate_at: "upstream" } };
  expect((await api.call("PATCH", `/edges/tls/${edge.id}`, upstream)).status).toBe(400);
  expect(
    (await api.call("PUT", `/edges/tls/${edge.id}/tls_termination`, { terminate_at: "upstream" })).status,
  ).toBe(400);
  await api.call("DELETE", `/edges/tls/${edge.id}/mutual_tls`);
  expect((await api.call("PATCH", `/edges/tls/${edge.id}`, upstream)).body.tls_termination).toEqual({
    enabled: true,
    terminate_at: "upstream",
    min_version: null,
  });
});

describe("a module that is not set", () => {
  test("is null and can be deleted with absentModules: empty", async () => {
    const lenient = await emulatedReference({ absentModules: "empty" });
    const edge = await lenient.make("/edges/tls");
    const got = await lenient.call("GET", `/edges/tls/${edge.id}/backend`);
    expect([got.status, got.text]).toEqual([200, "null"]);
    expect((await lenient.call("DELETE", `/edges/tls/${edge.id}/backend`)).status).toBe(204);
  });

  test("is not found", async () => {
    const edge = await api.make("/edges/tls");
    for (const method of ["GET", "DELETE"])
      expect((await api.call(method, `/edges/tls/${edge.id}/backend`)).status).toBe(404);
  });

  test("is not found if the edge does not support it", async () => {
    const edge = await api.make("/edges/tcp");
    expect((await api.call("PUT", `/edges/tcp/${edge.id}/mutual_tls`, {})).status).toBe(404);
  });
});
