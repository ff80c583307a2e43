import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorkspace, repository, type Workspace } from "../support/engine";
import { processesWithEnvironment } from "../support/processes";
import { until } from "../support/until";

/** A dynamic resource of the program itself: these tests check the installed engine and its driver. */
const program = (notes: string[], extra = "") => `
const pulumi = require("@pulumi/pulumi");
const provider = {
  check: async (_olds, news) => ({ inputs: news }),
  // Leaves it to the engine to compare the inputs.
  diff: async () => ({ replaces: [] }),
  create: async (inputs) => ({ id: "note-" + inputs.text, outs: inputs }),
  update: async (_id, _olds, news) => ({ outs: news }),
  read: async (id, props) => ({ id, props }),
  delete: async () => {},
};
class Note extends pulumi.dynamic.Resource {
  constructor(name, args, opts) { super(provider, name, args, opts); }
}
for (const note of ${JSON.stringify(notes)}) new Note(note.split(" ")[0], { text: note });
exports.notes = ${JSON.stringify(notes)};
exports.hidden = pulumi.secret("only with a passphrase");
${extra}
`;

test("a set-up that has nothing to do installs and compiles nothing, and says what is used", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["build/setup.mjs"], {
    cwd: repository,
    encoding: "utf8",
  });
  expect(`${stdout}${stderr}`).toMatch(/^dependencies +up to date$/m);
  expect(stdout).toMatch(/^build +up to date$/m);
  expect(stdout).toMatch(/^engine +pulumi \d+\.\d+\.\d+, /m);
  expect(status).toBe(0);
});

describe("the driver", () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await createWorkspace({ program: program(["first"]), config: { "app:plain": "1" } });
    await workspace.up({ mustSucceed: true });
  });
  afterAll(() => workspace?.remove());

  test("kills a command that takes too long", async () => {
    workspace.writeProgram(program([], "setInterval(() => {}, 1000);"));
    const { code, stderr } = await workspace.preview({ timeoutSeconds: 2 });
    expect(code).toBe(-1);
    expect(stderr).toContain("killed after 2 seconds");
    // A killed process disappears once the system has cleaned up after it.
    await until(() => expect(processesWithEnvironment(workspace.root)).toEqual([]));
  });
});
