import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "../child.mjs";
import { outerPath } from "../paths.mjs";
import { atLeast } from "../versions.mjs";
import { engineVersion } from "./pins.mjs";

const languageHost = "pulumi-language-nodejs";

/**
 * Finds the first `pulumi` on PATH, if it is new enough and a Node language host is next to it or on PATH.
 *
 * @returns {Promise<{ folder?: string, version?: string, unusable?: string }>} `unusable`: why it isn't used
 */
export async function engineOnPath() {
  const folders = outerPath();
  const folder = folders.find((candidate) => isExecutable(join(candidate, "pulumi")));
  if (folder === undefined) return {};
  const pulumi = join(folder, "pulumi");
  const { code, stdout } = await run(pulumi, ["version"], { timeoutSeconds: 30 });
  const version = stdout.trim().replace(/^v/, "");
  if (code !== 0) return { unusable: `${pulumi} does not run` };
  if (!atLeast(version, engineVersion)) {
    return { unusable: `${pulumi} is ${version || "of an unknown version"}, older than ${engineVersion}` };
  }
  const hostFolders = [folder, dirname(realpathSync(pulumi)), ...folders];
  if (!hostFolders.some((candidate) => existsSync(join(candidate, languageHost)))) {
    return { unusable: `${pulumi} has no ${languageHost} next to it or on PATH` };
  }
  return { folder, version };
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
