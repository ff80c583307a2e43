import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";

// Plain JavaScript, because the setup runs it before packages are installed.
const script = pathToFileURL(resolve("build/setup/orphans.mjs")).href;
const root = mkdtempSync(join(tmpdir(), "orphans-"));
const dist = join(root, "dist");
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("a build removes only outputs without a source", async () => {
  const { removeOrphans } = (await import(script)) as {
    readonly removeOrphans: (dist: string, root: string, folders: string[], others: string[]) => void;
  };
  const kept = [
    "cli/new/place.js",
    "cli/new/place.d.ts",
    "cli/table.json",
    "vendor/bundle.js",
    "vendor/bundled.json",
  ];
  const removed = ["cli/old/place.js", "cli/old/place.d.ts", "tests/left.js"];
  const write = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
  };
  for (const source of ["cli/new/place.ts", "cli/table.json", "tests/left.ts"]) write(source);
  for (const output of [...kept, ...removed]) write(join("dist", output));

  removeOrphans(dist, root, ["cli"], [join(dist, "vendor")]);

  expect(kept.filter((path) => !existsSync(join(dist, path)))).toEqual([]);
  expect([...removed, "cli/old", "tests"].filter((path) => existsSync(join(dist, path)))).toEqual([]);
});
