import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { accountEnvironment, runCli } from "../support/cli";
import { createWorkspace, repository, type Workspace } from "../support/engine";

const example = join(repository, "examples", "task-edges-to-endpoints");
const read = (...path: string[]) => readFileSync(join(...path), "utf8");

const SECRET = "google-client-secret";

describe("the example task-edges-to-endpoints", () => {
  let emulator: Emulator;
  let workspace: Workspace;
  let folder: string;
  const file = (name: string) => read(folder, "endpoints", name);

  const settings = (account: Emulator) => ({
    config: {
      "tunnel-edge:baseUrl": account.url,
      "tunnel-edge-test:googleClientId": "example.apps.googleusercontent.com",
    },
    env: { TUNNEL_EDGE_API_TOKEN: account.token },
  });
  /** Other tests check the types of the example. */
  const UNCHECKED = { PULUMI_NODEJS_TRANSPILE_ONLY: "true" };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tunnel-edge-migrate-"));
    emulator = await startEmulator({ provisioningSeconds: 0 });
    workspace = await createWorkspace({
      program: { "index.ts": read(example, "before", "index.ts") },
      ...settings(emulator),
    });
    workspace.setEnv(UNCHECKED);
    workspace.setConfig("tunnel-edge-test:googleClientSecret", SECRET, { secret: true });
    await workspace.up({ mustSucceed: true });
  });

  afterAll(async () => {
    workspace?.remove();
    await emulator?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("is migrated and proven without a write", async () => {
    const writes = () => emulator.requests().filter(({ method }) => method !== "GET").length;
    const since = writes();
    const { code, stdout, stderr } = await runCli(
      [
        "migrate",
        "--out",
        "endpoints",
        "--secrets",
        "secrets.json",
        "--project",
        "tunnel-edge-test",
        "--json",
      ],
      { cwd: folder, env: accountEnvironment(emulator) },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(writes()).toBe(since);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      gaps: [],
      endpoints: [{ url: "https://market.example.com", class: "HttpsEdge" }],
      proof: {
        proven: true,
        compared: 1,
        opened: [],
        undecided: [],
        losesAccess: [],
      },
    });
    expect(report.agents.map(({ url }: { url: string }) => url)).toEqual([
      "https://app-admin.internal",
      "https://app-shop.internal",
    ]);
    for (const name of report.files) expect(file(name)).not.toContain(SECRET);
    expect(stdout).not.toContain(SECRET);
    expect(file("MIGRATION.md")).toContain("proven: nobody gains access");
    expect(JSON.parse(read(folder, "secrets.json"))).toEqual({
      "tunnel-edge-test:marketExampleComPathPrefixAdminOauthProviderGoogleClientSecret": {
        value: SECRET,
        secret: true,
      },
    });
  });

  test("becomes the example after the migration, with the same policy", async () => {
    // In the account after the switch, the agents' URLs and the hostname are free.
    const after = await startEmulator({ provisioningSeconds: 0 });
    after.seed({
      "/reserved_domains": [{ domain: "market.example.com" }],
      "/ip_policies": emulator.objects("/ip_policies").map(({ id }) => ({ id: String(id) })),
    });
    const generated = await createWorkspace({
      program: { "index.ts": file("index.ts"), "secrets.ts": file("secrets.ts") },
      ...settings(after),
    });
    try {
      for (const [key, { value }] of Object.entries<{ value: string }>(
        JSON.parse(read(folder, "secrets.json")),
      ))
        generated.setConfig(key, value, { secret: true });
      await generated.up({ mustSucceed: true });
      await generated.preview({ mustSucceed: true, expectNoChanges: true });
      // The edge first releases the hostname, because the engine creates before it deletes.
      workspace.writeProgram({
        "index.ts": read(example, "before", "index.ts").replace(/hostports: .*/, "hostports: [],"),
      });
      await workspace.up({ mustSucceed: true });
      workspace.writeProgram({ "index.ts": read(example, "index.ts") });
      await workspace.up({ mustSucceed: true });
      expect(emulator.objects("/edges/https")).toEqual([]);
      const policies = [emulator, after].map((account) =>
        account.objects("/endpoints").map(({ url, traffic_policy, description }) => ({
          url,
          description,
          policy: JSON.parse(String(traffic_policy)),
        })),
      );
      expect(policies[0]).toEqual(policies[1]);
      expect(JSON.stringify(policies[0])).toContain(SECRET);
      const { stdout } = await workspace.run(["stack", "export"]);
      expect(stdout).toContain("https://market.example.com");
      expect(stdout).not.toContain(SECRET);
    } finally {
      generated.remove();
      await after.close();
    }
  });
});
