import { beforeEach, expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { unwrapProps } from "../support/secrets";
import { emulatedAccount } from "../support/test-resources";

/** A secret names its vault by `vaultId` or, instead, by `vaultName`. */

type Inputs = Record<string, unknown>;

let emulator: Emulator;
let host: HostedProvider;

const VAULTS = [
  { id: "vault_1", name: "app" },
  { id: "vault_2", name: "ops" },
];

beforeEach(async () => {
  emulator = await emulatedAccount({ seed: { "/vaults": VAULTS } });
  host = hostFor(emulator);
});

const args = { name: "password", value: "one" };

async function create(inputs: Inputs) {
  const checked = await host.of("Secret").check({}, { ...args, ...inputs, __resource: "one" });
  const { id, outs } = await host.of("Secret").create(unwrapProps(checked.inputs));
  return { id, outs: unwrapProps(outs) };
}

/** Checks and diffs a secret with other inputs, as the engine does. */
async function diffWith(created: { readonly id: string; readonly outs: Inputs }, inputs: Inputs) {
  const checked = await host.of("Secret").check(created.outs, inputs);
  expect(checked.failures ?? []).toEqual([]);
  return host.of("Secret").diff(created.id, created.outs, unwrapProps(checked.inputs));
}

const createBody = () => emulator.requests().find(({ method }) => method === "POST")?.body;

test("creates a secret in the vault with a given name", async () => {
  const { outs } = await create({ vaultName: "ops" });
  expect(createBody()).toMatchObject({ vault_name: "ops" });
  expect(createBody()).not.toHaveProperty("vault_id");
  expect(outs).toMatchObject({ vaultName: "ops", vaultId: "vault_2" });
});

test.each([
  ["the name instead of the id", { vaultId: "vault_1" }, { vaultName: "app" }],
  ["the id instead of the name", { vaultName: "app" }, { vaultId: "vault_1" }],
])("%s of the same vault changes nothing", async (_, before, after) => {
  const secret = await create(before);
  expect((await diffWith(secret, { ...args, ...after })).changes).toBe(false);
});

test.each([
  ["another id instead of the name", { vaultName: "app" }, { vaultId: "vault_2" }, ["vaultId"], false],
  ["another id", { vaultId: "vault_1" }, { vaultId: "vault_2" }, ["vaultId"], false],
  // The vault may have been renamed, and secrets of a vault have unique names.
  ["another name", { vaultName: "app" }, { vaultName: "ops" }, ["vaultName"], true],
  ["another name instead of the id", { vaultId: "vault_1" }, { vaultName: "ops" }, ["vaultName"], true],
])(
  "%s causes a replacement, which deletes first if the vault may be the same",
  async (_, before, after, replaces, deletesFirst) => {
    const secret = await create(before);
    const { deleteBeforeReplace = false, ...diff } = await diffWith(secret, { ...args, ...after });
    expect([diff.replaces, deleteBeforeReplace]).toEqual([replaces, deletesFirst]);
  },
);

const BOTH = { vaultId: "vault_1", vaultName: "app" };

test.each([
  [BOTH, "vaultId: excludes vaultName, which names the same object"],
  [{}, "vaultId: is required, or vaultName instead"],
  [{ vaultName: "" }, "vaultName: must not be empty"],
])("rejects %j at preview", async (inputs, reason) => {
  const { failures } = await host.of("Secret").check({}, { ...args, ...inputs });
  expect(failures?.map((failure) => failure.reason)).toEqual([expect.stringContaining(reason)]);
});

test("reports a vault name that doesn't exist, with advice", async () => {
  await expect(create({ vaultName: "gone" })).rejects.toThrow(
    "vaultName: give the name of a Vault of this account",
  );
});

test.each([
  ["by its name", { vaultName: "app" }],
  ["by its id", { vaultId: "vault_1" }],
])("adopts a secret of a vault that is given %s", async (_, vault) => {
  emulator.seed({
    "/vault_secrets": [
      { id: "secret_1", name: "password", vault_id: "vault_1" },
      { id: "secret_2", name: "password", vault_id: "vault_2" },
    ],
  });
  const { id, outs } = await create({ ...vault, adopt: "ifExists" });
  expect([id, outs.adopted]).toEqual(["secret_1", true]);
  expect(createBody()).toBeUndefined();
});
