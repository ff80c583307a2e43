import { beforeEach, expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { unwrapProps } from "../support/secrets";
import { emulatedAccount } from "../support/test-resources";

/** The provider sends the value of a secret to the service, and stores only its hash in the state. */

const VALUE = "hunter2-hunter2";
const HASH = /^scrypt:[0-9a-f]{32}:[0-9a-f]{64}$/;
const args = { vaultId: "vault_1", name: "db", value: VALUE };

let emulator: Emulator;
let host: HostedProvider;

beforeEach(async () => {
  emulator = await emulatedAccount({ seed: { "/vaults": [{ id: "vault_1", name: "prod" }] } });
  host = hostFor(emulator);
});

const check = async (olds: Record<string, unknown>, news: Record<string, unknown>) => {
  const { inputs, failures } = await host.of("Secret").check(olds, news);
  expect(failures ?? []).toEqual([]);
  return unwrapProps(inputs);
};
const bodies = (method: string) =>
  emulator.requests({ method }).map(({ body }) => (typeof body === "string" ? JSON.parse(body) : body));

test("sends the value and stores its hash", async () => {
  const inputs = await check({}, args);
  expect(inputs.value).toMatch(HASH);
  const { id, outs } = await host.of("Secret").create(inputs);
  expect(bodies("POST")).toEqual([{ vault_id: "vault_1", name: "db", value: VALUE }]);
  expect(JSON.stringify(outs)).not.toContain(VALUE);
  expect(unwrapProps(outs).value).toBe(inputs.value);
  const read = await host.of("Secret").read(id, unwrapProps(outs));
  expect(JSON.stringify(read)).not.toContain(VALUE);
  expect(unwrapProps(read.props).value).toBe(inputs.value);
});

test("sends a changed value but not an unchanged one", async () => {
  const before = await check({}, args);
  const { id, outs } = await host.of("Secret").create(before);
  const described = await check(before, { ...args, description: "noted" });
  await host.of("Secret").update(id, unwrapProps(outs), described);
  const after = await check(described, { ...args, description: "noted", value: "another" });
  await host.of("Secret").update(id, { ...unwrapProps(outs), ...described }, after);
  expect(bodies("PATCH")).toEqual([{ description: "noted" }, { value: "another" }]);
});

test("fails with advice for a hash whose value it doesn't know", async () => {
  const unknownHash = `scrypt:${"0".repeat(32)}:${"1".repeat(64)}`;
  await expect(host.of("Secret").create({ ...args, value: unknownHash })).rejects.toThrow(
    /only a hash .* run `pulumi up` with the program/,
  );
  expect(bodies("POST")).toEqual([]);
});

test("rejects a hash that the old inputs don't have", async () => {
  const inputs = await check({}, args);
  for (const olds of [{}, { ...inputs, value: `scrypt:${"0".repeat(32)}:${"1".repeat(64)}` }]) {
    const { failures } = await host.of("Secret").check(olds, { ...args, value: inputs.value });
    expect(failures).toEqual([
      { property: "", reason: expect.stringMatching(/^value: is the hash .* set it to the value itself/) },
    ]);
  }
});

test("accepts the first value without a diff if the state has no hash, and sends a later change", async () => {
  const { id, outs } = await host.of("Secret").create(await check({}, args));
  // As after an import, which can't read the value.
  const { value: _, ...imported } = unwrapProps(outs);
  const { value: __, ...withoutValue } = args;
  const declared = await check(withoutValue, args);
  expect(await host.of("Secret").diff(id, imported, declared)).toMatchObject({ changes: false });
  const unchanged = await check(declared, args);
  expect(await host.of("Secret").diff(id, imported, unchanged)).toMatchObject({ changes: false });
  const changed = await check(unchanged, { ...args, value: "another" });
  expect(await host.of("Secret").diff(id, imported, changed)).not.toMatchObject({ changes: false });
  const { outs: after } = await host.of("Secret").update(id, imported, changed);
  expect(bodies("PATCH")).toEqual([{ value: "another" }]);
  expect(unwrapProps(after).value).toBe(changed.value);
});

test("redacts the value from errors of the service", async () => {
  const msg = `the value ${VALUE} is too short`;
  emulator.faults({ on: "POST /vault_secrets", status: 400, body: { error_code: "ERR_1", msg } });
  const inputs = await check({}, args);
  const error = await host.of("Secret").create(inputs).catch(String);
  expect(error).toContain("POST /vault_secrets: 400");
  expect(error).not.toContain(VALUE);
});
