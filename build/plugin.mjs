// node build/run.mjs build/plugin.mjs [<folder> [--all-systems]]: packs the native provider for machines without npm into a
// folder, `plugin/` by default. Writes the archive of a release, for this system or for all supported ones, and one
// executable that contains Node if this Node allows it. Prints the paths.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { licenseNotices, MINIFIED, NOTICES, packageFolders, SEPARATOR, vendor } from "./setup/bundle.mjs";
import { mustRun } from "./setup/child.mjs";
import "./setup/exit-on-failure.mjs";
import { root, temporaryFolder } from "./setup/paths.mjs";

/** The engine's names of systems and processors, where they differ from Node's. */
const SYSTEMS = { win32: "windows" };
const PROCESSORS = { x64: "amd64" };

/** The provider is a Node script that runs on all systems that support a shebang. */
const ALL_SYSTEMS = "--all-systems";
const SYSTEMS_WITH_SHEBANG = ["linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64"];

const PLUGIN = "pulumi-resource-tunnel-edge";

/** Marks the flag in Node's executable that tells whether it contains a program. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { name, version, description, author, repository, license, engines, peerDependencies } = manifest;
/** The part of the manifest that the provider reads. */
const packed = { name, version, description, author, repository, license, engines, peerDependencies };
/** Entry point of the provider; it makes Node cache the compiled code of PROVIDER. */
const entryPoint = join(root, manifest.bin[PLUGIN]);
const PROVIDER = "process.js";
const [givenTarget] = process.argv.slice(2).filter((argument) => argument !== ALL_SYSTEMS);
const target = resolve(givenTarget ?? join(root, "plugin"));
const folder = temporaryFolder("plugin");

await bundle();
mkdirSync(target, { recursive: true });
const thisSystem = `${SYSTEMS[process.platform] ?? process.platform}-${PROCESSORS[process.arch] ?? process.arch}`;
const systems = process.argv.includes(ALL_SYSTEMS) ? SYSTEMS_WITH_SHEBANG : [thisSystem];
for (const system of systems) process.stdout.write(`${await archive(system)}\n`);
const executable = join(target, PLUGIN);
rmSync(executable, { force: true });
const obstacle = obstacleToExecutable();
if (obstacle === undefined) {
  await writeExecutable(executable);
  process.stdout.write(`${executable}\n`);
} else {
  process.stderr.write(
    `No executable with Node was built: ${obstacle}. The archive is complete; it needs Node ${manifest.engines.node} on PATH.\n`,
  );
}

async function bundle() {
  await bundleFile(entryPoint, PLUGIN, [`./${PROVIDER}`]);
  const { metafile } = await bundleFile(join(dirname(entryPoint), PROVIDER), PROVIDER);
  chmodSync(join(folder, PLUGIN), 0o755);
  // The provider reads package.json and schema.json.
  const packedManifest = { ...packed, bin: { [PLUGIN]: PLUGIN }, type: "commonjs" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(packedManifest));
  for (const file of ["schema.json", "LICENSE"]) cpSync(join(root, file), join(folder, file));
  const notices = licenseNotices(packageFolders(Object.keys(metafile.inputs)));
  writeFileSync(join(folder, NOTICES), notices + SEPARATOR + readFileSync(join(vendor, NOTICES), "utf8"));
}

function bundleFile(entry, file, external = []) {
  return build({ entryPoints: [entry], outfile: join(folder, file), external, ...MINIFIED });
}

async function archive(system) {
  const path = join(target, `${PLUGIN}-v${manifest.version}-${system}.tar.gz`);
  const files = [PLUGIN, PROVIDER, "package.json", "schema.json", "LICENSE", NOTICES];
  await mustRun("tar", ["-czf", path, "-C", folder, ...files]);
  return path;
}

function obstacleToExecutable() {
  // Other systems require a signature.
  if (process.platform !== "linux") return "it can only be built on Linux";
  // The Node of some distributions uses a shared library.
  if (!readFileSync(process.execPath).includes(FUSE))
    return `${process.execPath} (${process.version}) does not support single executable applications`;
  return undefined;
}

async function writeExecutable(path) {
  const [config, blob] = ["executable.json", "executable.blob"].map((file) => join(folder, file));
  await bundleFile(entryPoint, "executable.js");
  const assets = Object.fromEntries(
    ["package.json", "schema.json"].map((file) => [file, join(folder, file)]),
  );
  const main = join(folder, "executable.js");
  const settings = { main, output: blob, assets, useCodeCache: true, disableExperimentalSEAWarning: true };
  writeFileSync(config, JSON.stringify(settings));
  await mustRun(process.execPath, ["--experimental-sea-config", config]);
  cpSync(process.execPath, path);
  chmodSync(path, 0o755);
  // In a separate process, because it prints irrelevant warnings about Node's sections.
  const injector = fileURLToPath(import.meta.resolve("postject/dist/cli.js"));
  await mustRun(process.execPath, [injector, path, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE]);
  cpSync(join(folder, NOTICES), join(target, NOTICES));
  // Node's license, because the executable contains Node.
  const nodeLicense = join(dirname(dirname(process.execPath)), "LICENSE");
  if (existsSync(nodeLicense)) cpSync(nodeLicense, join(target, "LICENSE.node"));
}
