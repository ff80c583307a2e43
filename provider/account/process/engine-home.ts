import { homedir } from "node:os";
import { join } from "node:path";

/** Returns the folder of the engine's own files; undefined for a user without a home, as in some containers. */
export function engineHome(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.PULUMI_HOME) return env.PULUMI_HOME;
  try {
    return join(homedir(), ".pulumi");
  } catch {
    return undefined;
  }
}
