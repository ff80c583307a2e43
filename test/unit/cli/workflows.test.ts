import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { driftCommand } from "../../../cli/drift/command";
import { reviewCommand } from "../../../cli/review/command";

const root = resolve(__dirname, "../../..");
const files = ["examples/pipelines/github", "actions/scripts", "examples/templates/edge"].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
);
const commands: readonly Command[] = [reviewCommand(), driftCommand()];

/** Finds every call of the command line in a text, as a command and its options. */
function findCalls(text: string): { command: string; options: string[] }[] {
  const joined = text.replace(/\\\n\s*/g, " ");
  return [...joined.matchAll(/npx (?:--no )?tunnel-edge (\w+)([^|>\n]*)/g)].map(
    ([, command = "", rest = ""]) => ({
      command,
      options: [...rest.matchAll(/(?:^|\s)(--[a-z-]+)/g)].map(([, option]) => option as string),
    }),
  );
}

describe.each(files)("%s", (file) => {
  test("uses only existing options", () => {
    for (const { command, options } of findCalls(readFileSync(join(root, file), "utf8"))) {
      const found = commands.find((candidate) => candidate.name() === command);
      expect(found, command).toBeDefined();
      const known = found?.options.map(({ long }) => long);
      for (const option of options) expect(known, `${command} ${option}`).toContain(option);
    }
  });
});

test("only the action scripts call the CLI: review and drift, once each", () => {
  const calls = files.flatMap((file) => findCalls(readFileSync(join(root, file), "utf8")));
  expect(calls.map(({ command }) => command).sort()).toEqual(["drift", "review"]);
});
