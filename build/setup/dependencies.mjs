import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { head, run } from "./child.mjs";
import { SetupFailure } from "./failure.mjs";
import { nodeModules, outerPath, root } from "./paths.mjs";
import { report, withProgress } from "./progress.mjs";

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/**
 * True if the installed packages match the lockfile. npm keeps a copy of the installed tree and writes it last, so an
 * interrupted install never counts as finished.
 */
function isUpToDate(lock, installed) {
  if (lock === undefined || installed === undefined) return false;
  const required = Object.entries(lock.packages).filter(([path]) => path !== "");
  return (
    required.every(([path, entry]) => {
      const installedPackage = installed.packages?.[path];
      // The lockfile lists optional packages of other systems that are not installed.
      if (installedPackage === undefined) return entry.optional === true;
      return (
        installedPackage.version === entry.version &&
        installedPackage.integrity === entry.integrity &&
        installedPackage.link === entry.link
      );
    }) && Object.keys(installed.packages).every((path) => path in lock.packages)
  );
}

export async function installDependencies() {
  const lock = readJson(join(root, "package-lock.json"));
  if (isUpToDate(lock, readJson(join(nodeModules, ".package-lock.json")))) {
    report("dependencies", "up to date");
    return;
  }
  // No dependency needs an install script. The flags override production settings of the caller.
  const kinds = ["--ignore-scripts", "--include=dev", "--include=optional"];
  const result = await withProgress("dependencies", "npm ci", () =>
    run("npm", ["ci", ...kinds, "--loglevel=error", "--no-audit", "--no-fund"], {
      cwd: root,
      env: { ...process.env, PATH: outerPath().join(delimiter) },
      timeoutSeconds: 1200,
    }),
  );
  if (result.code !== 0) {
    throw new SetupFailure("dependencies", "The npm packages could not be installed (npm ci).", {
      why: result.timedOut ? "npm did not finish within 20 minutes." : head(result.output),
      remedy:
        "check that the npm registry can be reached (`npm ping`); if package-lock.json is missing or differs from package.json, run `npm install`.",
    });
  }
  report("dependencies", "installed from package-lock.json");
}
