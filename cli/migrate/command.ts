import { Command } from "commander";
import { accountOptions, formatOptions, programOptions } from "../common";
import type { MigrateFlags } from "./report";

export function migrateCommand(): Command {
  const command = programOptions(
    new Command("migrate"),
    "write header values into the program, unless they look secret",
  )
    .description(
      "Write the cloud endpoints and traffic policies that replace an account's edges, and verify that nobody gains access.",
    )
    .argument("[edges...]", "ids of the edges to migrate; all by default")
    .option("--managed", "only edges that the stack of this folder manages");
  return formatOptions(accountOptions(command))
    .addHelpText("after", HELP)
    .action(async (edges: string[], flags: MigrateFlags) =>
      (await import("./run.js")).runMigrate(edges, flags),
    );
}

const HELP = `
The account comes from TUNNEL_EDGE_BASE_URL and TUNNEL_EDGE_API_TOKEN, or from the stack of the Pulumi program in this
folder. The command only reads it: nothing is created, changed, or deleted. The folder also gets MIGRATION.md, which lists
settings without a counterpart, agents that have to serve a different address, and the steps to take.

Settings without a counterpart deny: the endpoint denies what the edge allowed, until you remove the rule that denies.
The review compares each edge with its endpoint, for all clients.

Examples:
  tunnel-edge migrate --out endpoints
  tunnel-edge migrate edghts_2Ct4 --out endpoints --secrets secrets.json
  tunnel-edge migrate --managed --stack production --out endpoints

Exit codes:
  0  the program is written, everything has a counterpart, and nobody gains access
  1  something failed, such as an id that no edge has
  2  wrong command line
  3  the program is written, but something has no counterpart, or clients gain or may gain access; all are listed`;
