import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What this package says of itself, read once from the package.json that lies above the compiled file. */
const { manifest, folder } = readManifest(__dirname);

/** Where this package is installed. */
export const packageFolder: string = folder;

/** Version of this package. */
export const version: string = manifest.version;

/** Versions of the engine's SDK, `@pulumi/pulumi`, that this package works with; the program brings it. */
export const sdkRange: string = manifest.peerDependencies["@pulumi/pulumi"];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly peerDependencies: { readonly "@pulumi/pulumi": string };
}

function readManifest(folder: string): { readonly manifest: Manifest; readonly folder: string } {
  try {
    const found = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    if (found.name === "pulumi-tunnel-edge") return { manifest: found, folder };
  } catch {
    // No package.json here: look further up.
  }
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error("the package.json of pulumi-tunnel-edge is not where it was installed");
  return readManifest(parent);
}
