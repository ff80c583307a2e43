import { flushCompileCache, getCompileCacheDir } from "node:module";

/**
 * Writes what was compiled so far to the cache that the user has asked for with NODE_COMPILE_CACHE. Node.js does so when
 * a process ends, but the engine kills the provider process, which would compile everything anew in every command.
 */
export function keepCompiled(): void {
  if (getCompileCacheDir() !== undefined) flushCompileCache();
}
