import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getAsset, isSea } from "node:sea";
import { repositoryUrl } from "./repository";

/** The folder of package.json, which is above the compiled files, or the folder of the executable. */
export const packageFolder: string = isSea() ? dirname(process.execPath) : findPackageFolder(__dirname);

/** Reads a file of the package, which the executable embeds. */
export const readPackageFile = (name: "package.json" | "schema.json"): string =>
  isSea() ? getAsset(name, "utf8") : readFileSync(join(packageFolder, name), "utf8");

const manifest: Manifest = JSON.parse(readPackageFile("package.json"));

export const version: string = manifest.version;

export const packageDescription: string = manifest.description;

export const publisher: string = manifest.author;

/** Web address of this package's repository; undefined until it is published. */
export const repository: string | undefined = repositoryUrl(manifest.repository);

/** Command that installs this package. Until it is published, a package of this name on npm is not this one. */
export const installCommand: string =
  repository === undefined ? "npm install <archive of pulumi-tunnel-edge>" : "npm install pulumi-tunnel-edge";

export const displayName = "Tunnel and edge";

export const namespace = "TunnelEdge";

/** The engine looks for the native provider's executable by this name. */
export const pluginName = "pulumi-resource-tunnel-edge";

export const pluginPath: string = join(packageFolder, manifest.bin[pluginName]);

/** Versions of the engine's SDK, `@pulumi/pulumi`, that this package supports; the program provides it. */
export const sdkRange: string = manifest.peerDependencies["@pulumi/pulumi"];

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly author: string;
  readonly repository?: string | { readonly url: string };
  readonly bin: { readonly [pluginName]: string };
  readonly peerDependencies: { readonly "@pulumi/pulumi": string };
}

function findPackageFolder(folder: string): string {
  const file = join(folder, "package.json");
  if (existsSync(file) && JSON.parse(readFileSync(file, "utf8")).name === "pulumi-tunnel-edge") return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error("the package.json of pulumi-tunnel-edge was not found above its compiled files");
  return findPackageFolder(parent);
}
