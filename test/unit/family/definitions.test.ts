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
  const part = { name: "first letter", extract: (value: unknown) => String(value).charAt(0) };
  const limits = object({ size: bool("") }, "Limits.");
  const rule = { keys: ["name", "size"], text: "Both.", violation: () => undefined };
  const named = { name: "size", property: "sizes", description: "One of the sizes." };
  const chosen = string("Note.", { unset: "serverDefault" }).optional();
  const noDefault = "fixedParts names note, which is neither required nor has a default";
  const inputs = { name: string("Name."), note: chosen };

  test.each<[string, Partial<ResourceDefinition>, string]>([
    ["a rule", { rules: [rule] }, "rules names size, which is not an input"],
    ["a lookup", { lookups: [["size"]] }, "lookups names size, which is not a property"],
    ["a lookup by an element", { lookups: [[named]] }, "lookups names sizes, which is not a property"],
    ["a path", { path: "/boxes/{boxId}/things" }, "path names boxId"],
    ["an optional path", { path: "/boxes/{note}/things" }, "path names note, which is not a required input"],
    ["a part of a fixed input", { fixedParts: { name: part } }, "name is fixed as a whole, not in part"],
    ["a fixed part without a default", { update: ["note"], fixedParts: { note: part } }, noDefault],
    ["a fixed part of the service's", { inputs, update: ["note"], fixedParts: { note: part } }, noDefault],
    ["no description", { inputs: { limits } }, "Thing.limits.size has no description"],
  ])("%s", (_, part, message) => {
    expect(() => defineResource(resource(part))).toThrow(message);
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
