import { describe, expect, test } from "vitest";
import { bool, id, object, out, string } from "../../../provider/family/fields";
import { defineModule, type ModuleDefinition } from "../../../provider/family/module";
import { defineResource, type ResourceDefinition } from "../../../provider/family/resource";

/** Errors of inconsistent definitions. */

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

describe("an inconsistent definition is rejected on load", () => {
  const compute = () => ({});
  const part = { what: "first letter", of: (value: unknown) => String(value).charAt(0) };
  test.each<[string, () => Partial<ResourceDefinition>, string]>([
    ["an update of no input", () => ({ update: ["size"] }), "update names size, which is not an input"],
    [
      "a natural key of no input",
      () => ({ naturalKey: ["uri"] }),
      "naturalKey names uri, which is not an input",
    ],
    [
      "a rule over no input",
      () => ({ rules: [{ keys: ["name", "size"], text: "Both.", broken: () => undefined }] }),
      "rules names size, which is not an input",
    ],
    [
      "an output made from no input",
      () => ({ derive: { from: ["size"], outputs: ["uri"], compute } }),
      "derive.from names size, which is not an input",
    ],
    [
      "a derived value that is not an output",
      () => ({ derive: { from: ["name"], outputs: ["size"], compute } }),
      "derive names size, which is not an output",
    ],
    [
      "a lookup by an unknown property",
      () => ({ lookups: [["size"]] }),
      "lookups names size, which is not a property",
    ],
    [
      "a lookup by an element of an unknown property",
      () => ({ lookups: [[{ name: "size", of: "sizes", description: "One of the sizes." }]] }),
      "lookups names sizes, which is not a property",
    ],
    ["a path with no such input", () => ({ path: "/boxes/{boxId}/things" }), "path names boxId"],
    [
      "a path with an input that may be missing",
      () => ({ path: "/boxes/{note}/things" }),
      "note is part of the path but not required",
    ],
    [
      "a fixed part of an input that is fixed as a whole",
      () => ({ fixedParts: { name: part } }),
      "name is fixed as a whole, not in part",
    ],
    [
      "a fixed part of an input that may be missing and has no default",
      () => ({ update: ["note"], fixedParts: { note: part } }),
      "fixedParts names note, which is neither required nor has a default",
    ],
    [
      "a fixed part of an input for which the service chooses a value",
      () => ({
        inputs: { name: string("Name."), note: string("Note.", { unset: "serverDefault" }).optional() },
        update: ["note"],
        fixedParts: { note: part },
      }),
      "fixedParts names note, which is neither required nor has a default",
    ],
    [
      "a property without a description",
      () => ({ inputs: { limits: object({ size: bool("") }, "Limits.") } }),
      "Thing.limits.size has no description",
    ],
  ])("%s", (_, part, message) => {
    expect(() => defineResource(resource(part()))).toThrow(message);
  });
});

describe("a definition of a single module", () => {
  const definition = (part: Partial<ModuleDefinition>): ModuleDefinition => ({
    name: "ThingLid",
    summary: "The lid of a thing.",
    section: "Lids",
    path: "/things/{thingId}/lid",
    at: { thingId: id("Id of the thing.") },
    parameters: { open: bool("Whether it is open.").optional() },
    insteadOf: { family: "Thing", input: "lid" },
    ...part,
  });

  test("has the ids of its path", () => {
    expect(defineModule(definition({})).pathKeys).toEqual(["thingId"]);
    expect(() => defineModule(definition({ path: "/boxes/{boxId}/lid" }))).toThrow(
      "ThingLid: path and ids differ",
    );
  });
});

test("a natural key is also a lookup key, unless the definition has other keys", () => {
  const naturalKey = ["name"];
  expect(defineResource(resource({})).lookups).toEqual([]);
  expect(defineResource(resource({ naturalKey })).lookups).toEqual([naturalKey]);
  expect(defineResource(resource({ naturalKey, lookups: [] })).lookups).toEqual([]);
});
