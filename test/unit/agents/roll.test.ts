import { describe, expect, test } from "vitest";
import { AGENTS, type Agent } from "../../../cli/agents/agents";
import { type AgentCalls, planRoll, rollOut } from "../../../cli/agents/roll";
import { table } from "../../../cli/common";
import { Selection } from "../../../cli/selection";

const session = (id: string, fields: Partial<Agent> = {}): Agent => ({
  id,
  agentVersion: "3.18.4",
  credentialId: "cr_1",
  ip: `203.0.113.${id}`,
  metadata: "",
  os: "linux",
  region: "eu",
  startedAt: "2026-01-01T00:00:00Z",
  transport: "tunnel/v2",
  ...fields,
});

const sessions = ["1", "2", "3", "4"].map((id) => session(id));
const ids = (batches: readonly (readonly Agent[])[]) => batches.map((batch) => batch.map(({ id }) => id));

class Refusal extends Error {}

/** Simulates agents. After a restart, each returns with its id prefixed by `n`; `behavior` lists exceptions. */
function simulateAgents(
  behavior: Readonly<Record<string, "refuses" | "fails" | "stays away" | "fails to restart">> = {},
) {
  const log: string[] = [];
  let busy = 0;
  let peak = 0;
  const calls: AgentCalls = {
    async run(command, id) {
      log.push(`${command} ${id}`);
      peak = Math.max(peak, ++busy);
      await new Promise((done) => setTimeout(done, 1));
      busy -= 1;
      if (command === "update" && behavior[id] === "refuses") throw new Refusal("no update is available");
      if (command === "update" && behavior[id] === "fails") throw new Error("503");
      if (command === "restart" && behavior[id] === "fails to restart") throw new Error("500");
      if (command === "restart" && behavior[id] === "stays away") return null;
      return command === "restart" ? `n${id}` : id;
    },
    isRefusal: (error) => error instanceof Refusal,
    agents: async () => sessions.map(({ id }) => session(`n${id}`, { agentVersion: "3.19.0" })),
    progress: () => undefined,
  };
  return { calls, log, peak: () => peak };
}

const outcomes = (results: Awaited<ReturnType<typeof rollOut>>) =>
  results.map(({ id, outcome }) => `${id} ${outcome}`);

describe("a plan", () => {
  test("has batches of the requested size", () => {
    expect(ids(planRoll(sessions, 3).batches)).toEqual([["1", "2", "3"], ["4"]]);
    expect(ids(planRoll(sessions, 1).batches)).toEqual([["1"], ["2"], ["3"], ["4"]]);
  });

  test("puts agents that cannot be distinguished after a restart into different batches", () => {
    const alike = ["1", "2", "3"].map((id) => session(id, { ip: "203.0.113.9" }));
    expect(ids(planRoll([...alike, session("4")], 4).batches)).toEqual([["1", "4"], ["2"], ["3"]]);
  });

  test("skips agents that cannot restart, and clients that are not agents, with a reason", () => {
    const others = [session("1", { os: "Windows 11" }), session("2", { transport: "ssh" })];
    const plan = planRoll([...others, session("3")], 5);
    expect(ids(plan.batches)).toEqual([["3"]]);
    expect(plan.skipped.map(({ detail }) => detail)).toEqual([
      "an agent on Windows cannot restart itself: update it on its host",
      "an SSH client, not an agent",
    ]);
  });
});

describe("a rollout", () => {
  test("updates, restarts, and awaits the agents of one batch at a time", async () => {
    const { calls, log, peak } = simulateAgents();
    const results = await rollOut(planRoll(sessions, 2), calls, {});
    expect(outcomes(results)).toEqual(["1 updated", "2 updated", "3 updated", "4 updated"]);
    expect(results.map(({ successor }) => successor?.agentVersion)).toEqual(Array(4).fill("3.19.0"));
    expect(log.indexOf("update 3")).toBeGreaterThan(log.indexOf("restart 2"));
    expect(peak()).toBe(2);
  });

  test.each(["fails", "stays away", "fails to restart"] as const)(
    "stops after a batch with an agent that %s",
    async (fault) => {
      const { calls, log } = simulateAgents({ "2": fault });
      const results = await rollOut(planRoll(sessions, 2), calls, {});
      expect(outcomes(results)).toEqual(["1 updated", "2 failed", "3 not started", "4 not started"]);
      expect(log.some((line) => line.endsWith("3"))).toBe(false);
    },
  );

  test("continues after a failure with keepGoing", async () => {
    const results = await rollOut(planRoll(sessions, 1), simulateAgents({ "1": "fails" }).calls, {
      keepGoing: true,
    });
    expect(outcomes(results)).toEqual(["1 failed", "2 updated", "3 updated", "4 updated"]);
  });

  test("with restartRefused, restarts an agent whose update is refused, because an update may wait for a restart", async () => {
    const results = await rollOut(planRoll(sessions, 1), simulateAgents({ "1": "refuses" }).calls, {
      restartRefused: true,
    });
    expect(results[0]).toMatchObject({ outcome: "updated", detail: "no update is available" });
  });
});

test("a selection matches objects that meet all conditions", () => {
  const isSelected = (agent: Agent, flags: object) => new Selection(AGENTS, flags).matches(agent);
  expect(isSelected(session("1"), {})).toBe(true);
  expect(isSelected(session("1"), { region: "eu", os: "linux", session: ["1", "2"] })).toBe(true);
  expect(isSelected(session("1"), { region: "eu", os: "windows" })).toBe(false);
  expect(isSelected(session("1"), { session: ["2"] })).toBe(false);
});

test("a table has one line per row, even with hostile metadata", () => {
  const rows = [
    ["1", "two\nlines\u001b[31m"],
    ["2", "x".repeat(100)],
  ];
  const drawn = table(["ID", "METADATA"], rows);
  expect(drawn.split("\n")).toHaveLength(3);
  expect(drawn).not.toContain("\u001b");
});
