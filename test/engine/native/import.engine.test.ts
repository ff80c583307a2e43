import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nativeType } from "../../../provider/engine/native/tokens";
import { managed } from "../../../provider/families";
import { openAccount, TestAccount } from "../../support/account";
import { accountEnvironment } from "../../support/cli";
import { createWorkspace } from "../../support/engine";
import { type Declared, type JsonInputs, resource } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { propertyProgram } from "../../support/sample-program";

const FLAGS = ["--generate-code=false", "--protect=false", "--yes"];

const { cases, minimal, prerequisites } = propertyProgram();
/** An object of each class for each of its properties, and their dependencies. */
const program = [
  ...prerequisites,
  ...minimal,
  ...cases.map(({ class: className, name, before }): Declared => resource(className, name, before)),
];

let creating: TestAccount;
/** The program with ids instead of references. */
let declared: readonly Declared[];
let ids: Map<string, string>;

beforeAll(async () => {
  creating = await openAccount({ provisioningSeconds: 0, seed: RESERVED_NAMES }, { provider: "native" });
  creating.declare(program);
  await creating.up();
  declared = program.map((row) => ({
    ...row,
    inputs: withoutLocals(row.class, creating.resolveIds(row.inputs)),
  }));
  const idOf = ({ class: className, name, inputs }: Declared) =>
    className === "HttpsEdgeRoute" ? `${inputs.edgeId}/${creating.idOf(name)}` : creating.idOf(name);
  ids = new Map(declared.map((row) => [row.name, idOf(row)]));
});

afterAll(() => creating?.close());

/** Removes local inputs, which an import doesn't store. */
function withoutLocals(className: string, inputs: JsonInputs): JsonInputs {
  const shape = managed.find(({ name }) => name === className)?.inputs ?? {};
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => shape[key] && !shape[key].isLocal));
}

test("the program has an object of every class except commands", () => {
  const classes = managed.filter(({ kind }) => kind !== "command").map(({ name }) => name);
  expect(minimal.map((row) => row.class).sort()).toEqual(classes.sort());
});

/** Runs an import in an empty stack, and checks that a preview of the program is then empty. */
async function expectEmptyPreviewAfter(
  program: readonly Declared[],
  task: (account: TestAccount) => Promise<void>,
) {
  const { emulator } = creating;
  const workspace = await createWorkspace({
    program: "",
    env: accountEnvironment(emulator),
    nativeProvider: true,
  });
  const account = new TestAccount(emulator, workspace);
  try {
    account.declare(program);
    await task(account);
    const requests = emulator.requests().length;
    const { changes } = await account.run((stack) => stack.preview({ expectNoChanges: true }));
    expect(changes).toEqual([]);
    expect(emulator.requests()).toHaveLength(requests);
    await account.expectSettled();
  } finally {
    workspace.remove();
  }
}

test("a file imports every class, and a preview of the program is empty", async () => {
  await expectEmptyPreviewAfter(declared, async ({ workspace }) => {
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

test("the resource option `import` imports every class, and a preview of the program is empty", async () => {
  await expectEmptyPreviewAfter(declared, async (account) => {
    account.declare(declared.map((row) => ({ ...row, import: String(ids.get(row.name)) })));
    expect((await account.up()).writes).toEqual([]);
    // The option may stay in the program.
    expect((await account.up()).changes).toEqual([]);
    account.declare(declared);
  });
});

test("the command imports every class, and a preview of the program is empty", async () => {
  const onePerClass = declared.filter(({ name }) => name.endsWith("-minimal"));
  await expectEmptyPreviewAfter(onePerClass, async ({ workspace }) => {
    for (const { class: className, name } of onePerClass) {
      const args = [nativeType(className), name, String(ids.get(name))];
      await workspace.run(["import", ...args, "--skip-preview", ...FLAGS], { mustSucceed: true });
    }
  });
});
