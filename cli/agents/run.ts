import { CommandRefused, runCommand } from "../../provider/inspect";
import { withAccount } from "../account";
import { CommandError, Progress, print, printJson, table } from "../common";
import { endWithOutcomes, printResults, Selection, type SelectionFlags } from "../selection";
import { AGENTS, type Agent, readAgents } from "./agents";
import { type AgentResult, planRoll, type RollPlan, rollOut } from "./roll";

export interface UpdateFlags extends SelectionFlags {
  readonly batchSize: number;
  readonly keepGoing?: true;
  readonly restartRefused?: true;
}

export const runList = (flags: SelectionFlags): Promise<void> => new Selection(AGENTS, flags).list();

export async function runUpdate(flags: UpdateFlags): Promise<void> {
  const selection = new Selection(AGENTS, flags);
  selection.require(
    "choose agents by --session, --region, --os, --metadata, or --agent-version, or take --all of them",
  );
  await withAccount(flags, async (config) => {
    const { chosen, missing } = await selection.read(config);
    if (missing.length > 0) throw new CommandError(`no online agent has the session ${missing.join(", ")}`);
    if (chosen.length === 0 && selection.isGiven) throw new CommandError(selection.noResultText);
    if (chosen.length === 0 && !selection.isJson) {
      print(selection.noResultText);
      return;
    }
    const plan = planRoll(chosen, flags.batchSize);
    if (flags.dryRun) {
      printPlan(plan, selection.isJson);
      return;
    }
    using progress = new Progress();
    const results = await rollOut(
      plan,
      {
        run: async (command, sessionId) => {
          const { currentSessionId } = await runCommand("TunnelAgentCommand", { command, sessionId }, config);
          return typeof currentSessionId === "string" ? currentSessionId : null;
        },
        isRefusal: (error) => error instanceof CommandRefused,
        agents: () => readAgents(config),
      },
      {
        keepGoing: flags.keepGoing === true,
        restartRefused: flags.restartRefused === true,
        progress: (line) => progress.say(line),
      },
    );
    progress.end();
    if (selection.isJson) printJson(results.map(jsonOf));
    else
      printResults(
        results,
        ["VERSION", "NEW VERSION", "NEW SESSION"],
        results.map(({ agent, successor }) => [
          agent.agentVersion,
          successor?.agentVersion ?? "",
          successor?.id ?? "",
        ]),
      );
    endWithOutcomes(results, ["updated"]);
  });
}

const jsonOf = ({ id, outcome, detail, agent, successor }: AgentResult) => ({
  session: id,
  outcome,
  detail,
  version: agent.agentVersion,
  newSession: successor?.id ?? null,
  newVersion: successor?.agentVersion ?? null,
});

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
