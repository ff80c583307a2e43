import { Command, Option } from "commander";
import { formatOptions, REPORT_FORMATS } from "../common";
import type { CheckFlags } from "./check";
import type { TryFlags } from "./try";

/** `tunnel-edge traffic-policy`: traffic policies in files, without a stack or an account. */
export function trafficPolicyCommand(): Command {
  return new Command("traffic-policy")
    .description(
      "Check a traffic policy in a file, and try requests against it; no stack or account is needed.",
    )
    .addCommand(checkCommand())
    .addCommand(tryCommand());
}

function checkCommand(): Command {
  const command = new Command("check")
    .description("Report what is wrong with traffic policies in YAML or JSON, with lines and suggestions.")
    .argument("<file...>", "files that hold one policy each; - for stdin")
    .addOption(
      new Option(
        "--fail-on <severity>",
        "exit with 3 when there is a finding of this severity or a higher one",
      )
        .choices(["error", "warning", "none"])
        .default("error"),
    );
  return formatOptions(command, REPORT_FORMATS)
    .addHelpText(
      "after",
      `
An error is what the service refuses; a warning is what it may refuse, or what this version does not know. What depends on the
endpoint, such as its protocol, is checked by \`pulumi preview\`.

Examples:
  tunnel-edge traffic-policy check policy.yml
  tunnel-edge traffic-policy check policies/*.yml --fail-on warning
  tunnel-edge traffic-policy check policy.json --json | jq -r '.findings[].message'

Exit codes:
  0  nothing as bad as --fail-on
  1  a file cannot be read
  2  invalid command line
  3  findings as bad as --fail-on`,
    )
    .action(async (files: string[], flags: CheckFlags) =>
      (await import("./check.js")).runCheck(files, flags),
    );
}

function tryCommand(): Command {
  const command = new Command("try")
    .description("Show the outcome of a request at a traffic policy, rule by rule, with what is undecided.")
    .argument("<file>", "file that holds the policy in YAML or JSON; - for stdin")
    .requiredOption("--request <line>", "the request, as in the examples below, or the example of a review")
    .addOption(
      new Option("--expect <outcome>", "exit with 3 unless this is the outcome").choices([
        "forwarded",
        "refused",
        "asks",
        "answered",
        "redirected",
        "undecided",
      ]),
    );
  return formatOptions(command)
    .addHelpText(
      "after",
      `
A request is a method, a URL, the address of the client, and any of: header NAME=VALUE, cookie NAME=VALUE, user-agent VALUE,
over TLS 1.2, as E-MAIL, signed in with PROVIDER, conn.geo.country_code=DE. Values with blanks go between double quotes.
What the request does not give, and what only an account tells, is undecided.

Examples:
  tunnel-edge traffic-policy try policy.yml --request "GET https://app.example.com/admin from 198.51.100.7"
  tunnel-edge traffic-policy try policy.yml --request "GET https://app.example.com/ from 198.51.100.7 header x-key=1" --expect refused
  tunnel-edge traffic-policy try policy.yml --request "GET https://app.example.com/ from 198.51.100.7 (DE) as ada@example.com, signed in with google"

Exit codes:
  0  the outcome is decided, and the one that --expect names
  1  the file cannot be read, or the service refuses the policy
  2  invalid command line, or the request cannot be read
  3  the outcome is undecided, or not the one that --expect names`,
    )
    .action(async (file: string, flags: TryFlags) => (await import("./try.js")).runTry(file, flags));
}
