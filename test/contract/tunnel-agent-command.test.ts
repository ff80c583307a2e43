import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator, JsonObject } from "../../emulator";
import { UNKNOWN } from "../../provider/family/unknown";
import { InMemoryJournal, type Journal, type Run } from "../../provider/lifecycle";
import { type BareAccount, openBareAccount, type RunLifecycle } from "../support/lifecycle";

let bare: BareAccount;
let emulator: Emulator;
let account: Run;
let lines: string[];
let lifecycle: RunLifecycle;
let id: string;

beforeEach(async () => {
  bare = await openBareAccount();
  ({ emulator, account, lines } = bare);
  lifecycle = bare.of("TunnelAgentCommand");
  id = session("linux").id;
});

interface Session {
  readonly id: string;
  readonly os: string;
}

const sessions = () => emulator.objects("/tunnel_sessions") as unknown as Session[];
const session = (os: string) => sessions().find((candidate) => candidate.os === os) as Session;
const sentCommands = () => emulator.requests({ method: "POST" }).map(({ path }) => path);

function setAgent(id: string, behavior: JsonObject): void {
  emulator.mutate({ path: `/tunnel_sessions/${id}`, set: { agent: behavior } });
}

const run = (inputs: Record<string, unknown>) => lifecycle.create(account, inputs);

describe("restart", () => {
  test("finds the new session of the agent, and reports its wait once", async () => {
    setAgent(id, { reconnect_seconds: 20 });
    const { state } = await run({ command: "restart", sessionId: id });
    expect(state).toMatchObject({ previousSessionId: id, currentSessionId: session("linux").id });
    expect(state.currentSessionId).not.toBe(id);
    expect(Date.parse(String(state.ranAt))).not.toBeNaN();
    expect(lines).toEqual([`waiting for the agent behind tunnel session ${id} to reconnect`]);
  });

  test("counts as run if the agent doesn't reconnect, with a message", async () => {
    setAgent(id, { reconnect_seconds: 3600 });
    const { state } = await run({ command: "restart", sessionId: id });
    expect(state.currentSessionId).toBeNull();
    expect(lines.at(-1)).toContain("did not reconnect within 60 s");
  });

  test("is rejected on Windows before any request", async () => {
    const refused = run({ command: "restart", sessionId: session("windows").id });
    await expect(refused).rejects.toThrow(/agent on Windows cannot restart/);
    expect(sentCommands()).toEqual([]);
  });

  test("doesn't mistake an equal session for the agent's new one", async () => {
    const { id: _, ...fields } = session("linux");
    emulator.seed({ "/tunnel_sessions": [{ ...fields, started_at: "2999-01-01T00:00:00Z" }] });
    setAgent(id, { reconnect_seconds: 3600 });
    const { state } = await run({ command: "restart", sessionId: id });
    expect(sessions().filter(({ os }) => os === "linux")).toHaveLength(1);
    expect(state.currentSessionId).toBeNull();
  });

  test("counts as run even if the new session can't be looked up", async () => {
    emulator.faults({ on: "GET /tunnel_sessions", status: 403, after: 1 });
    const { state } = await run({ command: "restart", sessionId: id });
    expect(state).toMatchObject({ previousSessionId: id, currentSessionId: null });
    expect(lines.at(-1)).toMatch(
      /^the agent behind tunnel session \w+ was restarted but its new session cannot be looked up: GET \/tunnel_sessions.*403/,
    );
    expect(sentCommands()).toEqual([`/tunnel_sessions/${id}/restart`]);
  });

  test("has an unknown outcome if its response is lost and lookups fail", async () => {
    emulator.faults([
      { on: "POST *", kind: "cut-after" },
      { on: "GET /tunnel_sessions", status: 403, after: 1 },
    ]);
    await expect(run({ command: "restart", sessionId: id })).rejects.toThrow(
      `it is unknown whether the restart of the agent behind tunnel session ${id} ran`,
    );
  });

  test("is never repeated after a lost response, but detected by its effect", async () => {
    emulator.faults({ on: "POST /tunnel_sessions/*/restart", kind: "cut-after" });
    const { state } = await run({ command: "restart", sessionId: id });
    expect(state.currentSessionId).toBe(session("linux").id);
    expect(sentCommands()).toEqual([`/tunnel_sessions/${id}/restart`]);
  });
});

test("the error of a rejected restart lists no reasons for failed updates", async () => {
  const body = { error_code: "ERR_9", status_code: 409, msg: "The agent is busy.", details: {} };
  emulator.faults({ on: "POST *", kind: "custom", status: 409, body });
  const failure = run({ command: "restart", sessionId: id });
  await expect(failure).rejects.toThrow(/^restart of the agent behind \S+ \(linux.*The agent is busy\.$/);
  await expect(failure).rejects.not.toThrow("update fails when");
});

test("reports that a restart may have run if its response is lost and has no visible effect", async () => {
  setAgent(id, { reconnect_seconds: 3600 });
  emulator.faults({ on: "POST *", kind: "cut-after" });
  await expect(run({ command: "restart", sessionId: id })).rejects.toThrow(
    /unknown whether the restart .* ran, and commands are not retried automatically: .* run again\. POST /,
  );
  expect(sentCommands()).toHaveLength(1);
});

test.each([
  ["keeps", true],
  ["removes", false],
])("an error %s the journal entry (interrupted wait: %s)", async (_, isInterrupted) => {
  const limit = new AbortController();
  const drop = vi.fn();
  const interrupted: Run = {
    ...account,
    journal: { ...account.journal, begin: () => ({ ...new InMemoryJournal().begin(), drop }) } as Journal,
    limit: () => limit.signal,
    sleep: async () => {
      if (isInterrupted) limit.abort();
      throw new Error("stopped");
    },
  };
  const update = lifecycle.create(interrupted, { command: "update", sessionId: id });
  await expect(update).rejects.toThrow("stopped");
  expect(sentCommands()).toEqual([`/tunnel_sessions/${id}/update`]);
  expect(drop).toHaveBeenCalledTimes(isInterrupted ? 0 : 1);
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
    [{ available_version: null }, /No update is available/],
    [{ update_checks: false }, /disabled update checks/],
  ])("fails for an agent with %j, and lists the possible reasons", async (behavior, message) => {
    setAgent(id, behavior);
    const failure = run({ command: "update", sessionId: id });
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toThrow(
      /no update is available, the agent's configuration disabled update checks, the agent is already updating, or it has already updated but has not been restarted/,
    );
  });

  test("delays a concurrent restart by ten seconds", async () => {
    const update = run({ command: "update", sessionId: id });
    const restart = run({ command: "restart", sessionId: id });
    await Promise.all([update, restart]);
    const restarted = emulator.objects("/tunnel_sessions").find(({ os }) => os === "linux");
    // An earlier restart would lose the update.
    expect(restarted?.agent_version).toBe("3.19.0");
    expect(sentCommands()).toEqual([`/tunnel_sessions/${id}/update`, `/tunnel_sessions/${id}/restart`]);
  });
});

