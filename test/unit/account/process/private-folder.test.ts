import { chmodSync, renameSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { PrivateFolder } from "../../../../provider/account/process/private-folder";
import { temporaryFolder } from "../../../support/temporary-folder";

const root = temporaryFolder();

test("a folder that was safe is refused once it is a link", () => {
  const folder = new PrivateFolder(root.at("files"), root.at());
  folder.write("one", "1");
  expect(folder.names()).toEqual([".gitignore", "one"]);
  renameSync(folder.path, root.at("moved"));
  expect(folder.names()).toEqual([]);
  symlinkSync(root.at("moved"), folder.path);
  expect(() => folder.names()).toThrow("symbolic link");
});

test("a folder that was safe is refused once others may write to it", () => {
  const folder = new PrivateFolder(root.at("opened"), root.at());
  folder.write("one", "1");
  chmodSync(folder.path, 0o777);
  expect(() => folder.names()).toThrow("others may write to it (mode 777)");
});

test("a folder below one that takes none is refused at once", () => {
  const folder = new PrivateFolder("/proc/none/files");
  expect(() => folder.write("one", "1")).toThrow("ENOENT");
});
