import { Command, Option } from "commander";
import { accountOptions, formatOptions, REPORT_FORMATS, reportsOption } from "../common";
import type { DriftFlags } from "./run";

export function driftCommand(): Command {
  const command = new Command("drift")
    .description("Compare a stack with its account, property by property, and change neither.")
    .option(
      "--all",
      "also show differences that are not drift: server defaults, volatile values, secrets that cannot be compared",
    )
    .option(
      "--show-values",
      "show header values and traffic policies, unless they look secret or the program declares them secret",
    )
    .option("--no-unmanaged", "do not look for objects of the account that the stack does not manage")
    .addOption(
      new Option(
        "--with-stack <name...>",
        "other stacks of the account; their objects are not listed (also tunnel-edge-drift:withStack in the configuration)",
      ).conflicts("unmanaged"),
    )
    .addOption(new Option("--declare", "show code that adopts unmanaged objects").conflicts("unmanaged"))
    .addOption(
      new Option("--fail-on-unmanaged", "exit with 3 if there are unmanaged objects").conflicts("unmanaged"),
    );
  return reportsOption(formatOptions(accountOptions(command), REPORT_FORMATS), REPORT_FORMATS)
    .addHelpText("after", HELP)
    .action(async (flags: DriftFlags) => (await import("./run.js")).runDrift(flags));
}

const HELP = `
Each property that differs is one of:
  changed out of band  it was changed on the service; \`pulumi up --refresh\` changes it back
  ignored by the program
                       changed out of band, and the option ignoreChanges keeps updates from changing it back
  not managed here     a module that the program never declared; it is kept
  server default       the program does not set it, and the service chose its value
  volatile             it changes without a user's action
  secret unknown       the service does not return the secret, so it cannot be compared
  not returned         the same for a value that is not a secret
  refers to a missing object
                       the id of a deleted object; change it in the program
Drift is "changed out of band", "refers to a missing object", and deleted objects; nothing else is. The report names values
that cannot be compared. It counts objects that the stack does not manage; --declare shows declarations that adopt them,
and --with-stack omits those of another stack. Secrets are never shown, nor are values that may be secret: header values,
traffic policies, and anything that looks like a password, a token, or a key.

Examples:
  tunnel-edge drift --stack production
  tunnel-edge drift --with-stack network people --declare
  tunnel-edge drift --out drift.md || gh issue create --title Drift --body-file drift.md
  tunnel-edge drift --json | jq '.resources[] | select(.verdict != "same")'

Exit codes:
  0  no drift
  1  something failed
  2  wrong command line
  3  drift, or with --fail-on-unmanaged objects that the stack does not manage`;
