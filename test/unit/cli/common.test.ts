import { Command, Option } from "commander";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addCompletion, CommandError, EXIT, run, supportsColor } from "../../../cli/common";
import { commandLine } from "../../../cli/program";

const argv = (...args: string[]) => ["node", "tool", ...args];

/** A program with one command that does this. */
function programThat(action: () => void): Command {
  const silent = { writeOut: () => undefined, writeErr: () => undefined };
  const program = new Command("tool").configureOutput(silent);
  const command = new Command("work")
    .configureOutput(silent)
    .option("--level <n>", "how hard")
    .addOption(new Option("--form <name>", "of the text").choices(["plain", "markdown"]))
    .action(action);
  return program.version("1.2.3").addCommand(command);
}

/** What a run leaves behind. */
async function outcome(program: Command, ...args: string[]) {
  const said: string[] = [];
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
  try {
    await run(program, argv(...args));
    return { code: process.exitCode ?? 0, said: said.join("") };
  } finally {
    write.mockRestore();
  }
}

afterEach(() => {
  process.exitCode = undefined;
});

describe("exit codes", () => {
  test("tell success, failure, a wrong command line and findings apart", async () => {
    const done = (...args: string[]) =>
      outcome(
        programThat(() => undefined),
        ...args,
      );
    expect((await done("work")).code).toBe(EXIT.fine);
    expect((await done("work", "--lvel", "1")).code).toBe(EXIT.usage);
    expect((await done("wrk")).code).toBe(EXIT.usage);
    process.exitCode = undefined;
    expect((await done("work", "--help")).code).toBe(EXIT.fine);
    expect((await done("--version")).code).toBe(EXIT.fine);
    const failing = programThat(() => {
      throw new Error("the disk is full");
    });
    const failed = await outcome(failing, "work");
    expect(failed.code).toBe(EXIT.failed);
    expect(failed.said).toMatch(/error:.* the disk is full\n$/);
    expect(failed.said).not.toContain("at ");
    const finding = programThat(() => {
      throw new CommandError("too many", EXIT.findings);
    });
    expect((await outcome(finding, "work")).code).toBe(EXIT.findings);
  });
});

describe("colours", () => {
  test.each([
    ["a terminal", { isTTY: true }, {}, true],
    ["a pipe", { isTTY: false }, {}, false],
    ["a pipe in a pipeline", { isTTY: false }, { CI: "true" }, false],
    ["a terminal that has none", { isTTY: true }, { TERM: "dumb" }, false],
    ["NO_COLOR", { isTTY: true }, { NO_COLOR: "1" }, false],
    ["an empty NO_COLOR", { isTTY: true }, { NO_COLOR: "" }, true],
    ["FORCE_COLOR", { isTTY: false }, { FORCE_COLOR: "1" }, true],
    ["FORCE_COLOR=0", { isTTY: true }, { FORCE_COLOR: "0" }, false],
  ])("for %s", (_, stream, env, expected) => {
    expect(supportsColor(stream as NodeJS.WriteStream, env)).toBe(expected);
  });
});

/** What the command of the shells' scripts suggests for the last of these words. */
async function completed(program: Command, words: readonly string[]): Promise<(string | undefined)[]> {
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
])("completion suggests for %j: %j", async (words, suggestions) => {
  const program = programThat(() => undefined);
  addCompletion(program);
  expect(await completed(program, words)).toEqual(suggestions);
});

test("completion knows every command, its options and their values", async () => {
  const walked = async (command: Command, path: readonly string[]): Promise<void> => {
    const children = command.commands.filter((one) => one.name() !== "complete");
    const suggested = await completed(commandLine(), [...path, ""]);
    expect(suggested).toEqual(expect.arrayContaining(children.map((one) => one.name())));
    for (const { long, argChoices } of command.options) {
      expect(await completed(commandLine(), [...path, long ?? ""])).toContain(long);
      if (argChoices) expect(await completed(commandLine(), [...path, long ?? "", ""])).toEqual(argChoices);
    }
    for (const child of children) await walked(child, [...path, child.name()]);
  };
  await walked(commandLine(), []);
});
