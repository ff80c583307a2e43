import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../test/support/engine";
import { run } from "./child";
import type { Manager } from "./managers";

/** The package as a registry would serve it. */
export interface Packed {
  readonly version: string;
  readonly tarball: string;
  /** Bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: number;
}

const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));

/** What is installed for a program, beside the tools of the repository's own versions. */
export const engineSdk: Readonly<Record<string, string>> = {
  "@pulumi/pulumi": manifest.devDependencies["@pulumi/pulumi"],
};
/** The oldest version of the engine's SDK that the package says it takes. */
export const oldestSdk: string = manifest.peerDependencies["@pulumi/pulumi"].replace(/^\^/, "");
export const dependenciesOn = ({ tarball }: Packed): Readonly<Record<string, string>> => ({
  ...engineSdk,
  "pulumi-tunnel-edge": `file:${tarball}`,
});
export const tools = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, manifest.devDependencies[name]]));

/** What the set-up has built in dist/, packed. */
export const packRepository = (folder: string): Promise<Packed> => pack(repository, folder);

/** The same package under the next minor version: what an upgrade finds where nothing else has changed. */
export async function packNextVersion({ tarball, version }: Packed, folder: string): Promise<Packed> {
  const copy = join(folder, "next");
  mkdirSync(copy);
  await run("tar", ["-xzf", tarball, "-C", copy], { cwd: folder });
  const file = join(copy, "package", "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const [major, minor] = version.split(".").map(Number);
  writeFileSync(file, JSON.stringify({ ...manifest, version: `${major}.${(minor ?? 0) + 1}.0` }, null, 2));
  return pack(join(copy, "package"), folder);
}

/** What npm puts into node_modules. */
export interface Installed {
  readonly packages: number;
  /** Bytes. */
  readonly size: number;
}

/** Installs dependencies alone into a folder that is gone afterwards. */
export async function measured(
  dependencies: Readonly<Record<string, string>>,
  npm: Manager,
  folder: string,
): Promise<Installed> {
  const project = mkdtempSync(join(folder, "measured-"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, dependencies }));
  await npm.install(project);
  const modules = join(project, "node_modules");
  const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  const files = readdirSync(modules, { recursive: true, encoding: "utf8" });
  const size = files.reduce((sum, file) => {
    const stat = lstatSync(join(modules, file));
    return stat.isFile() ? sum + stat.size : sum;
  }, 0);
  rmSync(project, { recursive: true });
  return { packages: Object.keys(lock.packages).length, size };
}

async function pack(from: string, to: string): Promise<Packed> {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", to];
  const [packed] = JSON.parse(await run("npm", args, { cwd: from }));
  return {
    version: packed.version,
    tarball: join(to, packed.filename),
    size: packed.size,
    unpackedSize: packed.unpackedSize,
    files: packed.entryCount,
  };
}
