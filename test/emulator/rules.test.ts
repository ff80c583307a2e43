import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmulator } from "../../emulator/index";
import { type Client, clientOf } from "./support/client";
import { createFixtures, type Fixtures, minimalBody } from "./support/fixtures";

/** Limits, defaults, names, and updates of the API reference; service.test.ts has those of the service. */

let api: Client;
let known: Fixtures;

beforeAll(async () => {
  api = clientOf(await startEmulator({ reference: true }));
  known = await createFixtures(api);
});

afterAll(() => api.close());

const bytes = (count: number) => "x".repeat(count);
/** Two bytes each. */
const wide = (count: number) => "é".repeat(count);

const BOTH = { description: 255, metadata: 4096 };
/** Collections by the limits of their texts. */
const collections: readonly [string, { description?: number; metadata?: number }][] = [
  ["/api_keys", BOTH],
  ["/ip_policies", BOTH],
  ["/ip_restrictions", BOTH],
  ["/ssh_user_certificates", BOTH],
  ["/ssh_host_certificates", BOTH],
  ["/tls_certificates", BOTH],
  ["/certificate_authorities", BOTH],
  ["/edges/tls", BOTH],
  ["/edges/https/EDGE/routes", BOTH],
  ["/edges/tcp", BOTH],
  ["/edges/https", BOTH],
  ["/ip_policy_rules", BOTH],
  ["/ssh_certificate_authorities", BOTH],
  ["/credentials", BOTH],
  ["/ssh_credentials", BOTH],
  ["/reserved_domains", { metadata: 4096 }],
  ["/reserved_addrs", { metadata: 4096 }],
  ["/backends/weighted", {}],
  ["/backends/failover", {}],
  ["/backends/tunnel_group", {}],
  ["/endpoints", {}],
];

const at = (path: string) => path.replace("EDGE", known.edge);

test.each(collections)(
  "texts of %s have the limits of the reference, in bytes: %j",
  async (collection, limits) => {
    const least = () => minimalBody(collection, known);
    for (const name of ["description", "metadata"] as const) {
      const limit = limits[name];
      const long = bytes(limit ?? 10_000);
      const accepted = await api.call("POST", at(collection), { ...least(), [name]: long });
      expect([accepted.status, accepted.body[name]]).toEqual([201, long]);
      if (limit === undefined) continue;
      for (const over of [bytes(limit + 1), wide(Math.floor(limit / 2) + 1)]) {
        const refused = await api.call("POST", at(collection), { ...least(), [name]: over });
        expect(refused.status).toBe(400);
        expect(refused.body.msg).toContain(`${name} may have ${limit} bytes`);
        const patched = await api.call("PATCH", `${at(collection)}/${accepted.body.id}`, { [name]: over });
        expect(patched.status).toBe(400);
      }
    }
  },
);

test("PATCH keeps unnamed parameters, clears with an empty string, and ignores fixed ones", async () => {
  const inputs = { type: "api", ip_policy_ids: [], description: "one", metadata: "two" };
  const { id } = await api.make("/ip_restrictions", inputs);
  const path = `/ip_restrictions/${id}`;
  const patched = (await api.call("PATCH", path, { description: "", type: "agent" })).body;
  expect(patched).toMatchObject({ description: "", metadata: "two", type: "api" });
  expect((await api.call("GET", path)).body).toEqual(patched);
});

test("a response and a list have absolute addresses, and a deleted object is not found", async () => {
  const made = await api.make("/ip_policies");
  const path = `/ip_policies/${made.id}`;
  expect(made.uri).toBe(`${api.url}${path}`);
  expect(made.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const listed = (await api.call("GET", "/ip_policies?limit=1")).body;
  expect(listed).toMatchObject({ uri: `${api.url}/ip_policies`, ip_policies: [made] });
  expect(await api.call("DELETE", path)).toMatchObject({ status: 204, text: "" });
  for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const)
    expect((await api.call(method, path, body)).status).toBe(404);
});

const cloud = { type: "cloud", traffic_policy: "{}" };
const TCP = { hostports: ["1.tcp.example.com:12345"] };

const APP = { ...cloud, url: "https://a.example.com" };

test.each<[string, object, object, string?]>([
  ["/reserved_domains", { domain: "a.example.com" }, { domain: " A.Example.COM. " }],
  ["/endpoints", APP, { ...APP, url: "HTTPS://A.example.com:443/" }],
  ["/edges/tls", { hostports: ["a.example.com:443"] }, { hostports: ["A.example.com.:443"] }],
  ["/edges/tcp", TCP, TCP, "/edges/https"],
])("names of %s are unique in any spelling: %j", async (collection, body, same, of = collection) => {
  const { id } = await api.make(collection, body);
  const reply = await api.call("POST", of, same);
  expect([reply.status, reply.body.status_code]).toEqual([409, 409]);
  // An update may repeat it.
  expect((await api.call("PATCH", `${collection}/${id}`, body)).status).toBe(200);
});

test("endpoints that all allow pooling may share a URL", async () => {
  const body = { ...cloud, url: "https://pool.example.com", pooling_enabled: true };
  await api.make("/endpoints", body);
  await api.make("/endpoints", body);
  expect((await api.call("POST", "/endpoints", { ...body, pooling_enabled: false })).status).toBe(409);
});

const address = expect.stringMatching(/^\d+\.tcp\.us\..+:\d{5}$/);
const managed = { domain: "defaults.example.com", certificate_management_policy: {} };
const usual = { authority: "letsencrypt", private_key_type: "ecdsa" };
const tcp = { url: "tcp://1.example.com:9000", type: "cloud", traffic_policy: "on_tcp: []" };
const partsOfTcp = { host: "1.example.com", port: 9000, proto: "tcp" };
const noModules = { ip_restriction: null, mutual_tls: null, tls_termination: null, traffic_policy: null };

