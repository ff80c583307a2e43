/**
 * `npm run release:rehearse`: makes what a release publishes and uses each of its files as those do who download them, with
 * the real engine and package managers. Publishes nothing, and signs nothing: only the release's workflow has an identity
 * for that, which signs the files that SHA256SUMS names. With words, only the steps that have them in their names run.
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
import { CELLS, journey } from "./install-matrix";

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

/** Where the repository will be, as far as the day of publishing is rehearsed. */
const HOME = "https://github.com/team/pulumi-tunnel-edge";

const STEPS: readonly (readonly [string, () => Promise<void>])[] = [
  ["on the day of publishing, pages, templates, and registries name the package's home", announced],
  ["all files are made, and their sums hold", made],
  ["the bill of materials names the packages of the tested lockfile", billed],
  ["npm would publish the package", publishable],
  ...CELLS.map(
    (cell) =>
      [
        `${cell.manager} installs the package, which creates, changes and destroys`,
        () => journey(cell, file(`${name}-${version}.tgz`)),
      ] as const,
  ),
  [
    "the engine installs the archive, and a program creates and destroys with it",
    () => installed(archiveName()),
  ],
  ["the same with the executable", () => installed("pulumi-resource-tunnel-edge")],
  ["the wheel and the sources for Python are imported", pythonImports],
  ["the module for Go compiles", goCompiles],
];

/** All that the day of publishing changes in the tree is `repository` in package.json; the rest follows from it. */
async function announced(): Promise<void> {
  const copy = new TreeCopy();
  const read = (path: string) => readFileSync(join(copy.root, path), "utf8");
  const runTsx = async (...args: readonly string[]) => {
    const { code, stderr } = await copy.run("tsx/dist/cli.mjs", ...args);
    assert.equal(code, 0, stderr);
  };
  try {
    writeFileSync(join(copy.root, "package.json"), JSON.stringify({ ...manifest, repository: HOME }));
    await runTsx("build/generate/main.ts");

    for (const page of [
      "README.md",
      "docs/getting-started.md",
      "docs/_index.md",
      "examples/templates/typescript/Pulumi.yaml",
    ])
      assert.doesNotMatch(read(page), /isn't on npm|\.tgz/, page);
    const template = JSON.parse(read("examples/templates/typescript/package.json"));
    assert.equal(template.dependencies[name], `^${version}`);

    // What Pulumi's registry shows: the schema and the two pages with front matter.
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

    // What npm shows, and compares with the workflow's identity before it records provenance.
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

async function made(): Promise<void> {
  await run(process.execPath, [join(repository, "build", "release.mjs"), folder], repository);
  const listed = readFileSync(file("SHA256SUMS"), "utf8").trim().split("\n");
  assert.deepEqual(
    listed.map((line) => line.slice(66)),
    readdirSync(folder)
      .filter((path) => path !== "SHA256SUMS")
      .sort(),
  );
  await run("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"]);
}

async function billed(): Promise<void> {
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
  const unknown = components.map(({ purl }) => decodeURIComponent(purl).slice("pkg:npm/".length));
  assert.ok(components.length > 0);
  assert.deepEqual(
    unknown.filter((each) => !locked.has(each)),
    [],
  );
  const bundled = JSON.parse(readFileSync(join(repository, "dist/vendor/bundled.json"), "utf8")) as object;
  for (const dependency of Object.keys({ ...manifest.dependencies, ...bundled }))
    assert.ok(
      unknown.some((each) => each.startsWith(`${dependency}@`)),
      dependency,
    );
}

async function publishable(): Promise<void> {
  const args = ["publish", "--dry-run", "--ignore-scripts", "--json", "--access", "public"];
  const said = JSON.parse(await run("npm", [...args, file(`${name}-${version}.tgz`)]));
  assert.equal((said[name] ?? said).version, version);
}

const archiveName = () => {
  const processor = { x64: "amd64" }[process.arch as string] ?? process.arch;
  return `pulumi-resource-tunnel-edge-v${version}-${process.platform}-${processor}.tar.gz`;
};

async function installed(path: string): Promise<void> {
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

async function pythonImports(): Promise<void> {
  const { python } = await languages();
  for (const path of readdirSync(folder).filter((each) => each.startsWith("pulumi_tunnel_edge-"))) {
    const target = file(`installed-${basename(path)}`);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    await run(python, [...pip, "--no-build-isolation", "--target", target, file(path)]);
    const code = "import pulumi_tunnel_edge as edge; print(edge.__file__, edge.IpPolicy.__name__)";
    const said = await run(python, ["-c", code], folder, { PYTHONPATH: target });
    assert.ok(said.startsWith(target) && said.trimEnd().endsWith(" IpPolicy"), said);
    // What PyPI files the upload under.
    const metadata =
      "from importlib.metadata import metadata as of; m = of('pulumi_tunnel_edge'); print(m['Name'], m['Version'])";
    const filed = await run(python, ["-c", metadata], folder, { PYTHONPATH: target });
    assert.match(
      filed.trim().replace(/[-_.]+/g, "-"),
      new RegExp(`^pulumi-tunnel-edge ${version.replace(/\./g, "-")}$`),
    );
  }
}

async function goCompiles(): Promise<void> {
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
  const steps = STEPS.filter(([what]) => words.every((word) => what.includes(word)));
  if (steps.length === 0) throw new Error(`no step of the rehearsal is about ${words.join(" ")}`);
  for (const [what, step] of steps) {
    const startedAt = Date.now();
    await step();
    process.stdout.write(`ok  ${what} (${((Date.now() - startedAt) / 1000).toFixed(0)} s)\n`);
  }
  process.stdout.write("The rehearsal is over. Nothing was published or signed.\n");
}

main(process.argv.slice(2))
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true, force: true }));
