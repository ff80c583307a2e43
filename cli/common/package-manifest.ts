import { readFileSync } from "node:fs";
import { join } from "node:path";

export const PACKAGE_NAME = "pulumi-tunnel-edge";

interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, unknown>>;
}

/** Reads the package.json of a folder; returns an empty manifest if it is missing or invalid. */
export function readManifest(folder: string): PackageManifest {
  try {
    return { ...JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) };
  } catch {
    return {};
  }
}
