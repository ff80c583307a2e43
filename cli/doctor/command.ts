import { Command } from "commander";
import { accountOptions, formatOptions, REPORT_FORMATS } from "../common";
import type { DoctorFlags } from "./run";

export function doctorCommand(): Command {
  const command = new Command("doctor")
    .description(
      "Check Node.js, the engine, its language host, the native provider, and the account's address and token, and say what to do.",
    )
    .option("--quick", "skip the language host, whose check runs an empty program");
  return formatOptions(accountOptions(command), REPORT_FORMATS)
    .addHelpText(
      "after",
      `
One request is sent to the API, a list of one tunnel session; nothing is written. The token is never printed.

Examples:
  tunnel-edge doctor
  tunnel-edge doctor --stack production --json | jq '.[] | select(.verdict == "problem")'

Exit codes:
  0  no problem; there may be warnings
  1  something failed
  2  wrong command line
  3  a problem that prevents \`pulumi up\``,
    )
    .action(async (flags: DoctorFlags) => (await import("./run.js")).runDoctor(flags));
}
