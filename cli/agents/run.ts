import { CommandRefused, runCommand } from "../../provider/inspect";
import { withAccount } from "../account";
import { CommandError, EXIT, endWith, Progress, plainText, print, printJson, table } from "../common";
import { type AgentResult, planRoll, type RollPlan, roll } from "./roll";
import { isChoosing, isSelected, type Selection } from "./selection";
import { type Session, sessionsOf } from "./sessions";

export interface AgentsFlags extends Selection {
  readonly cwd?: string;
  readonly stack?: string;
  readonly format?: "text" | "json";
}

export interface UpdateFlags extends AgentsFlags {
  readonly all?: true;
  readonly batchSize: number;
  readonly keepGoing?: true;
  readonly restartRefused?: true;
  readonly dryRun?: true;
}

/** Prints the sessions that are online. */
export async function runList(flags: AgentsFlags): Promise<void> {
  await withAccount(flags, async (config) => {
    const sessions = (await sessionsOf(config)).filter((session) => isSelected(session, flags));
    if (flags.format === "json") printJson(sessions);
    else if (sessions.length === 0) print(isChoosing(flags) ? NONE_MATCHES : NONE_ONLINE);
    else print(table(HEAD, sessions.map(cells)));
  });
}

/** Updates agents, one batch at a time. */
export async function runUpdate(flags: UpdateFlags): Promise<void> {
  if (!isChoosing(flags) && !flags.all) {
    throw new CommandError(
      "choose agents by --session, --region, --os, --metadata or --agent-version, or take --all of them",
      EXIT.usage,
    );
  }
  await withAccount(flags, async (config) => {
    const online = await sessionsOf(config);
    const missing = (flags.session ?? []).filter((id) => !online.some((session) => session.id === id));
    if (missing.length > 0)
      throw new CommandError(`no agent is online under the session ${missing.join(", ")}`);
    const chosen = online.filter((session) => isSelected(session, flags));
    if (chosen.length === 0 && isChoosing(flags)) throw new CommandError(NONE_MATCHES);
    if (chosen.length === 0 && flags.format !== "json") {
      print(NONE_ONLINE);
      return;
    }
    const plan = planRoll(chosen, flags.batchSize);
    if (flags.dryRun) {
      showPlan(plan, flags);
      return;
    }
    using progress = new Progress();
    const results = await roll(
      plan,
      {
        run: async (command, sessionId) => {
          const { currentSessionId } = await runCommand("TunnelAgentCommand", { command, sessionId }, config);
          return typeof currentSessionId === "string" ? currentSessionId : null;
        },
        isRefusal: (error) => error instanceof CommandRefused,
        sessions: () => sessionsOf(config),
      },
      {
        keepGoing: flags.keepGoing === true,
        restartRefused: flags.restartRefused === true,
        progress: (line) => progress.say(line),
      },
    );
    progress.end();
    showResults(results, flags);
    if (results.some(({ outcome }) => outcome === "failed" || outcome === "not started"))
      endWith(EXIT.failed);
    else if (results.some(({ outcome }) => outcome !== "updated")) endWith(EXIT.findings);
  });
}

const NONE_ONLINE = "no agent is online";
const NONE_MATCHES = "no agent that is online matches";

const HEAD = ["SESSION", "VERSION", "OS", "REGION", "IP", "TRANSPORT", "STARTED", "METADATA"];

const cells = (session: Session) => [
  session.id,
  session.agentVersion,
  session.os,
  session.region,
  session.ip,
  session.transport,
  session.startedAt,
  session.metadata,
];

function showPlan(plan: RollPlan, flags: AgentsFlags): void {
  if (flags.format === "json") {
    printJson({
      batches: plan.batches.map((batch) => batch.map(({ id }) => id)),
      skipped: plan.skipped.map(({ session, detail }) => ({ session: session.id, why: detail })),
    });
    return;
  }
  const rows = plan.batches.flatMap((batch, n) =>
    batch.map((session) => [String(n + 1), session.id, session.agentVersion, session.os, session.region, ""]),
  );
  const skipped = plan.skipped.map(({ session, detail }) => [
    "-",
    session.id,
    session.agentVersion,
    session.os,
    session.region,
    detail,
  ]);
  print(table(["BATCH", "SESSION", "VERSION", "OS", "REGION", "SKIPPED"], [...rows, ...skipped]));
  print("nothing was sent: run the same without --dry-run");
}

function showResults(results: readonly AgentResult[], flags: AgentsFlags): void {
  if (flags.format === "json") {
    printJson(
      results.map(({ session, outcome, detail, successor }) => ({
        session: session.id,
        outcome,
        detail,
        version: session.agentVersion,
        newSession: successor?.id ?? null,
        newVersion: successor?.agentVersion ?? null,
      })),
    );
    return;
  }
  const rows = results.map(({ session, outcome, successor }) => [
    session.id,
    outcome,
    session.agentVersion,
    successor?.agentVersion ?? "",
    successor?.id ?? "",
  ]);
  print(table(["SESSION", "OUTCOME", "VERSION", "NEW VERSION", "NEW SESSION"], rows));
  for (const { session, detail } of results) if (detail !== "") print(plainText(`${session.id}: ${detail}`));
}
