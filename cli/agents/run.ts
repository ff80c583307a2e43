import { CommandRefused, runCommand } from "../../provider/inspect";
import { withAccount } from "../account";
import { CommandError, print, printJson, table } from "../common";
import { reportResults, Selection, type SelectionFlags } from "../selection";
import { AGENTS, type Agent, readAgents } from "./agents";
import { planRoll, type RollOptions, type RollPlan, rollOut } from "./roll";

export interface UpdateFlags extends SelectionFlags, RollOptions {
  readonly batchSize: number;
}

export const runList = (flags: SelectionFlags): Promise<void> => new Selection(AGENTS, flags).list();

export async function runUpdate(flags: UpdateFlags): Promise<void> {
  const selection = new Selection(AGENTS, flags);
  selection.require(
    "choose agents with --session, --region, --os, --metadata, or --agent-version, or take --all of them",
  );
  await withAccount(flags, async (config, progress) => {
    const { chosen, missing } = await selection.read(config);
    if (missing.length > 0) throw new CommandError(`no online agent has the session ${missing.join(", ")}`);
    if (chosen.length === 0 && selection.hasConditions) throw new CommandError(selection.noResultText);
    if (chosen.length === 0 && !selection.isJson) return print(selection.noResultText);
    const plan = planRoll(chosen, flags.batchSize);
    if (flags.dryRun) return printPlan(plan, selection.isJson);
    const results = await rollOut(
      plan,
      {
        run: async (command, sessionId) => {
          const { currentSessionId } = await runCommand("TunnelAgentCommand", { command, sessionId }, config);
          return typeof currentSessionId === "string" ? currentSessionId : null;
        },
        isRefusal: (error) => error instanceof CommandRefused,
        agents: () => readAgents(config),
        progress: (line) => progress.say(line),
      },
      flags,
    );
    progress.end();
    reportResults(results, selection.isJson, {
      columns: {
        VERSION: ({ agent }) => agent.agentVersion,
        "NEW VERSION": ({ successor }) => successor?.agentVersion ?? "",
        "NEW SESSION": ({ successor }) => successor?.id ?? "",
      },
      toJson: ({ agent, successor }) => ({
        version: agent.agentVersion,
        newSession: successor?.id ?? null,
        newVersion: successor?.agentVersion ?? null,
      }),
      successful: ["updated"],
    });
  });
}

function printPlan({ batches, skipped }: RollPlan, isJson: boolean): void {
  if (isJson) {
    printJson({
      batches: batches.map((batch) => batch.map(({ id }) => id)),
      skipped: skipped.map(({ id, detail }) => ({ session: id, why: detail })),
    });
    return;
  }
  const row = (batch: string, agent: Agent, why: string) => {
    const { id, agentVersion, os, region } = agent;
    return [batch, id, agentVersion, os, region, why];
  };
  const rows = [
    ...batches.flatMap((batch, index) => batch.map((agent) => row(String(index + 1), agent, ""))),
    ...skipped.map(({ agent, detail }) => row("-", agent, detail)),
  ];
  print(table(["BATCH", "SESSION", "VERSION", "OS", "REGION", "SKIPPED"], rows));
  print("nothing was sent: run the command without --dry-run");
}
