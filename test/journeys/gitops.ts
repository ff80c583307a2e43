/** `npm run demo:gitops`: a change's way from the pull request to the account, on the emulator. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "../../emulator";
import { runCli } from "../support/cli";
import { type CommandResult, createWorkspace, repository, type Workspace } from "../support/engine";

const PACK = join(repository, "policy-pack", "run.js");
const REPORTS = join(repository, ".tunnel-edge", "demo-gitops");

const say = (text = "") => process.stdout.write(`${text}\n`);
const chapter = (title: string) => say(`\n${"─".repeat(72)}\n${title}\n${"─".repeat(72)}`);
const indented = (text: string) => text.trimEnd().replace(/^/gm, "  │ ");

/** Runs a command of the package in the program's folder, shows what it says, and insists on how it ends. */
async function command(
  workspace: Workspace,
  args: readonly string[],
  wanted: number,
  shown = ({ stdout, stderr }: CommandResult) => stdout || stderr,
): Promise<void> {
  say(`$ tunnel-edge ${args.map((arg) => arg.replace(`${repository}/`, "")).join(" ")}`);
  const result = await runCli(args, { cwd: workspace.folder, env: workspace.environment });
  say(indented(shown(result)));
  say(`  exit code ${result.code}`);
  if (result.code !== wanted) throw new Error(`it should have ended with ${wanted}: ${result.stderr}`);
}

/** Runs `pulumi` and shows the steps that change something. */
async function pulumi(workspace: Workspace, args: readonly string[]): Promise<void> {
  say(`$ pulumi up ${args.map((arg) => arg.replace(`${repository}/`, "")).join(" ")}`.trimEnd());
  const { changes, diagnostics, code } = await workspace.up({ args: [...args] });
  say(indented(changes.length > 0 ? changes.join("\n") : "nothing to do"));
  if (code !== 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
}

const filesOf = (name: string) => ["md", "html", "sarif"].map((kind) => join(REPORTS, `${name}.${kind}`));

/** The report as a comment shows it before anything is unfolded. */
const commentOf = (name: string) => () =>
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
    chapter("1  The main branch: /admin is for the office, and the account is as it says");
    await pulumi(workspace, ["--policy-pack", PACK]);

    chapter("2  A pull request: the guard is switched off, since a new site cannot get in");
    workspace.setEnv({ DEMO_CHANGE: "risky" });
    await command(workspace, ["review", "--out", ...filesOf("risky")], 3, commentOf("risky"));

    chapter("3  The policy pack stops it");
    await command(workspace, ["review", "--policy-pack", PACK, "--json"], 3, findingsOf);

    chapter("4  The fix: the new site's network is allowed instead");
    workspace.setEnv({ DEMO_CHANGE: "fixed" });
    await command(
      workspace,
      ["review", "--policy-pack", PACK, "--fail-on", "critical", "--out", ...filesOf("fixed")],
      0,
      commentOf("fixed"),
    );

    chapter("5  Merged: the account follows");
    await pulumi(workspace, ["--policy-pack", PACK]);

    chapter("6  At night somebody opens the office's policy to everybody, by hand");
    const [rule] = emulator.objects("/ip_policy_rules").filter(({ cidr }) => cidr === "203.0.113.0/24");
    if (!rule) throw new Error("the rule of the office is not on the emulator");
    emulator.mutate({ path: `/ip_policy_rules/${rule.id}`, set: { cidr: "0.0.0.0/0" } });
    say(`  ${rule.id}: cidr is now 0.0.0.0/0`);
    await command(workspace, ["drift"], 3);

    chapter("7  The repair: what the program says");
    await pulumi(workspace, ["--refresh"]);
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
