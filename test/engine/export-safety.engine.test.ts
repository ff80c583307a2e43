import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { accountEnvironment, runCli } from "../support/cli";
import { enginePath, repository } from "../support/engine";
import { processesWithEnvironment } from "../support/processes";
import { until } from "../support/until";
import { waitUntilReached } from "../support/wait-until-reached";

const root = mkdtempSync(join(tmpdir(), "tunnel-edge-export-safety-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("files of an export", () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ seed: { "/ip_policies": [{ id: "ipp_1", description: "Office" }] } });
  });
  afterAll(() => emulator.close());

  test.each([
    ["SIGTERM", "the account is imported", "import.json"],
    ["SIGINT", "the program runs against a copy", "program/Pulumi.adoption.yaml"],
  ] as const)("are deleted and processes end after %s while %s", async (signal, _, file) => {
    const temporary = mkdtempSync(join(root, "temporary-"));
    const folder = join(temporary, "infra");
    const command = [join(repository, "dist", "cli", "main.js"), "export", "--out", folder];
    const child = spawn(process.execPath, command, {
      env: {
        PATH: enginePath(),
        PULUMI_HOME: join(repository, ".engine", "home"),
        TMPDIR: temporary,
        ...accountEnvironment(emulator),
      },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.once("close", (_code, cause) => resolve(cause)));
    const isWritten = () => readdirSync(temporary).some((name) => existsSync(join(temporary, name, file)));
    await waitUntilReached(ended, isWritten);
    child.kill(signal);
    expect(await ended).toBe(signal);
    expect(readdirSync(temporary).filter((name) => /^(tunnel-edge-|infra)/.test(name))).toEqual([]);
    // The system lists a killed process until it has been reaped.
    await until(() => expect(processesWithEnvironment(temporary)).toEqual([]));
  });
});

test("proves unknown policy fields and marked objects, and keeps the program and its secrets if the proof fails", async () => {
  const emulator = await startEmulator({
    seed: {
      "/ip_policies": [{ id: "ipp_marked00", metadata: "[tunnel-edge:0123456789abcdefghijkl]" }],
      "/endpoints": [
        {
          id: "ep_newer000",
          url: "https://newer.internal",
          traffic_policy:
            '{"on_http_request":[{"actions":[{"type":"add-headers","config":{"headers":{"a":"b"},"brand_new":true}}]}]}',
        },
      ],
      "/event_destinations": [
        {
          id: "ed_logs0000",
          format: "json",
          target: {
            datadog: { api_key: "returned-by-the-service", ddsite: "datadoghq.eu", service: "edge" },
          },
        },
      ],
    },
  });
  try {
    const run = (name: string, env: Readonly<Record<string, string>> = {}) => {
      const [folder, secrets] = [join(root, name), join(root, `${name}.json`)];
      const args = ["export", "--out", folder, "--secrets", secrets, "--json"];
      return runCli(args, { cwd: root, env: { ...accountEnvironment(emulator), ...env } }).then((result) => ({
        ...result,
        isKept: [existsSync(join(folder, "endpoints.ts")), existsSync(secrets)],
      }));
    };
    const whole = await run("newer");
    expect({ code: whole.code, stderr: whole.stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(whole.stdout)).toMatchObject({
      proof: { differences: [] },
      marked: [{ class: "IpPolicy", id: "ipp_marked00" }],
    });
    const unproven = await runCli(["export", "--out", join(root, "without-proof"), "--no-proof"], {
      cwd: root,
      env: accountEnvironment(emulator),
    });
    expect(unproven.stdout).toContain("1 of the objects carries an ownership mark: a stack has them");
    const failed = await run("unproven", { PATH: "" });
    expect(failed).toMatchObject({ code: 1, isKept: [true, true] });
    expect(failed.stderr).toContain("contains the program, which is not proven");
  } finally {
    await emulator.close();
  }
});
