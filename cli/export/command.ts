import { Command } from "commander";
import { accountOptions, formatOptions } from "../common";
import type { ExportFlags } from "./run";

/** `tunnel-edge export`: a whole account as a program. */
export function exportCommand(): Command {
  const command = new Command("export")
    .description(
      "Write an existing account as a TypeScript program that adopts it, and prove that the two are equal.",
    )
    .requiredOption("-o, --out <folder>", "folder for the program; new or empty")
    .option("--project <name>", "name of the Pulumi project (default: the folder's name)")
    .option("--force", "write into a folder that is not empty; files of the same names are replaced")
    .option(
      "--secrets <file>",
      "write the values of secrets that the service tells into a file, for its owner alone",
    )
    .option(
      "--show-values",
      "write into the program what only its place makes a secret, such as the value of a header",
    )
    .option(
      "--no-proof",
      "do not preview the program against a throw-away import of the account, and run it against a copy",
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
The account is the one of TUNNEL_EDGE_BASE_URL and TUNNEL_EDGE_API_TOKEN, or of the stack of the Pulumi program in this
folder. It is only read. The program asks its configuration for secrets, and for what may be one: header values, traffic
policies, and whatever looks like a password, a token or a key.

Examples:
  tunnel-edge export --out infra
  tunnel-edge export --out infra --stack production --project edge
  tunnel-edge export --out infra --secrets secrets.json --show-values
  tunnel-edge export --out infra --native
  tunnel-edge export --out infra --no-proof --json

Exit codes:
  0  the program is written and, unless --no-proof is given, proven equal to the account
  1  something failed
  2  wrong command line
  3  the program is written, but not whole: the engine would change something, a defect, or no program can declare some
     objects; both are listed`;
