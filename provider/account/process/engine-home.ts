import { homedir } from "node:os";
import { join } from "node:path";
import { attempt } from "../../family/attempt";

/** Returns the folder of the engine's own files; undefined for a user without a home, as in some containers. */
export function engineHome(): string | undefined {
  return process.env.PULUMI_HOME || attempt(() => join(homedir(), ".pulumi"));
}
