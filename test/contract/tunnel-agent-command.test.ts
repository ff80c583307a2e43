import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, type JsonObject, startEmulator } from "../../emulator";
import { ApiClient } from "../../provider/api";
import { tunnelAgentCommand } from "../../provider/families/tunnel-agent-command";
import { type Account, ForgetfulJournal, lifecycleOf } from "../../provider/lifecycle";
import { Transport } from "../../provider/transport";

const lifecycle = lifecycleOf(tunnelAgentCommand);

let emulator: Emulator;
let transport: Transport;
let account: Account;
let lines: string[];

/** An account whose waiting moves the emulator's clock instead of taking time. */
beforeEach(async () => {
  emulator = await startEmulator();
  transport = new Transport({ baseUrl: emulator.url, token: async () => emulator.token, userAgent: "test" });
  lines = [];
  account = {
    api: new ApiClient(transport),
    journal: new ForgetfulJournal(),
    ownershipMark: false,
    isTokenInUse: () => false,
    report: (line) => lines.push(line),
    now: () => Date.parse(emulator.clock().now),
    sleep: async (milliseconds) => void emulator.clock({ advance: milliseconds / 1000 }),
  };
});

afterEach(async () => {
  await transport.close();
  await emulator.close();
});

interface Session {
  readonly id: string;
  readonly os: string;
}

const sessions = () => emulator.objects("/tunnel_sessions") as unknown as Session[];
const session = (os: string) => sessions().find((candidate) => candidate.os === os) as Session;
const commands = () =>
  emulator
    .requests()
    .filter(({ method }) => method === "POST")
    .map(({ path }) => path);

function agent(id: string, behaviour: JsonObject): void {
  emulator.mutate({ path: `/tunnel_sessions/${id}`, set: { agent: behaviour } });
}

const run = (inputs: Record<string, unknown>) => lifecycle.create(account, inputs);

describe("restart", () => {
  test("finds the new session of the agent", async () => {
    const { id } = session("linux");
    const { state } = await run({ command: "restart", sessionId: id });
    expect(state.previousSessionId).toBe(id);
    expect(state.currentSessionId).toBe(session("linux").id);
    expect(state.currentSessionId).not.toBe(id);
    expect(Date.parse(String(state.ranAt))).not.toBeNaN();
  });

  test("waits until the agent is back", async () => {
    const { id } = session("linux");
    agent(id, { reconnect_seconds: 20 });
    const { state } = await run({ command: "restart", sessionId: id });
    expect(state.currentSessionId).toBe(session("linux").id);
    expect(lines[0]).toBe(`waiting for the agent behind tunnel session ${id} to come back`);
  });

  test("says so when the agent does not come back, and counts as run", async () => {
    const { id } = session("linux");
    agent(id, { reconnect_seconds: 3600 });
    const { state } = await run({ command: "restart", sessionId: id });
    expect(state.currentSessionId).toBeNull();
    expect(lines.at(-1)).toContain("has not come back within 60 s");
  });

  test("is refused for Windows before anything is sent", async () => {
    const { id } = session("windows");
    await expect(run({ command: "restart", sessionId: id })).rejects.toThrow(
      /agent on Windows cannot restart/,
    );
    expect(commands()).toEqual([]);
  });

  test("takes no other session for the successor, though all its fields are equal", async () => {
    const { id } = session("linux");
    const [own] = emulator.objects("/tunnel_sessions").filter((candidate) => candidate.id === id);
    const { id: _, ...fields } = own as Record<string, unknown>;
    emulator.seed({ "/tunnel_sessions": [{ ...fields, started_at: "2999-01-01T00:00:00Z" }] });
    const twin = sessions()
      .filter(({ os }) => os === "linux")
      .find((candidate) => candidate.id !== id);
    agent(id, { reconnect_seconds: 3600 });
    const { state } = await run({ command: "restart", sessionId: id });
    expect(twin).toBeDefined();
    expect(state.currentSessionId).toBeNull();
  });

  test("is never repeated when its answer is lost, and its effect is looked for", async () => {
    const { id } = session("linux");
    emulator.faults({ on: "POST /tunnel_sessions/*/restart", kind: "cut-after" });
    const { state } = await run({ command: "restart", sessionId: id });
    expect(state.currentSessionId).toBe(session("linux").id);
    expect(commands()).toEqual([`/tunnel_sessions/${id}/restart`]);
  });
});

