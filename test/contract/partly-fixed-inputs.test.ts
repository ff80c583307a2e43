import { expect, test } from "vitest";
import { resources } from "../../provider/families";
import { updateBody } from "../../provider/lifecycle/values/wire";
import { type ClassName, type Inputs, samples } from "../samples";
import { pooledAccount, sampleContext } from "../support/object-pool";
import { unwrapProps } from "../support/secrets";

/** The emulator rejects updates of each part of an input that a family declares as fixed. */

const account = pooledAccount();

const cases = resources.flatMap((family) =>
  Object.keys(family.fixedParts ?? {}).map((key) => [family.name, key, family] as const),
);

test("some classes have partly fixed inputs", () => {
  expect(cases.length).toBeGreaterThan(1);
});

test.each(cases)("%s: the service rejects an update of the fixed part of %s", async (name, key, family) => {
  const { emulator, host, pool } = account;
  const sample = samples[name as ClassName];
  const context = { ...sampleContext(pool), unique: "fixed" };
  const full = sample.full(context);
  const { to } = sample.fixedParts?.(context)[key] ?? {};
  const create = async (inputs: Inputs) => {
    const checked = await host.of(name).check({}, inputs);
    expect(checked.failures ?? []).toEqual([]);
    return host.of(name).create(unwrapProps(checked.inputs));
  };
  const patch = async (id: string, value: unknown) => {
    const reply = await fetch(`${emulator.url}${family.path}/${id}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
      body: JSON.stringify(updateBody(family.inputs, [key], { [key]: value })),
    });
    return `${reply.status} ${await reply.text()}`;
  };

  // A new object may have the value; only the update is rejected.
  const newObject = await create({ ...full, [key]: to });
  await host.of(name).delete(newObject.id, unwrapProps(newObject.outs));

  const { id } = await create(full);
  expect(await patch(id, full[key])).toMatch(/^200 /);
  const refusal = `needs a check in emulator/catalog that refuses another ${family.fixedParts?.[key]?.name} of ${key}`;
  expect(await patch(id, to), refusal).toMatch(/^4\d\d /);
});
