import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { driftCommand } from "../../../cli/drift/command";
import { reviewCommand } from "../../../cli/review/command";

const folder = resolve(__dirname, "../../../workflows");
const files = ["github", "gitlab"].flatMap((host) =>
  readdirSync(join(folder, host)).map((name) => join(host, name)),
);
const commands: readonly Command[] = [reviewCommand(), driftCommand()];

/** Every call of our command line in a text, as a command and its options. */
function callsIn(text: string): { command: string; options: string[] }[] {
  const joined = text.replace(/\\\n\s*/g, " ");
  return [...joined.matchAll(/npx (?:--no )?tunnel-edge (\w+)([^|>\n]*)/g)].map(
    ([, command = "", rest = ""]) => ({
      command,
      options: [...rest.matchAll(/(?:^|\s)(--[a-z-]+)/g)].map(([, option]) => option as string),
    }),
  );
}

describe.each(files)("workflows/%s", (file) => {
  const text = readFileSync(join(folder, file), "utf8");

  test("is YAML with something in it", () => {
    expect(Object.keys(parse(text) as object).length).toBeGreaterThan(2);
  });

  test("calls commands with options that they have", () => {
    for (const { command, options } of callsIn(text)) {
      const found = commands.find((one) => one.name() === command);
      expect(found, command).toBeDefined();
      const known = found?.options.map(({ long }) => long);
      for (const option of options) expect(known, `${command} ${option}`).toContain(option);
    }
  });
});

test("the workflows review, bring and compare", () => {
  const calls = files.flatMap((file) => callsIn(readFileSync(join(folder, file), "utf8")));
  expect(calls.map(({ command }) => command).sort()).toEqual(["drift", "drift", "review", "review"]);
});
