import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { reducedEnvironment, run } from "../child.mjs";
import { SetupFailure } from "../failure.mjs";
import { engineBin, engineCache, engineStamp, nodeModules, replaceFile, root } from "../paths.mjs";
import { report } from "../progress.mjs";
import { buildFromModules } from "./go-build.mjs";
import { engineOnPath } from "./on-path.mjs";
import { cacheFolder, engineVersion, executables } from "./pins.mjs";
import { downloadRelease } from "./release.mjs";

/** The engine starts dynamic providers through this script of the SDK, which it expects next to itself. */
const providerScript = "pulumi-resource-pulumi-nodejs";
/** Written last into a cache folder, when everything else is complete. */
const completeFile = "complete.json";

/**
 * Uses the user's `pulumi` if it is new enough. Otherwise, puts an engine into `.engine/bin`: from the cache, the vendor's
 * release, or a build of the published Go module.
 */
export async function provideEngine() {
  const userEngine = await engineOnPath();
  if (userEngine.folder !== undefined) {
    for (const name of [...executables.map((executable) => executable.name), providerScript]) {
      rmSync(join(engineBin, name), { force: true });
    }
    recordEngine({ version: userEngine.version, source: "path", folder: userEngine.folder });
    report("engine", `pulumi ${userEngine.version}, yours (${userEngine.folder})`);
    return;
  }
  if (userEngine.unusable !== undefined) report("engine", `not used: ${userEngine.unusable}`);
  const cache = readCache() ?? (await fillCache());
  install();
  recordEngine({ version: engineVersion, source: cache.source, folder: engineBin });
  report("engine", `pulumi ${engineVersion}, ${cache.source} (${relative(root, engineBin)})`);
}

function readCache() {
  const file = join(cacheFolder, completeFile);
  if (!existsSync(file)) return undefined;
  const cache = JSON.parse(readFileSync(file, "utf8"));
  const isComplete = executables.every(
    ({ name }) => statSync(join(cacheFolder, name), { throwIfNoEntry: false })?.size === cache.bytes[name],
  );
  return isComplete ? cache : undefined;
}

/** Fills the cache folder of the pinned versions, which is renamed to its final name when complete. */
async function fillCache() {
  if (process.platform === "win32") {
    throw new SetupFailure("engine", "On Windows, the engine must be installed manually.", {
      remedy: `install Pulumi ${engineVersion} or newer (https://www.pulumi.com/docs/install) and open a new shell, or work in WSL.`,
    });
  }
  rmSync(engineCache, { recursive: true, force: true });
  const partial = `${cacheFolder}.partial`;
  const problems = [];
  for (const [source, get] of [
    ["the vendor's release", downloadRelease],
    ["built from its Go module", buildFromModules],
  ]) {
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    const problem = (await get(partial)) ?? (await checkEngine(partial));
    if (problem === undefined) {
      const bytes = Object.fromEntries(
        executables.map(({ name }) => [name, statSync(join(partial, name)).size]),
      );
      const cache = { source, bytes };
      writeFileSync(join(partial, completeFile), JSON.stringify(cache));
      renameSync(partial, cacheFolder);
      return cache;
    }
    problems.push(`- not ${source}: ${problem}`);
    report("engine", `not ${source}: ${problem.split("\n")[0]}`);
  }
  throw new SetupFailure("engine", `The Pulumi engine ${engineVersion} could not be provided.`, {
    why: problems.join("\n"),
    remedy: `install Pulumi ${engineVersion} or newer (https://www.pulumi.com/docs/install), or install Go and let its module proxy be reached, then run \`npm run setup\` again.`,
  });
}

async function checkEngine(folder) {
  for (const { name } of executables) chmodSync(join(folder, name), 0o755);
  const { code, stdout, output } = await run(join(folder, "pulumi"), ["version"], {
    env: reducedEnvironment(),
    timeoutSeconds: 60,
  });
  return code === 0 && stdout.trim() === `v${engineVersion}`
    ? undefined
    : `\`pulumi version\` prints ${output.trim() || `code ${code}`}`;
}

/**
 * Puts the files into `.engine/bin` as hard links or copies: with symbolic links, the engine would warn on every command.
 * A running engine keeps its file, because each is replaced by a rename.
 */
function install() {
  mkdirSync(engineBin, { recursive: true });
  for (const name of readdirSync(engineBin)) {
    if (name.includes(".partial")) rmSync(join(engineBin, name));
  }
  for (const { name } of executables) place(join(cacheFolder, name), name, linkOrCopy);
  place(join(nodeModules, "@pulumi", "pulumi", providerScript), providerScript, copyFileSync);
}

function place(source, name, copy) {
  const target = join(engineBin, name);
  const existing = statSync(target, { throwIfNoEntry: false });
  const required = statSync(source);
  const isSame =
    existing !== undefined &&
    (existing.ino === required.ino ||
      (existing.size === required.size && readFileSync(target).equals(readFileSync(source))));
  if (isSame) return;
  replaceFile(target, (partial) => {
    copy(source, partial);
    chmodSync(partial, 0o755);
  });
}

function linkOrCopy(source, target) {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

function recordEngine(engine) {
  const text = `${JSON.stringify(engine)}\n`;
  if (existsSync(engineStamp) && readFileSync(engineStamp, "utf8") === text) return;
  replaceFile(engineStamp, (partial) => writeFileSync(partial, text));
}
