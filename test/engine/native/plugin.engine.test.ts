import { execFile } from "node:child_process";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { version } from "../../../provider/manifest";
import { createWorkspace, repository, type Workspace } from "../../support/engine";

let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  emulator = await startEmulator();
  workspace = await createWorkspace({
    program: `
      const edge = require("pulumi-tunnel-edge/native");
      exports.id = new edge.IpPolicy("office", { description: "office" }).id;`,
    config: { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": emulator.token },
  });
  // What is installed is installed for this test alone.
  workspace.setEnv({ PULUMI_HOME: join(workspace.root, "home") });
});
afterAll(async () => {
  workspace.remove();
  await emulator.close();
});

test("the archive of a release is installed by the engine, which then runs the provider from its cache", async () => {
  const script = join(repository, "scripts", "plugin.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [script, workspace.root]);
  const archive = stdout.trim();
  expect(basename(archive)).toMatch(
    new RegExp(`^pulumi-resource-tunnel-edge-v${version}-(linux|darwin|win32)-(amd64|arm64)\\.tar\\.gz$`),
  );
  const without = await workspace.preview();
  expect(without.code).not.toBe(0);
  await workspace.run(["plugin", "install", "resource", "tunnel-edge", version, "--file", archive], {
    mustSucceed: true,
  });
  await workspace.up({ mustSucceed: true });
  expect(emulator.objects("/ip_policies")).toMatchObject([{ description: "office" }]);
  await workspace.destroy({ mustSucceed: true });
  expect(emulator.objects("/ip_policies")).toEqual([]);
});
