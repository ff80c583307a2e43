import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { references } from "../../emulator/catalog";
import { lookups, managed, resources } from "../../provider/families";
import { ID_PREFIXES } from "../../provider/family/id-prefixes";
import { readTable } from "../support/rows";
import { disagreements, formatSides, type Sides } from "./agreement/facts";
import { moduleClasses, providerFacts } from "./agreement/provider";
import { referenceFacts } from "./agreement/reference";

/**
 * Two independent lists of the API's facts: the transcription of the reference, which the emulator serves, and the
 * provider's families. `npx tsx test/openapi/main.ts` compares both with a service's own description.
 */

let sides: Sides;
beforeAll(async () => {
  sides = {
    reference: referenceFacts(references.values(), moduleClasses),
    provider: await providerFacts([...managed, ...lookups]),
  };
});
const knownDifferences = readTable<Readonly<Record<string, { reference?: string; provider?: string }>>>(
  join(__dirname, "agreement", "known-differences.yaml"),
);
const isKnown = (path: string) => Object.hasOwn(knownDifferences, path);

test("provider and reference agree on every fact", () => {
  const unexplained = disagreements(sides).filter((path) => !isKnown(path));
  expect(unexplained.map((path) => `${path}: ${formatSides(sides, path)}`)).toEqual([]);
});

test.each(Object.entries(knownDifferences))("%s still differs in the known values", (path, difference) => {
  const { reference, provider } = sides;
  expect({ reference: reference.get(path), provider: provider.get(path) }).toEqual({
    reference: difference.reference,
    provider: difference.provider,
  });
});

const families = [...references.values()];

test("the provider and the emulator count lengths in the same unit", () => {
  for (const { name, create = {} } of families)
    for (const key of ["description", "metadata"]) {
      const field = resources.find((family) => family.name === name)?.inputs[key];
      const row = create[key];
      if (field?.kind !== "leaf" || !row || "module" in row) continue;
      const { maxBytes, emulated } = row;
      expect([name, key, field.maxBytes, field.maxCharacters]).toEqual([
        name,
        key,
        maxBytes,
        emulated?.maxCharacters,
      ]);
    }
});

test("the provider and the emulator know the same prefixes of IDs", () => {
  for (const { name, idPrefix } of families) {
    if (name in ID_PREFIXES) expect([name, ID_PREFIXES[name]]).toEqual([name, idPrefix]);
  }
});
