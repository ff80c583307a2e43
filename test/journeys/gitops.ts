/** `npm run demo:gitops`: follows a change from the pull request to the account, on the emulator. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "../../emulator";
import { runCli } from "../support/cli";
import { type CommandResult, createWorkspace, repository, type Workspace } from "../support/engine";

const PACK = join(repository, "policy-pack", "run.js");
const REPORTS = join(repository, ".tunnel-edge", "demo-gitops");

const say = (text = "") => process.stdout.write(`${text}\n`);
const chapter = (title: string) => say(`\n${"─".repeat(72)}\n${title}\n${"─".repeat(72)}`);
const indent = (text: string) => text.trimEnd().replace(/^/gm, "  │ ");

/** Runs a command of the package in the program's folder and prints its output. @throws Error for another exit code */
async function command(
  workspace: Workspace,
  args: readonly string[],
  exitCode: number,
  format = ({ stdout, stderr }: CommandResult) => stdout || stderr,
): Promise<void> {
  say(`$ tunnel-edge ${args.map((arg) => arg.replace(`${repository}/`, "")).join(" ")}`);
  const result = await runCli(args, { cwd: workspace.folder, env: workspace.environment });
  say(indent(format(result)));
  say(`  exit code ${result.code}`);
  if (result.code !== exitCode) throw new Error(`the expected exit code is ${exitCode}: ${result.stderr}`);
}

async function pulumiUp(workspace: Workspace, args: readonly string[]): Promise<void> {
  say(`$ pulumi up ${args.map((arg) => arg.replace(`${repository}/`, "")).join(" ")}`.trimEnd());
  const { changes, diagnostics, code } = await workspace.up({ args: [...args] });
  say(indent(changes.length > 0 ? changes.join("\n") : "nothing to do"));
  if (code !== 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
}

const reportFiles = (name: string) => ["md", "html", "sarif"].map((kind) => join(REPORTS, `${name}.${kind}`));

/** Returns the part of a report that a comment shows unfolded. */
const readComment = (name: string) => () =>
  readFileSync(join(REPORTS, `${name}.md`), "utf8").replace(/\n*<details>[\s\S]*/, "");

interface Findings {
  readonly findings: readonly {
    readonly severity: string;
    readonly subject: string;
    readonly message: string;
  }[];
}

const findingsOf = ({ stdout }: CommandResult) =>
  (JSON.parse(stdout) as Findings).findings
    .map(({ severity, subject, message }) => `${severity}: ${subject}: ${message}`)
    .join("\n");

async function main(): Promise<void> {
  mkdirSync(REPORTS, { recursive: true });
  const emulator = await startEmulator();
  const workspace = await createWorkspace({
    program: { "index.ts": readFileSync(join(__dirname, "gitops-program.ts"), "utf8") },
    env: { TUNNEL_EDGE_BASE_URL: emulator.url, TUNNEL_EDGE_API_TOKEN: emulator.token },
  });
  try {
    chapter("1  The main branch: only the office can reach /admin");
    await pulumiUp(workspace, ["--policy-pack", PACK]);

    chapter("2  A pull request disables the guard to let a new site in");
    workspace.setEnv({ DEMO_CHANGE: "risky" });
    await command(workspace, ["review", "--out", ...reportFiles("risky")], 3, readComment("risky"));

    chapter("3  The policy pack rejects it");
    await command(workspace, ["review", "--policy-pack", PACK, "--json"], 3, findingsOf);

    chapter("4  The fix allows the new site's network instead");
    workspace.setEnv({ DEMO_CHANGE: "fixed" });
    await command(
      workspace,
      ["review", "--policy-pack", PACK, "--fail-on", "critical", "--out", ...reportFiles("fixed")],
      0,
      readComment("fixed"),
    );

    chapter("5  Merged: the account is updated");
    await pulumiUp(workspace, ["--policy-pack", PACK]);

    chapter("6  Someone opens the office's policy to everyone, by hand");
    const [rule] = emulator.objects("/ip_policy_rules").filter(({ cidr }) => cidr === "203.0.113.0/24");
    if (!rule) throw new Error("the rule of the office is not on the emulator");
    emulator.mutate({ path: `/ip_policy_rules/${rule.id}`, set: { cidr: "0.0.0.0/0" } });
    say(`  ${rule.id}: cidr is now 0.0.0.0/0`);
    await command(workspace, ["drift"], 3);

    chapter("7  An update restores the policy");
    await pulumiUp(workspace, ["--refresh"]);
    await command(workspace, ["drift"], 0);
    say(
      `\nThe reports are in ${REPORTS.slice(repository.length + 1)}; open fixed.html and risky.html in a browser.`,
    );
  } finally {
    workspace.remove();
    await emulator.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
