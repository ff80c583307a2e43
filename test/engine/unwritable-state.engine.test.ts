import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { createWorkspace, type Workspace } from "../support/engine";
import { generateProgram, resource } from "../support/program";
import { until } from "../support/until";

let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  emulator = await startEmulator();
  const program = generateProgram([
    resource("IpPolicy", "office", { description: "office" }),
    resource("ReservedDomain", "app", { domain: "app.example.com" }),
  ]);
  const env = { TUNNEL_EDGE_BASE_URL: emulator.url, TUNNEL_EDGE_API_TOKEN: emulator.token };
  workspace = await createWorkspace({ program, env });
});

afterAll(async () => {
  workspace?.remove();
  await emulator?.close();
});

test("the next run recognizes objects that the engine couldn't write to its state", async () => {
  const stacks = join(workspace.root, "state", ".pulumi", "stacks");
  const ids = () =>
    ["/ip_policies", "/reserved_domains"].flatMap((path) => emulator.objects(path).map(({ id }) => id));
  // The state becomes unwritable between the requests and their responses, as on a full disk.
  emulator.faults({ on: "POST *", latencyMs: 3_000 });
  const run = workspace.startUp();
  await until(() => expect(emulator.requests({ method: "POST" })).toHaveLength(2));
  renameSync(stacks, `${stacks}-away`);
  writeFileSync(stacks, "");
  const { code, stdout, stderr } = await run.done;
  expect(code, stdout + stderr).not.toBe(0);
  rmSync(stacks, { recursive: true });
  renameSync(`${stacks}-away`, stacks);
  emulator.faults({ clear: true });

  const created = ids();
  expect(created).toHaveLength(2);
  await workspace.up({ mustSucceed: true });
  expect(ids()).toEqual(created);
  const stored = workspace.exportStack().resources.flatMap(({ id }) => id ?? []);
  expect(stored).toEqual(expect.arrayContaining(created));
});
