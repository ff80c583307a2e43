import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";
import { writesOf } from "../support/requests";

/** A secret of each provider in a vault. @param vault - How the program names the vault, and what the vault is called */
const program = (vault: "vaultId: vault.id" | "vaultName: vault.name", called: string) => `
const dynamic = require("pulumi-tunnel-edge");
const native = require("pulumi-tunnel-edge/native");
for (const [face, edge] of Object.entries({ dynamic, native })) {
  const vault = new edge.Vault(face + "-vault", { name: face + "-${called}" });
  new edge.Secret(face + "-secret", { ${vault}, name: "password", value: "one" });
}
`;

describe("secrets in the vault of a name, with both providers", () => {
  let account: TestAccount;

  const declare = (...given: Parameters<typeof program>) =>
    account.workspace.writeProgram({ "index.js": program(...given) });

  /** Methods and collections, in the order of each provider. */
  const told = (run: Parameters<typeof writesOf>[0]) =>
    writesOf(run).map(([method, path]) => `${String(method)} ${String(path).split("/")[1]}`);

  beforeAll(async () => {
    account = await openAccount({}, { of: "native", ownProcesses: true });
    declare("vaultName: vault.name", "app");
  });

  afterAll(() => account?.close());

  test("are created there, and read without a difference", async () => {
    const run = await account.up();
    expect(run.writes.filter(({ path }) => path === "/vault_secrets").map(({ body }) => body)).toEqual([
      expect.objectContaining({ vault_name: expect.stringMatching(/-app$/) }),
      expect.objectContaining({ vault_name: expect.stringMatching(/-app$/) }),
    ]);
    await account.expectSettled();
  });

  test.each(["vaultId: vault.id", "vaultName: vault.name"] as const)(
    "stay as they are with %s",
    async (by) => {
      declare(by, "app");
      const { changes, writes } = await account.up();
      expect({ changes, writes }).toEqual({ changes: [], writes: [] });
      await account.expectSettled();
    },
  );

  test("are deleted before they are created anew where the vault is renamed", async () => {
    declare("vaultName: vault.name", "new");
    const run = await account.up();
    expect(told(run).sort()).toEqual(
      ["DELETE vault_secrets", "PATCH vaults", "POST vault_secrets"].flatMap((call) => [call, call]),
    );
    expect(account.emulator.objects("/vault_secrets")).toHaveLength(2);
    await account.expectSettled();
  });

  test("stay where their vault is renamed and they have its id", async () => {
    declare("vaultId: vault.id", "new");
    await account.up();
    declare("vaultId: vault.id", "last");
    expect(told(await account.up())).toEqual(["PATCH vaults", "PATCH vaults"]);
    await account.expectSettled();
  });
});
