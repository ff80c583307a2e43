import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { createWorkspace, type Workspace } from "../../support/engine";
import { edgeModule } from "../../support/faces";

/** Marks follow a resource to another place, as only the engine's URNs show it. contract/ownership-mark has the cases. */
interface Policy {
  readonly name: string;
  readonly aliases?: readonly { readonly name: string }[];
}

const PROGRAM = `
const edge = require(${JSON.stringify(edgeModule)});
for (const { name, aliases = [] } of require("./policies.json"))
  new edge.IpPolicy(name, { description: "office" }, { aliases });
`;

let emulator: Emulator;
let stack: Workspace;

beforeEach(async () => {
  emulator = await startEmulator();
  const env = {
    TUNNEL_EDGE_BASE_URL: emulator.url,
    TUNNEL_EDGE_API_TOKEN: emulator.token,
    TUNNEL_EDGE_OWNERSHIP_MARK: "on",
  };
  stack = await createWorkspace({ program: { "index.js": PROGRAM, "policies.json": "[]" }, env });
});

afterEach(async () => {
  stack.remove();
  await emulator.close();
});

/** The program, for a run on a new disk. */
function declare(...policies: readonly Policy[]): void {
  stack.writeProgram({ "index.js": PROGRAM, "policies.json": JSON.stringify(policies) });
  stack.setEnv({ TUNNEL_EDGE_JOURNAL_DIR: mkdtempSync(join(stack.root, "journal-")) });
}

async function up(...policies: readonly Policy[]) {
  declare(...policies);
  return stack.up({ mustSucceed: true });
}

const ids = () => emulator.objects("/ip_policies").map(({ id }) => String(id));

/** The ids of the policies in the state, by name. */
const held = () =>
  Object.fromEntries(
    stack
      .exportStack()
      .resources.filter(({ id, type }) => id && type.includes("IpPolicy"))
      .map(({ urn, id }) => [urn.slice(urn.lastIndexOf("::") + 2), id]),
  );

const A = { name: "a" };
const C = { name: "c" };
const RENAMED = { name: "b", aliases: [A] };

test("a renamed resource keeps its object, and a new one with the former name gets its own", async () => {
  await up(A);
  const [old = ""] = ids();
  await up(RENAMED);
  expect(held()).toEqual({ b: old });
  declare(RENAMED);
  await stack.preview({ expectNoChanges: true, mustSucceed: true });
  // A rename that no run has followed yet: the engine names the renamed one in time.
  await stack.run(["state", "rename", "--yes", stack.urn("IpPolicy", "b"), "c"], { mustSucceed: true });
  await up(A, C);
  expect(held().c).toBe(old);
  expect(new Set(Object.values(held())).size).toBe(2);
  await up(C);
  expect(ids()).toEqual([old]);
});

test("a resource moved to another stack is rejected there if the former stack, run first, has adopted its object", async () => {
  const on = async (name: string) => {
    declare(A);
    return stack.run(["up", "--yes", "--skip-preview", "--stack", name]);
  };
  await up(A);
  const [old = ""] = ids();
  await stack.run(["stack", "init", "other"], { mustSucceed: true });
  const [from, to] = [stack.stack, "other"].map((name) => `organization/${stack.project}/${name}`);
  const move = ["state", "move", "--yes", "--source", String(from), "--dest", String(to)];
  await stack.run([...move, stack.urn("IpPolicy", "a")], { mustSucceed: true });
  // The former stack runs first and adopts the object, so the other one is rejected, and leaves it.
  await up(A);
  const refused = await on("other");
  expect([refused.code === 0, refused.stdout]).toEqual([
    false,
    expect.stringContaining(`IpPolicy ${old} carries the ownership mark of another resource`),
  ]);
  await stack.run(["destroy", "--yes", "--skip-preview", "--stack", "other"], { mustSucceed: true });
  expect([ids(), held()]).toEqual([[old], { a: old }]);
});
