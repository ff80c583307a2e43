import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run, tail } from "../child.mjs";
import { withProgress } from "../progress.mjs";
import { engineVersion, executables } from "./pins.mjs";

/** Long enough for a slow line, short enough for a network that drops packets instead of refusing them. */
const timeoutSeconds = 180;

/**
 * Lets the vendor's npm package download the official release.
 *
 * @param {string} target an empty folder that gets the executables
 * @returns {Promise<string | undefined>} why it could not be had; nothing when it could
 */
export async function fromVendor(target) {
  const home = join(target, "download");
  const result = await withProgress(
    "engine",
    `downloading pulumi ${engineVersion} with the vendor's installer`,
    () =>
      run("npx", ["-y", `pulumi@${engineVersion}`, "version"], {
        cwd: target,
        env: { ...process.env, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" },
        timeoutSeconds,
      }),
  );
  if (result.timedOut) return `no answer within ${timeoutSeconds} seconds`;
  if (result.code !== 0) return tail(result.output, 1);
  const bin = join(home, "versions", engineVersion, "bin");
  for (const { name } of executables) {
    if (!existsSync(join(bin, name))) return `the vendor's release has no ${name}`;
    copyFileSync(join(bin, name), join(target, name));
  }
  rmSync(home, { recursive: true, force: true });
  return undefined;
}
