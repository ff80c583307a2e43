import { expect, test } from "vitest";
import { managed } from "../../../provider/families";
import { loadFamily } from "../../../provider/families/load";

test.each(managed.map((family) => [family.name, family] as const))(
  "%s is loaded by its name",
  async (name, family) => {
    expect(await loadFamily(name)).toBe(family);
  },
);

test("a class of another version is not loaded", () => {
  expect(loadFamily("Wormhole")).toBeUndefined();
  expect(loadFamily("constructor")).toBeUndefined();
});
