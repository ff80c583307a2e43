import { enableCompileCache, flushCompileCache, getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { isSea } from "node:sea";
import { engineHome } from "./engine-home";
import { PrivateFolder } from "./private-folder";

/**
 * Has Node.js keep compiled code from one command to the next, where NODE_COMPILE_CACHE does not say where. By itself it
 * would take a folder for temporary files, in which others could put code that this process then runs.
 *
 * @param home - Folder of the engine's own files.
 */
export function cacheCompiled(home = engineHome()): void {
  // An executable has its program compiled in it.
  if (home === undefined || isSea() || getCompileCacheDir() !== undefined) return;
  const folder = new PrivateFolder(join(home, "tunnel-edge", "compiled"), home);
  try {
    folder.prepare();
  } catch {
    return;
  }
  enableCompileCache(folder.path);
}

/**
 * Flushes compiled code to the cache, where there is one. Node.js does so when a process
 * exits, but the engine kills the provider process, which would otherwise recompile everything in every command.
 */
export function keepCompiled(): void {
  if (getCompileCacheDir() !== undefined) flushCompileCache();
}
