import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../emulator";
import { modules, resources } from "../../provider/families";
import { isRequired, isSecret, knownField } from "../../provider/family/field";
import type { ModuleFamily } from "../../provider/family/module";
import { UNKNOWN } from "../../provider/family/unknown";
import { outputsRevealingInputs } from "../../provider/lifecycle";
import type { Inputs } from "../samples";
import { type BareAccount, openSharedAccount } from "../support/lifecycle";
import { RESERVED_NAMES } from "../support/reserved-names";
import { propertyProgram } from "../support/sample-program";
import type { Family } from "./properties/inputs";

/**
 * A preview promises that an update leaves an output unchanged, unless the output follows a changing input. The tests
 * compare this promise with real updates.
 */

type Props = Readonly<Record<string, unknown>>;

const families = new Map<string, Family>([...resources, ...modules].map((family) => [family.name, family]));
const { cases, prerequisites } = propertyProgram();

let bare: BareAccount;
const ids = new Map<string, string>();

async function open(options: EmulatorOptions): Promise<void> {
  bare = await openSharedAccount({ provisioningSeconds: 30, seed: RESERVED_NAMES, ...options });
  for (const { class: className, name, inputs } of prerequisites)
    ids.set(name, (await create(className, resolve(inputs))).id);
}

const resolve = (value: Inputs): Inputs =>
  JSON.parse(
    JSON.stringify(value).replace(/\$\{([^{}]+)\.id\}/g, (_, name: string) => ids.get(name) as string),
  );

function check(className: string, olds: Props, inputs: Props): Props {
  const { inputs: result, failures } = bare.of(className).check(olds, inputs);
  expect(failures).toEqual([]);
  return result;
}

const create = (className: string, inputs: Props) =>
  bare.of(className).create(bare.account, check(className, {}, inputs));

const without = (inputs: Props, keys: readonly string[]): Props =>
  Object.fromEntries(Object.entries(inputs).filter(([key]) => !keys.includes(key)));

const changedBetween = (before: Props, after: Props, keys: readonly string[]) =>
  keys.filter((key) => !isDeepStrictEqual(before[key] ?? undefined, after[key] ?? undefined));

/** New values for inputs that are never sent to the service. The samples' changes don't include them. */
const LOCAL: Readonly<Record<string, unknown>> = {
  deleteOnDestroy: false,
  releaseProtection: true,
  renewBefore: 1,
};

/** A change of a resource's inputs. */
interface Change {
  readonly class: string;
  readonly title: string;
  readonly from: Inputs;
  readonly to: Inputs;
}

const sampleChanges: Change[] = cases
  .filter(({ replaces }) => !replaces)
  .flatMap(({ class: name, property, before, after }) => {
    const path = `${name}.${property}`;
    const change = { class: name, title: `${path} changed`, from: before, to: after };
    if (isRequired(families.get(name)?.inputs[property] as never)) return [change];
    const unset = without(before, [property]);
    return [
      change,
      { class: name, title: `${path} added`, from: unset, to: before },
      { class: name, title: `${path} removed`, from: before, to: unset },
    ];
  });

const localChanges: Change[] = [...families.values()].flatMap(({ name, inputs }) => {
  const sample = cases.find((example) => example.class === name)?.before ?? {};
  // `renewBefore` is for certificates without a fixed validity.
  const before = without(sample, ["validUntil", "validAfter"]);
  return Object.entries(LOCAL)
    .filter(([key]) => key in inputs)
    .map(([key, value]) => ({
      class: name,
      title: `${name}.${key} set`,
      from: before,
      to: { ...before, [key]: value },
    }));
});

const POLICY = { certificateManagementPolicy: {} };
const waitChanges: Change[] = [
  { title: "added", from: POLICY, to: { ...POLICY, waitForCertificate: true } },
  { title: "added with the policy", from: {}, to: { ...POLICY, waitForCertificate: true } },
].map(({ title, from, to }, n) => {
  const domain = { domain: `waiting-${n}.example.com` };
  return {
    class: "ReservedDomain",
    title: `ReservedDomain.waitForCertificate ${title}`,
    from: { ...domain, ...from },
    to: { ...domain, ...to },
  };
});

