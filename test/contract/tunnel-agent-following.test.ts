import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { lifecycleOf, type Run } from "../../provider/lifecycle";
import { type BareAccount, openBareAccount } from "../support/lifecycle";

let bare: BareAccount;
let emulator: Emulator;
let account: Run;
let id: string;

beforeEach(async () => {
  bare = await openBareAccount();
  ({ emulator, account } = bare);
  id = currentSession().id;
});

interface Session {
  readonly id: string;
  readonly [key: string]: unknown;
}

const linuxSessions = () =>
  (emulator.objects("/tunnel_sessions") as unknown as Session[]).filter(({ os }) => os === "linux");
const currentSession = () => linuxSessions()[0] as Session;
const sentCommands = () => emulator.requests({ method: "POST" }).map(({ path }) => path);

/** Runs a command as in a new process: reloads its module, which remembers earlier restarts. */
async function run(inputs: Record<string, unknown>, state?: Record<string, unknown>) {
  vi.resetModules();
  const lifecycle = lifecycleOf(
    (await import("../../provider/families/tunnel-agent-command.js")).tunnelAgentCommand,
  );
  if (!state) return (await lifecycle.create(account, { inputs })).state;
  const object = { id: "x", state: JSON.parse(JSON.stringify(state)), inputs };
  return lifecycle.update(account, { ...object, changedInputs: lifecycle.changedInputs(object) });
}

const restart = (sessionId: string, trigger: number) => ({
  command: "restart",
  sessionId,
  triggers: [trigger],
});

/** Reconnects the agent, and returns the id of its new session. */
function reconnect(): string {
  const { id, ...fields } = currentSession();
  emulator.mutate({ path: `/tunnel_sessions/${id}`, delete: true });
  emulator.clock({ advance: 60 });
  emulator.seed({ "/tunnel_sessions": [{ ...fields, started_at: emulator.clock().now }] });
  return currentSession().id;
}

describe("an agent whose original session ID stays in the program", () => {
  test("is followed across restarts in successive processes", async () => {
    const first = await run(restart(id, 1));
    const second = await run(restart(id, 2), first);
    const third = await run(restart(id, 3), second);
    expect(second.previousSessionId).toBe(first.currentSessionId);
    expect(third.previousSessionId).toBe(second.currentSessionId);
    expect(third.currentSessionId).toBe(currentSession().id);
  });

  test("is followed if it reconnects between two runs", async () => {
    const first = await run(restart(id, 1));
    const newId = reconnect();
    const second = await run(restart(id, 2), first);
    expect(second.previousSessionId).toBe(newId);
  });

  test("is found again if it reconnects after the run has stopped waiting", async () => {
    emulator.mutate({ path: `/tunnel_sessions/${id}`, set: { agent: { reconnect_seconds: 3600 } } });
    const first = await run(restart(id, 1));
    expect(first.currentSessionId).toBeNull();
    emulator.clock({ advance: 3600 });
    const newId = currentSession().id;
    const second = await run({ ...restart(id, 2), command: "stop" }, first);
    expect(second.previousSessionId).toBe(newId);
  });

  test("is followed after an update that sent no command", async () => {
    const first = await run(restart(id, 1));
    const second = await run({ ...restart(id, 1), command: "stop" }, first);
    const newId = reconnect();
    const third = await run({ ...restart(id, 2), command: "stop" }, second);
    expect(third.previousSessionId).toBe(newId);
  });

  test("is not guessed if two agents are indistinguishable", async () => {
    const first = await run(restart(id, 1));
    reconnect();
    const { id: _, ...fields } = currentSession();
    emulator.seed({ "/tunnel_sessions": [{ ...fields, started_at: emulator.clock().now }] });
    const before = sentCommands();
    const [firstId, secondId] = linuxSessions().map((session) => session.id);
    const failure = run(restart(id, 2), first);
    await expect(failure).rejects.toThrow(/sessionId: .* has reconnected as one of these sessions/);
    await expect(failure).rejects.toThrow(firstId);
    await expect(failure).rejects.toThrow(secondId);
    expect(sentCommands()).toEqual(before);
  });
});

test("a different session ID in the program is not mistaken for the previous run's agent", async () => {
  const first = await run(restart(id, 1));
  // Names another agent. The same trigger sends no command.
  const second = await run(restart("ts_other", 1), first);
  await expect(run(restart("ts_other", 2), second)).rejects.toThrow("no tunnel session ts_other.");
});

test("the state contains no readable details of the agent", async () => {
  const { ip } = currentSession();
  const state = await run(restart(currentSession().id, 1));
  expect(JSON.stringify(state)).not.toContain(ip);
  expect(JSON.stringify(state)).not.toContain("demo-linux");
});

test("commands that reach the same agent through different session IDs are serialized", async () => {
  const lifecycle = bare.of("TunnelAgentCommand");
  emulator.faults({ on: "POST *update", latencyMs: 300 });
  const first = lifecycle.create(account, restart(id, 1));
  const update = lifecycle.create(account, { command: "update", sessionId: id });
  const newId = String((await first).state.currentSessionId);
  const second = lifecycle.create(account, restart(newId, 2));
  // Overlapping commands would hit a deleted session, or the agent would lose its update.
  await Promise.all([update, second]);
  // The update is complete, or still prepared for the agent's next restart.
  const { agent_version, agent } = currentSession();
  expect([agent_version, (agent as { updated_to: unknown }).updated_to]).toContain("3.19.0");
});
