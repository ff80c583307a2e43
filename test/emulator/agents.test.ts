import { describe, expect } from "vitest";
import type { Json } from "../../emulator/index";
import { type Body, type Client, startClient, test } from "./support/client";

async function listSessions(api: Client): Promise<Body[]> {
  return (await api.call("GET", "/tunnel_sessions")).body.tunnel_sessions;
}

async function findLinuxSession(api: Client): Promise<Body> {
  return (await listSessions(api)).find((session) => session.os === "linux");
}

const sendCommand = (api: Client, id: string, name: string, body?: unknown) =>
  api.call("POST", `/tunnel_sessions/${id}/${name}`, body);

test("starts with two sessions, one of them on Windows", async ({ reference: api }) => {
  // With `reference`, because the service returns another transport.
  const listed = await listSessions(api);
  expect(listed.map(({ os }) => os).sort()).toEqual(["linux", "windows"]);
  expect(listed[0]).toEqual({
    id: expect.stringMatching(/^ts_/),
    uri: `${api.url}/tunnel_sessions/${listed[0].id}`,
    agent_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    credential: { id: expect.any(String), uri: expect.any(String) },
    ip: expect.any(String),
    metadata: expect.any(String),
    os: expect.any(String),
    region: "us",
    started_at: expect.stringMatching(/Z$/),
    transport: "tunnel/v2",
  });
  expect((await api.call("POST", "/tunnel_sessions", {})).status).toBe(404);
  expect((await api.call("DELETE", `/tunnel_sessions/${listed[0].id}`)).status).toBe(404);
});

test.each([undefined, {}, "tsess_1"])("stop ends a session permanently with any body: %o", async (body) => {
  const api = await startClient();
  const reply = await sendCommand(api, (await findLinuxSession(api)).id, "stop", body);
  expect([reply.status, reply.text]).toEqual([204, ""]);
  api.clock({ advance: 3600 });
  expect(await listSessions(api)).toHaveLength(1);
});

test("restart creates a session with a new id and a later start, otherwise unchanged", async ({ api }) => {
  const before = await findLinuxSession(api);
  expect((await sendCommand(api, before.id, "restart")).status).toBe(204);
  const after = await findLinuxSession(api);
  const { id, uri, started_at, ...rest } = before;
  expect(after).toMatchObject(rest);
  expect(after.id).not.toBe(id);
  expect(Date.parse(after.started_at)).toBeGreaterThan(Date.parse(started_at));
  expect((await api.call("GET", `/tunnel_sessions/${id}`)).status).toBe(404);
  expect((await sendCommand(api, id, "restart")).status).toBe(404);
});

test("refuses a restart on Windows and keeps the session", async ({ api }) => {
  const windows = (await listSessions(api)).find(({ os }) => os === "windows");
  const reply = await sendCommand(api, windows.id, "restart");
  expect(reply.body).toMatchObject({
    status_code: 400,
    error_code: "ERR_NGROK_804",
    msg: expect.stringContaining("not supported on Windows"),
  });
  expect((await api.call("GET", `/tunnel_sessions/${windows.id}`)).status).toBe(200);
});

test("reconnects a slow agent by the account's clock", async ({ api }) => {
  const { "/tunnel_sessions": [id = ""] = [] } = api.seed({
    "/tunnel_sessions": [{ metadata: "slow", agent: { reconnect_seconds: 20 } }],
  });
  await sendCommand(api, id, "restart");
  const slow = async () => (await listSessions(api)).filter(({ metadata }) => metadata === "slow");
  expect(await slow()).toEqual([]);
  api.clock({ advance: 20 });
  expect(await slow()).toHaveLength(1);
  expect(await slow()).toHaveLength(1);
});

