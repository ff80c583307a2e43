import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { REVIEW_FORMATS } from "../../cli/common";
import { compiled, compiledCommand } from "../support/needs";

describe("a command whose output pipe is closed, as with `| head`", compiled, () => {
  const PREVIEW = join(__dirname, "../recorded/readme-preview.json");

  test.each([
    [["--help"], 0],
    [["--version"], 0],
    [["import-file"], 2],
    [["sessions", "--help"], 0],
    ...REVIEW_FORMATS.map(
      (format) => [["review", PREVIEW, "--offline", "--fail-on", "none", "-f", format], 0] as const,
    ),
  ] as const)("%j exits with its usual code %i and without a stack trace", async (args, code) => {
    const child = spawn(process.execPath, [compiledCommand, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    const chunks: Buffer[] = [];
    child.stderr.on("data", (bytes: Buffer) => chunks.push(bytes));
    expect(await once(child, "close")).toEqual([code, null]);
    expect(Buffer.concat(chunks).toString()).not.toMatch(/EPIPE|\n\s+at /);
  });

  test.each([["--help"], ["--version"]])("%s exits with code 0 if its stderr is closed too", async (flag) => {
    const child = spawn(process.execPath, [compiledCommand, flag], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    child.stderr.destroy();
    expect(await once(child, "close")).toEqual([0, null]);
  });
});
