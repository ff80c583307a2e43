import { afterEach, describe, expect, test } from "vitest";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { commands, modules, resources } from "../../provider/families";
import { UNKNOWN } from "../../provider/family/unknown";
import { type ClassName, samples } from "../samples";
import { hostFor } from "../support/hosted-provider";
import { pooledAccount, removeModule, sampleContext } from "../support/object-pool";
import fc from "../support/properties";
import { testedProvider } from "../support/provider-under-test";
import { unwrapProps } from "../support/secrets";
import { generateCases, type Inputs } from "./properties/inputs";

/** Fewer for the native provider, which differs only in its protocol. */
const RUNS = testedProvider === "native" ? 10 : 60;

/** One shape of responses for each provider, because both providers read responses with the same code. */
const SHAPES: Readonly<Record<string, EmulatorOptions>> =
  testedProvider === "dynamic"
    ? { "responses of live services": { liveShapes: true, hideSecrets: true } }
    : { "all fields in responses": {} };

const families = [...resources, ...modules].map((family) => [family.name, family] as const);

describe.each(Object.entries(SHAPES))("with %s", (_, options) => {
  const account = pooledAccount(options);
  // Samples of two classes may have the same name, so each class is a separate program.
  afterEach(closeAccounts);

  test.each(families)("%s has no difference after it is created and read", async (name, family) => {
    const provider = account.host.of(name);
    const expectNoDifference = async (inputs: Inputs) => {
      const checked = await check({}, inputs);
      const created = await provider.create(checked);
      try {
        const outs = unwrapProps(created.outs);
        expect(JSON.parse(JSON.stringify(outs))).toEqual(outs);
        const news = await check(checked, inputs);
        expect(news).toEqual(checked);
        expect(await provider.diff(created.id, outs, news)).toEqual({ changes: false });

        const read = await provider.read(created.id, outs);
        expect(read.id).toBe(created.id);
        expect(unwrapProps(read.inputs)).toEqual(checked);
        expect(await provider.diff(created.id, unwrapProps(read.props), news)).toEqual({ changes: false });
      } finally {
        const { deleteOnDestroy, releaseProtection, ...state } = unwrapProps(created.outs);
        if (family.kind === "resource") await provider.delete(created.id, state);
        // The provider leaves a module that this run has set. Remove it, because it would conflict with other modules.
        else await removeModule(account.emulator, family, inputs);
      }
    };
    const check = async (olds: Inputs, inputs: Inputs): Promise<Inputs> => {
      const { inputs: checked, failures } = await provider.check(olds, inputs);
      expect(failures).toEqual([]);
      return unwrapProps(checked);
    };
    await expectNoDifference(samples[name as ClassName].minimal(sampleContext(account.pool)));
    for (const inputs of generateCases(family, account.pool)) await expectNoDifference(inputs);
  });
});

const host = hostFor({ url: "http://127.0.0.1:9", token: "t" } as Emulator);

test.each([
  ...families.map(([name, family]) => [name, Object.keys(family.inputs)] as const),
  ...commands.map((family) => [family.name, Object.keys(family.inputs)] as const),
])("arbitrary JSON is answered by check and diff of %s", async (name, keys) => {
  const provider = host.of(name);
  const props = fc.dictionary(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: fc.string() }),
    fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(UNKNOWN, "", null)) as fc.Arbitrary<unknown>,
    { maxKeys: 12 },
  );
  await fc.assert(
    fc.asyncProperty(props, props, fc.string(), async (olds, news, id) => {
      const { inputs, failures } = await provider.check(olds, news);
      expect(JSON.parse(JSON.stringify(inputs))).toEqual(inputs);
      for (const failure of failures ?? []) expect(failure.reason).not.toBe("");
      const result = await provider.diff(id, olds, news).catch((error: Error) => error.message);
      // Diff rejects only impossible replacements.
      if (typeof result === "string")
        expect(result).toMatch(
          /releaseProtection|must be unique|can only be changed by replacing the resource, and the new object needs/,
        );
    }),
    {
      numRuns: RUNS,
      // Objects that can't be converted to a string.
      examples: [[{}, Object.fromEntries(keys.map((key) => [key, { toString: null }])), ""]],
    },
  );
});
