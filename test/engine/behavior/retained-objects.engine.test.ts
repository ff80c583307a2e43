import { afterEach, beforeEach, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../../support/account";
import { edgeModule } from "../../support/provider-under-test";

let account: TestAccount;

beforeEach(async () => {
  account = await openAccount();
});

afterEach(() => account?.close());

const write = (resource: string) =>
  account.workspace.writeProgram(`const edge = require("${edgeModule}");\n${resource}`);
const destroy = () => account.workspace.destroy({ mustSucceed: true });
const keys = () => account.emulator.objects("/api_keys").map(({ id }) => id);

// A key that was left in place may be in use, so another `up` of the same program must not delete it.
test("up after destroy reports an ApiKey with retainOnDelete and leaves it in place", async () => {
  write(`new edge.ApiKey("key", { description: "ci" }, { retainOnDelete: true });`);
  await account.up();
  const before = keys();
  const live = String(before.at(-1));
  await destroy();
  const run = await account.attempt((workspace) => workspace.up());
  expect(run.code).not.toBe(0);
  expect(run.stdout + run.stderr).toContain(`ApiKey ${live} was created by an earlier run`);
  expect(keys()).toEqual(before);
  // Without the journal, nothing shows that an earlier run created the key.
  account.workspace.setEnv({ TUNNEL_EDGE_JOURNAL_DIR: "off" });
  await account.up();
  expect(keys()).toEqual([...before, expect.any(String)]);
});
