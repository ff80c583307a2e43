import { describe, expect } from "vitest";
import { request, startClient, test } from "./support/client";

describe("authentication", () => {
  test.each([undefined, "nobody"])("refuses the token %s with 401, even on unknown paths", async (token) => {
    const api = await startClient();
    for (const path of ["/ip_policies", "/nothing"]) {
      const reply = await request(`${api.url}${path}`, "GET", undefined, token);
      expect([reply.status, reply.body.status_code]).toEqual([401, 401]);
      expect(reply.body.details.operation_id).toMatch(/^op_/);
    }
  });

  test("returns a key's token once, and accepts it until the key is deleted", async ({ api }) => {
    const key = await api.create("/api_keys", { description: "ci" });
    expect(key.token).toEqual(expect.any(String));
    const path = `/api_keys/${key.id}`;
    expect((await api.call("GET", path)).body).toEqual({ ...key, token: null });
    expect((await api.call("PATCH", path, { metadata: "m" })).body.token).toBeNull();
    expect((await api.call("GET", "/api_keys")).body.keys[0].token).toBeNull();
    expect(JSON.stringify(api.objects())).not.toContain(key.token);
    expect((await api.call("GET", path, undefined, key.token)).status).toBe(200);
    await api.call("DELETE", path);
    expect((await api.call("GET", path, undefined, key.token)).status).toBe(401);
  });

  test("keeps the start token as an unlisted API key of the account", async () => {
    const api = await startClient({ token: "start" });
    const [key] = api.objects("/api_keys");
    expect(key?.owner_id).toMatch(/^usr_/);
    // A listed key would be reported as unmanaged.
    expect((await api.call("GET", "/api_keys")).body.keys).toEqual([]);
    expect((await api.call("GET", `/api_keys/${key?.id}`)).status).toBe(200);
    await api.call("DELETE", `/api_keys/${key?.id}`);
    expect((await api.call("GET", "/api_keys")).status).toBe(401);
    api.reset();
    expect((await api.call("GET", "/api_keys")).status).toBe(200);
  });

  test("lets only admins, not bots, set another owner", async ({ reference: api }) => {
    // With `reference`, because the service refuses an owner in an update, and the API reference ignores it.
    const bot = await api.create("/bot_users", { name: "ci" });
    const other = await api.create("/bot_users", { name: "other" });
    const key = await api.create("/api_keys", { owner_id: bot.id });
    expect(key.owner_id).toBe(bot.id);
    const asBot = (body: object) => api.call("POST", "/api_keys", body, key.token);
    expect((await asBot({})).body.owner_id).toBe(bot.id);
    expect((await asBot({ owner_id: bot.id })).status).toBe(201);
    expect((await asBot({ owner_id: other.id })).status).toBe(403);
    expect((await api.call("POST", "/credentials", { owner_id: other.id }, key.token)).status).toBe(403);
    expect((await api.call("PATCH", `/api_keys/${key.id}`, { owner_id: other.id })).body.owner_id).toBe(
      bot.id,
    );
  });

  test("refuses keys of an inactive or deleted bot", async ({ api }) => {
    const bot = await api.create("/bot_users", { name: "ci" });
    const { token } = await api.create("/api_keys", { owner_id: bot.id });
    await api.call("PATCH", `/bot_users/${bot.id}`, { active: false });
    expect((await api.call("GET", "/api_keys", undefined, token)).status).toBe(401);
    await api.call("PATCH", `/bot_users/${bot.id}`, { active: true });
    expect((await api.call("GET", "/api_keys", undefined, token)).status).toBe(200);
    await api.call("DELETE", `/bot_users/${bot.id}`);
    expect((await api.call("GET", "/api_keys", undefined, token)).status).toBe(401);
  });

  test("returns a credential's token once, and refuses it as an API token", async ({ api }) => {
    const credential = await api.create("/credentials", { acl: ["bind:*.example.com"] });
    expect(credential).toMatchObject({ token: expect.any(String), acl: ["bind:*.example.com"] });
    expect((await api.call("GET", `/credentials/${credential.id}`)).body.token).toBeNull();
    expect((await api.call("GET", "/api_keys", undefined, credential.token)).status).toBe(401);
  });
});

describe("lists", () => {
  test("return the newest objects first, in pages with absolute links", async () => {
    const api = await startClient({ pageSize: 2, basePath: "/api/v2" });
    const created = [];
    for (let n = 1; n <= 5; n += 1)
      created.unshift((await api.create("/ip_policies", { description: `${n}` })).id);
    const pages: string[][] = [];
    let next: string | null = `${api.url}/ip_policies`;
    while (next !== null) {
      const { body } = await request(next, "GET", undefined, api.token);
      pages.push(body.ip_policies.map(({ id }: { id: string }) => id));
      expect(body.uri).toBe(`${api.url}/ip_policies`);
      next = body.next_page_uri;
    }
    expect(pages).toEqual([created.slice(0, 2), created.slice(2, 4), created.slice(4)]);
  });

  test("support limit and before_id, or beforeId as a published client spells it", async ({ api }) => {
    const fields = { description: "policy {n}" };
    const { "/ip_policies": ids = [] } = api.seed({ collection: "/ip_policies", count: 250, fields });
    const list = async (query: string) => (await api.call("GET", `/ip_policies${query}`)).body.ip_policies;
    expect((await list(""))[0].description).toBe("policy 250");
    for (const [query, length] of Object.entries({
      "": 100,
      "?limit=100": 100,
      "?limit=": 100,
      "?limit=7": 7,
    }))
      expect(await list(query)).toHaveLength(length);
    for (const name of ["before_id", "beforeId"]) {
      const [first] = await list(`?limit=1&${name}=${ids[100]}`);
      expect(first.id).toBe(ids[99]);
    }
    await api.call("DELETE", `/ip_policies/${ids[100]}`);
    expect((await list(`?limit=1&before_id=${ids[100]}`))[0].id).toBe(ids[99]);
    expect((await api.call("GET", "/ip_policies?before_id=nobody")).status).toBe(400);
    expect((await api.call("GET", "/ip_policies?limit=many")).status).toBe(400);
  });
});

describe("an invalid request", () => {
  test.each(["[]", '"x"', "{"])("with the body %s is refused as malformed", async (body) => {
    const api = await startClient();
    const reply = await api.call("POST", "/ip_policies", body);
    expect([reply.status, reply.body.msg]).toEqual([400, "The body must be a JSON object."]);
  });

  test("with unknown parameters is refused, but accepted with `reference`", async ({ api, reference }) => {
    expect((await reference.call("POST", "/ip_policies", { color: "red" })).status).toBe(201);
    const nested = await api.call("POST", "/edges/tls", { backend: { backend: "x" } });
    expect(nested.body.msg).toContain("backend.backend is not a parameter");
    for (const body of ['{"color":"red"}', '{"constructor":"x"}', '{"__proto__":"x"}', '{"toString":null}'])
      expect((await api.call("POST", "/ip_policies", body)).status).toBe(400);
  });

  test("with an invalid escape in its path is refused like an unknown path, and recorded", async ({
    api,
  }) => {
    const { status, body } = await api.call("GET", "/ip_policies/%zz");
    expect([status, body.error_code]).toEqual([404, "ERR_EMULATOR_301"]);
    expect(api.requests()).toMatchObject([{ path: "/ip_policies/%zz", status: 404 }]);
    expect((await request(`${api.url}/ip_policies/%zz`, "GET", undefined, "nobody")).status).toBe(401);
  });
});
