import { Command } from "commander";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CommandError, EXIT, run, supportsColor } from "../../../cli/common";

const argv = (...args: string[]) => ["node", "tool", ...args];

function programWith(action: () => void): Command {
  const silent = { writeOut: () => undefined, writeErr: () => undefined };
  const program = new Command("tool").configureOutput(silent);
  const command = new Command("work")
    .configureOutput(silent)
    .option("--level <n>", "how hard")
    .action(action);
  return program.version("1.2.3").addCommand(command);
}

async function runTool(program: Command, ...args: string[]) {
  const stderr: string[] = [];
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr.push(String(text));
    return true;
  });
  try {
    await run(program, argv(...args));
    return { code: process.exitCode ?? 0, stderr: stderr.join("") };
  } finally {
    write.mockRestore();
  }
}

afterEach(() => {
  process.exitCode = undefined;
});

describe("exit codes", () => {
  test("distinguish success, failure, a wrong command line, and findings", async () => {
    const finish = (...args: string[]) =>
      runTool(
        programWith(() => undefined),
        ...args,
      );
    expect((await finish("work")).code).toBe(EXIT.fine);
    expect((await finish("work", "--lvel", "1")).code).toBe(EXIT.usage);
    expect((await finish("wrk")).code).toBe(EXIT.usage);
    process.exitCode = undefined;
    expect((await finish("work", "--help")).code).toBe(EXIT.fine);
    expect((await finish("--version")).code).toBe(EXIT.fine);
    const failing = programWith(() => {
      throw new Error("the disk is full");
    });
    const failed = await runTool(failing, "work");
    expect(failed.code).toBe(EXIT.failed);
    expect(failed.stderr).toMatch(/error:.* the disk is full\n$/);
    expect(failed.stderr).not.toContain("at ");
    const finding = programWith(() => {
      throw new CommandError("too many", EXIT.findings);
    });
    expect((await runTool(finding, "work")).code).toBe(EXIT.findings);
  });
});

describe("colors", () => {
  test.each([
    ["a terminal", true, { isTTY: true }, {}],
    ["a pipe", false, { isTTY: false }, {}],
    ["a pipe in a pipeline", false, { isTTY: false }, { CI: "true" }],
    ["a terminal without colors", false, { isTTY: true }, { TERM: "dumb" }],
    ["a terminal with NO_COLOR", false, { isTTY: true }, { NO_COLOR: "1" }],
    ["a terminal with an empty NO_COLOR", true, { isTTY: true }, { NO_COLOR: "" }],
    ["a pipe with FORCE_COLOR", true, { isTTY: false }, { FORCE_COLOR: "1" }],
    ["a terminal with FORCE_COLOR=0", false, { isTTY: true }, { FORCE_COLOR: "0" }],
  ])("for %s: %s", (_, expected, stream, env) => {
    expect(supportsColor(stream as NodeJS.WriteStream, env)).toBe(expected);
  });
});
