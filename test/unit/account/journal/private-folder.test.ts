import { mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PrivateFolder } from "../../../../provider/account/journal/private-folder";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tunnel-edge-folder-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const LONG = 60_000;
/** Longer than what passes between two changes that a file system dates alike. */
const TICK_MS = 50;

/** A folder that nobody has changed for long, as its names are read. */
function settledFolder(): PrivateFolder {
  const folder = new PrivateFolder(join(root, "files"), root, () => Date.now() + LONG);
  folder.write("one", "1");
  return folder;
}

test("names are those of now, also of a folder that has not changed for long", async () => {
  const folder = settledFolder();
  expect(folder.names()).toEqual([".gitignore", "one"]);
  expect(folder.names()).toBe(folder.names());
  await setTimeout(TICK_MS);
  new PrivateFolder(folder.path, root).write("two", "2");
  expect(folder.names()).toEqual([".gitignore", "one", "two"]);
  await setTimeout(TICK_MS);
  folder.remove("one");
  expect(folder.names()).toEqual([".gitignore", "two"]);
});

test("names are read again where a change may have left no trace", () => {
  const folder = new PrivateFolder(join(root, "files"), root);
  folder.write("one", "1");
  const before = folder.names();
  expect(folder.names()).toEqual(before);
  expect(folder.names()).not.toBe(before);
});

test("a folder that was safe is refused once it is a link", () => {
  const folder = settledFolder();
  folder.names();
  renameSync(folder.path, join(root, "moved"));
  expect(folder.names()).toEqual([]);
  symlinkSync(join(root, "moved"), folder.path);
  expect(() => folder.names()).toThrow("symbolic link");
});
