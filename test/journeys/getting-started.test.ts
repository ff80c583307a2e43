import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { startEmulator } from "../../emulator";
import { repository } from "../support/engine";
import { languages } from "../support/languages";
import { PageCommands } from "../support/page-commands";
import { TreeCopy } from "../support/tree-copy";
import { shellEnvironment } from "./install-matrix";

/**
 * Follows the pages in separate folders, with their commands, files, and programs. The tests replace only the input at
 * prompts, the emulator's port, and two steps that download from the vendor: for `pulumi new`, they write the files of a new
 * project, and for `pulumi package add`, the engine's generators create the SDKs from the schema.
 */

const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
const registryPage = new PageCommands("docs/_index.md");

/** Parent of the clone and the users' folders, as on the pages. */
const home = mkdtempSync(join(tmpdir(), "tunnel-edge-getting-started-"));
const started: ChildProcess[] = [];
let clone: TreeCopy;

beforeAll(() => {
  clone = new TreeCopy();
  symlinkSync(clone.root, join(home, "pulumi-tunnel-edge"));
});

afterAll(() => {
  // Kills the process groups, because npx doesn't forward signals.
  for (const { pid } of started) if (pid !== undefined) process.kill(-pid);
  clone?.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

/** A terminal in a folder. Exported variables persist between commands. */
class Terminal {
  readonly folder: string;
  readonly startedAt = Date.now();
  private readonly env: NodeJS.ProcessEnv;

  constructor(name: string, env: Readonly<Record<string, string>> = {}) {
    this.folder = join(home, name);
    mkdirSync(this.folder, { recursive: true });
    this.env = {
      ...shellEnvironment(),
      PULUMI_HOME: join(this.folder, ".pulumi"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      // Answers "yes" to each question.
      PULUMI_SKIP_CONFIRMATIONS: "true",
      NO_COLOR: "1",
      EXPORTED: join(this.folder, ".exported"),
      ...env,
    };
  }

  file(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs lines of a page, checks their exit code, and returns their output. */
  async run(lines: string, code = 0): Promise<string> {
    const script = `set -e; [ ! -f "$EXPORTED" ] || . "$EXPORTED"\n${lines}\nexport -p > "$EXPORTED"`;
    const child = spawn("bash", ["-c", script], { cwd: this.folder, env: this.env, stdio: "pipe" });
    child.stdin.end();
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    const exitCode = await new Promise<number>((resolve) =>
      child.once("close", (status) => resolve(status ?? -1)),
    );
    expect(exitCode, `${lines}\n${output}`).toBe(code);
    return output;
  }

  /** Starts a server and returns the first line that it prints. */
  async start(line: string): Promise<string> {
    const options = { cwd: this.folder, env: this.env, detached: true };
    const child = spawn("bash", ["-c", `exec ${line.trim()}`], options);
    started.push(child);
    return new Promise((resolve, reject) => {
      child.stdout.setEncoding("utf8").once("data", resolve);
      child.once("close", (code) => reject(new Error(`${line} ended with ${code}`)));
    });
  }

  /** Prints the time since the terminal was opened. */
  reportTime(journey: string): void {
    const minutes = ((Date.now() - this.startedAt) / 60_000).toFixed(1);
    process.stdout.write(`${journey}: ${minutes} minutes to the first success\n`);
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

/** Adds input for the prompt of a line. */
const withInput = (lines: string, line: string, text: string): string => {
  expect(lines).toContain(line);
  return lines.replace(line, `${line} <<< ${text}`);
};

test("docs/getting-started.md leads to a working TypeScript program", { timeout: 900_000 }, async () => {
  const guide = new PageCommands("docs/getting-started.md");
  const terminal = new Terminal("infra");
  const port = await freePort();
  const onPort = (lines: string) => lines.replaceAll("4300", String(port));

  await terminal.run(guide.code("In an empty folder"));
  const inClone = new Terminal("pulumi-tunnel-edge");
  const path =
    (await inClone.run(guide.code("one command packs the archive"))).trim().split("\n").at(-1) ?? "";
  const install = guide.code("with that path");
  expect(path.split("/").at(-1)).toBe(install.trim().split("/").at(-1));
  await terminal.run(install);
  for (const name of ["Pulumi.yaml", "index.ts", "tsconfig.json"])
    terminal.file(name, guide.code(`\`${name}\``));

  await terminal.start(onPort(guide.code("In a second terminal")));
  const first = new PageCommands("docs/getting-started.md", "3. The first update");
  const update = withInput(onPort(first.code("")), "read -rs PULUMI_CONFIG_PASSPHRASE", "trial");
  expect(await terminal.run(update)).toMatch(/Resources:\n +\+ 5 created/);
  terminal.reportTime("TypeScript, from the tarball");
  expect(await terminal.run("pulumi up")).toMatch(/Resources:\n +5 unchanged/);

  const [byHand = "", drift = "", repair = ""] = onPort(guide.code("in the terminal of step 3")).split(
    /\n\s*(?=npx|pulumi up)/,
  );
  await terminal.run(byHand);
  expect(await terminal.run(drift, 3)).toContain("by hand");
  expect(await terminal.run(repair)).toMatch(/~ 1 updated/);
  await terminal.run("pulumi destroy");
});

test("README.md leads to a working TypeScript program", { timeout: 900_000 }, async () => {
  const guide = new PageCommands("README.md", "Use it");
  const emulator = await startEmulator();
  try {
    await new Terminal("pulumi-tunnel-edge").run(guide.code("one command packs the archive"));
    mkdirSync(join(home, "readme-state"));
    const terminal = new Terminal("readme", {
      PULUMI_HOME: join(home, "readme-home"),
      PULUMI_BACKEND_URL: `file://${join(home, "readme-state")}`,
      PULUMI_CONFIG_PASSPHRASE: "trial",
      // Overrides the address that the template sets.
      TUNNEL_EDGE_BASE_URL: emulator.url,
    });
    const install = guide.code("in an empty folder next to the clone");
    expect(install.trim().split("\n")).toHaveLength(2);
    await terminal.run(install);
    const commands = guide.code("Without an account");
    expect(commands.trim().split("\n")).toHaveLength(5);
    const output = await terminal.run(
      withInput(commands, "pulumi config set --secret tunnel-edge:apiToken", emulator.token),
    );
    expect(output).toMatch(/Resources:\n +\+ 5 created/);
    expect(emulator.objects("/endpoints")).toMatchObject([{ url: "https://app.example.com" }]);
    terminal.reportTime("TypeScript, by the README");
  } finally {
    await emulator.close();
  }
});

/** Builds the plugin archive in the clone and installs it with the page's command. */
async function installArchive(terminal: Terminal): Promise<void> {
  const page = readFileSync(join(repository, "docs/installation-configuration.md"), "utf8");
  const [, command = "", buildCommand = ""] =
    /`(pulumi plugin install [^`]*)`[^\n]*?`(node build\/run\.mjs build\/plugin\.mjs)` in the repository/.exec(
      page,
    ) ?? [];
  expect(command, "the page's command, with the one that builds its file").not.toBe("");
  const output = await new Terminal("pulumi-tunnel-edge").run(buildCommand);
  const archive = output.split("\n").find((line) => line.endsWith(".tar.gz")) ?? "";
  await terminal.run(command.replace("<version>", version).replace("<file>", archive));
}

/** Follows docs/_index.md for a language, starting with the program. */
async function runGuardedApp(language: "Python" | "Go", terminal: Terminal, file: string): Promise<void> {
  const emulator = await startEmulator();
  try {
    await installArchive(terminal);
    terminal.file(file, registryPage.code(`Guarded app in ${language}`));
    await terminal.run(`mkdir -p .state && export PULUMI_BACKEND_URL="file://$PWD/.state"`);
    await terminal.run("export PULUMI_CONFIG_PASSPHRASE=trial; pulumi stack init dev");
    const account = registryPage
      .code("Set the account, and run it")
      .replace("https://api.example.com", emulator.url);
    const output = await terminal.run(
      withInput(account, "pulumi config set --secret tunnel-edge:apiToken", emulator.token),
    );
    expect(output).toMatch(/Resources:\n +\+ 5 created/);
    terminal.reportTime(`${language}, from the archive`);
    expect(emulator.objects("/endpoints")).toMatchObject([{ url: "https://wiki.example.com" }]);
    expect(await terminal.run("pulumi up")).toMatch(/Resources:\n +5 unchanged/);
    await terminal.run("pulumi destroy");
    expect(emulator.objects("/endpoints")).toEqual([]);
  } finally {
    await emulator.close();
  }
}

test("docs/_index.md leads to a working Python program", { timeout: 2_400_000 }, async () => {
  const found = await languages();
  const terminal = new Terminal("wiki-python", found.env);
  terminal.file(
    "Pulumi.yaml",
    stringify({ name: "wiki-python", runtime: { name: "python", options: { virtualenv: found.venv } } }),
  );
  await terminal.run('python -c "import pulumi_tunnel_edge"');
  await runGuardedApp("Python", terminal, "__main__.py");
});

test("docs/_index.md leads to a working Go program", { timeout: 2_400_000 }, async () => {
  const found = await languages();
  const terminal = new Terminal("wiki-go", found.env);
  terminal.file("Pulumi.yaml", stringify({ name: "wiki-go", runtime: "go" }));
  for (const name of ["go.mod", "go.sum"])
    terminal.file(
      name,
      readFileSync(join(repository, "examples", "native", name), "utf8").replace(/(?<==> ).*/, found.goSdk),
    );
  await runGuardedApp("Go", terminal, "main.go");
});
