import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { installCommand, repository, version } from "../../provider/manifest";

const OWN = "pulumi-tunnel-edge";
const FILE = "file:";

/**
 * The dependency of a project on this package: the file that the project around `from` has it from, else a range of
 * versions. Undefined until the package is published: npm would install whatever has its name.
 *
 * @param folder - The project's.
 */
export function dependencyIn(folder: string, from: string): string | undefined {
  const [at, given = ""] = givenAround(resolve(from)) ?? [];
  if (at === undefined || !given.startsWith(FILE)) return repository && `^${version}`;
  const path = relative(resolve(folder), resolve(at, given.slice(FILE.length)));
  return FILE + path.replaceAll("\\", "/");
}

/** The command that installs the packages of a written project. */
export function installStep(files: Readonly<Record<string, string>>): string {
  const { dependencies } = JSON.parse(files["package.json"] ?? "{}") as { dependencies?: object };
  return dependencies && OWN in dependencies ? "npm install" : installCommand;
}

/** The nearest folder whose package.json depends on this package, and by what. */
function givenAround(folder: string): readonly [folder: string, given: string] | undefined {
  const given = dependenciesOf(folder)[OWN];
  if (typeof given === "string") return [folder, given];
  const parent = dirname(folder);
  return parent === folder ? undefined : givenAround(parent);
}

function dependenciesOf(folder: string): Readonly<Record<string, unknown>> {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { ...manifest?.devDependencies, ...manifest?.dependencies };
  } catch {
    return {};
  }
}
