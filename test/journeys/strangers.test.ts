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
import { TreeCopy } from "../support/tree-copy";
import { WalkThrough } from "../support/walk-through";
import { shellEnvironment } from "./install-matrix";

/**
 * Three strangers, each in a folder of their own, do what the pages say: commands, files and programs are those of the
 * pages. Replaced is what a person types at a prompt, the port of an emulator where several may run, and what cannot be had
 * without the vendor's downloads: `pulumi new` and the language hosts of `pulumi package add`. In their place stand the files
 * that a new project has and the SDKs that the engine's own generators make of the schema.
 */

const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
const native = new WalkThrough("docs/_index.md");

/** Parent of the clone and of the strangers' folders, as the pages have them. */
const home = mkdtempSync(join(tmpdir(), "tunnel-edge-strangers-"));
const started: ChildProcess[] = [];
let clone: TreeCopy;

beforeAll(() => {
  clone = new TreeCopy();
  symlinkSync(clone.root, join(home, "pulumi-tunnel-edge"));
});

afterAll(() => {
  // With all that they have started themselves: npx passes no signal on.
  for (const { pid } of started) if (pid !== undefined) process.kill(-pid);
  clone?.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

/** A terminal in a folder: what one command exports, the next one has. */
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
      // The answer "yes" to each question.
      PULUMI_SKIP_CONFIRMATIONS: "true",
      NO_COLOR: "1",
      EXPORTED: join(this.folder, ".exported"),
      ...env,
    };
  }

  file(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs lines of a page, and fails with all that they printed unless they end with 0, or with `code`. */
  async run(lines: string, code = 0): Promise<string> {
    const script = `set -e; [ ! -f "$EXPORTED" ] || . "$EXPORTED"\n${lines}\nexport -p > "$EXPORTED"`;
    const child = spawn("bash", ["-c", script], { cwd: this.folder, env: this.env, stdio: "pipe" });
    child.stdin.end();
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    const ended = await new Promise<number>((resolve) =>
      child.once("close", (status) => resolve(status ?? -1)),
    );
    expect(ended, `${lines}\n${said}`).toBe(code);
    return said;
  }

  /** Starts what goes on running, and waits for the first line that it prints. */
  async start(line: string): Promise<string> {
    const options = { cwd: this.folder, env: this.env, detached: true };
    const child = spawn("bash", ["-c", `exec ${line.trim()}`], options);
    started.push(child);
    return new Promise((resolve, reject) => {
      child.stdout.setEncoding("utf8").once("data", resolve);
      child.once("close", (code) => reject(new Error(`${line} ended with ${code}`)));
    });
  }

  /** Prints how long it has taken until now. */
  succeeded(who: string): void {
    const minutes = ((Date.now() - this.startedAt) / 60_000).toFixed(1);
    process.stdout.write(`${who}: ${minutes} minutes to the first success\n`);
  }
}

/** A port that nobody listens on. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

/** What is typed at the prompt of a line. */
const typing = (lines: string, line: string, text: string): string => {
  expect(lines).toContain(line);
  return lines.replace(line, `${line} <<< ${text}`);
};

test("TypeScript, from the tarball, by getting started", { timeout: 900_000 }, async () => {
  const guide = new WalkThrough("docs/getting-started.md");
  const own = new Terminal("infra");
  const port = await freePort();
  const onPort = (lines: string) => lines.replaceAll("4300", String(port));

  await own.run(guide.code("In an empty folder"));
  const inClone = new Terminal("pulumi-tunnel-edge");
  const path =
    (await inClone.run(guide.code("one command packs the archive"))).trim().split("\n").at(-1) ?? "";
  const install = guide.code("with that path");
  expect(path.split("/").at(-1)).toBe(install.trim().split("/").at(-1));
  await own.run(install);
  for (const name of ["Pulumi.yaml", "index.ts", "tsconfig.json"]) own.file(name, guide.code(`\`${name}\``));

  await own.start(onPort(guide.code("In a second terminal")));
  const first = new WalkThrough("docs/getting-started.md", "3. The first update");
  const update = typing(onPort(first.code("")), "read -rs PULUMI_CONFIG_PASSPHRASE", "trial");
  expect(await own.run(update)).toMatch(/Resources:\n +\+ 5 created/);
  own.succeeded("TypeScript, from the tarball");
  expect(await own.run("pulumi up")).toMatch(/Resources:\n +5 unchanged/);

  const [byHand = "", drift = "", repair = ""] = onPort(guide.code("in the terminal of step 3")).split(
    /\n\s*(?=npx|pulumi up)/,
  );
  await own.run(byHand);
  expect(await own.run(drift, 3)).toContain("by hand");
  expect(await own.run(repair)).toMatch(/~ 1 updated/);
  await own.run("pulumi destroy");
});

