import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../support/engine";

type Versions = Readonly<Record<string, string>>;
interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly dependencies: Versions;
  readonly peerDependencies: Versions;
  readonly devDependencies: Versions;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(repository, path), "utf8"));
const { exports, ...manifest } = readJson("package.json") as Manifest;
const isInstalled = (name: string) => name in manifest.dependencies || name in manifest.peerDependencies;

const listed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
  cwd: repository,
  encoding: "utf8",
});
const [{ files }] = JSON.parse(listed) as [{ readonly files: readonly { readonly path: string }[] }];
const packed = new Set(files.map(({ path }) => path));

const entries = Object.values(exports).flatMap((entry) =>
  typeof entry === "string" ? [] : [normalize(entry.types)],
);

/** Returns the relative imports of a declaration file, as paths without an extension. */
function listImports(declarations: string): string[] {
  const text = readFileSync(join(repository, declarations), "utf8");
  return [...text.matchAll(/(?:from |import\(|import )"(\.[^"]*)"/g)].map(([, path = ""]) =>
    join(dirname(declarations), path),
  );
}

test("the package contains the types of every export, and their imports", () => {
  const missing: string[] = [];
  const reached = new Set(entries);
  for (const declarations of reached) {
    if (!packed.has(declarations)) missing.push(declarations);
    missing.push(...listPackages(declarations).filter((name) => !isInstalled(name)));
    for (const path of listImports(declarations)) {
      const found = [`${path}.d.ts`, `${path}/index.d.ts`].find((file) => packed.has(file));
      if (found === undefined) missing.push(`${path}, for ${declarations}`);
      else reached.add(found);
    }
  }
  expect(missing).toEqual([]);
  expect(reached.size).toBeGreaterThan(100);
});

test("the package omits the declarations of internal modules", () => {
  const internal = [...packed].filter((file) => /^dist\/(access|cli|provider)\/.*\.d\.ts$/.test(file));
  expect(internal.filter((file) => !file.startsWith("dist/provider/engine/dynamic/"))).toEqual([]);
});

test("packed files import only dependencies of the package", () => {
  const others = [...packed]
    .filter((file) => /^dist\/(?!vendor\/).*\.js$/.test(file))
    .flatMap((file) => listPackages(file).map((name) => ({ file, name })))
    .filter(({ name }) => !isInstalled(name));
  expect(others).toEqual([]);
});

test("the package contains the licenses and versions of bundled packages", () => {
  const bundled = Object.entries(readJson("dist/vendor/bundled.json") as Versions);
  const notices = readFileSync(join(repository, "dist/vendor/THIRD-PARTY-NOTICES"), "utf8");
  expect(bundled.filter(([name, version]) => !notices.includes(`${name} ${version} (`))).toEqual([]);
  expect(bundled.map(([name]) => name)).toEqual(expect.arrayContaining(["re2js", "asn1js"]));
  expect(bundled.filter(([name]) => isInstalled(name))).toEqual([]);
  for (const file of ["bundled.json", "THIRD-PARTY-NOTICES"]) expect(packed).toContain(`dist/vendor/${file}`);
});

test("an installation takes at most 25 MB of disk in addition to the Pulumi SDK", () => {
  const sdk = withDependencies(["@pulumi/pulumi"]);
  const added = [...withDependencies(Object.keys(manifest.dependencies))].filter((path) => !sdk.has(path));
  const size = added
    .flatMap(listFiles)
    .concat([...packed])
    .reduce((sum, file) => sum + sizeOnDisk(file), 0);
  expect(size / 1e6).toBeLessThan(25);
  expect(size / 1e6).toBeGreaterThan(10);
});

/** Returns the packages that a file imports, except Node's modules. */
function listPackages(file: string): string[] {
  const text = readFileSync(join(repository, file), "utf8");
  const calls =
    /^(?:import|export) .*from "([^".][^"]*)"|(?:= |\(|await |return )(?:require|import)\("([^".][^"]*)"\)/gm;
  return [...text.matchAll(calls)]
    .map(([, first, second]) => first ?? second ?? "")
    .filter((path) => !isBuiltin(path) && !path.startsWith("pulumi-tunnel-edge"))
    .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
}

/** Returns the folders of packages and their dependencies, according to the lockfile. */
function withDependencies(names: readonly string[]): Set<string> {
  const { packages } = readJson("package-lock.json") as {
    readonly packages: Readonly<Record<string, { readonly dependencies?: Versions }>>;
  };
  const folder = (name: string, dependent: string): string => {
    const path = join(dependent, "node_modules", name);
    if (path in packages || dependent === "") return path;
    return folder(name, dependent.slice(0, Math.max(0, dependent.lastIndexOf("node_modules") - 1)));
  };
  const found = new Set(names.map((name) => folder(name, "")));
  for (const path of found)
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) found.add(folder(name, path));
  return found;
}

const listFiles = (folder: string): string[] =>
  readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listFiles(path);
    return [path];
  });

/** Size rounded up to whole blocks. */
const sizeOnDisk = (file: string) => Math.ceil(statSync(join(repository, file)).size / 4096) * 4096;
