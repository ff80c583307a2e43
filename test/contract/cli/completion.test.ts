import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const repository = resolve(__dirname, "../../..");

/** A home folder for the shells, with the command and their setup. */
const home = mkdtempSync(join(tmpdir(), "tunnel-edge-completion-"));
const executable = join(home, "bin", "tunnel-edge");
mkdirSync(join(home, "bin"));
writeFileSync(
  executable,
  `#!/bin/sh\ncd '${repository}' && exec '${process.execPath}' dist/cli/main.js "$@"\n`,
);
chmodSync(executable, 0o755);
for (const file of ["only-file", "zoo"]) writeFileSync(join(home, file), "");
const env = {
  PATH: [join(home, "bin"), process.env.PATH].join(delimiter),
  HOME: home,
  XDG_CONFIG_HOME: join(home, ".config"),
  TERM: "dumb",
};
const lines = (shell: string, args: readonly string[]) =>
  execFileSync(shell, args, { cwd: home, encoding: "utf8", env }).trimEnd().split("\n");

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Words after the program's name, and the completion of the last one. */
type Case = readonly [words: readonly string[], completed: string];

const cases: readonly Case[] = [
  [["revi"], "review"],
  [["import-"], "import-file"],
  [["review", "--format", "ma"], "markdown"],
  [["review", "--format=ma"], "--format=markdown"],
  [["drift", "--js"], "--json"],
  // Suggestions exclude files.
  [["completion", "z"], "zsh"],
  // Without suggestions, file names are completed.
  [["review", "only-"], "only-file"],
  // Input is never evaluated.
  [["review", "$(touch evaluated)", "--js"], "--json"],
];

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Completes the cases in each shell, set up as documented. */
const shells: Readonly<Record<string, () => readonly string[]>> = {
  // Bash splits words at equals signs, and completes file names itself.
  bash() {
    const completions = join(home, ".local/share/bash-completion/completions");
    mkdirSync(completions, { recursive: true });
    const queries = cases.map(([words]) => {
      const split = words.flatMap((word) => (word.startsWith("--") ? word.split(/(=)/) : [word]));
      return `completed tunnel-edge ${split.map(quote).join(" ")}`;
    });
    const script = `
      tunnel-edge completion bash > ${completions}/tunnel-edge; . ${completions}/tunnel-edge
      completed() {
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _tunnel_edge
        echo "\${COMPREPLY[*]-}"
      }
      ${queries.join("\n")}`;
    const found = lines("bash", ["-c", script]);
    return cases.map(([words], n) => {
      const [, option = ""] = /^(--\w+=)/.exec(words.at(-1) ?? "") ?? [];
      return found[n] === "" ? "only-file" : `${option}${found[n]}`;
    });
  },
  zsh() {
    const folder = join(home, "functions");
    mkdirSync(folder);
    writeFileSync(join(folder, "_tunnel-edge"), `${lines(executable, ["completion", "zsh"]).join("\n")}\n`);
    const typed = cases.map(([words]) => `tunnel-edge ${words.join(" ")}`);
    // A terminal in which Ctrl-X prints the line after Tab.
    const script = `
      zmodload zsh/zpty; zpty shell zsh -f -i
      zpty -w shell 'fpath=(${folder} $fpath); autoload -U compinit; compinit -u -D'
      zpty -w shell 'print_line() { print -r -- "<<$BUFFER>>"; BUFFER=; zle accept-line }'
      zpty -w shell 'zle -N print_line; bindkey "^X" print_line; print rea""dy'
      zpty -r -m shell line '*ready*'
      for typed in ${typed.map(quote).join(" ")}; do
        zpty -w -n shell "$typed"$'\\t\\x18'
        zpty -r -m shell line '*>>*'
        print -r -- "\${\${line##*<<}%%>>*}"
      done
      zpty -d shell`;
    return lines("zsh", ["-f", "-c", script]).map((line) => line.trim().split(" ").at(-1) ?? "");
  },
  fish() {
    const completions = join(home, ".config/fish/completions");
    mkdirSync(completions, { recursive: true });
    const typed = cases.map(([words]) => `tunnel-edge ${words.join(" ")}`);
    const script = `
      tunnel-edge completion fish > ${completions}/tunnel-edge.fish
      for line in ${typed.map((line) => quote(line)).join(" ")}
        echo (complete -C "$line" | string split -f 1 \\t)
      end`;
    return lines("fish", ["-c", script]);
  },
};

const isInstalled = (shell: string) =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, shell)));

describe.each(Object.keys(shells).filter(isInstalled))("a real %s", (shell) => {
  test("passes the words unchanged, and uses the suggestions", () => {
    expect(shells[shell]?.()).toEqual(cases.map(([, completed]) => completed));
    expect(existsSync(join(home, "evaluated"))).toBe(false);
  });
});
