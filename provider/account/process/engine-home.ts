import { homedir } from "node:os";
import { join } from "node:path";

/** The folder in which the engine keeps its own files. Undefined for a user without a home, as in some containers. */
export function engineHome(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.PULUMI_HOME) return env.PULUMI_HOME;
  try {
    return join(homedir(), ".pulumi");
  } catch {
    return undefined;
  }
}
