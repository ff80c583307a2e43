import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { emulatedAccount, testJournal } from "../support/test-resources";

type Props = Record<string, unknown>;

let emulator: Emulator;
let host: HostedProvider;
let journal: ReturnType<typeof testJournal>;

beforeEach(async () => {
  journal = testJournal();
  emulator = await emulatedAccount();
});

/** A created object, and the inputs of its resource. */
interface Existing {
  readonly id: string;
  readonly inputs: Props;
}

const withName = (name: string, inputs: Props) => ({ ...inputs, __resource: name });

/** Makes the engine's calls for a forced replacement: no diff, and only the deletion gets the old object's id. */
async function replaceByForce(className: string, name: string, { id, inputs }: Existing): Promise<Existing> {
  const provider = host.of(className);
  await provider.check(inputs, withName(name, inputs));
  const created = await host.create(className, inputs, name);
  await provider.delete(id, inputs);
  return { id: created.id, inputs };
}

const ids = (collection: string) => emulator.objects(collection).map(({ id }) => id);

describe.each([
  ["with a journal", {}],
  ["with the ownership mark", { "tunnel-edge:ownershipMark": "true" }],
])("a replacement without a diff, %s", (_, config) => {
  async function newRun() {
    await journal.restart({ loseFolder: "tunnel-edge:ownershipMark" in config });
    host = hostFor(emulator, config);
  }

  beforeEach(() => {
    host = hostFor(emulator, config);
  });

  test.each([
    ["IpPolicy", "/ip_policies", { description: "office" }],
    ["ApiKey", "/api_keys", { description: "ci" }],
  ])("leaves exactly one %s, the new one", async (className, collection, inputs) => {
    const before = ids(collection);
    let resource: Existing = { ...(await host.create(className, inputs, "a")), inputs };
    for (const _again of [1, 2]) {
      await newRun();
      const old = resource.id;
      resource = await replaceByForce(className, "a", resource);
      expect(resource.id).not.toBe(old);
      expect(ids(collection).filter((id) => !before.includes(id))).toEqual([resource.id]);
    }
  });

  test("does not adopt equal objects of other resources", async () => {
    const inputs = {};
    const a = { ...(await host.create("IpPolicy", inputs, "a")), inputs };
    const b = await host.create("IpPolicy", inputs, "b");
    await newRun();
    const provider = host.of("IpPolicy");
    // Earlier inputs tell the provider that both resources have an object.
    for (const name of ["a", "b"]) await provider.check({ __provider: "x" }, withName(name, inputs));
    await provider.diff(b.id, {}, {});
    const replaced = await replaceByForce("IpPolicy", "a", a);
    expect(ids("/ip_policies").sort()).toEqual([replaced.id, b.id].sort());
  });
});

test("recovers the object of a killed replacement if the engine writes its state only at the end, even after the deletion", async () => {
  vi.stubEnv("PULUMI_SKIP_CHECKPOINTS", "true");
  host = hostFor(emulator);
  const inputs = { description: "office" };
  const old = { ...(await host.create("IpPolicy", inputs, "a")), inputs };
  const replacements: string[] = [];
  for (const _run of ["killed", "next"]) {
    await journal.restart({ loseFolder: false });
    host = hostFor(emulator);
    replacements.push((await replaceByForce("IpPolicy", "a", old)).id);
  }
  expect(ids("/ip_policies")).toEqual([replacements[0]]);
  expect(replacements[1]).toBe(replacements[0]);
});

test("recognizes the object of a killed replacement if the state still has the old object", async () => {
  host = hostFor(emulator);
  const inputs = { description: "office" };
  const old = await host.create("IpPolicy", inputs, "a");
  await journal.restart();
  host = hostFor(emulator);
  const newInputs = { description: "new" };
  await host.of("IpPolicy").diff(old.id, inputs, newInputs);
  const orphan = await host.create("IpPolicy", newInputs, "a");
  await journal.restart();
  host = hostFor(emulator);
  const provider = host.of("IpPolicy");
  const { inputs: checked } = await provider.check({ ...inputs, __provider: "x" }, withName("a", newInputs));
  await provider.diff(old.id, inputs, checked ?? {});
  const recreated = await host.create("IpPolicy", newInputs, "a");
  expect(recreated.id).toBe(orphan.id);
  expect(ids("/ip_policies").sort()).toEqual([old.id, orphan.id].sort());
});

test("adopts the object of a killed forced replacement until the state has it", async () => {
  host = hostFor(emulator);
  const inputs = { description: "office" };
  const old = await host.create("IpPolicy", inputs, "a");
  async function replace() {
    await journal.restart();
    host = hostFor(emulator);
    await host.of("IpPolicy").check(inputs, withName("a", inputs));
    return host.create("IpPolicy", inputs, "a");
  }
  const orphan = await replace();
  expect(orphan.id).not.toBe(old.id);
  expect((await replace()).id).toBe(orphan.id);
  await host.of("IpPolicy").delete(old.id, old.outs);
  expect(ids("/ip_policies")).toEqual([orphan.id]);
  expect((await replace()).id).not.toBe(orphan.id);
});

test("does not delete an object pending deletion that its resource has adopted", async () => {
  host = hostFor(emulator);
  const old = await host.create("IpPolicy", {}, "a");
  await journal.restart();
  host = hostFor(emulator);
  const adopted = await host.create("IpPolicy", {}, "a");
  expect(adopted.id).toBe(old.id);
  await journal.restart();
  host = hostFor(emulator);
  await host.of("IpPolicy").diff(adopted.id, adopted.outs, {});
  await host.of("IpPolicy").delete(old.id, old.outs);
  expect(ids("/ip_policies")).toEqual([old.id]);
  await host.of("IpPolicy").delete(adopted.id, adopted.outs);
  expect(ids("/ip_policies")).toEqual([]);
});
