import type { Session } from "./sessions";

/** What became of one agent. */
export type Outcome =
  /** It came back under a new session. */
  | "updated"
  /** The service refused the update, for example since there is none; the agent goes on as it was. */
  | "refused"
  /** It cannot be updated this way. */
  | "skipped"
  | "failed"
  /** The roll ended before its turn. */
  | "not started";

export interface AgentResult {
  readonly session: Session;
  readonly outcome: Outcome;
  /** Why; empty for an update that went well. */
  readonly detail: string;
  /** The session under which it came back. */
  readonly successor: Session | undefined;
}

/** Agents that are updated one batch after the other. */
export interface RollPlan {
  readonly batches: readonly (readonly Session[])[];
  readonly skipped: readonly AgentResult[];
}

/** What a roll does to agents. */
export interface AgentCalls {
  /** Runs a command; resolves to the session that the agent has afterwards, or null when it is not back in time. */
  run(command: "update" | "restart", sessionId: string): Promise<string | null>;
  /** Whether the service refused, so that nothing was done. */
  isRefusal(error: unknown): boolean;
  sessions(): Promise<readonly Session[]>;
}

export interface RollOptions {
  /** Go on with the next batch after a failure. */
  readonly keepGoing: boolean;
  /** Restart agents whose update was refused as well: that completes an update that waits for a restart. */
  readonly restartRefused: boolean;
  readonly progress: (line: string) => void;
}

/**
 * Spreads agents over batches. Two that cannot be told apart once they come back (same credential, address, system and
 * metadata) never share one.
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

/** Updates batch after batch: update, wait until that is done, restart, see the new session. */
export async function roll(plan: RollPlan, calls: AgentCalls, options: RollOptions): Promise<AgentResult[]> {
  const results: AgentResult[] = [];
  let stopped = false;
  for (const [n, batch] of plan.batches.entries()) {
    if (stopped) {
      results.push(...batch.map((session) => resultOf(session, "not started", "an agent before it failed")));
      continue;
    }
    options.progress(`batch ${n + 1} of ${plan.batches.length}: ${batch.map(({ id }) => id).join(", ")}`);
    const done = await Promise.all(batch.map((session) => updateOne(session, calls, options)));
    results.push(...done);
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
