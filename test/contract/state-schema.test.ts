import { describe, expect, test } from "vitest";
import { packageSchema } from "../../build/generate/native/schema";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { nativeType } from "../../provider/engine/native/tokens";
import { modules, resources } from "../../provider/families";
import { moduleId } from "../../provider/lifecycle/values/collection";
import { type ClassName, type Inputs, samples } from "../samples";
import { pooledAccount, removeModule, sampleContext } from "../support/object-pool";
import { unwrapProps } from "../support/secrets";
import type { Family } from "./properties/inputs";

// The state of every operation has the properties that the schema promises.

type Props = Record<string, unknown>;

const families = [...resources, ...modules].map((family) => [family.name, family] as const);
const schema = packageSchema();

const missingProperties = (name: string, state: Props) =>
  (schema.resources[nativeType(name)]?.required ?? []).filter((key) => (state[key] ?? null) === null);

/** As `missingProperties`, for an object that the program hasn't created, which lacks values that are returned once. */
function missingOfExisting(family: Family, state: Props): readonly string[] {
  const once = family.kind === "resource" ? family.onceKeys : [];
  return missingProperties(family.name, state).filter((key) => !once.includes(key));
}

const describeType = (value: unknown) =>
  value === null || value === undefined ? "nothing" : Array.isArray(value) ? "list" : typeof value;

/** Returns the types of a state's values, except those that are returned once or never, and local ones. */
function describeTypes(family: Family, state: Props): Record<string, string> {
  const returned = Object.entries({ ...family.outputs, ...family.inputs }).filter(([key, field]) => {
    if (key in family.inputs && field.isLocal) return field.defaultValue !== undefined;
    return field.meta.returned !== "once" && field.meta.returned !== "never";
  });
  return Object.fromEntries(returned.map(([key]) => [key, describeType(state[key])]));
}

/** States without internal keys: earlier releases wrote fewer, and users edit states. */
const withoutInternalKeys = (state: Props): [string, Props][] => [
  ...Object.keys(state).flatMap((key): [string, Props][] => {
    const { [key]: _, ...rest } = state;
    return key.startsWith("__") ? [[`without ${key}`, rest]] : [];
  }),
  ["with __unset: null", { ...state, __unset: null }],
];

describe.each<[string, EmulatorOptions]>([
  ["complete responses", {}],
  ["responses like those of live services", { liveShapes: true, hideSecrets: true }],
])("with %s", (_, options) => {
  const account = pooledAccount(options);

  const check = async (name: string, olds: Props, inputs: Inputs): Promise<Props> => {
    const { inputs: checked, failures } = await account.host.of(name).check(olds, { ...inputs });
    expect(failures).toEqual([]);
    return unwrapProps(checked);
  };

  test.each(families)("%s: each operation returns a state that matches the schema", async (name, family) => {
    const provider = account.host.of(name);
    const sample = samples[name as ClassName];
    const context = sampleContext(account.pool);
    for (const args of [sample.minimal(context), sample.full(context)]) {
      // In a separate run, because two resources of one run can't adopt the same module.
      await closeAccounts();
      const inputs = await check(name, {}, args);
      const { id, outs } = await provider.create(inputs);
      const created = unwrapProps(outs);
      expect({ create: missingProperties(name, created) }).toEqual({ create: [] });

      const read = await provider.read(id, created);
      expect({ read: missingProperties(name, unwrapProps(read.props)) }).toEqual({ read: [] });

      const importId =
        family.kind === "module" ? id : [...family.pathKeys.map((key) => inputs[key]), id].join("/");
      const imported = unwrapProps((await provider.read(importId, {})).props);
      expect({ import: missingOfExisting(family, imported) }).toEqual({ import: [] });
      expect(describeTypes(family, imported)).toEqual(describeTypes(family, created));

      // In a new run, because in this one, another resource has the object.
      await closeAccounts();
      const adoptId = family.kind === "module" ? moduleId(family, inputs) : id;
      const adopted = await provider.create(await check(name, {}, { ...args, adoptId }));
      expect({ adopt: missingOfExisting(family, unwrapProps(adopted.outs)) }).toEqual({ adopt: [] });
      expect(describeTypes(family, { ...unwrapProps(adopted.outs), adoptId: null, adopted: null })).toEqual(
        describeTypes(family, created),
      );

      for (const [key, { to, from, with: more }] of Object.entries(sample.changes(context)).slice(0, 1)) {
        const news = await check(name, inputs, { ...(from ?? args), ...more, [key]: to });
        const updated = unwrapProps((await provider.update(id, created, news)).outs);
        expect({ update: missingProperties(name, updated) }).toEqual({ update: [] });
      }
      if (family.kind === "module") await removeModule(account.emulator, family, inputs);
      // The provider keeps an object that another resource has adopted in the same run.
      else await deleteObject(account.emulator, created);
    }
  });

  test.each(families)(
    "%s: a state without an internal key causes no difference, also after a refresh",
    async (name, family) => {
      const provider = account.host.of(name);
      const sample = samples[name as ClassName];
      const context = sampleContext(account.pool);
      for (const args of [sample.minimal(context), sample.full(context)]) {
        await closeAccounts();
        const inputs = await check(name, {}, args);
        const { id, outs } = await provider.create(inputs);
        for (const [description, state] of withoutInternalKeys(unwrapProps(outs))) {
          const { props } = await provider.read(id, state);
          for (const current of [state, unwrapProps(props)])
            expect({ description, ...(await provider.diff(id, current, inputs)) }).toEqual({
              description,
              changes: false,
            });
        }
        if (family.kind === "module") await removeModule(account.emulator, family, inputs);
        else await provider.delete(id, unwrapProps(outs));
      }
    },
  );
});

async function deleteObject({ token, url }: Emulator, { uri }: Props): Promise<void> {
  const path = new URL(String(uri)).pathname;
  const response = await fetch(`${url}${path}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(204);
}
