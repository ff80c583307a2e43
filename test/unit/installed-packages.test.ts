import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const repository = resolve(__dirname, "../..");
const read = (file: string) => JSON.parse(readFileSync(join(repository, file), "utf8"));

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const locked: Readonly<Record<string, Package>> = read("package-lock.json").packages;

/** Returns the location of a package as resolved from a folder: the nearest node_modules above it. */
function resolvePackage(name: string, from: string, packages = locked): string | undefined {
  const location = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (packages[location]) return location;
  if (from === "") return undefined;
  const isInstalled = from.includes("node_modules/");
  const parent = isInstalled ? from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "") : "";
  return resolvePackage(name, parent, packages);
}

/** Returns the locations of packages and of everything that npm installs with them. */
function installedWith(names: readonly string[], from = "", found = new Set<string>()): Set<string> {
  for (const name of names) {
    const location = resolvePackage(name, from);
    if (location === undefined || found.has(location)) continue;
    found.add(location);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = locked[
      location
    ] as Package;
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (peer) => !peerDependenciesMeta?.[peer]?.optional,
    );
    installedWith([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers], location, found);
  }
  return found;
}

const { dependencies } = read("package.json") as { readonly dependencies: Readonly<Record<string, string>> };
const engineLocations = installedWith(["@pulumi/pulumi"]);

test("installs at most 25 packages, including this one, in addition to the engine's SDK", () => {
  const installed = installedWith(Object.keys(dependencies));
  const names = [...installed].filter((location) => !engineLocations.has(location)).sort();
  expect(names.length + 1, names.join("\n")).toBeLessThanOrEqual(25);
});

test("the lockfile contains the packages of the engine's SDK, which don't count toward the limit", () => {
  expect(engineLocations.size).toBeGreaterThan(100);
});

test("no dependency has a version 0.0.x, which guarantees nothing", () => {
  const early = Object.entries(dependencies).filter(([, range]) => /^[~^]?0\.0\./.test(range));
  expect(early).toEqual([]);
});

test.each(["package-lock.json", "build/site/package-lock.json"])(
  "%s contains all dependencies of every operating system",
  (file) => {
    const packages = read(file).packages as Readonly<Record<string, Package>>;
    const missing = Object.entries(packages).flatMap(([location, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => resolvePackage(name, location, packages) === undefined)
        .map((name) => `${name}, for ${location}`),
    );
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  },
);
