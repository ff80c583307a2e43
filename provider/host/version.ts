import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Version of this package, read once from the package.json that lies above the compiled file. */
export const version: string = readVersion(__dirname);

function readVersion(folder: string): string {
  try {
    const { name, version: found } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (name === "pulumi-tunnel-edge") return String(found);
  } catch {
    // No package.json here: look further up.
  }
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error("the package.json of pulumi-tunnel-edge is not where it was installed");
  return readVersion(parent);
}
