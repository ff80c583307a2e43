import { enableCompileCache, flushCompileCache, getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { isSea } from "node:sea";
import { attempt } from "../../family/attempt";
import { engineHome, PrivateFolder } from "./private-folder";

/** Enables Node.js' cache of compiled code, in a folder where no other user can plant code. */
export function enableCodeCache(): void {
  const home = engineHome();
  // A single executable contains its compiled program.
  if (home === undefined || isSea() || getCompileCacheDir() !== undefined) return;
  const folder = new PrivateFolder(join(home, "tunnel-edge", "compiled"), home);
  attempt(() => {
    folder.prepare();
    enableCompileCache(folder.path);
  });
}

/** Flushes compiled code to the cache. Node.js only does so when a process exits, but the engine kills the provider. */
export function flushCodeCache(): void {
  if (getCompileCacheDir() !== undefined) flushCompileCache();
}
