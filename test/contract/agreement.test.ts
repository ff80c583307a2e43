import { beforeAll, expect, test } from "vitest";
import { references } from "../../emulator/catalog";
import { lookups, managed } from "../../provider/families";
import { disagreements, type Sides, saidOf } from "./agreement/facts";
import { KNOWN_DIFFERENCES } from "./agreement/known-differences";
import { providerFacts, singles } from "./agreement/provider";
import { referenceFacts } from "./agreement/reference";

/**
 * Two independent lists of the API's facts: the transcription of the reference, which the emulator serves, and the
 * provider's families. `npx tsx test/openapi/main.ts` compares both with a service's own description.
 */

let sides: Sides;
beforeAll(async () => {
  sides = {
    reference: referenceFacts(references.values(), singles),
    provider: await providerFacts([...managed, ...lookups]),
  };
});
const excused = (path: string) => Object.hasOwn(KNOWN_DIFFERENCES, path);

test("provider and reference agree on every fact", () => {
  const unexplained = disagreements(sides).filter((path) => !excused(path));
  expect(unexplained.map((path) => `${path}: ${saidOf(sides, path)}`)).toEqual([]);
});

test.each(Object.entries(KNOWN_DIFFERENCES))(
  "%s is still a difference, of these values",
  (path, difference) => {
    const { reference, provider } = sides;
    expect({ reference: reference.get(path), provider: provider.get(path) }).toEqual({
      reference: difference.reference,
      provider: difference.provider,
    });
  },
);

test("each side states what it has to state", () => {
  expect(sides.reference.size).toBeGreaterThan(1700);
  expect(sides.provider.size).toBeGreaterThan(1700);
});
