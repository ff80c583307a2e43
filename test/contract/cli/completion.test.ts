import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const repository = resolve(__dirname, "../../..");

/** What a real bash completes a command line to, by the script that is printed for it. */
function completedByBash(...words: readonly string[]): string[] {
  const script = `
    tunnel-edge() { "$NODE" --import tsx cli/main.ts "$@"; }
    eval "$(tunnel-edge completion bash)"
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _tunnel_edge
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync("bash", ["-c", script, "bash", "tunnel-edge", ...words], {
    cwd: repository,
    encoding: "utf8",
    env: { ...process.env, NODE: process.execPath },
  });
  return output.split("\n").filter((line) => line !== "");
}

test.each([
  [["re"], ["review"]],
  [["review", "--form"], ["--format"]],
  [["review", "--format", "ma"], ["markdown"]],
  // bash takes an equals sign for a word of its own.
  [["review", "--format", "=", "ma"], ["markdown"]],
  [["review", "--stack", "re"], []],
  [
    ["completion", ""],
    ["bash", "zsh", "fish", "powershell"],
  ],
  [["review", "$(touch /nowhere/evaluated)"], []],
] as const)("bash completes %j to %j", (words, suggestions) => {
  expect(completedByBash(...words)).toEqual(suggestions);
});
