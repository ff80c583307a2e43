import { expect } from "vitest";
import { startClient, test } from "./support/client";

test("liveShapes omits empty strings and returns null lists, unknown keys, all OAuth keys, and an empty region", async () => {
  const api = await startClient({ liveShapes: true });
  const policy = await api.create("/ip_policies", { metadata: "kept" });
  expect(policy).not.toHaveProperty("description");
  expect(policy).toMatchObject({ metadata: "kept", x_internal_revision: 7 });
  expect(await api.create("/reserved_domains", { domain: "live.example.com" })).toMatchObject({ region: "" });
  expect(await api.create("/edges/tls")).toMatchObject({ hostports: null, backend: null });
  expect(await api.create("/edges/tcp", { ip_restriction: { enabled: false } })).toMatchObject({
    ip_restriction: { ip_policies: null },
  });
  const edge = await api.create("/edges/https");
  expect(edge.routes).toBeNull();
  const route = await api.create(`/edges/https/${edge.id}/routes`, {
    match_type: "path_prefix",
    match: "/",
    oauth: { provider: { gitlab: { client_id: "id", client_secret: "s" } } },
    ip_restriction: { ip_policy_ids: [policy.id] },
    request_headers: {},
  });
  expect(route.oauth.x_internal_revision).toBe(7);
  expect(Object.keys(route.oauth.provider).sort()).toEqual(
    ["amazon", "facebook", "github", "gitlab", "google", "linkedin", "microsoft", "twitch"].sort(),
  );
  expect(route.oauth.provider).toMatchObject({
    github: null,
    gitlab: { client_id: "id", client_secret: "s" },
  });
  expect(route.request_headers).toMatchObject({ remove: null });
  expect(route.ip_restriction.ip_policies).toEqual([{ id: policy.id, uri: policy.uri }]);
});

test("returns secrets of modules in plain text, or empty with hideSecrets", async () => {
  const modules = {
    match_type: "path_prefix",
    match: "/",
    oidc: {
      enabled: false,
      issuer: "https://id.example.com",
      client_id: "id",
      client_secret: "oidc-secret",
    },
    webhook_verification: { provider: "github", secret: "hook-secret" },
    oauth: { provider: { github: { client_id: "id", client_secret: "oauth-secret" } } },
  };
  const visible = await startClient();
  const edge = await visible.create("/edges/https");
  expect(await visible.create(`/edges/https/${edge.id}/routes`, modules)).toMatchObject(modules);
  const hidden = await startClient({ hideSecrets: true });
  const other = await hidden.create("/edges/https");
  const route = await hidden.create(`/edges/https/${other.id}/routes`, modules);
  expect(JSON.stringify(route)).not.toMatch(/oidc-secret|hook-secret|oauth-secret/);
  expect(route.oidc.client_secret).toBe("");
});

test("returns the parts of an endpoint's URL and its domain", async ({ reference: api }) => {
  const domain = await api.create("/reserved_domains", { domain: "app.example.com" });
  const created = await api.create("/endpoints", {
    url: "HTTPS://App.Example.com:443",
    type: "cloud",
    traffic_policy: '{"on_http_request":[]}',
    bindings: ["internal"],
    pooling_enabled: true,
  });
  expect(created).toMatchObject({
    region: "global",
    public_url: "https://app.example.com",
    url: "https://app.example.com",
    proto: "https",
    scheme: "https",
    hostport: "app.example.com:443",
    host: "app.example.com",
    port: 443,
    domain: { id: domain.id, uri: domain.uri },
    upstream_url: "",
    upstream_protocol: "",
    principal: { id: expect.stringMatching(/^usr_/), uri: expect.any(String) },
    traffic_policy: '{"on_http_request":[]}',
    bindings: ["internal"],
    pooling_enabled: true,
    tcp_addr: null,
    tunnel: null,
    edge: null,
    tunnel_session: null,
    name: "",
  });
  api.clock({ advance: 60 });
  const change = { url: "https://two.example.com:8443", type: "edge" };
  const patched = (await api.call("PATCH", `/endpoints/${created.id}`, change)).body;
  expect(patched).toMatchObject({ ...change, port: 8443, type: "cloud", domain: null });
  expect(patched.updated_at > created.updated_at).toBe(true);
});

test("lists endpoints of agents and edges, but refuses to change or delete them", async ({ api }) => {
  const { "/endpoints": ids = [] } = api.seed({
    "/endpoints": [
      {
        url: "https://agent.example.com",
        type: "ephemeral",
        tunnel_id: "tn_1",
        upstream_url: "http://localhost:80",
      },
      { url: "tls://edge.example.com", type: "edge", edge_id: "edgtls_1", name: "web" },
    ],
  });
  const { endpoints } = (await api.call("GET", "/endpoints")).body;
  expect(endpoints).toMatchObject([
    { type: "edge", edge: { id: "edgtls_1" }, name: "web" },
    { type: "ephemeral", tunnel: { id: "tn_1" }, upstream_url: "http://localhost:80" },
  ]);
  for (const id of ids)
    for (const [method, body] of [["PATCH", { description: "x" }], ["DELETE"]] as const) {
      const reply = await api.call(method, `/endpoints/${id}`, body);
      expect([reply.status, reply.body.msg]).toEqual([400, expect.stringContaining("not a cloud endpoint")]);
    }
});
