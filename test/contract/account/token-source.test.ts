import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenSource } from "../../../provider/account/account";
import { posix } from "../../support/needs";
import { until } from "../../support/until";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tunnel-edge-token-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a command that prints `run-1` at its first run, then `run-2`, and so on. */
function countingCommand(name: string) {
  const file = join(folder, name);
  return {
    command: `echo x >>'${file}'; echo "run-$(wc -l <'${file}' | tr -d ' ')"`,
    runs: () => readFileSync(file, "utf8").split("\n").length - 1,
  };
}

test("a command runs once for all requests, and again if its token is refused", async () => {
  const { command, runs } = countingCommand("once");
  const source = tokenSource({ command });
  expect(await Promise.all([source(), source(), source()])).toEqual(["run-1", "run-1", "run-1"]);
  expect(runs()).toBe(1);
  expect(await source({ refresh: true })).toBe("run-2");
  expect(await source()).toBe("run-2");
});

test("a command runs once for concurrent requests whose token is refused", async () => {
  const { command, runs } = countingCommand("refused");
  const source = tokenSource({ command });
  await source();
  const refused = Array.from({ length: 8 }, () => source({ refresh: true }));
  expect(await Promise.all([...refused, source()])).toEqual(Array.from({ length: 9 }, () => "run-2"));
  expect(runs()).toBe(2);
});

test("a failed command runs again with the next request", async () => {
  const file = join(folder, "later");
  const source = tokenSource({ command: `test -e '${file}' && echo here || { touch '${file}'; exit 3; }` });
  await expect(source()).rejects.toThrow("ended with code 3");
  expect(await source()).toBe("here");
});

test.each([
  // 8 s are enough to start the children even on a busy machine.
  ["takes too long", "wait", "did not end within", 8_000],
  ["prints endlessly", "yes hunter2", "printed more than 64 KiB", undefined],
] as const)("kills the children of a command that %s", posix, async (_, rest, reason, limitMs) => {
  // The length only makes the name unique.
  const file = join(folder, `children-${rest.length}`);
  const child = `sh -c 'sleep 300 & echo $! >>"${file}"; wait' & echo $! >>'${file}'`;
  const source = tokenSource(
    { command: `${child}; while [ "$(wc -l <'${file}')" -lt 2 ]; do sleep 0.05; done; ${rest}` },
    limitMs,
  );
  await expect(source()).rejects.toThrow(reason);
  const children = readFileSync(file, "utf8").trim().split("\n").map(Number);
  expect(children).toHaveLength(2);
  await until(() => expect(children.filter(isRunning)).toEqual([]));
});

test("a command gets an empty standard input", async () => {
  expect(await tokenSource({ command: "cat; echo token-after-input" })()).toBe("token-after-input");
});

test("what a command writes to stderr is ignored, however long", async () => {
  const command = "head -c 300000 /dev/zero >&2; echo the-token";
  expect(await tokenSource({ command })()).toBe("the-token");
});

/** Returns false for a zombie, too: a killed child remains a zombie if its parent never reaps it. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

test.each([
  ["it fails", "echo hunter2; echo hunter2 >&2; exit 7", undefined, "ended with code 7: run it manually"],
  ["a signal ends it", "kill -9 $$", undefined, "was ended by SIGKILL: run it manually"],
  ["it takes too long", "exec sleep 30", 200, "did not end within 0.2 s: run it manually"],
  ["it prints endlessly", "exec yes hunter2", undefined, "printed more than 64 KiB: run it manually"],
  ["it prints nothing", "true", undefined, "must print the token and nothing else"],
  ["it prints more than a token", "echo token: hunter2", undefined, "must print the token and nothing else"],
])("a command without a usable token fails with the reason: %s", async (_, command, timeoutMs, reason) => {
  const failure = await tokenSource({ command }, timeoutMs)().catch((error: Error) => error);
  expect(failure).toMatchObject({ name: "ConfigurationError" });
  expect((failure as Error).message).toContain(`tunnel-edge:apiTokenCommand ${reason}`);
  expect((failure as Error).message).not.toContain("hunter2");
});