test("stop ends the session", async () => {
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
      { filter: { agentVersion: "3.18.4" } },
      /matches 2 tunnel sessions, but must match one: .*(linux|windows)/,
    ],
    [{ filter: { os: "plan9" } }, /matches no tunnel session. Online sessions: .*demo-/],
    [{ sessionId: "ts_gone" }, /no tunnel session ts_gone\. Online sessions: ts_/],
  ])("must be online and unique: %j", async (inputs, message) => {
    await expect(run({ command: "stop", ...inputs })).rejects.toThrow(message);
    for (const { id } of sessions()) emulator.mutate({ path: `/tunnel_sessions/${id}`, delete: true });
    await expect(run({ command: "stop", ...inputs })).rejects.toThrow("Online sessions: none");
    expect(sentCommands()).toEqual([]);
  });

  test("is followed across restarts", async () => {
    const first = await run({ command: "restart", sessionId: id, triggers: [1] });
    const again = { command: "restart", sessionId: id, triggers: [2] };
    const state = await lifecycle.update(account, first.id, first.state, again);
    expect(state.previousSessionId).toBe(first.state.currentSessionId);
    expect(state.currentSessionId).toBe(session("linux").id);
  });
});

describe("a command in the state", () => {
  const olds = { command: "stop", sessionId: "ts_1", triggers: ["a"], ranAt: "2030-01-01T00:00:00Z" };

  test.each([
    ["other triggers", true, { ...olds, triggers: ["b"] }],
    ["the same triggers", false, olds],
    ["only another command", false, { ...olds, command: "update" }],
    ["only another session", false, { ...olds, sessionId: "ts_2" }],
    ["no triggers", true, { command: "stop", sessionId: "ts_1" }],
  ])("runs again with %s: %s", (_, changed, news) => {
    expect(lifecycle.diff("x", olds, news)).toMatchObject({ changed, replaces: [] });
  });

  test("runs again with an unknown trigger", () => {
    expect(lifecycle.diff("x", olds, { ...olds, triggers: [UNKNOWN] })).toEqual({
      changed: true,
      changedInputs: ["triggers"],
      replaces: [],
      deleteBeforeReplace: false,
      needsExplicitChange: false,
      warnings: [],
    });
  });

  test("is updated without a request if no trigger changes, and keeps the last result", async () => {
    const state = { ...olds, previousSessionId: "ts_1", currentSessionId: null };
    const news = { command: "update", sessionId: "ts_2", triggers: ["a"] };
    expect(await lifecycle.update(account, "x", state, news)).toEqual({ ...state, ...news });
    expect(emulator.requests()).toEqual([]);
  });

  test("is read and deleted without requests", async () => {
    const state = { ...olds, currentSessionId: null };
    const { ranAt, ...inputs } = olds;
    expect(await lifecycle.read(account, "x", state)).toEqual({ id: "x", state, inputs });
    await expect(lifecycle.read(account, "ts_1", {})).rejects.toThrow(
      "TunnelAgentCommand ts_1 cannot be imported: a command has no object",
    );
    await lifecycle.delete(account, "x", olds);
    expect(emulator.requests()).toEqual([]);
  });
});

test("the id contains class and time, and the state contains inputs and outputs", async () => {
  const began = account.now();
  const inputs = { command: "stop", sessionId: session("linux").id, triggers: ["a"] };
  const { id, state } = await run(inputs);
  const [name, time = ""] = id.split("-");
  expect(name).toBe("TunnelAgentCommand");
  expect(Number.parseInt(time, 36)).toBeGreaterThanOrEqual(began);
  expect(Number.parseInt(time, 36)).toBeLessThanOrEqual(account.now());
  expect(state).toMatchObject({ ...inputs, currentSessionId: null, ranAt: expect.any(String) });
});

test.each(["POST *", "GET *"])("other errors are passed on: %s", async (on) => {
  emulator.faults({ on, status: 403 });
  await expect(run({ command: "stop", sessionId: id })).rejects.toThrow("403");
});

test.each([
  ["neither session nor filter", { command: "stop" }, "sessionId"],
  ["both", { command: "stop", sessionId: "a", filter: { os: "linux" } }, "sessionId"],
  ["an empty filter", { command: "stop", filter: {} }, "filter"],
  ["an unknown command", { command: "reboot", sessionId: "a" }, "command"],
])("rejects at preview: %s", (_, inputs, path) => {
  expect(lifecycle.check({}, inputs).failures.map((failure) => failure.path)).toEqual([path]);
});
