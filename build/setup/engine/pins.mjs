import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { engineCache, root } from "../paths.mjs";

/** The engine's executables and their Go modules, whose go.mod files pin the versions. */
export const executables = [
  module("pulumi", "build/engine/cli", "github.com/pulumi/pulumi/pkg/v3", "cmd/pulumi"),
  // The newest language host in a published module that can be built separately.
  module(
    "pulumi-language-nodejs",
    "build/engine/language-host",
    "github.com/pulumi/pulumi/sdk/v3",
    "nodejs/cmd/pulumi-language-nodejs",
  ),
];

/** An executable of a published Go module at the version that the folder's go.mod requires. */
export function module(name, folder, path, command) {
  const text = readFileSync(join(root, folder, "go.mod"), "utf8");
  const version = new RegExp(`^\\s*(?:require )?${path} v(\\S+)`, "m").exec(text)?.[1];
  if (version === undefined) throw new Error(`${folder}/go.mod does not require ${path}`);
  return { name, folder: join(root, folder), package: `${path}/${command}`, version };
}

/** The engine's version, such as "3.259.0"; an engine on PATH must be this one or newer. */
export const engineVersion = executables[0].version;

/** Depends on all pinned versions, so an outdated cached engine is never used. */
export const cacheFolder = (() => {
  const hash = createHash("sha256");
  for (const { folder } of executables) {
    for (const file of ["go.mod", "go.sum"]) hash.update(readFileSync(join(folder, file)));
  }
  const key = hash.digest("hex").slice(0, 12);
  return join(engineCache, `${engineVersion}-${process.platform}-${process.arch}-${key}`);
})();
