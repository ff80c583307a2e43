import type { Session } from "./sessions";

/** The outcome for one agent. */
export type Outcome =
  /** It came back with a new session. */
  | "updated"
  /** The service refused the update, for example because none is available; the agent keeps running unchanged. */
  | "refused"
  /** It cannot be updated this way. */
  | "skipped"
  | "failed"
  /** The rollout ended before its turn. */
  | "not started";

export interface AgentResult {
  readonly session: Session;
  readonly outcome: Outcome;
  /** The reason; empty for a successful update. */
  readonly detail: string;
  /** The session with which it came back. */
  readonly successor: Session | undefined;
}

/** Agents that are updated one batch after another. */
export interface RollPlan {
  readonly batches: readonly (readonly Session[])[];
  readonly skipped: readonly AgentResult[];
}

/** What a rollout does to agents. */
export interface AgentCalls {
  /** Runs a command; resolves to the agent's session afterwards, or null when the agent is not back in time. */
  run(command: "update" | "restart", sessionId: string): Promise<string | null>;
  /** Whether the service refused the command, so that nothing was done. */
  isRefusal(error: unknown): boolean;
  sessions(): Promise<readonly Session[]>;
}

export interface RollOptions {
  /** Continue with the next batch after a failure. */
  readonly keepGoing: boolean;
  /** Also restart agents whose update was refused: that completes an update that waits for a restart. */
  readonly restartRefused: boolean;
  readonly progress: (line: string) => void;
}

/**
 * Distributes agents over batches. Two agents that cannot be distinguished once they are back (same credential, address,
 * system and metadata) never share a batch.
 */
export function planRoll(sessions: readonly Session[], batchSize: number): RollPlan {
  const batches: Session[][] = [];
  const skipped: AgentResult[] = [];
  for (const session of sessions) {
    const why = whyNot(session);
    if (why !== undefined) {
      skipped.push({ session, outcome: "skipped", detail: why, successor: undefined });
      continue;
    }
    const batch = batches.find(
      (open) => open.length < batchSize && !open.some((other) => areAlike(session, other)),
    );
    if (batch) batch.push(session);
    else batches.push([session]);
  }
  return { batches, skipped };
}

/** API reference, section "Tunnel agent commands", rule 1; an SSH client is not an agent. */
function whyNot({ os, transport }: Session): string | undefined {
  if (transport === "ssh") return "an SSH client, not an agent";
  return /windows/i.test(os) ? "an agent on Windows cannot restart itself: update it on its host" : undefined;
}

const areAlike = (one: Session, other: Session) =>
  (["credentialId", "ip", "os", "metadata"] as const).every((key) => one[key] === other[key]);

/** Processes one batch after another: update, wait until that is done, restart, wait for the new session. */
export async function roll(plan: RollPlan, calls: AgentCalls, options: RollOptions): Promise<AgentResult[]> {
  const results: AgentResult[] = [];
  let stopped = false;
  for (const [n, batch] of plan.batches.entries()) {
    if (stopped) {
      for (const one of batch.map((session) => resultOf(session, "not started", "an agent before it failed")))
        results.push(one);
      continue;
    }
    options.progress(`batch ${n + 1} of ${plan.batches.length}: ${batch.map(({ id }) => id).join(", ")}`);
    const done = await Promise.all(batch.map((session) => updateOne(session, calls, options)));
    for (const one of done) results.push(one);
    stopped = !options.keepGoing && done.some(({ outcome }) => outcome === "failed");
  }
  return [...results, ...plan.skipped];
}

async function updateOne(session: Session, calls: AgentCalls, options: RollOptions): Promise<AgentResult> {
  let refusal: string | undefined;
  try {
    await calls.run("update", session.id);
  } catch (error) {
    if (!calls.isRefusal(error)) return resultOf(session, "failed", said(error));
    refusal = said(error);
    if (!options.restartRefused) return resultOf(session, "refused", refusal);
  }
  try {
    const successorId = await calls.run("restart", session.id);
    if (successorId === null) return resultOf(session, "failed", "it was restarted and has not come back");
    const successor = (await calls.sessions()).find(({ id }) => id === successorId);
    return { session, outcome: "updated", detail: refusal ?? "", successor };
  } catch (error) {
    return resultOf(
      session,
      "failed",
      `${refusal === undefined ? "updated, but not restarted: " : ""}${said(error)}`,
    );
  }
}

const resultOf = (session: Session, outcome: Outcome, detail: string): AgentResult => ({
  session,
  outcome,
  detail,
  successor: undefined,
});

const said = (error: unknown) => (error instanceof Error ? error.message : String(error));
