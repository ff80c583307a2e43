import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder";

// Plain JavaScript, because the setup runs it before packages are installed.
const script = pathToFileURL(resolve("build/setup/orphans.mjs")).href;
const root = temporaryFolder();

test("a build removes only outputs without a source", async () => {
  const { removeOrphans } = (await import(script)) as {
    readonly removeOrphans: (dist: string, root: string, folders: string[], kept: string[]) => void;
  };
  const current = [
    "cli/new/place.js",
    "cli/new/place.d.ts",
    "cli/table.json",
    "vendor/bundle.js",
    "vendor/bundled.json",
  ];
  const removed = ["cli/old/place.js", "cli/old/place.d.ts", "tests/left.js"];
  for (const source of ["cli/new/place.ts", "cli/table.json", "tests/left.ts"]) root.write(source, "");
  for (const output of [...current, ...removed]) root.write(join("dist", output), "");

  removeOrphans(root.at("dist"), root.at(), ["cli"], [root.at("dist", "vendor")]);

  expect(current.filter((path) => !existsSync(root.at("dist", path)))).toEqual([]);
  expect([...removed, "cli/old", "tests"].filter((path) => existsSync(root.at("dist", path)))).toEqual([]);
});
