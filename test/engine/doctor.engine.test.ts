import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { accountEnvironment, runCli } from "../support/cli";
import { createWorkspace } from "../support/engine";
import { generateProgram, resource } from "../support/program";

interface Finding {
  readonly check: string;
  readonly verdict: string;
  readonly found: string;
  readonly remedy?: string;
}

describe("tunnel-edge doctor", () => {
  let emulator: Emulator;
  const empty = mkdtempSync(join(tmpdir(), "tunnel-edge-doctor-"));

  beforeAll(async () => {
    emulator = await startEmulator({
      token: "the-token-of-the-doctor",
      allowedHosts: ["api.example.test"],
    });
  });
  afterAll(async () => {
    await emulator.close();
    rmSync(empty, { recursive: true, force: true });
  });

  /** Findings by check. The token must not appear in them. */
  async function examine(
    env: Record<string, string | undefined> = {},
    args: readonly string[] = ["--quick"],
  ) {
    const { code, stdout, stderr } = await runCli(["doctor", "--json", ...args], {
      cwd: empty,
      env: { ...accountEnvironment(emulator), ...env },
    });
    expect(stdout + stderr).not.toContain(emulator.token);
    const findings = JSON.parse(stdout) as Finding[];
    return { code, of: (check: string) => findings.find((finding) => finding.check === check) as Finding };
  }

  test("reports a working setup with one request, and the features of the language host", async () => {
    const since = emulator.requests().at(-1)?.n ?? 0;
    const { code, of } = await examine({}, []);
    expect(code).toBe(0);
    expect(emulator.requests({ since }).map(({ method }) => method)).toEqual(["GET"]);
    for (const check of ["node", "engine", "base URL", "token", "rate limit", "clock"])
      expect(of(check).verdict).toBe("ok");
    // The engine's host depends on the machine; only the request for it is checked.
    expect(of("language host").found).toMatch(
      /^(supports|does not support) resource hooks; @pulumi\/pulumi \d/,
    );
    expect(of("package").verdict).toBe("skipped");
  });

  test("reports a missing engine, and a proxy between programs and the engine", async () => {
    const missing = await examine({ PATH: "" });
    expect(missing.code).toBe(3);
    expect(missing.of("engine")).toMatchObject({
      verdict: "problem",
      found: expect.stringMatching(/not on the PATH$/),
      remedy: "install it: https://www.pulumi.com/docs/install/",
    });
    const { code, of } = await examine({ http_proxy: "http://127.0.0.1:9" }, []);
    expect(code).toBe(3);
    expect(of("language host")).toMatchObject({
      verdict: "problem",
      remedy:
        "programs connect to the engine through the proxy of http_proxy: set no_proxy=127.0.0.1,localhost",
    });
    const exempt = await examine({ http_proxy: "http://127.0.0.1:9", no_proxy: "127.0.0.1,localhost" }, []);
    expect(exempt.code).toBe(0);
  });

  test("sends no request with a version of Node.js that is too old for the HTTP client", async () => {
    const pretendOldNode = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })';
    const since = emulator.requests().at(-1)?.n ?? 0;
    const { of } = await examine({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretendOldNode)}`,
    });
    expect(emulator.requests({ since })).toEqual([]);
    expect(of("configuration")).toEqual({
      check: "configuration",
      verdict: "skipped",
      found:
        "pulumi-tunnel-edge needs Node 22.19 or newer, but runs on 20.20.2: put a newer node first on PATH",
    });
  });

  test("reads the settings of the stack, and checks that the program has the package", async () => {
    const workspace = await createWorkspace({ program: "" });
    try {
      workspace.setConfig("tunnel-edge:baseUrl", emulator.url);
      workspace.setConfig("tunnel-edge:apiToken", emulator.token, { secret: true });
      workspace.setConfig("tunnel-edge:requestsPerMinute", "30");
      const run = () => runCli(["doctor", "--quick"], { cwd: workspace.folder, env: workspace.environment });
      const { code, stdout } = await run();
      expect(code).toBe(0);
      expect(stdout).toMatch(/ok +token +accepted/);
      expect(stdout).toMatch(/ok +package +pulumi-tunnel-edge \d/);
      expect(stdout).toContain("the provider sends at most 30 a minute");
      rmSync(join(workspace.folder, "node_modules"));
      expect(await run()).toMatchObject({
        code: 3,
        stdout: expect.stringMatching(/problem +package .*cannot be loaded/),
      });
    } finally {
      workspace.remove();
    }
  });

  test("warns about a state that is older than the journal", async () => {
    const workspace = await createWorkspace({
      program: "",
      env: accountEnvironment(emulator),
      nativeProvider: true,
    });
    const upWith = (...names: readonly string[]) => {
      const policies = names.map((name) => resource("IpPolicy", name));
      workspace.writeProgram(generateProgram(policies, {}, "native"));
      return workspace.up({ mustSucceed: true });
    };
    const state = async () => {
      const { stdout } = await runCli(["doctor", "--quick", "--json"], {
        cwd: workspace.folder,
        env: workspace.environment,
      });
      return (JSON.parse(stdout) as Finding[]).find(({ check }) => check === "state");
    };
    try {
      await upWith("first");
      const { text } = workspace.exportStack();
      await upWith("first", "second");
      expect(await state()).toMatchObject({ verdict: "ok" });
      const id = workspace.exportStack().resources.find(({ urn }) => urn.endsWith("::second"))?.id;
      await workspace.importStack(text);
      expect(await state()).toMatchObject({
        verdict: "warning",
        found: expect.stringContaining(`lacks objects that a run of the stack created: ${id}`),
        remedy: expect.stringContaining("`tunnel-edge drift` first"),
      });
    } finally {
      workspace.remove();
    }
  });

  test("uses the environment alone if it names the account and the stack cannot be read", async () => {
    const workspace = await createWorkspace({ program: "" });
    try {
      const backend = { PULUMI_BACKEND_URL: `file://${join(workspace.root, "nowhere")}` };
      const { code, stdout, stderr } = await runCli(["doctor", "--quick"], {
        cwd: workspace.folder,
        env: { ...workspace.environment, ...accountEnvironment(emulator), ...backend },
      });
      expect(code).toBe(0);
      expect(stdout).toMatch(/ok +token +accepted/);
      expect(stderr).toContain("using the environment only, because the stack cannot be read");
    } finally {
      workspace.remove();
    }
  });
});
