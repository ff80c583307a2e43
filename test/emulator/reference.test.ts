import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { references } from "../../emulator/catalog";
import { moduleReferences } from "../../emulator/modules";
import { readFamilyFile, readModulesFile } from "../../emulator/schema/reference";
import { familyFrom } from "../../emulator/schema/tables";

/** Errors in a file of the transcription are located when it is loaded. */

const good = {
  name: "LogExport",
  section: "Log export",
  collection: "/log_exports",
  listKey: "log_exports",
  idPrefix: "le",
  create: {
    name: { type: "string", required: true },
    format: { type: "string", enum: ["json", "text"], default: "json", assumed: ["default"] },
    target: { type: "LogTarget" },
  },
  update: ["format"],
  response: { id: { type: "string" }, name: { type: "string" } },
  shapes: { LogTarget: { url: { type: "string", required: true } } },
};
const { create } = good;

test("every file of the folder is loaded", () => {
  const files = readdirSync("emulator/reference").map((file) => file.replace(/\.json$/, ""));
  expect(files.sort()).toEqual(["modules", ...references.keys()].sort());
});

test("a good file is read unchanged", () => {
  expect(readFamilyFile("log-export", good)).toEqual(good);
  expect(familyFrom("log-export", readFamilyFile("log-export", good), new Map()).create.target).toMatchObject(
    {
      type: "object",
      fields: { url: { type: "string", required: true } },
    },
  );
});

describe("a file is refused", () => {
  test.each<[string, object, RegExp]>([
    ["with a key that nothing reads", { ...good, limits: [] }, /Unrecognized key: "limits"/],
    [
      "with a name that is not a wire key",
      { ...good, create: { targetUrl: create.name } },
      /Invalid key[\s\S]*create\.targetUrl/,
    ],
    ["with a path that is none", { ...good, collection: "/../users" }, /must be a path[\s\S]*collection/],
    [
      "with a row that states nothing readable",
      { ...good, response: { id: { kind: "x" } } },
      /expected string[\s\S]*response\.id\.type/,
    ],
    [
      "that assumes a fact it does not state",
      { ...good, create: { name: { type: "string", assumed: ["default"] } } },
      /assumed names a fact/,
    ],
    [
      "with a default that is not allowed",
      { ...good, create: { format: { ...create.format, default: "xml" } }, update: [] },
      /one of the values of enum/,
    ],
    [
      "that updates what it cannot create",
      { ...good, update: ["size"] },
      /must name create parameters[\s\S]*update/,
    ],
    ["that updates a parameter twice", { ...good, update: ["format", "format"] }, /a parameter twice/],
    ["without a section, though the reference has it", { ...good, section: undefined }, /section/],
    [
      "with a length that is none",
      { ...good, create: { name: { type: "string", maxBytes: 1e12 } }, update: [] },
      /maxBytes/,
    ],
  ])("%s", (_what, file, message) => {
    expect(() => readFamilyFile("log-export", file)).toThrow(message);
    expect(() => readFamilyFile("log-export", file)).toThrow("emulator/reference/log-export.json");
  });

  const load = (file: object, compute?: object) =>
    familyFrom(
      "log-export",
      readFamilyFile("log-export", { ...good, ...file }),
      new Map(),
      compute && { compute: { ...compute } },
    );

  test.each<[string, () => unknown, string]>([
    ["that names a shape it does not have", () => load({ shapes: {} }), "has no shape LogTarget"],
    [
      "that names a module that is not there",
      () => load({ create: { ...create, backend: { module: "backend" } } }),
      "no module backend",
    ],
    [
      "that names a format that is not there",
      () => load({ create: { ...create, name: { type: "string", format: "date" } } }),
      "the format date",
    ],
    [
      "whose behavior computes a field it does not have",
      () => load({}, { size: () => 1 }),
      "has no field size",
    ],
  ])("%s", (_what, run, message) => {
    expect(run).toThrow(message);
  });

  test("of modules, with parameters that are no table", () => {
    const { shapes } = moduleReferences;
    const file = { modules: { backend: { shape: "Backend", parameters: { enabled: true } } }, shapes };
    expect(() => readModulesFile(file)).toThrow(
      /emulator\/reference\/modules\.json: [\s\S]*backend\.parameters/,
    );
  });
});
