import { relative, resolve } from "node:path";
import { installCommand, repository, version } from "../../provider/manifest";
import { findUp, PACKAGE_NAME, readManifest } from "../common";

const FILE = "file:";

/**
 * Returns the dependency of a project on this package: the file from which the project around `from` installs it,
 * otherwise a version range. Undefined until the package is published, because npm would install any package of that
 * name.
 *
 * @param folder - The folder of the project.
 */
export function dependencyIn(folder: string, from: string): string | undefined {
  const [at, specifier = ""] =
    findUp(resolve(from), (folder) => {
      const { dependencies, devDependencies } = readManifest(folder);
      const specifier = { ...devDependencies, ...dependencies }[PACKAGE_NAME];
      return typeof specifier === "string" ? ([folder, specifier] as const) : undefined;
    }) ?? [];
  if (at === undefined || !specifier.startsWith(FILE)) return repository && `^${version}`;
  const path = relative(resolve(folder), resolve(at, specifier.slice(FILE.length)));
  return FILE + path.replaceAll("\\", "/");
}

export function installStep(files: Readonly<Record<string, string>>): string {
  const { dependencies } = JSON.parse(files["package.json"] ?? "{}") as { dependencies?: object };
  return dependencies && PACKAGE_NAME in dependencies ? "npm install" : installCommand;
}
