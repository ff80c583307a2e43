import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { version } from "../../provider/manifest";

const OWN = "pulumi-tunnel-edge";
const FILE = "file:";

/**
 * What a project names this package by: a range of versions, or the file that the project around `from` has it from, which
 * no registry may have.
 *
 * @param folder - The project's.
 */
export function dependencyIn(folder: string, from: string): string {
  const [at, given = ""] = givenAround(resolve(from)) ?? [];
  if (at === undefined || !given.startsWith(FILE)) return `^${version}`;
  const path = relative(resolve(folder), resolve(at, given.slice(FILE.length)));
  return FILE + path.replaceAll("\\", "/");
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
