import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run, tail } from "./child.mjs";
import { findGo, goBuild } from "./engine/go-build.mjs";
import { engineVersion, module } from "./engine/pins.mjs";
import { SetupFailure } from "./failure.mjs";
import { withLock } from "./lock.mjs";
import { engineHome, filesBelow, root } from "./paths.mjs";
import { report, withProgress } from "./progress.mjs";

/** Go modules and Python packages that programs in other languages need. */
const pins = join(root, "build", "engine", "languages");
const requirements = join(pins, "requirements.txt");
const home = join(engineHome, "languages");
const tools = join(home, "bin");
const sdk = join(home, "sdk");
const venv = join(home, "venv");

/** The newest language hosts in published modules that can be built separately. */
const hosts = [
  module(
    "pulumi-language-python",
    "build/engine/languages/python",
    "github.com/pulumi/pulumi/sdk/v3",
    "python/cmd/pulumi-language-python",
  ),
  module(
    "pulumi-language-go",
    "build/engine/languages/go",
    "github.com/pulumi/pulumi/sdk/v3",
    "go/pulumi-language-go",
  ),
];
const generator = {
  name: "sdk-generator",
  folder: join(pins, "generator"),
  package: ".",
  version: engineVersion,
};
const generatorFiles = filesBelow(generator.folder);
/** Script of the Python host's module that starts programs; the host expects it next to itself. */
const pythonScript = "pulumi-language-python-exec";

/**
 * Provides the native provider for Python and Go in `.engine/languages`: the SDKs, generated from schema.json by the
 * engine's generators, the language hosts, and a Python environment with the SDK.
 *
 * @typedef {object} Languages
 * @property {string} tools the folder of the languages' hosts, for PATH
 * @property {string} goSdk the folder of the Go module
 * @property {string} python the Python of the environment
 * @property {string} venv the folder of the environment
 * @property {string} go the Go command
 * @returns {Promise<Languages>}
 * @throws {SetupFailure} says which part is missing, why, and what to install
 */
export async function provideLanguages() {
  return withLock(async () => {
    const go = await provideTools();
    await unlessDone("sdk", [...generatorFiles, join(root, "schema.json")], generate);
    await unlessDone("venv", [...generatorFiles, requirements, join(root, "schema.json")], installPython);
    return { tools, goSdk: join(sdk, "go"), python: join(venv, "bin", "python"), venv, go };
  });
}

/** Converts the `program.pp` of each folder. Returns the texts by folder name and language. */
export async function convertPrograms(folder) {
  return withLock(async () => {
    await provideTools();
    const problem = "The programs could not be converted to other languages.";
    return JSON.parse(await runGenerator("programs", folder, problem));
  });
}

async function runGenerator(command, folder, problem) {
  const args = [command, join(root, "schema.json"), folder];
  const { code, stdout, output } = await run(join(tools, generator.name), args);
  if (code !== 0) throw new SetupFailure("languages", problem, { why: tail(output) });
  return stdout;
}

/** Runs a step unless it has already run for the same contents of these files. */
async function unlessDone(name, files, step) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  const key = hash.digest("hex");
  const stamp = join(home, `${name}.stamp`);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  rmSync(stamp, { force: true });
  await step();
  writeFileSync(stamp, key);
}

/** Builds the language hosts and the generator. Returns the Go command. */
async function provideTools() {
  const { path, why } = await findGo();
  if (path === undefined)
    throw new SetupFailure("languages", "The SDKs of other languages need Go, which is not available.", {
      why,
      remedy: "install Go 1.26 or newer (https://go.dev/dl) and run the command again.",
    });
  const hostFiles = hosts.flatMap(({ folder }) => [join(folder, "go.mod"), join(folder, "go.sum")]);
  await unlessDone("tools", [...generatorFiles, ...hostFiles], () => buildTools(path));
  return path;
}

async function buildTools(go) {
  mkdirSync(tools, { recursive: true });
  for (const executable of [...hosts, generator]) {
    const problem = await goBuild(go, executable, tools);
    if (problem !== undefined)
      throw new SetupFailure("languages", `${executable.name} could not be built.`, {
        why: problem,
        remedy: "make the Go module proxy reachable and run the command again.",
      });
  }
  const [python] = hosts;
  const goList = await run(go, ["list", "-f", "{{.Dir}}", python.package], { cwd: python.folder });
  const script = join(dirname(goList.stdout.trim()), pythonScript);
  if (goList.code !== 0 || !existsSync(script))
    throw new SetupFailure("languages", `${pythonScript} is not in the module of ${python.name}.`, {
      why: tail(goList.output),
    });
  cpSync(script, join(tools, pythonScript));
}

async function generate() {
  rmSync(sdk, { recursive: true, force: true });
  await runGenerator("sdks", sdk, "The SDKs could not be generated.");
  // The package needs a README, which the engine's generator doesn't copy.
  cpSync(join(sdk, "python", "pulumi_tunnel_edge", "README.md"), join(sdk, "python", "README.md"));
  report("languages", "SDKs for Python and Go generated from schema.json");
}

async function installPython() {
  const system = await run("python3", [
    "-c",
    "import sys, venv, ensurepip; print(sys.version_info >= (3, 9))",
  ]);
  if (system.stdout.trim() !== "True")
    throw new SetupFailure("languages", "The Python SDK needs Python 3.9 or newer with venv and pip.", {
      why: tail(system.output, 3),
      remedy: "install python3 and python3-venv, and run the command again.",
    });
  rmSync(venv, { recursive: true, force: true });
  const python = join(venv, "bin", "python");
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"];
  await withProgress("languages", "installing the Python SDK", async () => {
    for (const [command, ...args] of [
      ["python3", "-m", "venv", venv],
      [python, ...pip, "--require-hashes", "--only-binary=:all:", "--requirement", requirements],
      [python, ...pip, "--no-deps", "--no-build-isolation", join(sdk, "python")],
    ]) {
      const { code, output } = await run(command, args, { timeoutSeconds: 900 });
      if (code === 0) continue;
      throw new SetupFailure("languages", "The Python environment could not be created.", {
        why: tail(output, 5),
        remedy: "make the Python package index reachable and run the command again.",
      });
    }
  });
  report("languages", "Python environment with the SDK created (.engine/languages/venv)");
}
