import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { createWorkspace, repository, type Workspace } from "../support/engine";

const template = join(repository, "examples", "templates", "typescript");

let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  emulator = await startEmulator();
  workspace = await createWorkspace({
    program: {},
    env: { TUNNEL_EDGE_BASE_URL: emulator.url, TUNNEL_EDGE_API_TOKEN: emulator.token },
  });
});
afterAll(async () => {
  workspace?.remove();
  await emulator?.close();
});

test("`pulumi new` creates a program from the template that runs", async () => {
  const { folder, project } = workspace;
  const args = ["--generate-only", "--yes", "--force", "--name", project, "--dir", folder];
  await workspace.run(["new", template, ...args], { mustSucceed: true });
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect(manifest.name).toBe(project);
  workspace.configure({ [`${project}:hostname`]: "app.example.com" });
  const { changes } = await workspace.up({ mustSucceed: true });
  expect([...changes].sort()).toEqual(["create app", "create app", "create berlin", "create office"]);
  expect(emulator.objects("/endpoints")).toMatchObject([{ url: "https://app.example.com" }]);
  await workspace.preview({ expectNoChanges: true, mustSucceed: true });
});
