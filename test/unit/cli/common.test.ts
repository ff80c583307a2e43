import { Command, Option } from "commander";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addCompletion, CommandError, EXIT, run, supportsColor } from "../../../cli/common";
import { commandLine } from "../../../cli/program";

const argv = (...args: string[]) => ["node", "tool", ...args];

function programWith(action: () => void): Command {
  const silent = { writeOut: () => undefined, writeErr: () => undefined };
  const program = new Command("tool").configureOutput(silent);
  const command = new Command("work")
    .configureOutput(silent)
    .option("--level <n>", "how hard")
    .addOption(new Option("--form <name>", "of the text").choices(["plain", "markdown"]))
    .action(action);
  return program.version("1.2.3").addCommand(command);
}

async function outcome(program: Command, ...args: string[]) {
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
      outcome(
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
    const failed = await outcome(failing, "work");
    expect(failed.code).toBe(EXIT.failed);
    expect(failed.stderr).toMatch(/error:.* the disk is full\n$/);
    expect(failed.stderr).not.toContain("at ");
    const finding = programWith(() => {
      throw new CommandError("too many", EXIT.findings);
    });
    expect((await outcome(finding, "work")).code).toBe(EXIT.findings);
  });
});

describe("colors", () => {
  test.each([
    ["a terminal", { isTTY: true }, {}, true],
    ["a pipe", { isTTY: false }, {}, false],
    ["a pipe in a pipeline", { isTTY: false }, { CI: "true" }, false],
    ["a terminal without colors", { isTTY: true }, { TERM: "dumb" }, false],
    ["NO_COLOR", { isTTY: true }, { NO_COLOR: "1" }, false],
    ["an empty NO_COLOR", { isTTY: true }, { NO_COLOR: "" }, true],
    ["FORCE_COLOR", { isTTY: false }, { FORCE_COLOR: "1" }, true],
    ["FORCE_COLOR=0", { isTTY: true }, { FORCE_COLOR: "0" }, false],
  ])("for %s", (_, stream, env, expected) => {
    expect(supportsColor(stream as NodeJS.WriteStream, env)).toBe(expected);
  });
});

/** Returns the suggestions for the last word. */
async function complete(program: Command, words: readonly string[]): Promise<(string | undefined)[]> {
  const printed: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
  try {
    await run(program, argv("complete", "--", ...words));
  } finally {
    write.mockRestore();
  }
  return printed
    .flatMap((text) => text.split("\n").map((line) => line.split("\t")[0]))
    .filter((value) => value !== "");
}

test.each([
  [["wo"], ["work"]],
  [["work", "--l"], ["--level"]],
  [["work", "--form", "ma"], ["markdown"]],
  [["work", "--level", "wo"], []],
])("completes %j with %j", async (words, suggestions) => {
  const program = programWith(() => undefined);
  addCompletion(program);
  expect(await complete(program, words)).toEqual(suggestions);
});

test("completes every command, its options, and their values", async () => {
  const checkAll = async (command: Command, path: readonly string[]): Promise<void> => {
    const children = command.commands.filter((child) => child.name() !== "complete");
    const suggested = await complete(commandLine(), [...path, ""]);
    expect(suggested).toEqual(expect.arrayContaining(children.map((child) => child.name())));
    for (const { long, argChoices } of command.options) {
      expect(await complete(commandLine(), [...path, long ?? ""])).toContain(long);
      if (argChoices) expect(await complete(commandLine(), [...path, long ?? "", ""])).toEqual(argChoices);
    }
    for (const child of children) await checkAll(child, [...path, child.name()]);
  };
  await checkAll(commandLine(), []);
});
