import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

/** Collections by the limits of their texts. */
const collections: readonly [string, { description?: number; metadata?: number }][] = [
  ...[
    "/api_keys",
    "/ip_policies",
    "/ip_restrictions",
    "/ssh_user_certificates",
    "/ssh_host_certificates",
    "/tls_certificates",
    "/certificate_authorities",
    "/edges/tls",
    "/edges/https/EDGE/routes",
    "/edges/tcp",
    "/edges/https",
    "/ip_policy_rules",
    "/ssh_certificate_authorities",
    "/credentials",
    "/ssh_credentials",
  ].map((collection) => [collection, { description: 255, metadata: 4096 }] as [string, object]),
  ["/reserved_domains", { metadata: 4096 }],
  ["/reserved_addrs", { metadata: 4096 }],
  ["/backends/weighted", {}],
  ["/backends/failover", {}],
  ["/backends/tunnel_group", {}],
  ["/endpoints", {}],
];

const at = (path: string) => path.replace("EDGE", known.edge);

describe.each(collections)("%s", (collection, limits) => {
  const least = () => minimalBody(collection, known);

  test.each(["description", "metadata"] as const)(
    "%s has the limit of the reference, in bytes",
    async (name) => {
      const limit = limits[name];
      const long = limit === undefined ? bytes(10_000) : bytes(limit);
      const accepted = await api.call("POST", at(collection), { ...least(), [name]: long });
      expect(accepted.status).toBe(201);
      expect(accepted.body[name]).toBe(long);
      if (limit === undefined) return;
      for (const over of [bytes(limit + 1), wide(Math.floor(limit / 2) + 1)]) {
        const refused = await api.call("POST", at(collection), { ...least(), [name]: over });
        expect(refused.status).toBe(400);
        expect(refused.body.msg).toContain(`${name} may have ${limit} bytes`);
        const patched = await api.call("PATCH", `${at(collection)}/${accepted.body.id}`, { [name]: over });
        expect(patched.status).toBe(400);
      }
    },
  );

  test("PATCH keeps unnamed parameters, and clears with an empty string", async () => {
    const { id } = await api.make(at(collection), { ...least(), description: "one", metadata: "two" });
    const path = `${at(collection)}/${id}`;
    expect((await api.call("PATCH", path, { description: "other" })).body).toMatchObject({
      description: "other",
      metadata: "two",
    });
    expect((await api.call("PATCH", path, { description: "" })).body.description).toBe("");
    expect((await api.call("GET", path)).body).toMatchObject({ description: "", metadata: "two" });
  });

  test("get, list, delete, and 404 after the deletion", async () => {
    const made = await api.make(at(collection), least());
    const path = `${at(collection)}/${made.id}`;
    expect(made.uri).toBe(`${api.url}${path}`);
    expect(made.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const listed = (await api.call("GET", `${at(collection)}?limit=1`)).body;
    expect(listed.uri).toBe(`${api.url}${at(collection)}`);
    const [items] = Object.values(listed).filter(Array.isArray);
    expect(items?.[0]).toEqual((await api.call("GET", path)).body);
    const deleted = await api.call("DELETE", path);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    for (const method of ["GET", "PATCH", "DELETE"])
      expect((await api.call(method, path, method === "PATCH" ? {} : undefined)).status).toBe(404);
  });
});

/** Values that must be unique. */
const unique: readonly [string, string, object, object][] = [
  [
    "a domain, in any spelling",
    "/reserved_domains",
    { domain: "taken.example.com" },
    { domain: " Taken.Example.COM. " },
  ],
  [
    "a URL, in any spelling",
    "/endpoints",
    { url: "https://taken.example.com", type: "cloud", traffic_policy: "{}" },
    { url: "HTTPS://Taken.example.com:443/", type: "cloud", traffic_policy: "{}" },
  ],
  [
    "a hostport on edges of one kind",
    "/edges/tls",
    { hostports: ["a.example.com:443"] },
    { hostports: ["A.example.com.:443"] },
  ],
];

test.each(unique)("%s is unique", async (_name, collection, first, second) => {
  await api.make(collection, first);
  const reply = await api.call("POST", collection, second);
  expect([reply.status, reply.body.status_code]).toEqual([409, 409]);
});

test("a hostport is unique across kinds of edges, and an update may repeat it", async () => {
  const { id } = await api.make("/edges/tcp", { hostports: ["1.tcp.example.com:12345"] });
  expect((await api.call("POST", "/edges/https", { hostports: ["1.tcp.example.com:12345"] })).status).toBe(
    409,
  );
  const again = await api.call("PATCH", `/edges/tcp/${id}`, { hostports: ["1.tcp.example.com:12345"] });
  expect(again.status).toBe(200);
});

test("endpoints that all allow pooling may share a URL", async () => {
  const body = {
    url: "https://pool.example.com",
    type: "cloud",
    traffic_policy: "{}",
    pooling_enabled: true,
  };
  await api.make("/endpoints", body);
  await api.make("/endpoints", body);
  expect((await api.call("POST", "/endpoints", { ...body, pooling_enabled: false })).status).toBe(409);
});

test("defaults are those of the reference and the conventions", async () => {
  expect(await api.make("/bot_users", { name: "ci" })).toMatchObject({ active: true });
  expect(await api.make("/ip_restrictions", { type: "agent", ip_policy_ids: [] })).toMatchObject({
    enforced: false,
  });
  expect(await api.make("/reserved_addrs")).toMatchObject({
    region: "us",
    addr: expect.stringMatching(/^\d+\.tcp\.us\..+:\d{5}$/),
  });
  expect(
    await api.make("/reserved_domains", {
      domain: "defaults.example.com",
      certificate_management_policy: {},
    }),
  ).toMatchObject({
    region: null,
    certificate: null,
    certificate_management_policy: { authority: "letsencrypt", private_key_type: "ecdsa" },
  });
  expect(
    await api.make("/endpoints", {
      url: "tcp://1.example.com:9000",
      type: "cloud",
      traffic_policy: "on_tcp: []",
    }),
  ).toMatchObject({
    bindings: ["public"],
    pooling_enabled: false,
    host: "1.example.com",
    port: 9000,
    proto: "tcp",
  });
  expect(await api.make("/edges/tls")).toMatchObject({
    hostports: [],
    backend: null,
    ip_restriction: null,
    mutual_tls: null,
    tls_termination: null,
    traffic_policy: null,
  });
  expect(await api.make("/ssh_certificate_authorities")).toMatchObject({ key_type: "ed25519" });
  expect(await api.make("/backends/weighted")).toMatchObject({ backends: {} });
  expect(await api.make("/backends/failover")).toMatchObject({ backends: [] });
  expect(await api.make("/backends/tunnel_group")).toMatchObject({ labels: {}, tunnels: [] });
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

test("PATCH ignores parameters that are fixed at creation", async () => {
  const restriction = await api.make("/ip_restrictions", { type: "api", ip_policy_ids: [] });
  const patched = await api.call("PATCH", `/ip_restrictions/${restriction.id}`, {
    type: "agent",
    enforced: true,
  });
  expect(patched.body).toMatchObject({ type: "api", enforced: true });
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
