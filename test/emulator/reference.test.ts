import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { references } from "../../emulator/catalog";
import { moduleReferences } from "../../emulator/modules";
import { readFamilyFile, readModulesFile } from "../../emulator/schema/reference";
import { familyFrom } from "../../emulator/schema/tables";

// The files of the transcription are validated when they are loaded.

const validFile = {
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
  without: ["uri", "created_at", "target"],
  shapes: { LogTarget: { url: { type: "string", required: true } } },
};
const { create } = validFile;

test("loads every file of the folder", () => {
  const files = readdirSync("emulator/reference").map((file) => file.replace(/\.json$/, ""));
  expect(files.sort()).toEqual(["modules", ...references.keys()].sort());
});

test("reads a valid file with the fields that its parameters imply", () => {
  const { type, enum: values } = create.format;
  const response = { id: { type }, name: { type }, format: { type, enum: values } };
  const family = readFamilyFile("log-export", validFile);
  expect(family).toEqual({ ...validFile, response });
  const { target } = familyFrom("log-export", family, new Map()).create;
  expect(target).toMatchObject({ type: "object", fields: { url: { type: "string", required: true } } });
});

const load = (file: object, compute?: object) =>
  familyFrom(
    "log-export",
    readFamilyFile("log-export", { ...validFile, ...file }),
    new Map(),
    compute && ({ compute } as never),
  );
const withName = (row: object) => ({ create: { name: { type: "string", ...row } }, update: [], without: [] });

test.each<[object, RegExp | string]>([
  [{ limits: [] }, /Unrecognized key: "limits"/],
  [{ create: { targetUrl: create.name } }, /Invalid key[\s\S]*create\.targetUrl/],
  [{ collection: "/../users" }, /must be a path[\s\S]*collection/],
  [{ response: { id: { kind: "x" } } }, /Unrecognized key: "kind"[\s\S]*response\.id/],
  [{ response: { id: { type: "List<Map>>" } } }, /must be a type[\s\S]*response\.id\.type/],
  [{ without: ["size"] }, "without names no implied field: size"],
  [withName({ maxBytes: 1e12 }), /maxBytes/],
  [{ shapes: {} }, "has no shape LogTarget"],
  [{ create: { ...create, backend: { module: "backend" } } }, "no module backend"],
  [{ create: { ...create, name: { type: "string", format: "date" } } }, "the unknown format date"],
])("reports where a file is invalid: %j", (file, message) => {
  expect(() => load(file)).toThrow(message);
  expect(() => load(file)).toThrow(/^emulator\/reference/);
});

test("refuses a behavior that computes an unknown field", () => {
  expect(() => load({}, { size: () => 1 })).toThrow("has no field size");
});

test("refuses a module whose parameters are not a table", () => {
  const { shapes } = moduleReferences;
  const file = { modules: { backend: { shape: "Backend", parameters: { enabled: true } } }, shapes };
  const message = /emulator\/reference\/modules\.json: [\s\S]*backend\.parameters/;
  expect(() => readModulesFile(file)).toThrow(message);
});
