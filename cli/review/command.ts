import { Command, Option } from "commander";
import { accountOptions, formatOptions, REVIEW_FORMATS, reportsOption, wholeNumberFrom } from "../common";
import { FAIL_ON } from "./fail-on";
import type { ReviewFlags } from "./run";

export function reviewCommand(): Command {
  const command = new Command("review")
    .description(
      "Report the consequences of a preview for the account, starting with who gains access to what.",
    )
    .argument(
      "[preview]",
      "file written by `pulumi preview --json`, or - for stdin; without it, runs the preview",
    )
    .option("--policy-pack <folder...>", "policy packs to run with the preview")
    .option("--policy-pack-config <file...>", "settings of the policy packs, one file for each")
    .option("--refresh", "refresh the state before the preview")
    .option(
      "--events <file>",
      "policy results of the same preview, from the engine's event log, which contains secrets: docs/cli/review.md shows how to filter it",
    )
    .addOption(
      new Option(
        "--fail-on <severity>",
        "exit with 3 if a finding has this severity or a higher one; with possible, if a finding is high, critical, or a possible opening; with none, never",
      )
        .choices(FAIL_ON)
        .default("high"),
    )
    .option(
      "--max-deletions <n>",
      "deleting more objects than this is a critical finding",
      wholeNumberFrom(0),
    )
    .option(
      "--requests-per-minute <n>",
      "rate limit of the account (default: the stack's setting, or 120)",
      wholeNumberFrom(1),
    )
    .option(
      "--offline",
      "do not read the account: adopted objects, secrets named by traffic policies, and other programs' objects are not looked up",
    );
  return reportsOption(
    formatOptions(accountOptions(command), REVIEW_FORMATS, "text on a terminal, else markdown"),
    REVIEW_FORMATS,
  )
    .addHelpText("after", HELP)
    .action(async (preview: string | undefined, flags: ReviewFlags) =>
      (await import("./run.js")).runReview(preview, flags),
    );
}

const HELP = `
A preview in a file must include unchanged resources, or guards are missed:
  pulumi preview --json --show-sames --show-reads > preview.json

Reports never overwrite the command's input files. The command changes nothing and never shows secrets: the engine masks
those of the program, and the command masks those of adopted objects when it reads them.

Examples:
  tunnel-edge review
  tunnel-edge review --policy-pack node_modules/pulumi-tunnel-edge/policy-pack --max-deletions 3
  tunnel-edge review preview.json --out review.md review.sarif review.html
  pulumi preview --json --show-sames --show-reads | tunnel-edge review - --json

Exit codes (the last line on stderr gives the reason):
  0  the report is complete, and no finding has the severity of --fail-on or a higher one
  1  something failed
  2  invalid command line
  3  the report is complete, and a finding has the severity of --fail-on or a higher one`;
