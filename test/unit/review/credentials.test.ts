import { expect, test } from "vitest";
import { resources } from "../../../provider/families";
import { type ClassName, samples } from "../../samples";
import { created, reviewSteps } from "../../support/previews";

const shownOnce = resources.filter(({ onceKeys }) => onceKeys.length > 0);

test.each(shownOnce.map(({ name }) => name))("lists a new %s as a credential", async (name) => {
  const inputs = samples[name as ClassName].minimal({ id: (family) => `${family}_1`, unique: "c1" });
  const { credentials } = await reviewSteps([created(name, "new", inputs)]);
  expect(
    credentials.map(({ what: label }) => label),
    "the service shows a value of the class only once: describe the credential in CREDENTIALS, cli/review/sections/objects.ts",
  ).toEqual([expect.stringMatching(/^new: /)]);
});

test("several classes have a value that the service shows only once", () => {
  expect(shownOnce.length).toBeGreaterThan(1);
});
