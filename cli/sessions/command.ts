import { Command } from "commander";
import { accountOptions, allOption, formatOptions } from "../common";
import type { SelectionFlags } from "../selection";
import type { EndFlags } from "./run";

export function sessionsCommand(): Command {
  return new Command("sessions")
    .description("List the users who have signed in at the account's endpoints, and end sessions.")
    .addCommand(listCommand())
    .addCommand(endCommand());
}

function selectionOptions(command: Command): Command {
  return command
    .option("--session <id...>", "sessions with these ids")
    .option("--user <user...>", "sessions of users with these ids, e-mail addresses, or user names")
    .option("--url <url...>", "sessions at these URLs, as the list shows them");
}

function listCommand(): Command {
  return formatOptions(accountOptions(selectionOptions(new Command("list"))))
    .description("Print the sessions as a table, last used first.")
    .addHelpText(
      "after",
      `
The output contains names and addresses of people: treat it as personal data.

Examples:
  tunnel-edge sessions list
  tunnel-edge sessions list --user ann@example.com
  tunnel-edge sessions list --json | jq -r '.[].user.email' | sort -u

Exit codes: 0 done, 1 something failed, 2 wrong command line`,
    )
    .action(async (flags: SelectionFlags) => (await import("./run.js")).runList(flags));
}

function endCommand(): Command {
  const command = allOption(selectionOptions(new Command("end")), "every session of the account");
  return formatOptions(accountOptions(command))
    .description("End sessions, so that their users have to sign in again.")
    .option("--dry-run", "print the sessions and end none")
    .option("-y, --yes", "skip the confirmation; required without a terminal")
    .addHelpText("after", HELP)
    .action(async (flags: EndFlags) => (await import("./run.js")).runEnd(flags));
}

const HELP = `
Users can sign in again: to block them, first change the sign-in of the endpoint or the user at the identity provider.
Options of different kinds select the sessions that match all of them.

Examples:
  tunnel-edge sessions end --user ann@example.com --dry-run
  tunnel-edge sessions end --session as_2abc as_2def --yes
  tunnel-edge sessions end --url https://app.example.com --yes --json

Exit codes:
  0  every chosen session has ended, or the dry run is printed
  1  a session could not be ended, the confirmation was denied, or something else failed
  2  wrong command line
  3  nothing failed, but no session matches, or one named by --session does not exist`;
