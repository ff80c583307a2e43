import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getAsset, isSea } from "node:sea";
import { repositoryUrl } from "./repository";

/** From the package.json above the compiled file, or embedded in the executable. */
const { manifest, folder } = isSea() ? embeddedManifest() : readManifest(__dirname);

export const packageFolder: string = folder;

/** Reads a file of the package, which is next to its package.json or embedded in the executable. */
export const readPackageFile = (name: "schema.json"): string =>
  isSea() ? getAsset(name, "utf8") : readFileSync(join(folder, name), "utf8");

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

export const pluginPath: string = join(folder, manifest.bin[pluginName]);

/** Versions of the engine's SDK, `@pulumi/pulumi`, that this package supports; the program provides it. */
export const sdkRange: string = manifest.peerDependencies["@pulumi/pulumi"];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
  readonly repository?: string | { readonly url: string };
  readonly bin: { readonly [pluginName]: string };
  readonly peerDependencies: { readonly "@pulumi/pulumi": string };
}

function embeddedManifest(): { readonly manifest: Manifest; readonly folder: string } {
  return { manifest: JSON.parse(getAsset("package.json", "utf8")), folder: dirname(process.execPath) };
}

function readManifest(folder: string): { readonly manifest: Manifest; readonly folder: string } {
  try {
    const candidate = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    if (candidate.name === "pulumi-tunnel-edge") return { manifest: candidate, folder };
  } catch {
    // No package.json here: continue with the parent folder.
  }
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error("the package.json of pulumi-tunnel-edge was not found above its compiled files");
  return readManifest(parent);
}
