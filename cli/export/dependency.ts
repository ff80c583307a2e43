import { relative, resolve } from "node:path";
import { installCommand, repository, version } from "../../provider/manifest";
import { findUp, PACKAGE_NAME, readManifest } from "../common";

const FILE = "file:";

/**
 * Returns the version of this package for the dependencies of a new project: the same `file:` path if the project around
 * the current folder installs the package from a file, otherwise a version range. Undefined until the package is
 * published, because npm would install any package of that name.
 *
 * @param folder - The folder of the new project.
 */
export function dependencySpecifier(folder: string, currentFolder: string): string | undefined {
  const current = findUp(resolve(currentFolder), (project) => {
    const { dependencies, devDependencies } = readManifest(project);
    const specifier = { ...devDependencies, ...dependencies }[PACKAGE_NAME];
    return typeof specifier === "string" ? { project, specifier } : undefined;
  });
  if (current?.specifier.startsWith(FILE)) {
    const file = resolve(current.project, current.specifier.slice(FILE.length));
    return FILE + relative(resolve(folder), file).replaceAll("\\", "/");
  }
  return repository === undefined ? undefined : `^${version}`;
}

/** Returns the command that installs a project's dependencies, or this package if package.json doesn't name it. */
export function installStep(files: Readonly<Record<string, string>>): string {
  const { dependencies } = JSON.parse(files["package.json"] ?? "{}") as { dependencies?: object };
  return dependencies && PACKAGE_NAME in dependencies ? "npm install" : installCommand;
}
