import { relative, resolve } from "node:path";
import { installCommand, repository, version } from "../../provider/manifest";
import { findUp, PACKAGE_NAME, readManifest } from "../common";

const FILE = "file:";

/**
 * Returns the dependency on this package for the package.json of a new project: a file if the project around the current
 * folder installs the package from one, otherwise a version range. Undefined until the package is published, because npm
 * would install any package of that name.
 *
 * @param folder - The folder of the new project.
 */
export function dependencyIn(folder: string, currentFolder: string): string | undefined {
  const installedFile = findUp(resolve(currentFolder), (existing) => {
    const { dependencies, devDependencies } = readManifest(existing);
    const specifier = { ...devDependencies, ...dependencies }[PACKAGE_NAME];
    if (typeof specifier !== "string") return undefined;
    return specifier.startsWith(FILE) ? resolve(existing, specifier.slice(FILE.length)) : "";
  });
  if (!installedFile) return repository && `^${version}`;
  return FILE + relative(resolve(folder), installedFile).replaceAll("\\", "/");
}

/** The command that installs a project's dependencies, or this package if package.json can't name it. */
export function installStep(files: Readonly<Record<string, string>>): string {
  const { dependencies } = JSON.parse(files["package.json"] ?? "{}") as { dependencies?: object };
  return dependencies && PACKAGE_NAME in dependencies ? "npm install" : installCommand;
}
