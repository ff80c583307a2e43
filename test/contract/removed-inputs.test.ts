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

/** One of the two inputs is required. */
const hasAlternative = (of: PropertyCase) => findField(of).meta.unset === "alternative";

const { cases: all, prerequisites } = propertyProgram();
const cases = all.filter((of) => !isRequired(findField(of)) && !hasAlternative(of));

/** Removing it changes nothing: deprecated properties that the service cannot clear. */
const isUnsetKept = (of: PropertyCase) => findField(of).isKept;

/** The end of validity is computed from the start, so the start has to be removed with it. */
const goneWith = (property: string) =>
  property === "validUntil" ? ["validUntil", "validAfter"] : [property];

const without = ({ property, after }: PropertyCase): Inputs =>
  Object.fromEntries(Object.entries(after).filter(([key]) => !goneWith(property).includes(key)));

const withNull = (of: PropertyCase): Inputs => ({
  ...without(of),
  ...Object.fromEntries(goneWith(of.property).map((key) => [key, null])),
});

/** Spellings of an unset value, except where the service would choose a value instead. */
function blank(of: PropertyCase): unknown {
  const inner = findField(of);
  if (inner.isLocal || inner.hasServerDefault) return undefined;
  if (inner.kind === "list") return [];
  if (inner.kind === "map") return {};
  const isString = inner.kind === "leaf" && inner.type === "string" && inner.values === undefined;
  return isString && accepts(inner, "") ? "" : undefined;
}

const hasBlank = (of: PropertyCase) => blank(of) !== undefined;

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

  const diff = async (of: PropertyCase, from: Existing, to: Inputs) =>
    host.of(of.class).diff(from.id, from.state, await check(of.class, to, from.inputs));

  /** A module is set again by the next case: it has no name that would be taken. */
  const remove = async (of: PropertyCase, { id, state }: Existing) => {
    if (families.get(of.class)?.kind === "resource")
      await host.of(of.class).delete(id, { ...state, releaseProtection: false });
  };

  beforeAll(async () => {
    process.env.TUNNEL_EDGE_JOURNAL_DIR = "off";
    emulator = await startEmulator({ provisioningSeconds: 0, seed: RESERVED_NAMES });
    host = hostFor(emulator);
    for (const { class: className, name, inputs } of prerequisites)
      ids.set(name, (await create(className, inputs)).id);
  });

  afterAll(() => emulator?.close());

  test.each(cases.map((of) => [of.name, of] as const))("%s", async (_, of) => {
    const set = await create(of.class, of.after);
    const dropped = await diff(of, set, without(of));
    if (isUnsetKept(of)) expect(dropped).toEqual({ changes: false });
    else {
      expect(dropped.changes).toBeUndefined();
      expect(dropped.replaces ?? []).toEqual(of.replaces ? expect.arrayContaining([of.property]) : []);
    }
    expect(await diff(of, set, withNull(of))).toEqual(dropped);
    await remove(of, set);

    // After the removal, null and an empty string, list, or map are no change.
    const unset = await create(of.class, without(of));
    expect(await diff(of, unset, withNull(of))).toEqual({ changes: false });
    if (hasBlank(of))
      expect(await diff(of, unset, { ...without(of), [of.property]: blank(of) })).toEqual({
        changes: false,
      });
    await remove(of, unset);
  });
});
