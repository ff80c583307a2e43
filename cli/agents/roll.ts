import { messageOf } from "../common";
import type { Result } from "../selection";
import type { Agent } from "./agents";

type Outcome =
  /** The agent came back with a new session. */
  | "updated"
  /** The service refused the update, for example because none is available; the agent keeps running unchanged. */
  | "refused"
  /** The agent can't restart, so nothing was sent. */
  | "skipped"
  | "failed"
  /** The rollout ended after an earlier batch failed. */
  | "not started";

export interface AgentResult extends Result {
  readonly agent: Agent;
  readonly outcome: Outcome;
  readonly successor: Agent | undefined;
}

export type RollPlan = ReturnType<typeof planRoll>;

export interface AgentCalls {
  /** Runs a command; resolves to the agent's session afterward, or null if the agent isn't back in time. */
  run(command: "update" | "restart", sessionId: string): Promise<string | null>;
  /** True if the service refused the command, so that nothing was done. */
  isRefusal(error: unknown): boolean;
  agents(): Promise<readonly Agent[]>;
  progress(line: string): void;
}

export interface RollOptions {
  readonly keepGoing?: true;
  /** Also restart agents whose update was refused: that completes an update that waits for a restart. */
  readonly restartRefused?: true;
}

/**
 * Distributes agents over batches. Agents that can't be distinguished after a restart (same credential, IP address,
 * operating system, and metadata) never share a batch.
 */
export function planRoll(agents: readonly Agent[], batchSize: number) {
  const batches: Agent[][] = [];
  const skipped: AgentResult[] = [];
  for (const agent of agents) {
    const obstacle = obstacleToUpdate(agent);
    if (obstacle !== undefined) {
      skipped.push(result(agent, "skipped", obstacle));
      continue;
    }
    const available = batches.find(
      (batch) => batch.length < batchSize && !batch.some((other) => areIndistinguishable(agent, other)),
    );
    if (available) available.push(agent);
    else batches.push([agent]);
  }
  return { batches, skipped };
}

/** See API reference, section "Tunnel agent commands", rule 1. An SSH client isn't an agent. */
function obstacleToUpdate({ os, transport }: Agent): string | undefined {
  if (transport === "ssh") return "an SSH client, not an agent";
  return /windows/i.test(os) ? "an agent on Windows cannot restart itself: update it on its host" : undefined;
}

const areIndistinguishable = (a: Agent, b: Agent) =>
  (["credentialId", "ip", "os", "metadata"] as const).every((key) => a[key] === b[key]);

/** Updates the agents of one batch after another: update, wait, restart, and wait for the new session. */
export async function rollOut(
  plan: RollPlan,
  calls: AgentCalls,
  options: RollOptions,
): Promise<AgentResult[]> {
  const results: AgentResult[] = [];
  for (const [index, batch] of plan.batches.entries()) {
    if (!options.keepGoing && results.some(({ outcome }) => outcome === "failed")) {
      results.push(...batch.map((agent) => result(agent, "not started", "an earlier agent failed")));
      continue;
    }
    calls.progress(`batch ${index + 1} of ${plan.batches.length}`);
    results.push(...(await Promise.all(batch.map((agent) => updateAgent(agent, calls, options)))));
  }
  return [...results, ...plan.skipped];
}

async function updateAgent(agent: Agent, calls: AgentCalls, options: RollOptions): Promise<AgentResult> {
  let refusal: string | undefined;
  try {
    await calls.run("update", agent.id);
  } catch (error) {
    if (!calls.isRefusal(error)) return result(agent, "failed", messageOf(error));
    refusal = messageOf(error);
    if (!options.restartRefused) return result(agent, "refused", refusal);
  }
  try {
    const successorId = await calls.run("restart", agent.id);
    if (successorId === null) return result(agent, "failed", "it was restarted and did not come back");
    const successor = (await calls.agents()).find(({ id }) => id === successorId);
    return { ...result(agent, "updated", refusal ?? ""), successor };
  } catch (error) {
    const completed = refusal === undefined ? "updated, but not restarted: " : "";
    return result(agent, "failed", `${completed}${messageOf(error)}`);
  }
}

const result = (agent: Agent, outcome: Outcome, detail: string): AgentResult => ({
  id: agent.id,
  agent,
  outcome,
  detail,
  successor: undefined,
});
