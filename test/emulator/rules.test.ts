import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../../emulator/index";
import { type Client, clientOf } from "./support/client";
import { type Issued, selfSigned, sshPair } from "./support/keys";

let api: Client;
let issued: Issued;
let other: Issued;
/** Ids of objects that bodies below refer to. */
const known: Record<string, string> = {};

beforeAll(async () => {
  api = clientOf(await startEmulator());
  issued = await selfSigned();
  other = await selfSigned();
  known.policy = (await api.make("/ip_policies")).id;
  known.ca = (await api.make("/certificate_authorities", { ca_pem: issued.certificate })).id;
  known.certificate = (
    await api.make("/tls_certificates", { certificate_pem: issued.certificate, private_key_pem: issued.key })
  ).id;
  known.group = (await api.make("/backends/tunnel_group", { labels: { app: "web" } })).id;
  known.sshCa = (await api.make("/ssh_certificate_authorities")).id;
  known.edge = (await api.make("/edges/https")).id;
});

afterAll(() => api.close());

const bytes = (count: number) => "x".repeat(count);
/** Two bytes each. */
const wide = (count: number) => "é".repeat(count);

/** Collections with the least body that creates, those with limits on their texts first. */
const collections: readonly [string, () => object, { description?: number; metadata?: number }][] = [
  ["/api_keys", () => ({}), { description: 255, metadata: 4096 }],
  ["/ip_policies", () => ({}), { description: 255, metadata: 4096 }],
  [
    "/ip_restrictions",
    () => ({ type: "api", ip_policy_ids: [known.policy] }),
    { description: 255, metadata: 4096 },
  ],
  ["/reserved_domains", () => ({ domain: `d${Math.random()}.example.com` }), { metadata: 4096 }],
  ["/reserved_addrs", () => ({}), { metadata: 4096 }],
  [
    "/ssh_user_certificates",
    () => ({ ssh_certificate_authority_id: known.sshCa, public_key: sshPair("ed25519").publicKey }),
    { description: 255, metadata: 4096 },
  ],
  [
    "/ssh_host_certificates",
    () => ({ ssh_certificate_authority_id: known.sshCa, public_key: sshPair("ed25519").publicKey }),
    { description: 255, metadata: 4096 },
  ],
  [
    "/tls_certificates",
    () => ({ certificate_pem: issued.certificate, private_key_pem: issued.key }),
    { description: 255, metadata: 4096 },
  ],
  ["/certificate_authorities", () => ({ ca_pem: issued.certificate }), { description: 255, metadata: 4096 }],
  ["/edges/tls", () => ({}), { description: 255, metadata: 4096 }],
  [
    "/edges/https/EDGE/routes",
    () => ({ match_type: "exact_path", match: `/${Math.random()}` }),
    { description: 255, metadata: 4096 },
  ],
  ["/backends/weighted", () => ({}), {}],
  ["/backends/failover", () => ({}), {}],
  ["/backends/tunnel_group", () => ({}), {}],
  [
    "/endpoints",
    () => ({ url: `https://e${Math.random()}.example.com`, type: "cloud", traffic_policy: "{}" }),
    {},
  ],
  ["/edges/tcp", () => ({}), {}],
  ["/edges/https", () => ({}), {}],
  ["/ip_policy_rules", () => ({ ip_policy_id: known.policy, cidr: "203.0.113.0/24", action: "allow" }), {}],
  ["/ssh_certificate_authorities", () => ({}), {}],
  ["/credentials", () => ({}), {}],
  ["/ssh_credentials", () => ({ public_key: sshPair("ed25519").publicKey }), {}],
];

const at = (path: string) => path.replace("EDGE", known.edge ?? "");

