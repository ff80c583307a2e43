import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { REVIEW_FORMATS } from "../../cli/common";
import { compiled, compiledCommand } from "../support/needs";

describe("a command whose reader has gone, as with `| head`", compiled, () => {
  const PREVIEW = join(__dirname, "../recorded/readme-preview.json");

  test.each([
    [["--help"], 0],
    [["--version"], 0],
    [["import-file"], 2],
    [["sessions", "--help"], 0],
    ...REVIEW_FORMATS.map(
      (format) => [["review", PREVIEW, "--offline", "--fail-on", "none", "-f", format], 0] as const,
    ),
  ] as const)("%j ends without a stack, with its usual code %i", async (args, code) => {
    const child = spawn(process.execPath, [compiledCommand, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    const told: Buffer[] = [];
    child.stderr.on("data", (bytes: Buffer) => told.push(bytes));
    expect(await once(child, "close")).toEqual([code, null]);
    expect(Buffer.concat(told).toString()).not.toMatch(/EPIPE|\n\s+at /);
  });

  test.each([["--help"], ["--version"]])(
    "%s ends so where its errors have no reader either",
    async (flag) => {
      const child = spawn(process.execPath, [compiledCommand, flag], { stdio: ["ignore", "pipe", "pipe"] });
      child.stdout.destroy();
      child.stderr.destroy();
      expect(await once(child, "close")).toEqual([0, null]);
    },
  );
});
