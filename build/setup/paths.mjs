// Paths that the set-up reads and writes. It writes only below the repository, never in the user's home.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const nodeModules = join(root, "node_modules");
export const dist = join(root, "dist");

/** Everything about the engine; deleting this folder is always safe, since the next set-up recreates it. */
export const engineHome = join(root, ".engine");
/** The folder that goes first on PATH. */
export const engineBin = join(engineHome, "bin");
/** One folder per set of pins, either complete or absent. */
export const engineCache = join(engineHome, "cache");
/** PULUMI_HOME for the repository's own commands. */
export const pulumiHome = join(engineHome, "home");
/** States which engine is in use; written last, so that it never names an incomplete one. */
export const engineStamp = join(engineHome, "engine.json");

/** Incremental state of the compiler: outside dist, because dist is packed. */
export const buildCache = join(nodeModules, ".cache", "tsc");

export const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .sort()
    : [];
