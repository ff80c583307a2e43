import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const repository = resolve(__dirname, "../../..");

/** What a real bash completes command lines to, by the script that is printed for it. */
function completedByBash(lines: readonly (readonly string[])[]): string[][] {
  const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  const script = `
    tunnel-edge() { "$NODE" --import tsx cli/main.ts "$@"; }
    eval "$(tunnel-edge completion bash)"
    completed() {
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _tunnel_edge
      printf '%s\\t' "\${COMPREPLY[@]}"; echo
    }
    ${lines.map((words) => `completed tunnel-edge ${words.map(quoted).join(" ")}`).join("\n")}`;
  const output = execFileSync("bash", ["-c", script], {
    cwd: repository,
    encoding: "utf8",
    env: { ...process.env, NODE: process.execPath },
  });
  return output.split("\n").map((line) => line.split("\t").filter((value) => value !== ""));
}

test("bash passes the words on as they are, and takes the suggestions", () => {
  const cases = [
    [["re"], ["review"]],
    // bash takes an equals sign for a word of its own.
    [["review", "--format", "=", "ma"], ["markdown"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish", "powershell"],
    ],
    [["review", "$(touch /nowhere/evaluated)"], []],
  ];
  const found = completedByBash(cases.map(([words = []]) => words));
  expect(found.slice(0, cases.length)).toEqual(cases.map(([, suggestions]) => suggestions));
});
