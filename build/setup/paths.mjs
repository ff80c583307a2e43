// Paths that the setup and the scripts read and write. The setup only writes below the repository.
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const nodeModules = join(root, "node_modules");
export const dist = join(root, "dist");
/** Runs programs in TypeScript. */
export const tsx = join(nodeModules, "tsx", "dist", "cli.mjs");

/** Everything about the engine. Deleting this folder is always safe, because the next setup recreates it. */
export const engineHome = join(root, ".engine");
export const engineBin = join(engineHome, "bin");
/** One folder per set of pins, either complete or absent. */
export const engineCache = join(engineHome, "cache");
export const pulumiHome = join(engineHome, "home");
/** Records which engine is in use; written last, so it never names an incomplete one. */
export const engineStamp = join(engineHome, "engine.json");

/** Incremental state of the compiler: outside dist, because dist is packed. */
export const buildCache = join(nodeModules, ".cache", "tsc");

/** The folders on PATH without those of this repository, whose programs the setup may replace. */
export const outerPath = () =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "" && folder !== engineBin && folder !== join(nodeModules, ".bin"));

/** Creates a file under a temporary name and renames it, so that no process finds an incomplete one. */
export function replaceFile(path, create) {
  const partial = `${path}.partial-${process.pid}`;
  rmSync(partial, { force: true });
  create(partial);
  renameSync(partial, path);
}

export const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .sort()
    : [];

/** Creates a folder that is removed when this process ends. */
export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `tunnel-edge-${name}-`));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
