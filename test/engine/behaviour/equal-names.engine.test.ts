import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { createWorkspace, type Workspace } from "../../support/engine";
import { programOf } from "../../support/program";

/** Two backends with equal project, stack and resource names, and one account: each stack has its own objects. */
let emulator: Emulator;
let stacks: Workspace[];

beforeAll(async () => {
  emulator = await startEmulator();
  const env = { TUNNEL_EDGE_BASE_URL: emulator.url, TUNNEL_EDGE_API_TOKEN: emulator.token };
  const program = programOf([{ class: "IpPolicy", name: "office", inputs: { description: "office" } }]);
  stacks = await Promise.all([createWorkspace({ program, env }), createWorkspace({ program, env })]);
});

afterAll(async () => {
  for (const stack of stacks ?? []) stack.remove();
  await emulator?.close();
});

const ids = () => emulator.objects("/ip_policies").map(({ id }) => id);
const [first, second] = [0, 1].map((n) => () => stacks[n] as Workspace) as [() => Workspace, () => Workspace];

test.each([
  [
    "marks in the metadata",
    () => {
      for (const stack of stacks) stack.setEnv({ TUNNEL_EDGE_OWNERSHIP_MARK: "on" });
    },
  ],
  [
    "one journal folder",
    () => {
      const { TUNNEL_EDGE_JOURNAL_DIR } = first().environment;
      for (const stack of stacks)
        stack.setEnv({ TUNNEL_EDGE_OWNERSHIP_MARK: "off", TUNNEL_EDGE_JOURNAL_DIR });
    },
  ],
])("with %s", async (_, arrange) => {
  arrange();
  await first().up({ mustSucceed: true });
  const live = ids();
  expect(live).toHaveLength(1);
  await second().up({ mustSucceed: true });
  expect(ids()).toHaveLength(2);
  await second().destroy({ mustSucceed: true });
  expect(ids()).toEqual(live);
  await first().destroy({ mustSucceed: true });
});
