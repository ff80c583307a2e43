import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { CLASS_OF_TYPE, LOST_DEFAULT } from "../../cli/import-file/terraform";
import { resources as families } from "../../provider/families";
import * as edge from "../../sdk";
import provider from "./terraform-provider.json";

const COMMON = ["id", "uri", "created_at", "description", "metadata"];

const MISSING: Readonly<Record<string, readonly string[]>> = {
  ngrok_service_user: ["description", "metadata"],
};

/**
 * The resources of version 0.8.0 of the Terraform provider with their attributes other than COMMON, the default values
 * of 0.8.0, and the resources that only versions 0.1.5 to 0.7 have.
 */
const RESOURCES: Readonly<Record<string, readonly string[]>> = provider.resources;
const DEFAULTS = provider.defaults as unknown as readonly (readonly [string, string, unknown])[];
const OLDER: readonly string[] = provider.older;

/** Nothing is sent for an omitted attribute, so the service chooses the value. */
const SERVICE_VALUE = "the service's";

const DATA_SOURCES = [
  ...Object.keys(RESOURCES),
  "ngrok_application_session",
  "ngrok_application_user",
  "ngrok_kubernetes_operator",
  "ngrok_tunnel_session",
].sort();

const page = readFileSync(resolve(__dirname, "../../docs/migration-from-terraform.md"), "utf8");

/** Returns the rows of the first table below a heading, without the backticks of their first cells. */
function rows(heading: string): string[][] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [text = ""] = section.split(/^## /m);
  return [...text.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, first = "", rest = ""]) => [
    first,
    ...rest.split("|").map((cell) => cell.trim()),
  ]);
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const familyOf = (type: string) => families.find(({ name }) => name === CLASS_OF_TYPE.get(type));

describe("docs/migration-from-terraform.md", () => {
  test("counts the resources and data sources of the provider's last version", () => {
    expect(page).toContain("its 18 resources and 22 data sources");
    expect([Object.keys(RESOURCES).length, DATA_SOURCES.length]).toEqual([18, 22]);
  });

  test.each([
    ["Resources", Object.keys(RESOURCES)],
    ["Older versions of the provider", OLDER],
  ])("%s: each type has its class", (heading, types) => {
    const actual = rows(heading).map(([type, className]) => [
      type,
      className?.match(/^\[(\w+)\]/)?.[1] ?? className,
    ]);
    expect(actual).toEqual(types.map((type) => [type, CLASS_OF_TYPE.get(type)]));
  });

  test("states of all versions contain only these types", () => {
    expect([...CLASS_OF_TYPE.keys()].filter((type) => !(type in RESOURCES) && !OLDER.includes(type))).toEqual(
      [],
    );
  });

  const withAttributes = Object.entries(RESOURCES).map(([type, attributes]) => ({ type, attributes }));

  test("attributes: every type has a row", () => {
    expect(rows("Attributes").map(([type]) => type)).toEqual(withAttributes.map(({ type }) => type));
  });

  test.each(withAttributes)("attributes of $type: each has an existing property", ({ type, attributes }) => {
    const family = familyOf(type);
    const [, inputs = "", outputs = ""] = rows("Attributes").find(([first]) => first === type) ?? [];
    const attributesIn = (cell: string) =>
      [...cell.matchAll(/(?<!→ )`([a-z_]+)`(?: → `([a-zA-Z]+)[.\w]*`)?/g)].map(([, name = "", property]) => ({
        name,
        property: property ?? camelCase(name),
      }));
    expect([...attributesIn(inputs), ...attributesIn(outputs)].map(({ name }) => name).sort()).toEqual(
      [...attributes].sort(),
    );
    const inputNames = Object.keys(family?.inputs ?? {});
    const outputNames = ["id", ...Object.keys(family?.outputs ?? {})];
    expect(attributesIn(inputs).filter(({ property }) => !inputNames.includes(property))).toEqual([]);
    expect(attributesIn(outputs).filter(({ property }) => !outputNames.includes(property))).toEqual([]);
    const missing = COMMON.filter((name) => ![...inputNames, ...outputNames].includes(camelCase(name)));
    expect(missing).toEqual(MISSING[type] ?? []);
  });

  const formatDefault = (value: unknown) =>
    value === SERVICE_VALUE ? SERVICE_VALUE : `\`${JSON.stringify(value)}\``;

  test("defaults: lists those that differ from the defaults of the classes", () => {
    const table = rows("Defaults").map(([type, attribute = "", terraformValue, classValue = ""]) => [
      type,
      attribute.replaceAll("`", ""),
      terraformValue,
      classValue.replace(/^by the URL: .*$/, "implied").replace(/: \*\*.*$/, ""),
    ]);
    const all = DEFAULTS.map(([type, attribute, terraformValue]) => {
      const family = familyOf(type);
      const key = camelCase(attribute);
      const field = family?.inputs[key];
      if (family === undefined || field === undefined) throw new Error(`${type} has no ${key}`);
      const classValue = family.implied?.[key]
        ? "implied"
        : formatDefault(field.defaultValue ?? SERVICE_VALUE);
      return [type, attribute, formatDefault(terraformValue), classValue];
    });
    expect(table).toEqual(all.filter(([, , terraformValue, classValue]) => terraformValue !== classValue));
  });

  test("defaults: the import of a state reports those that the class would change", () => {
    const others = DEFAULTS.flatMap(([type, attribute, terraformValue]) => {
      const family = familyOf(type);
      const [key, className] = [camelCase(attribute), CLASS_OF_TYPE.get(type)];
      const classValue = family?.inputs[key]?.defaultValue;
      return terraformValue === SERVICE_VALUE || classValue === undefined || classValue === terraformValue
        ? []
        : [{ class: className, input: key, value: terraformValue }];
    });
    const { why: _, ...other } = LOST_DEFAULT;
    expect(others).toEqual([other]);
  });

  /** Collections without a class. */
  const READ_ONLY: Readonly<Record<string, string>> = {
    ngrok_application_session: "ApplicationSession",
    ngrok_application_user: "ApplicationUser",
    ngrok_tunnel_session: "TunnelSession",
  };

  test("data sources: each has an existing function or a note that it has none", () => {
    const documented = new Map(rows("Data sources").map(([type = "", cell = ""]) => [type, cell]));
    expect(DATA_SOURCES).toEqual(expect.arrayContaining([...documented.keys()]));
    for (const type of DATA_SOURCES) {
      const lookup = `get${READ_ONLY[type] ?? CLASS_OF_TYPE.get(type)}`;
      const cell = documented.get(type) ?? `\`${lookup}({ id })\``;
      const functions = [...cell.matchAll(/`(\w+)\(/g)].map(([, name = ""]) => name);
      expect(functions.filter((name) => typeof Reflect.get(edge, name) !== "function")).toEqual([]);
      if (type === "ngrok_kubernetes_operator") expect(cell).toMatch(/^none: /);
      else expect(functions[0]).toBe(lookup);
    }
  });
});
