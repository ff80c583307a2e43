import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { withTemporaryFolder, writeUserFile } from "../../../cli/common";
import { checkDestination, writeFiles } from "../../../cli/export/folder";
import { temporaryFolder } from "../../support/temporary-folder";

const { at } = temporaryFolder();

describe("a file that a command writes", () => {
  test("is created, or replaces a file and keeps its permissions", () => {
    writeUserFile(at("new"), "text");
    writeFileSync(at("old"), "a longer text", { mode: 0o640 });
    writeUserFile(at("old"), "text");
    writeUserFile(at("mine"), "text", 0o600);
    expect(["new", "old", "mine"].map((name) => readFileSync(at(name), "utf8"))).toEqual(
      Array(3).fill("text"),
    );
    expect(["old", "mine"].map((name) => statSync(at(name)).mode & 0o777)).toEqual([0o640, 0o600]);
    expect(readdirSync(at()).sort()).toEqual(["mine", "new", "old"]);
  });

  test("is never written through a link", () => {
    writeFileSync(at("target"), "mine");
    symlinkSync(at("target"), at("symbolic"));
    symlinkSync(at("nowhere"), at("dangling"));
    linkSync(at("target"), at("hard"));
    for (const name of ["symbolic", "dangling"])
      expect(() => writeUserFile(at(name), "text")).toThrow(`${at(name)} is a symbolic link`);
    writeUserFile(at("hard"), "text");
    expect(readFileSync(at("target"), "utf8")).toBe("mine");
    expect(existsSync(at("nowhere"))).toBe(false);
  });

  test.each([
    ["folder", "it is not a file"],
    ["none/file", "ENOENT"],
    ["pipe", "it is not a file"],
    ["pipe/file", "ENOTDIR"],
    ["loop/file", "ELOOP"],
    ["/dev/full", "it is not a file"],
    ["/proc/none/file", "ENOENT"],
    ["n".repeat(300), "ENAMETOOLONG"],
  ])("at %s leaves no temporary file and reports what to do", (name, code) => {
    mkdirSync(at("folder"));
    execFileSync("mkfifo", [at("pipe")]);
    symlinkSync(at("loop"), at("loop"));
    const file = resolve(at(), name);
    expect(() => writeUserFile(file, "text")).toThrow(`${file} cannot be written (${code}): choose another`);
    const out = join(file, "program");
    const write = () => {
      checkDestination({ project: "app", force: true, out });
      writeFiles(out, { "none/index.ts": "text" });
    };
    expect(write).toThrow(/program(\/none\/index\.ts)? cannot be written \(E\w+\): choose another/);
    rmSync(join(at("folder"), "program"), { recursive: true, force: true });
    expect(readdirSync(at()).filter((entry) => !["none", "folder", "loop", "pipe"].includes(entry))).toEqual(
      [],
    );
  });

  test("is refused with all files of its program if one is not a file", () => {
    execFileSync("mkfifo", [at("pipe"), at("index.ts")]);
    expect(() => writeFiles(at(), { "index.ts": "text" })).toThrow(`${at("index.ts")} is not a file`);
    expect(() => checkDestination({ project: "app", force: true, out: at("pipe") })).toThrow(
      "is not a folder",
    );
  });
});

test("an error names a temporary folder that cannot be created", async () => {
  vi.stubEnv("TMPDIR", at("none"));
  onTestFinished(() => void vi.unstubAllEnvs());
  const failing = withTemporaryFolder("tunnel-edge-files-", async () => {});
  await expect(failing).rejects.toThrow(
    `${at("none")} cannot be written (ENOENT): free some space there, or set`,
  );
});

test("a temporary folder and its signal handlers are removed after a task fails", async () => {
  const before = process.listenerCount("SIGTERM");
  let created = "";
  const failing = withTemporaryFolder("tunnel-edge-files-", async (temporary) => {
    created = temporary;
    expect(statSync(temporary).mode & 0o777).toBe(0o700);
    throw new Error("out of order");
  });
  await expect(failing).rejects.toThrow("out of order");
  expect(existsSync(created)).toBe(false);
  expect(process.listenerCount("SIGTERM")).toBe(before);
});