describe("update", () => {
  test("takes ten seconds and keeps the session", async () => {
    const { id } = session("windows");
    const before = account.now();
    const { state } = await run({ command: "update", sessionId: id });
    expect(state.currentSessionId).toBe(id);
    expect(account.now() - before).toBeGreaterThanOrEqual(10_000);
  });

  test.each([
    ["no update", { available_version: null }, /No update is available/],
    ["checks disabled", { update_checks: false }, /disabled update checks/],
    ["updating", { updating_until: "2999-01-01T00:00:00Z" }, /already updating/],
    ["updated and not restarted", { updated_to: "3.19.0" }, /already updated/],
  ])("that fails (%s) says which reasons there are", async (_, behaviour, message) => {
    const { id } = session("linux");
    agent(id, behaviour);
    const failure = run({ command: "update", sessionId: id });
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toThrow(
      /no update is available, the agent's configuration disabled update checks, the agent is already updating, or it has already updated but has not been restarted/,
    );
  });

  test("and a restart at the same time keep ten seconds between them", async () => {
    const { id } = session("linux");
    const update = run({ command: "update", sessionId: id });
    const restart = run({ command: "restart", sessionId: id });
    await Promise.all([update, restart]);
    const restarted = emulator.objects("/tunnel_sessions").find(({ os }) => os === "linux");
    // An agent that is restarted earlier loses its update.
    expect(restarted?.agent_version).toBe("3.19.0");
    expect(commands()).toEqual([`/tunnel_sessions/${id}/update`, `/tunnel_sessions/${id}/restart`]);
  });
});

test("stop leaves no session", async () => {
  const { id } = session("linux");
  const { state } = await run({ command: "stop", sessionId: id });
  expect(state.currentSessionId).toBeNull();
  expect(sessions().map(({ os }) => os)).toEqual(["windows"]);
});

describe("the session", () => {
  test("is found by a filter", async () => {
    const { state } = await run({ command: "restart", filter: { os: "linux", metadata: "demo-linux" } });
    expect(state.currentSessionId).toBe(session("linux").id);
  });

  test.each([
    [
      "several",
      { agentVersion: "3.18.4" },
      /matches 2 tunnel sessions, but must match one: .*linux.*windows|windows.*linux/,
    ],
    ["none", { os: "plan9" }, /matches no tunnel session; online are: .*demo-/],
  ])("that a filter must find alone: %s", async (_, filter, message) => {
    await expect(run({ command: "stop", filter })).rejects.toThrow(message);
    expect(commands()).toEqual([]);
  });

  test("that has restarted since is followed", async () => {
    const { id } = session("linux");
    const first = await run({ command: "restart", sessionId: id, triggers: [1] });
    const again = { command: "restart", sessionId: id, triggers: [2] };
    const state = await lifecycle.update(account, first.id, first.state, again);
    expect(state.previousSessionId).toBe(first.state.currentSessionId);
    expect(state.currentSessionId).toBe(session("linux").id);
  });

  test("that nobody knows is an error that lists those online", async () => {
    await expect(run({ command: "stop", sessionId: "ts_gone" })).rejects.toThrow(
      /no tunnel session ts_gone any more; online are: ts_/,
    );
  });
});

describe("what makes it run", () => {
  const olds = { command: "stop", sessionId: "ts_1", triggers: ["a"], ranAt: "2030-01-01T00:00:00Z" };

  test.each([
    ["other triggers", { ...olds, triggers: ["b"] }, true],
    ["the same triggers", { ...olds }, false],
    ["another command alone", { ...olds, command: "update" }, false],
    ["another session alone", { ...olds, sessionId: "ts_2" }, false],
    ["no triggers any more", { command: "stop", sessionId: "ts_1" }, true],
  ])("%s", (_, news, changed) => {
    expect(lifecycle.diff("x", olds, news)).toMatchObject({ changed, replaces: [] });
  });

  test("deleting does nothing", async () => {
    await lifecycle.delete(account, "x", olds);
    expect(emulator.requests()).toEqual([]);
  });
});

test.each([
  ["neither session nor filter", { command: "stop" }, "sessionId"],
  ["both", { command: "stop", sessionId: "a", filter: { os: "linux" } }, "sessionId"],
  ["an empty filter", { command: "stop", filter: {} }, "filter"],
  ["an unknown command", { command: "reboot", sessionId: "a" }, "command"],
])("refused at preview: %s", (_, inputs, path) => {
  expect(lifecycle.check({}, inputs).failures.map((failure) => failure.path)).toEqual([path]);
});
