import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { openAccount } from "../../support/account";
import { repository, type Workspace } from "../../support/engine";

const examples = join(repository, "examples", "native");
const tasks = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  ({ emulator, workspace } = await openAccount({}, { provider: "native", settings: "configuration" }));
});
afterAll(async () => {
  workspace.remove();
  await emulator.close();
});

test("there are at least five tasks", () => {
  expect(tasks.length).toBeGreaterThanOrEqual(5);
});

// One stack runs all examples in turn, and each update deletes the previous one's resources.
test.each(tasks)("the TypeScript example %s runs", async (task) => {
  const program = readFileSync(join(examples, task, "typescript", "index.ts"), "utf8");
  workspace.writeProgram({ "index.ts": program });
  const { changes } = await workspace.up({ mustSucceed: true });
  expect(changes.filter((change) => change.startsWith("create "))).not.toEqual([]);
  await workspace.preview({ expectNoChanges: true, mustSucceed: true });
});
