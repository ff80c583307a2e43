/**
 * `npm run release:rehearse [-- <word>...]`: builds a release and uses each of its files as users do, with the real engine and
 * package managers. Publishes and signs nothing: only the release workflow can sign the files in SHA256SUMS. With words, runs
 * only the steps whose names contain them.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { startEmulator } from "../../emulator";
import { createWorkspace, repository } from "../support/engine";
import { goProgram, languages } from "../support/languages";
import { TreeCopy } from "../support/tree-copy";
import { CELLS, runJourney } from "./install-matrix";

interface Component {
  readonly purl: string;
  readonly name: string;
  readonly version: string;
}

const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
const { name, version } = manifest as { name: string; version: string };

const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-release-"));
const file = (path: string) => join(folder, path);
const run = async (command: string, args: readonly string[], cwd = folder, env = {}) =>
  (
    await promisify(execFile)(command, [...args], {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
    })
  ).stdout;

/** Example of the repository's future address. */
const HOME = "https://github.com/team/pulumi-tunnel-edge";

const STEPS: readonly (readonly [string, () => Promise<void>])[] = [
  ["after publishing, pages and registries name the package's home", checkHome],
  ["all files are built, and their checksums match", buildRelease],
  ["the bill of materials names the packages of the tested lockfile", checkBillOfMaterials],
  ["npm would publish the package", checkPublish],
  ...CELLS.map(
    (cell) =>
      [
        `${cell.manager} installs the package, which creates, changes, and destroys objects`,
        () => runJourney(cell, file(`${name}-${version}.tgz`)),
      ] as const,
  ),
  [
    "the engine installs the archive, and a program creates and destroys an object with it",
    () => installPlugin(archiveName()),
  ],
  ["the same with the executable", () => installPlugin("pulumi-resource-tunnel-edge")],
  ["the wheel and the sources for Python can be imported", importPython],
  ["the module for Go compiles", compileGo],
];

