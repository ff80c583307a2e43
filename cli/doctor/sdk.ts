import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { satisfies } from "semver";
import { sdkRange } from "../../provider/manifest";
import { findUp, PACKAGE_NAME, readManifest } from "../common";
import { type Finding, findingsOf } from "./finding";

const SDK = "@pulumi/pulumi";

/**
 * Checks that the program loads only one copy of the engine's SDK, because each copy has its own settings and does not
 * recognize the outputs of another.
 */
export function checkSdk(folder: string | undefined): Finding {
  const { ok, problem, skipped, warning } = findingsOf("sdk");
  if (folder === undefined) return skipped("this is not the folder of a Pulumi program");
  const sdk = findSdk(folder);
  if (sdk === undefined)
    return problem(
      `${SDK} cannot be loaded from ${folder}`,
      `run \`npm install ${SDK}\` there, which adds it to the program's package.json`,
    );
  const copies = new Map([[sdk, "the program"]]);
  for (const dependent of findDependents(folder)) {
    const copy = findSdk(dependent.folder);
    if (copy !== undefined && !copies.has(copy)) copies.set(copy, dependent.name);
  }
  const version = readManifest(sdk).version ?? "(unknown version)";
  if (!satisfies(version, sdkRange, { includePrerelease: true }))
    return problem(
      `${SDK} ${version} is not supported by ${PACKAGE_NAME} (${sdkRange})`,
      `run \`npm install ${SDK}@latest\` in ${folder}`,
    );
  if (copies.size === 1) return ok(`${SDK} ${version}`);
  const list = [...copies].map(
    ([copy, name]) => `${readManifest(copy).version} for ${name} (${relative(folder, copy) || copy})`,
  );
  return warning(
    `${copies.size} copies of ${SDK}: ${list.join(", ")}`,
    "set one version in package.json that every package accepts, and install again (`npm dedupe` may be enough)",
  );
}

/** The program's dependencies that use the SDK, with their folders. */
function findDependents(folder: string): { name: string; folder: string }[] {
  const { dependencies, devDependencies } = readManifest(folder);
  const names = new Set([PACKAGE_NAME, ...Object.keys({ ...dependencies, ...devDependencies })]);
  return [...names].flatMap((name) => {
    // Found regardless of the package's exports; follows links, like Node.js.
    const packageFolder = findUp(folder, (ancestor) => {
      const location = join(ancestor, "node_modules", name);
      return existsSync(location) ? realpathSync(location) : undefined;
    });
    if (packageFolder === undefined) return [];
    const manifest = readManifest(packageFolder);
    const usesSdk = SDK in { ...manifest.dependencies, ...manifest.peerDependencies };
    return usesSdk ? [{ name, folder: packageFolder }] : [];
  });
}

/** The folder of the SDK that code in a folder loads. */
function findSdk(folder: string): string | undefined {
  try {
    return dirname(createRequire(join(folder, "noop.js")).resolve(`${SDK}/package.json`));
  } catch {
    return undefined;
  }
}
