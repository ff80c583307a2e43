import { chmodSync, renameSync, symlinkSync, utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { PrivateFolder } from "../../../../provider/account/process/private-folder";
import { temporaryFolder } from "../../../support/temporary-folder";

const root = temporaryFolder();

test("rejects a verified folder after it was replaced by a link", () => {
  const folder = new PrivateFolder(root.at("files"), root.at());
  folder.write("one", "1");
  expect(folder.names()).toEqual([".gitignore", "one"]);
  renameSync(folder.path, root.at("moved"));
  expect(folder.names()).toEqual([]);
  symlinkSync(root.at("moved"), folder.path);
  expect(() => folder.names()).toThrow("symbolic link");
});

test("rejects a folder that others may write to since its first use", () => {
  const folder = new PrivateFolder(root.at("opened"), root.at());
  folder.write("one", "1");
  chmodSync(folder.path, 0o777);
  expect(() => folder.names()).toThrow("others may write to it (mode 777)");
});

test("fails immediately below a folder that cannot contain others", () => {
  const folder = new PrivateFolder("/proc/none/files");
  expect(() => folder.write("one", "1")).toThrow("ENOENT");
});

test("pruning removes the oldest matching files beyond the maximum, and those older than a time", () => {
  const folder = new PrivateFolder(root.at("pruned"), root.at());
  for (const [seconds, name] of ["other", "a1", "a2", "a3", "a4"].entries()) {
    folder.write(name, name);
    utimesSync(root.at("pruned", name), seconds + 1, seconds + 1);
  }
  folder.prune(/^a/, 3);
  expect(folder.names()).toEqual([".gitignore", "a2", "a3", "a4", "other"]);
  folder.prune(/^a/, 3, 3_500);
  expect(folder.names()).toEqual([".gitignore", "a3", "a4", "other"]);
});
