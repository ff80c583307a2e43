import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { managed } from "../../provider/families";
import { isLocal } from "../../provider/family/field";
import { openAccount, TestAccount } from "../support/account";
import { accountOf, runCli } from "../support/cli";
import { createWorkspace } from "../support/engine";
import type { Declared, JsonInputs } from "../support/program";
import { RESERVED_NAMES } from "../support/reserved-names";
import { propertyProgram } from "../support/sample-program";

const { cases, minimal, prerequisites } = propertyProgram();
/** An object of each class for each of its properties, and what they refer to. */
const program = [
  ...prerequisites,
  ...minimal,
  ...cases.map(
    ({ class: className, name, before }): Declared => ({ class: className, name, inputs: before }),
  ),
].filter((one) => managed.some(({ name, kind }) => name === one.class && kind !== "command"));

let creating: TestAccount;

beforeAll(async () => {
  creating = await openAccount({ provisioningSeconds: 0, seed: RESERVED_NAMES }, { of: "dynamic" });
  creating.declare(program);
  await creating.up();
});

afterAll(() => creating?.close());

/** Only an update brings what only this package knows into a state. */
function withoutLocals(className: string, inputs: JsonInputs): JsonInputs {
  const shape = managed.find(({ name }) => name === className)?.inputs ?? {};
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => shape[key] && !isLocal(shape[key])));
}

test("a file of import-file imports every dynamic class, and a preview of the program is empty", async () => {
  const { emulator } = creating;
  const env = accountOf(emulator);
  const workspace = await createWorkspace({ program: "", env, nativeProvider: false });
  const account = new TestAccount(emulator, workspace);
  try {
    const declared = program.map((one) => ({
      ...one,
      inputs: withoutLocals(one.class, creating.resolved(one.inputs)),
    }));
    const classes = managed.filter(({ kind }) => kind !== "command").map(({ name }) => name);
    expect([...new Set(declared.map((one) => one.class))].sort()).toEqual([...classes].sort());
    account.declare(declared);
    const objects = declared.map(({ class: className, name, inputs }) => {
      const id = creating.idOf(name);
      return `${className}=${className === "HttpsEdgeRoute" ? `${inputs.edgeId}/` : ""}${id}:${name}`;
    });
    const file = join(workspace.folder, "import.json");
    const cli = { cwd: workspace.folder, env: workspace.environment };
    const written = await runCli(["import-file", ...objects, "--out", file], cli);
    expect(written.stdout + written.stderr).toContain(`${objects.length} objects`);
    const flags = ["--generate-code=false", "--protect=false", "--yes", "--stack", workspace.stack];
    await workspace.run(["import", "--file", file, ...flags], { mustSucceed: true });
    const requests = emulator.requests().length;
    const { changes } = await account.run((of) => of.preview({ expectNoChanges: true }));
    expect(changes).toEqual([]);
    expect(emulator.requests()).toHaveLength(requests);
    await account.expectSettled();
  } finally {
    workspace.remove();
  }
});
