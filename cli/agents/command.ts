import { Command, Option } from "commander";
import { accountOptions, allOption, formatOptions, wholeNumberFrom } from "../common";
import type { SelectionFlags } from "../selection";
import type { UpdateFlags } from "./run";

export function agentsCommand(): Command {
  return new Command("agents")
    .description("List the online agents, and update them in batches.")
    .addCommand(listCommand())
    .addCommand(updateCommand());
}

function selectionOptions(command: Command): Command {
  return command
    .option("--session <id...>", "sessions with these ids")
    .option("--region <region>", "sessions of this region")
    .option("--os <name>", "agents on this operating system")
    .option("--metadata <text>", "agents with exactly this metadata")
    .option("--agent-version <version>", "agents of this version");
}

function listCommand(): Command {
  return formatOptions(accountOptions(selectionOptions(new Command("list"))))
    .description("Print the sessions of the online agents as a table.")
    .addHelpText(
      "after",
      `
Examples:
  tunnel-edge agents list
  tunnel-edge agents list --region eu --json | jq -r '.[].id'

Exit codes: 0 done, 1 something failed, 2 wrong command line`,
    )
    .action(async (flags: SelectionFlags) => (await import("./run.js")).runList(flags));
}

function updateCommand(): Command {
  const command = allOption(selectionOptions(new Command("update")), "every online agent");
  return formatOptions(accountOptions(command))
    .description("Update agents: for each one, update, wait, restart, and wait for its new session.")
    .addOption(
      new Option("--batch-size <n>", "number of agents to update at the same time")
        .default(1)
        .argParser(wholeNumberFrom(1)),
    )
    .option("--keep-going", "continue with the next batch if an agent fails (default: stop)")
    .option(
      "--restart-refused",
      "also restart agents whose update is refused, to complete an update that waits for a restart",
    )
    .option("--dry-run", "print the batches without sending anything")
    .addHelpText("after", HELP)
    .action(async (flags: UpdateFlags) => (await import("./run.js")).runUpdate(flags));
}

const HELP = `
An update takes ten seconds before the agent may restart, and never crosses a major version. The service refuses it when
there is no update, the agent's configuration forbids it, or one is in progress or waits for a restart: such an agent is
left unchanged and does not stop the others. Agents on Windows cannot restart and are skipped.

Examples:
  tunnel-edge agents update --all --dry-run
  tunnel-edge agents update --region eu --batch-size 3
  tunnel-edge agents update --session ts_2abc ts_2def --json

Exit codes:
  0  every chosen agent runs its new version
  1  an agent failed, no agent matches, or something else failed
  2  wrong command line
  3  no agent failed, but some were refused or skipped`;
