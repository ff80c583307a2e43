// Where the set-up reads and writes. Everything it makes lies below the repository: nothing in the user's home changes.
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const nodeModules = join(root, "node_modules");
export const dist = join(root, "dist");

/** Everything about the engine; deleting this folder is always safe, the next set-up makes it again. */
export const engineHome = join(root, ".engine");
/** The folder that goes first on PATH. */
export const engineBin = join(engineHome, "bin");
/** One folder per set of pins, complete or not there at all. */
export const engineCache = join(engineHome, "cache");
/** PULUMI_HOME of the runs that the repository's own commands make. */
export const pulumiHome = join(engineHome, "home");
/** Says which engine is in use; written last, so that it never names a half-finished one. */
export const engineStamp = join(engineHome, "engine.json");

/** Incremental state of the compiler: beside dist, never inside it, because dist is what is packed. */
export const buildCache = join(nodeModules, ".cache", "tsc");