test.each<readonly [string, object, object]>([
  ["/bot_users", { name: "ci" }, { active: true }],
  ["/ip_restrictions", { type: "agent", ip_policy_ids: [] }, { enforced: false }],
  ["/reserved_addrs", {}, { region: "us", addr: address }],
  ["/reserved_domains", managed, { region: null, certificate: null, certificate_management_policy: usual }],
  ["/endpoints", tcp, { ...partsOfTcp, bindings: ["public"], pooling_enabled: false }],
  ["/edges/tls", {}, { ...noModules, hostports: [], backend: null }],
  ["/ssh_certificate_authorities", {}, { key_type: "ed25519" }],
  ["/backends/weighted", {}, { backends: {} }],
  ["/backends/failover", {}, { backends: [] }],
  ["/backends/tunnel_group", {}, { labels: {}, tunnels: [] }],
])("defaults of %s are those of the reference and the conventions", async (collection, body, expected) => {
  expect(await api.make(collection, body)).toMatchObject(expected);
});

test("DNS targets depend on the owner of a domain and on a wildcard", async () => {
  const plain = await api.make("/reserved_domains", { domain: "plain.example.com" });
  expect(plain).toMatchObject({ cname_target: expect.any(String), acme_challenge_cname_target: null });
  const wild = await api.make("/reserved_domains", { domain: "*.wild.example.com" });
  expect(wild).toMatchObject({
    cname_target: expect.any(String),
    acme_challenge_cname_target: expect.any(String),
  });
  const own = await api.make("/reserved_domains", { domain: "team.tunnel-edge.dev" });
  expect(own).toMatchObject({ cname_target: null, acme_challenge_cname_target: null });
});

test("empty strings, zeros, and repeated ids are ignored if they are not valid values", async () => {
  const domain = await api.make("/reserved_domains", {
    domain: "zero.example.com",
    region: "",
    certificate_id: "",
    certificate_management_policy: null,
    resolves_to: [],
  });
  expect(domain).toMatchObject({ region: null, certificate: null });
  expect(
    await api.make("/ssh_certificate_authorities", { private_key_type: "", elliptic_curve: "", key_size: 0 }),
  ).toMatchObject({ key_type: "ed25519" });
  const route = await api.make(at("/edges/https/EDGE/routes"), {
    edge_id: known.edge,
    match_type: "exact_path",
    match: "/zero",
  });
  const patched = await api.call("PATCH", at(`/edges/https/EDGE/routes/${route.id}`), {
    id: route.id,
    edge_id: known.edge,
    match_type: "",
    match: "",
    description: "kept",
  });
  expect(patched.body).toMatchObject({ match_type: "exact_path", match: "/zero", description: "kept" });
});

test("an empty list or map clears", async () => {
  const edge = await api.make("/edges/tls", { hostports: ["clear.example.com:443"] });
  expect((await api.call("PATCH", `/edges/tls/${edge.id}`, { hostports: [] })).body.hostports).toEqual([]);
  const group = await api.make("/backends/tunnel_group", { labels: { a: "b" } });
  expect((await api.call("PATCH", `/backends/tunnel_group/${group.id}`, { labels: {} })).body.labels).toEqual(
    {},
  );
});

test("a policy in use can be deleted; its referrer keeps the Ref, even in a PATCH that repeats it", async () => {
  const policy = await api.make("/ip_policies");
  await api.make("/ip_policy_rules", { ip_policy_id: policy.id, cidr: "10.0.0.0/8", action: "deny" });
  const restriction = await api.make("/ip_restrictions", { type: "api", ip_policy_ids: [policy.id] });
  expect((await api.call("DELETE", `/ip_policies/${policy.id}`)).status).toBe(204);
  const after = await api.call("PATCH", `/ip_restrictions/${restriction.id}`, { ip_policy_ids: [policy.id] });
  expect(after.body.ip_policies).toEqual([{ id: policy.id, uri: policy.uri }]);
  expect(api.objects("/ip_policy_rules").filter((rule) => rule.ip_policy_id === policy.id)).toEqual([]);
});

test("certificates, authorities, and backends in use cannot be deleted", async () => {
  const domain = await api.make("/reserved_domains", {
    domain: "in-use.example.com",
    certificate_id: known.certificate,
  });
  const edge = await api.make("/edges/tls", {
    mutual_tls: { certificate_authority_ids: [known.ca] },
    backend: { backend_id: known.group },
  });
  const parent = await api.make("/backends/failover", { backends: [known.group] });
  const targets = [
    `/tls_certificates/${known.certificate}`,
    `/certificate_authorities/${known.ca}`,
    `/backends/tunnel_group/${known.group}`,
  ];
  for (const path of targets) {
    const reply = await api.call("DELETE", path);
    expect([path, reply.status, reply.body.msg]).toEqual([
      path,
      400,
      expect.stringContaining("is in use by"),
    ]);
  }
  for (const user of [domain, edge, parent]) await api.call("DELETE", user.uri.slice(api.url.length));
  for (const path of targets) expect((await api.call("DELETE", path)).status).toBe(204);
  known = await createFixtures(api);
});

test("a backend cannot contain itself", async () => {
  const inner = await api.make("/backends/failover");
  const outer = await api.make("/backends/weighted", { backends: { [inner.id]: 1 } });
  const reply = await api.call("PATCH", `/backends/failover/${inner.id}`, { backends: [outer.id] });
  expect([reply.status, reply.body.msg]).toEqual([400, expect.stringContaining("contain itself")]);
});
