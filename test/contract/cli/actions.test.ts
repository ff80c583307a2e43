import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { driftCommand } from "../../../cli/drift/command";
import { reviewCommand } from "../../../cli/review/command";

const actionsFolder = resolve(__dirname, "../../../actions");

interface Action {
  readonly inputs: Record<string, { default?: string; required?: boolean }>;
  readonly outputs: Record<string, { value: string }>;
  readonly runs: { steps: { env: Record<string, string>; run: string; shell: string }[] };
}

const cases = [
  { name: "review", command: reviewCommand(), report: "review.md" },
  { name: "drift", command: driftCommand(), report: "drift.md" },
];

describe.each(cases)("the action $name", ({ name, command, report }) => {
  const action = parse(readFileSync(join(actionsFolder, name, "action.yml"), "utf8")) as Action;
  const [step] = action.runs.steps;

  /** Runs the action's script as GitHub does, with a fake `npx` that records its arguments and exits with the code. */
  function run(code: number) {
    const folder = mkdtempSync(join(tmpdir(), "action-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const bin = join(folder, "bin");
    mkdirSync(bin);
    writeFileSync(
      join(bin, "npx"),
      `#!/usr/bin/env bash\nprintf '%s\\n' "$@" > called\necho "# Report" | tee ${report}\nexit ${code}\n`,
    );
    chmodSync(join(bin, "npx"), 0o755);
    const variables = Object.entries(step?.env ?? {}).map(([variable, from]) => {
      const [, input = ""] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(from) ?? [];
      return [variable, action.inputs[input]?.default ?? "prod; touch hacked"];
    });
    const { status } = spawnSync("bash", ["-ec", step?.run ?? "exit 9"], {
      cwd: folder,
      env: {
        ...Object.fromEntries(variables),
        PATH: `${bin}:${process.env.PATH}`,
        GITHUB_ACTION_PATH: join(actionsFolder, name),
        GITHUB_OUTPUT: join(folder, "output"),
        GITHUB_STEP_SUMMARY: join(folder, "summary"),
      },
    });
    const read = (file: string) =>
      existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : undefined;
    return { status, called: read("called")?.trim().split("\n") ?? [], read };
  }

  test("writes the report to the summary, and the exit code to an output", () => {
    // 3 reports findings, so it is not a failure of the action.
    for (const code of [0, 3]) {
      const { status, read } = run(code);
      expect([status, read("output"), read("summary")]).toEqual([0, `code=${code}\n`, "# Report\n"]);
    }
    expect(action.outputs.code?.value).toBe(`\${{ steps.${name}.outputs.code }}`);
  });

  test("fails if the command failed", () => {
    for (const code of [1, 2]) {
      const { status, read } = run(code);
      expect([status, read("output")]).toEqual([code, undefined]);
    }
  });

  test("calls the command with existing options, and passes values without executing them", () => {
    const { called, read } = run(0);
    expect(called.slice(0, 5)).toEqual(["--no", "tunnel-edge", name, "--stack", "prod; touch hacked"]);
    expect(read("hacked")).toBeUndefined();
    const knownOptions = command.options.map(({ long }) => long);
    for (const option of called.filter((word) => /^--(?!no$)/.test(word)))
      expect(knownOptions).toContain(option);
    if (name === "review") expect(called.join(" ")).toContain("--max-deletions 5 --fail-on high");
    expect(step?.run).not.toContain("${{");
  });
});