describe.each(collections)("%s", (collection, least, limits) => {
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

  test("PATCH leaves what it does not name alone, and clears with an empty text", async () => {
    const { id } = await api.make(at(collection), { ...least(), description: "one", metadata: "two" });
    const path = `${at(collection)}/${id}`;
    expect((await api.call("PATCH", path, { description: "other" })).body).toMatchObject({
      description: "other",
      metadata: "two",
    });
    expect((await api.call("PATCH", path, { description: "" })).body.description).toBe("");
    expect((await api.call("GET", path)).body).toMatchObject({ description: "", metadata: "two" });
  });

  test("get, list, delete, and 404 for what has gone", async () => {
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

type Body = () => { [key: string]: unknown };

/** What the account refuses: body, status, and a piece of the message. */
const refused: readonly [string, string, Body, number, RegExp][] = [
  ["a bot without a name", "/bot_users", () => ({}), 400, /name is required/],
  ["a bot with an empty name", "/bot_users", () => ({ name: "" }), 400, /name is required/],
  [
    "active that is no boolean",
    "/bot_users",
    () => ({ name: "a", active: "yes" }),
    400,
    /active must be true or/,
  ],
  ["an owner nobody knows", "/api_keys", () => ({ owner_id: "usr_x" }), 400, /owner_id names no user or bot/],
  ["a restriction without type", "/ip_restrictions", () => ({ ip_policy_ids: [] }), 400, /type is required/],
  [
    "a restriction without policies",
    "/ip_restrictions",
    () => ({ type: "api" }),
    400,
    /ip_policy_ids is required/,
  ],
  [
    "a type that is not in the list",
    "/ip_restrictions",
    () => ({ type: "web", ip_policy_ids: [] }),
    400,
    /dashboard, api, agent, endpoints/,
  ],
  [
    "a policy nobody knows",
    "/ip_restrictions",
    () => ({ type: "api", ip_policy_ids: ["ipp_x"] }),
    400,
    /ipp_x, which is not in/,
  ],
  ["a domain that is none", "/reserved_domains", () => ({ domain: "not a host" }), 400, /must be a hostname/],
  ["a domain without a name", "/reserved_domains", () => ({}), 400, /domain is required/],
  [
    "a region that is none",
    "/reserved_domains",
    () => ({ domain: "r.example.com", region: "xx" }),
    400,
    /au, eu, ap/,
  ],
  [
    "certificate and policy together",
    "/reserved_domains",
    () => ({
      domain: "both.example.com",
      certificate_id: known.certificate,
      certificate_management_policy: { authority: "letsencrypt" },
    }),
    400,
    /mutually exclusive/,
  ],
  [
    "an authority that is not supported",
    "/reserved_domains",
    () => ({ domain: "a.example.com", certificate_management_policy: { authority: "zerossl" } }),
    400,
    /letsencrypt/,
  ],
  [
    "a key type that is not supported",
    "/reserved_domains",
    () => ({ domain: "a.example.com", certificate_management_policy: { private_key_type: "ed25519" } }),
    400,
    /rsa, ecdsa/,
  ],
  [
    "an address in no region",
    "/reserved_addrs",
    () => ({ region: "mars" }),
    400,
    /au, eu, ap, us, jp, in, sa/,
  ],
  [
    "a certificate without its key",
    "/tls_certificates",
    () => ({ certificate_pem: issued.certificate }),
    400,
    /private_key_pem is required/,
  ],
  [
    "a key of another certificate",
    "/tls_certificates",
    () => ({ certificate_pem: issued.certificate, private_key_pem: other.key }),
    400,
    /does not belong to the first certificate/,
  ],
  [
    "a chain whose leaf is not first",
    "/tls_certificates",
    () => ({ certificate_pem: `${other.certificate}\n${issued.certificate}`, private_key_pem: issued.key }),
    400,
    /leaf must come first/,
  ],
  [
    "a certificate that is none",
    "/tls_certificates",
    () => ({ certificate_pem: "hello", private_key_pem: issued.key }),
    400,
    /at least one PEM block/,
  ],
  [
    "a damaged certificate",
    "/certificate_authorities",
    () => ({ ca_pem: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" }),
    400,
    /cannot be read/,
  ],
  ["an authority without PEM", "/certificate_authorities", () => ({}), 400, /ca_pem is required/],
  [
    "a weight above 10000",
    "/backends/weighted",
    () => ({ backends: { [known.group ?? ""]: 10_001 } }),
    400,
    /0 to 10000/,
  ],
  [
    "a weight below 0",
    "/backends/weighted",
    () => ({ backends: { [known.group ?? ""]: -1 } }),
    400,
    /0 to 10000/,
  ],
  [
    "a weight that is not whole",
    "/backends/weighted",
    () => ({ backends: { [known.group ?? ""]: 1.5 } }),
    400,
    /whole/,
  ],
  ["a child nobody knows", "/backends/weighted", () => ({ backends: { bkd_x: 1 } }), 400, /bkd_x/],
  ["a failover child nobody knows", "/backends/failover", () => ({ backends: ["bkd_x"] }), 400, /bkd_x/],
  [
    "labels that are no texts",
    "/backends/tunnel_group",
    () => ({ labels: { app: 1 } }),
    400,
    /labels.app must be a text/,
  ],
  [
    "an endpoint that is not cloud",
    "/endpoints",
    () => ({ url: "https://x.example.com", type: "edge", traffic_policy: "{}" }),
    400,
    /type must be one of: cloud/,
  ],
  [
    "an endpoint without a URL",
    "/endpoints",
    () => ({ type: "cloud", traffic_policy: "{}" }),
    400,
    /url is required/,
  ],
  [
    "an endpoint without a type",
    "/endpoints",
    () => ({ url: "https://x.example.com" }),
    400,
    /type is required/,
  ],
  [
    "an endpoint without a policy",
    "/endpoints",
    () => ({ url: "https://x.example.com", type: "cloud" }),
    400,
    /traffic_policy is required/,
  ],
  [
    "an endpoint of an unknown scheme",
    "/endpoints",
    () => ({ url: "ftp://x.example.com", type: "cloud", traffic_policy: "{}" }),
    400,
    /http, https, tcp or tls/,
  ],
  ["a hostport without port", "/edges/tls", () => ({ hostports: ["a.example.com"] }), 400, /hostname:port/],
  [
    "min_version with upstream",
    "/edges/tls",
    () => ({ tls_termination: { terminate_at: "upstream", min_version: "1.2" } }),
    400,
    /no min_version/,
  ],
  [
    "mutual TLS with upstream",
    "/edges/tls",
    () => ({
      tls_termination: { terminate_at: "upstream" },
      mutual_tls: { certificate_authority_ids: [known.ca] },
    }),
    400,
    /mutual_tls is not allowed/,
  ],
  [
    "a place to terminate that is none",
    "/edges/tls",
    () => ({ tls_termination: { terminate_at: "here" } }),
    400,
    /edge, upstream/,
  ],
  [
    "a backend nobody knows",
    "/edges/tls",
    () => ({ backend: { backend_id: "bkd_x" } }),
    400,
    /backend.backend_id/,
  ],
  [
    "a module that is no object",
    "/edges/tls",
    () => ({ backend: "bkd_x" }),
    400,
    /backend must be an object/,
  ],
  [
    "a route without match",
    "/edges/https/EDGE/routes",
    () => ({ match_type: "exact_path" }),
    400,
    /match is required/,
  ],
  [
    "a match type that is none",
    "/edges/https/EDGE/routes",
    () => ({ match_type: "regex", match: "/" }),
    400,
    /exact_path, path_prefix/,
  ],
  ...(
    [
      ["more than 128 buckets", { circuit_breaker: { num_buckets: 129 } }, /0 to 128/],
      ["a duration below 0", { circuit_breaker: { tripped_duration: -1 } }, /0 to 4294967295/],
      ["a duration that is not whole", { circuit_breaker: { rolling_window: 1.5 } }, /whole number/],
      ["a uint32 that is too large", { circuit_breaker: { volume_threshold: 4_294_967_296 } }, /4294967295/],
      ["a percentage above 1", { circuit_breaker: { error_threshold_percentage: 50 } }, /from 0 to 1/],
      ["a webhook without secret", { webhook_verification: { provider: "github" } }, /must have a secret/],
      ["a webhook without provider", { webhook_verification: { secret: "s" } }, /provider is required/],
      ["OAuth without provider", { oauth: {} }, /oauth.provider is required/],
      ["OAuth with two providers", { oauth: { provider: { github: {}, google: {} } } }, /exactly one of/],
      ["OAuth with an unknown provider", { oauth: { provider: { okta: {} } } }, /exactly one of/],
      [
        "client_id without client_secret",
        { oauth: { provider: { github: { client_id: "id" } } } },
        /must have a client_secret/,
      ],
      [
        "scopes without client_id and client_secret",
        { oauth: { provider: { google: { scopes: ["openid"] } } } },
        /scopes only beside/,
      ],
      ["headers that are no texts", { request_headers: { add: { "x-a": 1 } } }, /request_headers.add.x-a/],
    ] as const
  ).map(
    ([name, modules, message]) =>
      [
        `a route with ${name}`,
        "/edges/https/EDGE/routes",
        () => ({ match_type: "exact_path", match: "/x", ...modules }),
        400,
        message,
      ] as [string, string, Body, number, RegExp],
  ),
  [
    "a rule for an unknown policy",
    "/ip_policy_rules",
    () => ({ ip_policy_id: "ipp_x", cidr: "0.0.0.0/0", action: "allow" }),
    400,
    /ipp_x/,
  ],
  [
    "a rule with a bad range",
    "/ip_policy_rules",
    () => ({ ip_policy_id: known.policy, cidr: "1.2.3.4/33", action: "allow" }),
    400,
    /address range/,
  ],
  [
    "a rule with a bad action",
    "/ip_policy_rules",
    () => ({ ip_policy_id: known.policy, cidr: "::/0", action: "drop" }),
    400,
    /allow, deny/,
  ],
  [
    "an SSH certificate of no authority",
    "/ssh_user_certificates",
    () => ({ ssh_certificate_authority_id: "sshca_x", public_key: sshPair("ed25519").publicKey }),
    400,
    /sshca_x/,
  ],
  [
    "an SSH key that is none",
    "/ssh_host_certificates",
    () => ({ ssh_certificate_authority_id: known.sshCa, public_key: "ssh-ed25519 AAAA" }),
    400,
    /Authorized Keys format/,
  ],
  [
    "a critical option that is not defined",
    "/ssh_user_certificates",
    () => ({
      ssh_certificate_authority_id: known.sshCa,
      public_key: sshPair("ed25519").publicKey,
      critical_options: { "verify-required": "" },
    }),
    400,
    /force-command, source-address/,
  ],
  [
    "a validity that ends before it begins",
    "/ssh_user_certificates",
    () => ({
      ssh_certificate_authority_id: known.sshCa,
      public_key: sshPair("ed25519").publicKey,
      valid_after: "2030-01-02T00:00:00Z",
      valid_until: "2030-01-01T00:00:00Z",
    }),
    400,
    /later than valid_after/,
  ],
  [
    "a time that is none",
    "/ssh_user_certificates",
    () => ({
      ssh_certificate_authority_id: known.sshCa,
      public_key: sshPair("ed25519").publicKey,
      valid_until: "soon",
    }),
    400,
    /RFC 3339/,
  ],
  [
    "an SSH authority of an unknown kind",
    "/ssh_certificate_authorities",
    () => ({ private_key_type: "dsa" }),
    400,
    /rsa, ecdsa, ed25519/,
  ],
  ["an SSH credential without key", "/ssh_credentials", () => ({}), 400, /public_key is required/],
];

test.each(refused)("refuses %s", async (_name, collection, body, status, message) => {
  const reply = await api.call("POST", at(collection), body());
  expect(reply.body).toMatchObject({
    error_code: expect.stringMatching(/^ERR_/),
    status_code: status,
    msg: expect.stringMatching(message),
    details: { operation_id: expect.stringMatching(/^op_/) },
  });
  expect(reply.status).toBe(status);
  expect(reply.text).not.toContain("PRIVATE KEY");
});

/** What is one of a kind. */
const unique: readonly [string, string, object, object][] = [
  [
    "a domain, however it is written",
    "/reserved_domains",
    { domain: "taken.example.com" },
    { domain: " Taken.Example.COM. " },
  ],
  [
    "a URL, however it is written",
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

test.each(unique)("%s is taken once", async (_name, collection, first, second) => {
  await api.make(collection, first);
  const reply = await api.call("POST", collection, second);
  expect([reply.status, reply.body.status_code]).toEqual([409, 409]);
});

test("a hostport is taken across kinds of edges, and may be kept by its own", async () => {
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

test("targets of a domain depend on whose it is and on the wildcard", async () => {
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

test("empty texts, zeros and repeated ids mean nothing where they cannot be values", async () => {
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

test("what is fixed at creation is ignored by PATCH", async () => {
  const restriction = await api.make("/ip_restrictions", { type: "api", ip_policy_ids: [] });
  const patched = await api.call("PATCH", `/ip_restrictions/${restriction.id}`, {
    type: "agent",
    enforced: true,
  });
  expect(patched.body).toMatchObject({ type: "api", enforced: true });
});

test("lists and maps are cleared by empty ones", async () => {
  const edge = await api.make("/edges/tls", { hostports: ["clear.example.com:443"] });
  expect((await api.call("PATCH", `/edges/tls/${edge.id}`, { hostports: [] })).body.hostports).toEqual([]);
  const group = await api.make("/backends/tunnel_group", { labels: { a: "b" } });
  expect((await api.call("PATCH", `/backends/tunnel_group/${group.id}`, { labels: {} })).body.labels).toEqual(
    {},
  );
});

test("a policy in use may go; the referrer keeps its Ref, also through a PATCH that repeats it", async () => {
  const policy = await api.make("/ip_policies");
  await api.make("/ip_policy_rules", { ip_policy_id: policy.id, cidr: "10.0.0.0/8", action: "deny" });
  const restriction = await api.make("/ip_restrictions", { type: "api", ip_policy_ids: [policy.id] });
  expect((await api.call("DELETE", `/ip_policies/${policy.id}`)).status).toBe(204);
  const after = await api.call("PATCH", `/ip_restrictions/${restriction.id}`, { ip_policy_ids: [policy.id] });
  expect(after.body.ip_policies).toEqual([{ id: policy.id, uri: policy.uri }]);
  expect(api.objects("/ip_policy_rules").filter((rule) => rule.ip_policy_id === policy.id)).toEqual([]);
});

test("certificates, authorities and backends in use stay", async () => {
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
  expect((await api.call("DELETE", `/backends/tunnel_group/${known.group}`)).status).toBe(204);
  known.group = (await api.make("/backends/tunnel_group", { labels: { app: "web" } })).id;
});

test("a backend cannot come to contain itself", async () => {
  const inner = await api.make("/backends/failover");
  const outer = await api.make("/backends/weighted", { backends: { [inner.id]: 1 } });
  const reply = await api.call("PATCH", `/backends/failover/${inner.id}`, { backends: [outer.id] });
  expect([reply.status, reply.body.msg]).toEqual([400, expect.stringContaining("contain itself")]);
});
