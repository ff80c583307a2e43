import { expect } from "vitest";
import { emulated, test } from "./support/client";
import { sshPair } from "./support/keys";

test("live shapes: absent texts, null lists, unknown keys, eight OAuth keys, an empty region", async () => {
  const api = await emulated({ liveShapes: true });
  const policy = await api.make("/ip_policies", { metadata: "kept" });
  expect(policy).not.toHaveProperty("description");
  expect(policy).toMatchObject({ metadata: "kept", x_internal_revision: 7 });
  expect(await api.make("/reserved_domains", { domain: "live.example.com" })).toMatchObject({ region: "" });
  expect(await api.make("/edges/tls")).toMatchObject({ hostports: null, backend: null });
  expect(await api.make("/edges/tcp", { ip_restriction: { enabled: false } })).toMatchObject({
    ip_restriction: { ip_policies: null },
  });
  const edge = await api.make("/edges/https");
  expect(edge.routes).toBeNull();
  const route = await api.make(`/edges/https/${edge.id}/routes`, {
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

test("by default responses have every key", async ({ api }) => {
  expect(await api.make("/ip_policies")).toMatchObject({ description: "", metadata: "" });
});

test("secrets of modules come back in clear, or empty where they are hidden", async () => {
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
  const clear = await emulated();
  const edge = await clear.make("/edges/https");
  expect(await clear.make(`/edges/https/${edge.id}/routes`, modules)).toMatchObject(modules);
  const hiding = await emulated({ hideSecrets: true });
  const other = await hiding.make("/edges/https");
  const route = await hiding.make(`/edges/https/${other.id}/routes`, modules);
  expect(JSON.stringify(route)).not.toMatch(/oidc-secret|hook-secret|oauth-secret/);
  expect(route.oidc.client_secret).toBe("");
});

test("endpoints: all that the reference shows", async ({ reference: api }) => {
  const domain = await api.make("/reserved_domains", { domain: "app.example.com" });
  const made = await api.make("/endpoints", {
    url: "HTTPS://App.Example.com:443",
    type: "cloud",
    traffic_policy: '{"on_http_request":[]}',
    description: "d",
    metadata: "m",
    bindings: ["internal"],
    pooling_enabled: true,
  });
  expect(made).toEqual({
    id: expect.stringMatching(/^ep_/),
    uri: `${api.url}/endpoints/${made.id}`,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    region: "global",
    public_url: "https://app.example.com",
    proto: "https",
    scheme: "https",
    hostport: "app.example.com:443",
    host: "app.example.com",
    port: 443,
    type: "cloud",
    metadata: "m",
    description: "d",
    domain: { id: domain.id, uri: domain.uri },
    tcp_addr: null,
    tunnel: null,
    edge: null,
    upstream_url: "",
    upstream_protocol: "",
    url: "https://app.example.com",
    principal: { id: expect.stringMatching(/^usr_/), uri: expect.any(String) },
    traffic_policy: '{"on_http_request":[]}',
    bindings: ["internal"],
    tunnel_session: null,
    name: "",
    pooling_enabled: true,
  });
  const path = `/endpoints/${made.id}`;
  api.clock({ advance: 60 });
  const patched = (await api.call("PATCH", path, { url: "https://two.example.com:8443", type: "edge" })).body;
  expect(patched).toMatchObject({
    url: "https://two.example.com:8443",
    port: 8443,
    type: "cloud",
    domain: null,
  });
  expect(patched.updated_at > made.updated_at).toBe(true);
});

test("endpoints of agents and edges are listed, and cannot be changed", async ({ api }) => {
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
    for (const method of ["PATCH", "DELETE"]) {
      const reply = await api.call(
        method,
        `/endpoints/${id}`,
        method === "PATCH" ? { description: "x" } : undefined,
      );
      expect([reply.status, reply.body.msg]).toEqual([400, expect.stringContaining("not a cloud endpoint")]);
    }
});

test("times given in another zone come back in UTC", async ({ api }) => {
  const authority = await api.make("/ssh_certificate_authorities");
  const made = await api.make("/ssh_host_certificates", {
    ssh_certificate_authority_id: authority.id,
    public_key: sshPair("rsa").publicKey,
    valid_until: "2040-01-01T02:00:00+02:00",
  });
  expect(made.valid_until).toBe("2040-01-01T00:00:00Z");
});