/** Publishing sets `repository` in package.json; the addresses in the schema and in packed pages come from it. */
async function checkHome(): Promise<void> {
  const copy = new TreeCopy();
  const read = (path: string) => readFileSync(join(copy.root, path), "utf8");
  const runTsx = async (...args: readonly string[]) => {
    const { code, stderr } = await copy.run("tsx/dist/cli.mjs", ...args);
    assert.equal(code, 0, stderr);
  };
  try {
    writeFileSync(join(copy.root, "package.json"), JSON.stringify({ ...manifest, repository: HOME }));
    await runTsx("build/generate/main.ts");

    // Pulumi's registry shows the schema and the two pages with front matter.
    const schema = JSON.parse(read("schema.json"));
    for (const key of [
      "displayName",
      "description",
      "license",
      "publisher",
      "repository",
      "homepage",
      "logoUrl",
    ])
      assert.ok(schema[key], `schema.json has no ${key}`);
    assert.equal(schema.pluginDownloadURL, "github://api.github.com/team/pulumi-tunnel-edge");

    // npm shows the address and compares it with the workflow's identity before it records provenance.
    const staged = file("staged");
    await runTsx("build/packed-pages.ts", staged);
    assert.equal(JSON.parse(readFileSync(join(staged, "package.json"), "utf8")).repository, HOME);
    const links = [...readFileSync(join(staged, "README.md"), "utf8").matchAll(/\]\(([^)\s#]+)/g)].map(
      ([, link]) => link ?? "",
    );
    assert.deepEqual(
      links.filter((link) => !link.startsWith("https:") && !existsSync(join(staged, link))),
      [],
    );
  } finally {
    copy.remove();
    rmSync(file("staged"), { recursive: true, force: true });
  }
}

async function buildRelease(): Promise<void> {
  await run(process.execPath, [join(repository, "build", "release.mjs"), folder], repository);
  const listed = readFileSync(file("SHA256SUMS"), "utf8").trim().split("\n");
  assert.deepEqual(
    // Skips the checksum (64 characters) and two spaces.
    listed.map((line) => line.slice(66)),
    readdirSync(folder)
      .filter((path) => path !== "SHA256SUMS")
      .sort(),
  );
  await run("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"]);
}

async function checkBillOfMaterials(): Promise<void> {
  const { components } = JSON.parse(readFileSync(file("sbom.cdx.json"), "utf8")) as {
    components: readonly Component[];
  };
  const lock = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string; dev?: boolean }>;
  };
  const locked = new Set(
    Object.entries(lock.packages).map(
      ([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`,
    ),
  );
  const listed = components.map(({ purl }) => decodeURIComponent(purl).slice("pkg:npm/".length));
  assert.ok(components.length > 0);
  assert.deepEqual(
    listed.filter((each) => !locked.has(each)),
    [],
  );
  const bundled = JSON.parse(readFileSync(join(repository, "dist/vendor/bundled.json"), "utf8")) as object;
  for (const dependency of Object.keys({ ...manifest.dependencies, ...bundled }))
    assert.ok(
      listed.some((each) => each.startsWith(`${dependency}@`)),
      dependency,
    );
}

async function checkPublish(): Promise<void> {
  const args = ["publish", "--dry-run", "--ignore-scripts", "--json", "--access", "public"];
  const output = JSON.parse(await run("npm", [...args, file(`${name}-${version}.tgz`)]));
  assert.equal((output[name] ?? output).version, version);
}

const archiveName = () => {
  const processor = { x64: "amd64" }[process.arch as string] ?? process.arch;
  return `pulumi-resource-tunnel-edge-v${version}-${process.platform}-${processor}.tar.gz`;
};

async function installPlugin(path: string): Promise<void> {
  const emulator = await startEmulator();
  const workspace = await createWorkspace({
    program: `const edge = require("pulumi-tunnel-edge/native"); new edge.IpPolicy("office", {});`,
    config: { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": emulator.token },
  });
  try {
    workspace.setEnv({ PULUMI_HOME: join(workspace.root, "home") });
    await workspace.run(["plugin", "install", "resource", "tunnel-edge", version, "--file", file(path)], {
      mustSucceed: true,
    });
    await workspace.up({ mustSucceed: true });
    assert.equal(emulator.objects("/ip_policies").length, 1);
    await workspace.destroy({ mustSucceed: true });
    assert.equal(emulator.objects("/ip_policies").length, 0);
  } finally {
    workspace.remove();
    await emulator.close();
  }
}

async function importPython(): Promise<void> {
  const { python } = await languages();
  for (const path of readdirSync(folder).filter((each) => each.startsWith("pulumi_tunnel_edge-"))) {
    const target = file(`installed-${basename(path)}`);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    await run(python, [...pip, "--no-build-isolation", "--target", target, file(path)]);
    const code = "import pulumi_tunnel_edge as edge; print(edge.__file__, edge.IpPolicy.__name__)";
    const output = await run(python, ["-c", code], folder, { PYTHONPATH: target });
    assert.ok(output.startsWith(target) && output.trimEnd().endsWith(" IpPolicy"), output);
    // PyPI uses this name and version for the upload.
    const printMetadata =
      "from importlib.metadata import metadata; m = metadata('pulumi_tunnel_edge'); print(m['Name'], m['Version'])";
    const metadata = await run(python, ["-c", printMetadata], folder, { PYTHONPATH: target });
    assert.match(
      metadata.trim().replace(/[-_.]+/g, "-"),
      new RegExp(`^pulumi-tunnel-edge ${version.replace(/\./g, "-")}$`),
    );
  }
}

async function compileGo(): Promise<void> {
  const found = await languages();
  await run("tar", ["-xzf", `${name}-sdk-go-v${version}.tar.gz`]);
  const text = readFileSync(join(repository, "examples", "native", "guarded-app", "go", "main.go"), "utf8");
  const program = file("program");
  mkdirSync(program);
  for (const [path, content] of Object.entries(goProgram({ ...found, goSdk: file("go") }, text)))
    writeFileSync(join(program, path), content as string);
  await run(found.go, ["build", "-o", "program", "."], program, found.env);
}

async function main(words: readonly string[]): Promise<void> {
  const steps = STEPS.filter(([title]) => words.every((word) => title.includes(word)));
  if (steps.length === 0) throw new Error(`no step of the rehearsal contains ${words.join(" and ")}`);
  for (const [title, step] of steps) {
    const startedAt = Date.now();
    await step();
    process.stdout.write(`ok  ${title} (${((Date.now() - startedAt) / 1000).toFixed(0)} s)\n`);
  }
  process.stdout.write("The rehearsal is over. Nothing was published or signed.\n");
}

main(process.argv.slice(2))
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true, force: true }));
