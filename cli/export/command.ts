import { Command } from "commander";
import type { ExportFlags } from "./run";

/** `tunnel-edge export`: a whole account as a program. */
export function exportCommand(): Command {
  return new Command("export")
    .description(
      "Write an existing account as a TypeScript program that adopts it, and prove that the two are equal.",
    )
    .requiredOption("-o, --out <folder>", "folder for the program; new or empty")
    .option("--project <name>", "name of the Pulumi project (default: the folder's name)")
    .option("--force", "write into a folder that is not empty; files of the same names are replaced")
    .option(
      "--no-proof",
      "do not import the account into a throw-away state and preview the program against it",
    )
    .option("-s, --stack <name>", "stack whose configuration names the account, in a Pulumi program's folder")
    .option("--json", "print the result as JSON")
    .addHelpText("after", HELP)
    .action(async (flags: ExportFlags) => (await import("./run.js")).runExport(flags));
}

const HELP = `
The account is the one of TUNNEL_EDGE_BASE_URL and TUNNEL_EDGE_API_TOKEN, or of the stack of the Pulumi program in this
folder. It is only read. Secrets are never written: the program asks its configuration for them.

Examples:
  tunnel-edge export --out infra
  tunnel-edge export --out infra --stack production --project edge
  tunnel-edge export --out infra --no-proof --json

Exit codes:
  0  the program is written and, unless --no-proof is given, proven equal to the account
  1  something failed
  2  wrong command line
  3  the program is written, but the engine would change something: a defect, and the differences are listed`;
