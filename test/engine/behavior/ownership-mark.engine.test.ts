import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { createWorkspace, type Workspace } from "../../support/engine";
import { edgeModule } from "../../support/provider-under-test";

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

/** Sets the program for a run with an empty journal. */
function declare(...policies: readonly Policy[]): void {
  stack.writeProgram({ "index.js": PROGRAM, "policies.json": JSON.stringify(policies) });
  stack.setEnv({ TUNNEL_EDGE_JOURNAL_DIR: mkdtempSync(join(stack.root, "journal-")) });
}

async function up(...policies: readonly Policy[]) {
  declare(...policies);
  return stack.up({ mustSucceed: true });
}

const ids = () => emulator.objects("/ip_policies").map(({ id }) => String(id));

const idsByName = () =>
  Object.fromEntries(
    stack
      .exportStack()
      .resources.filter(({ id, type }) => id && type.includes("IpPolicy"))
      .map(({ urn, id }) => [urn.slice(urn.lastIndexOf("::") + 2), id]),
  );

const A = { name: "a" };
const C = { name: "c" };
const RENAMED = { name: "b", aliases: [A] };

/** Marks follow a resource whose URN changes. The file contract/ownership-mark has the other cases. */
test("a renamed resource keeps its object, and a new one with the old name gets its own", async () => {
  await up(A);
  const [old = ""] = ids();
  await up(RENAMED);
  expect(idsByName()).toEqual({ b: old });
  declare(RENAMED);
  await stack.preview({ expectNoChanges: true, mustSucceed: true });
  // No run has seen this rename yet, but the engine announces the renamed resource in time.
  await stack.run(["state", "rename", "--yes", stack.urn("IpPolicy", "b"), "c"], { mustSucceed: true });
  await up(A, C);
  expect(idsByName().c).toBe(old);
  expect(new Set(Object.values(idsByName())).size).toBe(2);
  await up(C);
  expect(ids()).toEqual([old]);
});
