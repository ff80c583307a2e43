import { Command } from "commander";
import { accountOptions, formatOptions, programOptions } from "../common";
import type { ExportFlags } from "./run";

export function exportCommand(): Command {
  const command = programOptions(
    new Command("export"),
    "write values that may be secret but do not look it, such as header values, into the program instead of its configuration",
  )
    .description(
      "Write an existing account as a TypeScript program that adopts it, and verify that the two match.",
    )
    .option(
      "--no-proof",
      "skip the verification: a preview against a temporary import of the account, and a run against a copy of it",
    )
    .option(
      "--native",
      "write the program for the native provider: classes of pulumi-tunnel-edge/native, and a Pulumi.yaml that names the plugin",
    );
  return formatOptions(accountOptions(command))
    .addHelpText("after", HELP)
    .action(async (flags: ExportFlags) => (await import("./run.js")).runExport(flags));
}

const HELP = `
The account comes from TUNNEL_EDGE_BASE_URL and TUNNEL_EDGE_API_TOKEN, or from the stack of the Pulumi program in this
folder. The command only reads it. The program reads from its configuration what is or may be secret: secrets, header
values, and whatever looks like a password, a token, or a key.

Examples:
  tunnel-edge export --out infra
  tunnel-edge export --out infra --stack production --project edge
  tunnel-edge export --out infra --secrets secrets.json --show-values
  tunnel-edge export --out infra --native
  tunnel-edge export --out infra --no-proof --json

Exit codes:
  0  the program is written and, unless --no-proof is given, verified to match the account
  1  something failed
  2  wrong command line
  3  the program is written, but the engine would change something (a bug in this command), or the program lacks
       objects that no program can declare; the output lists them`;
