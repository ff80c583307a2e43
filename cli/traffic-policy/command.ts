import { Command, Option } from "commander";
import { formatOptions, REPORT_FORMATS } from "../common";
import type { CheckFlags } from "./check";
import type { TryFlags } from "./try";

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
    .description(
      "Report errors and warnings in traffic policies in YAML or JSON, with lines and suggestions.",
    )
    .argument("<file...>", "files that contain one policy each; - for stdin")
    .addOption(
      new Option("--fail-on <severity>", "exit with 3 if there is a finding of this severity or a higher one")
        .choices(["error", "warning", "none"])
        .default("error"),
    );
  return formatOptions(command, REPORT_FORMATS)
    .addHelpText(
      "after",
      `
The service refuses a policy with an error. A warning is about something that the service may refuse, or that this version
does not know. Problems that depend on the endpoint, such as its protocol, are only found by \`pulumi preview\`.

Examples:
  tunnel-edge traffic-policy check policy.yml
  tunnel-edge traffic-policy check policies/*.yml --fail-on warning
  tunnel-edge traffic-policy check policy.json --json | jq -r '.findings[].message'

Exit codes:
  0  no finding has the severity of --fail-on or a higher one
  1  a file cannot be read
  2  invalid command line
  3  a finding has the severity of --fail-on or a higher one`,
    )
    .action(async (files: string[], flags: CheckFlags) =>
      (await import("./check.js")).runCheck(files, flags),
    );
}

function tryCommand(): Command {
  const command = new Command("try")
    .description("Show the outcome of a request at a traffic policy, rule by rule, with what is undecided.")
    .argument("<file>", "file that contains the policy in YAML or JSON; - for stdin")
    .requiredOption("--request <line>", "the request, as in the examples below, or an example from a review")
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
A request is a method, a URL, the client's IP address, and any of: header NAME=VALUE, cookie NAME=VALUE, user-agent VALUE,
over TLS 1.2, as EMAIL, signed in with PROVIDER, conn.geo.country_code=DE. Put values with spaces in double quotes.
Whatever the request does not specify, or only an account knows, is undecided.

Examples:
  tunnel-edge traffic-policy try policy.yml --request "GET https://app.example.com/admin from 198.51.100.7"
  tunnel-edge traffic-policy try policy.yml --request "GET https://app.example.com/ from 198.51.100.7 header x-key=1" --expect refused
  tunnel-edge traffic-policy try policy.yml --request "GET https://app.example.com/ from 198.51.100.7 (DE) as ada@example.com, signed in with google"

Exit codes:
  0  the outcome is decided and is the one named by --expect
  1  the file cannot be read, or the service refuses the policy
  2  invalid command line, or the request cannot be read
  3  the outcome is undecided, or not the one named by --expect`,
    )
    .action(async (file: string, flags: TryFlags) => (await import("./try.js")).runTry(file, flags));
}
