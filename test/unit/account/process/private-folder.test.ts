import { mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PrivateFolder } from "../../../../provider/account/process/private-folder";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tunnel-edge-folder-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("a folder that was safe is refused once it is a link", () => {
  const folder = new PrivateFolder(join(root, "files"), root);
  folder.write("one", "1");
  expect(folder.names()).toEqual([".gitignore", "one"]);
  renameSync(folder.path, join(root, "moved"));
  expect(folder.names()).toEqual([]);
  symlinkSync(join(root, "moved"), folder.path);
  expect(() => folder.names()).toThrow("symbolic link");
});

test("a folder below one that takes none is refused at once", () => {
  const folder = new PrivateFolder("/proc/none/files");
  expect(() => folder.write("one", "1")).toThrow("ENOENT");
});
