import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { modules, resources } from "../../provider/families";
import { isRequired, knownField } from "../../provider/family/field";
import { accepts } from "../../provider/lifecycle/values/validate";
import type { Inputs } from "../samples";
import { type HostedProvider, hostFor } from "../support/hosted-provider";
import { RESERVED_NAMES } from "../support/reserved-names";
import { type PropertyCase, propertyProgram } from "../support/sample-program";
import { unwrap } from "../support/secrets";

const families = new Map([...resources, ...modules].map((family) => [family.name, family]));
const findField = ({ class: name, property }: PropertyCase) =>
  knownField(families.get(name)?.inputs ?? {}, property);

/** True if the program must set either the property or its alternative. */
const hasAlternative = (example: PropertyCase) => findField(example).meta.unset === "alternative";

const { cases: allCases, prerequisites } = propertyProgram();
const cases = allCases.filter((example) => !isRequired(findField(example)) && !hasAlternative(example));

/** True for deprecated properties that the service cannot clear, so their removal changes nothing. */
const isUnsetKept = (example: PropertyCase) => findField(example).isKept;

/** The start of a validity period is removed with its end, which is computed from it. */
const keysRemovedWith = (property: string) =>
  property === "validUntil" ? ["validUntil", "validAfter"] : [property];

const without = ({ property, after }: PropertyCase): Inputs =>
  Object.fromEntries(Object.entries(after).filter(([key]) => !keysRemovedWith(property).includes(key)));

const withNull = (example: PropertyCase): Inputs => ({
  ...without(example),
  ...Object.fromEntries(keysRemovedWith(example.property).map((key) => [key, null])),
});

/** Returns the empty value that means unset; undefined if there is none or the service would choose a value. */
function emptyValue(example: PropertyCase): unknown {
  const field = findField(example);
  if (field.isLocal || field.hasServerDefault) return undefined;
  if (field.kind === "list") return [];
  if (field.kind === "map") return {};
  const isString = field.kind === "leaf" && field.type === "string" && field.values === undefined;
  return isString && accepts(field, "") ? "" : undefined;
}

const hasEmptyValue = (example: PropertyCase) => emptyValue(example) !== undefined;

describe("an optional property that the program removes", () => {
  let emulator: Emulator;
  let host: HostedProvider;
  const ids = new Map<string, string>();

  const resolve = (inputs: Inputs) =>
    JSON.parse(
      JSON.stringify(inputs).replace(/\$\{([^{}]+)\.id\}/g, (_, name: string) => ids.get(name) ?? name),
    ) as Inputs;

  const check = async (className: string, inputs: Inputs, olds: Inputs = {}) => {
    const { inputs: news, failures } = await host.of(className).check(olds, resolve(inputs));
    expect([className, failures ?? []]).toEqual([className, []]);
    return unwrap(news) as Inputs;
  };

  const create = async (className: string, inputs: Inputs) => {
    const news = await check(className, inputs);
    const { id, outs } = await host.of(className).create(news);
    return { id, inputs: news, state: unwrap(outs) as Inputs };
  };

  type Existing = Awaited<ReturnType<typeof create>>;

  const diff = async (example: PropertyCase, from: Existing, to: Inputs) =>
    host.of(example.class).diff(from.id, from.state, await check(example.class, to, from.inputs));

  /** Modules need no removal: they have no names that could be taken, and the next case sets them again. */
  const remove = async (example: PropertyCase, { id, state }: Existing) => {
    if (families.get(example.class)?.kind === "resource")
      await host.of(example.class).delete(id, { ...state, releaseProtection: false });
  };

  beforeAll(async () => {
    process.env.TUNNEL_EDGE_JOURNAL_DIR = "off";
    emulator = await startEmulator({ provisioningSeconds: 0, seed: RESERVED_NAMES });
    host = hostFor(emulator);
    for (const { class: className, name, inputs } of prerequisites)
      ids.set(name, (await create(className, inputs)).id);
  });

  afterAll(() => emulator?.close());

  test.each(cases)("$name: null does the same, and empty values change nothing later", async (example) => {
    const set = await create(example.class, example.after);
    const removal = await diff(example, set, without(example));
    if (isUnsetKept(example)) expect(removal).toEqual({ changes: false });
    else {
      expect(removal.changes).toBeUndefined();
      expect(removal.replaces ?? []).toEqual(
        example.replaces ? expect.arrayContaining([example.property]) : [],
      );
    }
    expect(await diff(example, set, withNull(example))).toEqual(removal);
    await remove(example, set);

    // After the removal, null and an empty string, list, or map are no change.
    const unset = await create(example.class, without(example));
    expect(await diff(example, unset, withNull(example))).toEqual({ changes: false });
    const empty = { ...without(example), [example.property]: emptyValue(example) };
    if (hasEmptyValue(example)) expect(await diff(example, unset, empty)).toEqual({ changes: false });
    await remove(example, unset);
  });
});