describe("update", () => {
  test.for([
    [10, "3.19.0"],
    [5, "3.18.4"],
  ] as const)(
    "takes 10 seconds: a restart after %i seconds starts version %s",
    async ([seconds, version], { api }) => {
      api.clock({ freeze: true });
      const { id } = await findLinuxSession(api);
      expect((await sendCommand(api, id, "update")).status).toBe(204);
      api.clock({ advance: seconds });
      await sendCommand(api, id, "restart");
      expect((await findLinuxSession(api)).agent_version).toBe(version);
    },
  );

  const failures: readonly [{ [key: string]: boolean | string }, RegExp, code?: number][] = [
    [{ update_available: false }, /No update is available/],
    // A new major version or an older version is no update.
    [{ available_version: "4.0.0" }, /No update is available/],
    [{ available_version: "3.1.0" }, /No update is available/],
    [{ update_checks: false }, /disabled update checks/, 806],
    [{ updating: true }, /already updating/],
    [{ updated: true }, /has not been restarted/],
  ];
  test.each(failures)("fails for an agent with %j", async (agent, message, code = 809) => {
    const api = await startClient();
    const { "/tunnel_sessions": [id = ""] = [] } = api.seed({ "/tunnel_sessions": [{ agent }] });
    const reply = await sendCommand(api, id, "update");
    expect([reply.status, reply.body.error_code, reply.body.msg]).toEqual([
      400,
      `ERR_NGROK_${code}`,
      expect.stringMatching(message),
    ]);
  });

  test("fails during another update, and after it until the restart", async ({ api }) => {
    api.clock({ freeze: true });
    const { id } = await findLinuxSession(api);
    await sendCommand(api, id, "update");
    expect((await sendCommand(api, id, "update")).body.msg).toContain("already updating");
    api.clock({ advance: 11 });
    expect((await sendCommand(api, id, "update")).body.msg).toContain("has not been restarted");
    await sendCommand(api, id, "restart");
    expect((await sendCommand(api, (await findLinuxSession(api)).id, "update")).status).toBe(204);
  });
});

test("a tunnel group lists the tunnels with its labels", async ({ api }) => {
  const tunnels: Json = [
    { id: "tn_1", labels: { app: "web", env: "prod" } },
    { id: "tn_2", labels: { app: "web" } },
  ];
  api.seed({ "/tunnel_sessions": [{ agent: { tunnels } }] });
  const group = await api.create("/backends/tunnel_group", { labels: { app: "web", env: "prod" } });
  expect(group.tunnels).toEqual([{ id: "tn_1", uri: `${api.url}/tunnels/tn_1` }]);
  expect((await api.call("GET", "/tunnels/tn_1")).body).toMatchObject({ backends: [{ id: group.id }] });
});

describe("the tunnels of an agent", () => {
  const listTunnels = async (api: Client) => {
    const { tunnels } = (await api.call("GET", "/tunnels")).body;
    return tunnels.map((tunnel: { id: string; tunnel_session: { id: string } }) => [
      tunnel.id,
      tunnel.tunnel_session.id,
    ]);
  };
  const seedAgents = async () => {
    const api = await startClient();
    const agent = { tunnels: [{ id: "tn_1", labels: { app: "web" } }] };
    api.seed({
      "/tunnel_sessions": [{ id: "ts_1", agent }],
      "/tunnels": [{ id: "tn_other", tunnel_session_id: "ts_other" }],
    });
    return api;
  };

  test("end with the session of the agent, and return with the next session", async () => {
    const api = await seedAgents();
    expect(await listTunnels(api)).toEqual([
      ["tn_other", "ts_other"],
      ["tn_1", "ts_1"],
    ]);
    await api.call("POST", "/tunnel_sessions/ts_1/restart", {});
    const [[id, session]] = await listTunnels(api);
    expect(id).toBe("tn_1");
    expect(session).not.toBe("ts_1");
    await api.call("POST", `/tunnel_sessions/${session}/stop`, {});
    expect(await listTunnels(api)).toEqual([["tn_other", "ts_other"]]);
  });

  test("are replaced when the behavior of the agent changes", async () => {
    const api = await seedAgents();
    const tunnels = [{ id: "tn_2", labels: { app: "api" } }];
    api.mutate({ path: "/tunnel_sessions/ts_1", set: { agent: { tunnels } } });
    expect((await listTunnels(api)).map(([id]: string[]) => id)).toEqual(["tn_2", "tn_other"]);
    api.mutate({ path: "/tunnel_sessions/ts_1", delete: true });
    expect((await listTunnels(api)).map(([id]: string[]) => id)).toEqual(["tn_other"]);
  });
});
