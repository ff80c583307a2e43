import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const repository = resolve(__dirname, "../..");
const read = (file: string) => JSON.parse(readFileSync(join(repository, file), "utf8"));

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const locked: Readonly<Record<string, Locked>> = read("package-lock.json").packages;

/** Where Node.js finds a package that is imported from a folder: in the nearest node_modules above. */
function locationOf(name: string, from: string, packages = locked): string | undefined {
  for (
    let at = from;
    ;
    at = at.includes("node_modules/") ? at.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "") : ""
  ) {
    const location = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (packages[location]) return location;
    if (at === "") return undefined;
  }
}

/** Locations of packages and of all that npm brings with them. */
function broughtBy(names: readonly string[], from = "", found = new Set<string>()): Set<string> {
  for (const name of names) {
    const location = locationOf(name, from);
    if (location === undefined || found.has(location)) continue;
    found.add(location);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = locked[
      location
    ] as Locked;
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (peer) => !peerDependenciesMeta?.[peer]?.optional,
    );
    broughtBy([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers], location, found);
  }
  return found;
}

const { dependencies } = read("package.json") as { readonly dependencies: Readonly<Record<string, string>> };
const ofTheEngine = broughtBy(["@pulumi/pulumi"]);

test("at most 25 packages are installed, this one included, beside the engine's SDK", () => {
  const brought = broughtBy(Object.keys(dependencies));
  const names = [...brought].filter((location) => !ofTheEngine.has(location)).sort();
  expect(names.length + 1, names.join("\n")).toBeLessThanOrEqual(25);
});

test("what the engine's SDK brings is in the lockfile, so that it can be told apart", () => {
  expect(ofTheEngine.size).toBeGreaterThan(100);
});

test("no dependency is of a version 0.0.x, which promises nothing", () => {
  const early = Object.entries(dependencies).filter(([, range]) => /^[~^]?0\.0\./.test(range));
  expect(early).toEqual([]);
});

test.each(["package-lock.json", "build/site/package-lock.json"])(
  "%s has all that a clean install asks for, on each system",
  (file) => {
    const packages = read(file).packages as Readonly<Record<string, Locked>>;
    const missing = Object.entries(packages).flatMap(([location, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => locationOf(name, location, packages) === undefined)
        .map((name) => `${name}, for ${location}`),
    );
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  },
);