test("TypeScript, by the commands of the README", { timeout: 900_000 }, async () => {
  const guide = new WalkThrough("README.md", "Use it");
  const emulator = await startEmulator();
  try {
    await new Terminal("pulumi-tunnel-edge").run(guide.code("one command packs the archive"));
    mkdirSync(join(home, "readme-state"));
    const own = new Terminal("readme", {
      PULUMI_HOME: join(home, "readme-home"),
      PULUMI_BACKEND_URL: `file://${join(home, "readme-state")}`,
      PULUMI_CONFIG_PASSPHRASE: "trial",
      // Takes precedence over the address that the template sets.
      TUNNEL_EDGE_BASE_URL: emulator.url,
    });
    const commands = guide.code("in an empty folder next to the clone");
    expect(commands.trim().split("\n")).toHaveLength(6);
    const said = await own.run(
      typing(commands, "pulumi config set --secret tunnel-edge:apiToken", emulator.token),
    );
    expect(said).toMatch(/Resources:\n +\+ 5 created/);
    expect(emulator.objects("/endpoints")).toMatchObject([{ url: "https://app.example.com" }]);
    own.succeeded("TypeScript, by the README");
  } finally {
    await emulator.close();
  }
});

/** The archive that the clone makes, installed by the command of the page. */
async function installArchive(stranger: Terminal): Promise<void> {
  const page = readFileSync(join(repository, "docs/installation-configuration.md"), "utf8");
  const [, command = "", make = ""] =
    /`(pulumi plugin install [^`]*)`[^\n]*?`(node build\/run\.mjs build\/plugin\.mjs)` of the repository/.exec(
      page,
    ) ?? [];
  const made = await new Terminal("pulumi-tunnel-edge").run(make);
  const archive = made.split("\n").find((line) => line.endsWith(".tar.gz")) ?? "";
  await stranger.run(command.replace("<version>", version).replace("<file>", archive));
}

/** What the native page says of one language, from the program on. */
async function guardedApp(language: "Python" | "Go", stranger: Terminal, file: string): Promise<void> {
  const emulator = await startEmulator();
  try {
    await installArchive(stranger);
    stranger.file(file, native.code(`Guarded app in ${language}`));
    await stranger.run(`mkdir -p .state && export PULUMI_BACKEND_URL="file://$PWD/.state"`);
    await stranger.run("export PULUMI_CONFIG_PASSPHRASE=trial; pulumi stack init dev");
    const account = native
      .code("Set the account, and run it")
      .replace("https://api.example.com", emulator.url);
    const said = await stranger.run(
      typing(account, "pulumi config set --secret tunnel-edge:apiToken", emulator.token),
    );
    expect(said).toMatch(/Resources:\n +\+ 5 created/);
    stranger.succeeded(`${language}, from the archive`);
    expect(emulator.objects("/endpoints")).toMatchObject([{ url: "https://wiki.example.com" }]);
    expect(await stranger.run("pulumi up")).toMatch(/Resources:\n +5 unchanged/);
    await stranger.run("pulumi destroy");
    expect(emulator.objects("/endpoints")).toEqual([]);
  } finally {
    await emulator.close();
  }
}

test("Python, from the plugin archive, by the native pages", { timeout: 2_400_000 }, async () => {
  const found = await languages();
  const stranger = new Terminal("wiki-python", found.env);
  stranger.file(
    "Pulumi.yaml",
    stringify({ name: "wiki-python", runtime: { name: "python", options: { virtualenv: found.venv } } }),
  );
  await stranger.run('python -c "import pulumi_tunnel_edge"');
  await guardedApp("Python", stranger, "__main__.py");
});

test("Go, from the plugin archive, by the native pages", { timeout: 2_400_000 }, async () => {
  const found = await languages();
  const stranger = new Terminal("wiki-go", found.env);
  stranger.file("Pulumi.yaml", stringify({ name: "wiki-go", runtime: "go" }));
  for (const name of ["go.mod", "go.sum"])
    stranger.file(
      name,
      readFileSync(join(repository, "examples", "native", name), "utf8").replace(/(?<==> ).*/, found.goSdk),
    );
  await guardedApp("Go", stranger, "main.go");
});
