import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nativeType } from "../../../provider/native/tokens";
import { CLASSES } from "../../samples";
import { openAccount, TestAccount } from "../../support/account";
import { accountOf } from "../../support/cli";
import { createWorkspace } from "../../support/engine";
import type { Declared } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { propertyProgram } from "../../support/sample-program";

const FLAGS = ["--generate-code=false", "--protect=false", "--yes"];

/** An object of each class, and what they refer to. */
const { minimal, prerequisites } = propertyProgram();
const program = [...prerequisites, ...minimal];
/** Edges and routes whose module is a resource of its own: an import of one would take the module for its own. */
const hasModuleApart = ({ name }: Declared) => /^\w+-minimal-/.test(name);

let creating: TestAccount;
/** The program as it refers to objects by id. */
let declared: readonly Declared[];
let ids: Map<string, string>;

beforeAll(async () => {
  creating = await openAccount({ provisioningSeconds: 0, seed: RESERVED_NAMES }, { of: "native" });
  creating.declare(program);
  await creating.up();
  declared = program
    .filter((one) => !hasModuleApart(one))
    .map((one) => ({ ...one, inputs: creating.resolved(one.inputs) }));
  expect(new Set(declared.map((one) => one.class))).toEqual(new Set(CLASSES));
  const idOf = ({ class: className, name, inputs }: Declared) =>
    className === "HttpsEdgeRoute" ? `${inputs.edgeId}/${creating.idOf(name)}` : creating.idOf(name);
  ids = new Map(declared.map((one) => [one.name, idOf(one)]));
});

afterAll(() => creating?.close());

/** Runs a task in an empty stack, and expects that its program then finds nothing to change. */
async function importing(program: readonly Declared[], task: (account: TestAccount) => Promise<void>) {
  const { emulator } = creating;
  const workspace = await createWorkspace({ program: "", env: accountOf(emulator), nativeProvider: true });
  const account = new TestAccount(emulator, workspace);
  try {
    account.declare(program);
    await task(account);
    const requests = emulator.requests().length;
    const { changes } = await account.run((of) => of.preview({ expectNoChanges: true }));
    expect(changes).toEqual([]);
    expect(emulator.requests()).toHaveLength(requests);
    await account.expectSettled();
  } finally {
    workspace.remove();
  }
}

test("a file imports every class, and a preview of the program is empty", async () => {
  await importing(declared, async ({ workspace }) => {
    const resources = declared.map(({ class: className, name }) => ({
      type: nativeType(className),
      name,
      id: ids.get(name),
    }));
    const file = join(workspace.root, "import.json");
    writeFileSync(file, JSON.stringify({ resources }));
    await workspace.run(["import", "--file", file, ...FLAGS], { mustSucceed: true });
  });
});

test("the command imports every class, and a preview of the program is empty", async () => {
  const one = declared.filter(({ name }) => name.endsWith("-minimal"));
  expect(one).toHaveLength(CLASSES.length);
  await importing(one, async ({ workspace }) => {
    for (const { class: className, name } of one) {
      const what = [nativeType(className), name, String(ids.get(name))];
      await workspace.run(["import", ...what, "--skip-preview", ...FLAGS], { mustSucceed: true });
    }
  });
});
