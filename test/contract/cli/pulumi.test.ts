import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { accountConfig } from "../../../cli/account";
import { readStack } from "../../../cli/drift/state";
import { EngineError, lastLines, pulumiOutput } from "../../../cli/pulumi";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../../provider/account/values/secrets";
import { catchError } from "../../support/failures";
import { writeFakeEngine } from "../../support/fake-engine";
import { posix } from "../../support/needs";

const SECRET = "hunter2";
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tunnel-edge-fake-"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: x\nruntime: nodejs\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
  return () => vi.unstubAllEnvs();
});

const fakeEngine = (stdout: string, end: string, stderr?: string) =>
  writeFakeEngine(folder, stdout, end, stderr);

const type = "pulumi-nodejs:dynamic/tunnel-edge:ApiKey";

function state(plaintext: string): string {
  const token = { [SIGNATURE_KEY]: SECRET_SIGNATURE, plaintext };
  const key = { urn: `urn:pulumi:a::b::${type}::key`, type, outputs: { token } };
  return JSON.stringify({ deployment: { resources: [key] } });
}

async function captureError(operation: Promise<unknown>): Promise<string> {
  const error = await catchError(operation);
  expect(error).toBeInstanceOf(EngineError);
  return `${error.message}${error.stack}${error.cause ?? ""}`;
}

describe.each([
  ["the state", () => readStack({ cwd: folder }), "pulumi stack export"],
  ["the configuration", () => accountConfig({ cwd: folder, stack: "x" }), "pulumi config"],
])("reading %s with its secrets", posix, (_, read, command) => {
  test.each([
    ["dies halfway", state(JSON.stringify(SECRET)).slice(0, 200), "exit 255", ""],
    ["is killed halfway", state(JSON.stringify(SECRET)), "kill -9 $$", ""],
    ["panics", "", "exit 2", `panic: ${SECRET}\n\ngoroutine 1 [running]:\nmain.f(${SECRET})`],
    [
      "prints half of the output and exits with 0",
      `{"tunnel-edge:apiToken": {"value": "${SECRET}`,
      "exit 0",
      "",
    ],
    ["prints something else", `${SECRET} is what it is`, "exit 0", ""],
    ["prints nothing", "", "exit 0", ""],
  ])("reveals no secret if the engine %s", async (_, stdout, end, stderr) => {
    fakeEngine(stdout, end, stderr);
    const message = await captureError(read());
    expect(message).not.toContain(SECRET);
    expect(message).toContain(`\`${command}\``);
  });

  test("reports the engine's `error:` line, but no other output", async () => {
    fakeEngine(SECRET, "exit 255", `${SECRET}\nerror: incorrect passphrase\n${SECRET}\n`);
    const message = await captureError(read());
    expect(message).toContain(`\`${command}\` failed: incorrect passphrase\n`);
    expect(message).not.toContain(SECRET);
  });
});

test("does not quote a damaged secret in a state", posix, async () => {
  fakeEngine(state(SECRET), "exit 0");
  const message = await captureError(readStack({ cwd: folder }));
  expect(message).toContain("a secret of the state is not JSON");
  expect(message).not.toContain(SECRET);
});

test("quotes only the end of other commands' output", posix, async () => {
  fakeEngine("", "exit 255", `${"x".repeat(9_000)}\nerror: the reason\n`);
  const { message } = await catchError(pulumiOutput(["preview", "--json"], { cwd: folder }));
  expect(message).toMatch(/^`pulumi preview` failed: x{3000,4000}\nerror: the reason$/);
  expect(lastLines("1\n2\n3\n", 2)).toBe("2\n3");
});
