import { expect, test } from "vitest";
import { references } from "../../emulator/catalog";
import { ID_PREFIXES as COLLECTION_PREFIXES } from "../../emulator/schema/id-prefixes";
import { resources } from "../../provider/families";
import { ID_PREFIXES } from "../../provider/family/id-prefixes";

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

test("the provider and the emulator know the same prefixes of ids", () => {
  for (const { name, collection, idPrefix } of families) {
    if (name in ID_PREFIXES) expect([name, ID_PREFIXES[name]]).toEqual([name, idPrefix]);
    if (collection in COLLECTION_PREFIXES)
      expect([collection, COLLECTION_PREFIXES[collection]]).toEqual([collection, idPrefix]);
  }
});
