import { describe, expect, test } from "vitest";
import { resources } from "../../../provider/families";
import { fieldsIn, isRequired, knownField } from "../../../provider/family/field";
import { bool, id, object, out, string } from "../../../provider/family/fields";
import { defineModule, type ModuleDefinition } from "../../../provider/family/module";
import { defineResource, type ResourceDefinition } from "../../../provider/family/resource";

const resource = (part: Partial<ResourceDefinition>): ResourceDefinition => ({
  name: "Thing",
  summary: "A thing.",
  path: "/things",
  listKey: "things",
  inputs: { name: string("Name."), note: string("Note.").optional() },
  update: [],
  outputs: { uri: out.string("URI.") },
  ...part,
});

describe.each(resources.map((family) => [family.name, family] as const))("%s", (_, family) => {
  const { inputs, outputs, requiredKeys, replaceKeys } = family;
  const properties = { ...inputs, ...outputs };

  test("names its own properties in its path, rules, and lookups", () => {
    expect(requiredKeys).toEqual(expect.arrayContaining([...family.pathKeys]));
    const ruleKeys = (family.rules ?? []).flatMap(({ keys }) => keys);
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(ruleKeys));
    const lookupKeys = family.lookups.flat().map((key) => (typeof key === "string" ? key : key.property));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(lookupKeys));
  });

  test("fixes parts only of inputs that are required or have a default", () => {
    for (const key of Object.keys(family.fixedParts ?? {})) {
      const field = knownField(inputs, key);
      expect(replaceKeys).not.toContain(key);
      expect(isRequired(field) || field.defaultValue !== undefined).toBe(true);
    }
  });

  test("describes each property, and has no section of the API reference if only the service has it", () => {
    const undescribed = [...fieldsIn(properties)].filter(
      ({ field, isProperty }) => isProperty && field.meta.description === "",
    );
    expect(undescribed.map(({ path }) => path)).toEqual([]);
    expect(family.serviceOnly && family.section !== undefined).not.toBe(true);
  });
});

describe("a definition of a single module", () => {
  const definition = (part: Partial<ModuleDefinition>): ModuleDefinition => ({
    name: "ThingLid",
    summary: "The lid of a thing.",
    section: "Lids",
    path: "/things/{thingId}/lid",
    pathInputs: { thingId: id("Id of the thing.") },
    module: object({ open: bool("Whether it is open.").optional() }, "A module."),
    insteadOf: { family: "Thing", input: "lid" },
    ...part,
  });

  test("has the ids of its path", () => {
    expect(defineModule(definition({})).pathKeys).toEqual(["thingId"]);
    expect(() => defineModule(definition({ path: "/boxes/{boxId}/lid" }))).toThrow(
      "ThingLid: the keys of path and pathInputs differ",
    );
  });
});

test("a natural key is also a lookup key, unless the definition has other keys", () => {
  const naturalKey = ["name"];
  expect(defineResource(resource({})).lookups).toEqual([]);
  expect(defineResource(resource({ naturalKey })).lookups).toEqual([naturalKey]);
  expect(defineResource(resource({ naturalKey, lookups: [] })).lookups).toEqual([]);
});
