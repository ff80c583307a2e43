import { flushCompileCache, getCompileCacheDir } from "node:module";

/**
 * Flushes compiled code to the cache that the user enabled with NODE_COMPILE_CACHE. Node.js does so when a process
 * exits, but the engine kills the provider process, which would otherwise recompile everything in every command.
 */
export function keepCompiled(): void {
  if (getCompileCacheDir() !== undefined) flushCompileCache();
}