const changes = [...sampleChanges, ...localChanges, ...waitChanges];

describe.each<[string, EmulatorOptions]>([
  ["complete responses", {}],
  ["responses like those of live services", { liveShapes: true, hideSecrets: true }],
])("with %s, an update changes only outputs that depend on its inputs", (_, options) => {
  beforeAll(() => open(options));
  afterAll(() => bare?.close());

  test.each(changes)("$title", async ({ class: className, from, to }) => {
    const family = families.get(className) as Family;
    const olds = check(className, {}, resolve(from));
    const { id, state } = await bare.of(className).create(bare.account, olds);
    const news = check(className, olds, resolve(to));
    const lifecycle = bare.of(className);
    expect(brokenPromises(lifecycle.planned(olds).state, state)).toEqual([]);
    expect(lifecycle.diff(id, state, news).replaces).toEqual([]);
    const planned = lifecycle.planned(news, { id, state }).state;
    const after = await lifecycle.update(bare.account, id, state, news);
    expect(brokenPromises(planned, after)).toEqual([]);
    await remove(className, id, after, to);

    const inputs = Object.keys(family.inputs);
    const changedInputs = changedBetween(olds, news, inputs);
    const changesWith = (key: string) =>
      knownField({ ...family.inputs, ...family.outputs }, key).meta.changesWith ?? [];
    const mayChange = (key: string) =>
      changedInputs.includes(key) ||
      changesWith(key).some((input) => input === "*" || changedInputs.includes(input));
    const properties = [...new Set([...inputs, ...Object.keys(family.outputs)])];
    const unexpected = changedBetween(state, after, properties).filter((key) => !mayChange(key));
    expect(
      unexpected.map(
        (key) =>
          `${key}: ${JSON.stringify(state[key])} becomes ${JSON.stringify(after[key])}; name the input in changesWith`,
      ),
    ).toEqual([]);
  });
});

/** An output that changes with a secret input reveals it, even if it contains none of the input's text. */
describe("an output that changes with only one input is declared as derived from it", () => {
  beforeAll(() => open({}));
  afterAll(() => bare?.close());

  test.each(cases)("$property of $class", async ({ class: className, before, after }) => {
    const family = families.get(className) as Family;
    const createState = async (inputs: Inputs): Promise<Props> => {
      const { id, state } = await create(className, resolve(inputs));
      await remove(className, id, state, inputs);
      return state;
    };
    const [first, repeated, different] = [
      await createState(before),
      await createState(before),
      await createState(after),
    ];
    const computed = Object.keys(family.outputs).filter((key) => !(key in family.inputs));
    const changedInputs = changedBetween(before, after, Object.keys(family.inputs));
    const revealing = outputsRevealingInputs(family);
    const isDeclared = (key: string) =>
      isSecret(knownField(family.outputs, key)) ||
      changedInputs.some((input) => revealing.get(key)?.includes(input));
    // The service generates the ids and times of each object.
    const varying = changedBetween(first, repeated, computed);
    expect(
      changedBetween(first, different, computed).filter((key) => !varying.includes(key) && !isDeclared(key)),
    ).toEqual([]);
  });
});

async function remove(className: string, id: string, state: Props, inputs: Inputs): Promise<void> {
  const family = families.get(className) as Family;
  if (family.kind === "resource")
    await bare.of(className).delete(bare.account, id, without(state, Object.keys(LOCAL)));
  else await bare.account.api.delete(modulePath(family, resolve(inputs)));
}

/** Describes the outputs that differ from those that the native provider's preview promised. */
const brokenPromises = (planned: Props, state: Props): string[] =>
  [...new Set([...Object.keys(planned), ...Object.keys(state)])]
    .filter((key) => !key.startsWith("__") && planned[key] !== UNKNOWN)
    .filter((key) => !isDeepStrictEqual(planned[key] ?? undefined, state[key] ?? undefined))
    .map((key) => `${key}: planned ${JSON.stringify(planned[key])}, actual ${JSON.stringify(state[key])}`);

const modulePath = ({ path }: ModuleFamily, inputs: Props) =>
  path.replace(/\{(\w+)\}/g, (_, key: string) => String(inputs[key]));
