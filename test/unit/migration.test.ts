import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { CLASS_OF_TYPE, OTHER_DEFAULTS } from "../../cli/import-file/terraform";
import { resources as families } from "../../provider/families";
import * as edge from "../../sdk";
import provider from "./terraform-provider.json";

/** Attributes that every resource has. */
const COMMON = ["id", "uri", "created_at", "description", "metadata"];

/** Those of them that it does not have. */
const MISSING: Readonly<Record<string, readonly string[]>> = {
  ngrok_service_user: ["description", "metadata"],
};

/**
 * The resources of the Terraform provider's version 0.8.0 with their attributes beside the common ones, the defaults that its
 * source sets, and the resources that the versions 0.1.5 to 0.7 had in addition.
 */
const RESOURCES: Readonly<Record<string, readonly string[]>> = provider.resources;
const DEFAULTS = provider.defaults as unknown as readonly (readonly [string, string, unknown])[];
const OLDER: readonly string[] = provider.older;

/** The service's value: nothing is sent where the attribute is left out. */
const KEPT = "the service's";

/** Its data sources. */
const DATA_SOURCES = [
  ...Object.keys(RESOURCES),
  "ngrok_application_session",
  "ngrok_application_user",
  "ngrok_kubernetes_operator",
  "ngrok_tunnel_session",
].sort();

const page = readFileSync(resolve(__dirname, "../../docs/migration-from-terraform.md"), "utf8");

/** The rows of the first table below a heading, without their first cell's marks. */
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
  test("counts what the provider's last version has", () => {
    expect(page).toContain("its 18 resources and 22 data sources");
    expect([Object.keys(RESOURCES).length, DATA_SOURCES.length]).toEqual([18, 22]);
  });

  test.each([
    ["Resources", Object.keys(RESOURCES)],
    ["Older versions of the provider", OLDER],
  ])("%s: each has its class", (heading, types) => {
    const told = rows(heading).map(([type, className]) => [
      type,
      className?.match(/^\[(\w+)\]/)?.[1] ?? className,
    ]);
    expect(told).toEqual(types.map((type) => [type, CLASS_OF_TYPE.get(type)]));
  });

  test("a state of any version leads to these classes and no others", () => {
    expect([...CLASS_OF_TYPE.keys()].filter((type) => !(type in RESOURCES) && !OLDER.includes(type))).toEqual(
      [],
    );
  });

  const withAttributes = Object.entries(RESOURCES).map(([type, attributes]) => ({ type, attributes }));

  test("attributes: every resource has a row", () => {
    expect(rows("Attributes").map(([type]) => type)).toEqual(withAttributes.map(({ type }) => type));
  });

  test.each(withAttributes)(
    "attributes of $type: each has a property that exists",
    ({ type, attributes }) => {
      const family = familyOf(type);
      const [, inputs = "", outputs = ""] = rows("Attributes").find(([first]) => first === type) ?? [];
      const named = (cell: string) =>
        [...cell.matchAll(/(?<!→ )`([a-z_]+)`(?: → `([a-zA-Z]+)[.\w]*`)?/g)].map(
          ([, name = "", property]) => ({
            name,
            property: property ?? camelCase(name),
          }),
        );
      expect([...named(inputs), ...named(outputs)].map(({ name }) => name).sort()).toEqual(
        [...attributes].sort(),
      );
      const inputsOf = Object.keys(family?.inputs ?? {});
      const outputsOf = ["id", ...Object.keys(family?.outputs ?? {})];
      expect(named(inputs).filter(({ property }) => !inputsOf.includes(property))).toEqual([]);
      expect(named(outputs).filter(({ property }) => !outputsOf.includes(property))).toEqual([]);
      const missing = COMMON.filter((name) => ![...inputsOf, ...outputsOf].includes(camelCase(name)));
      expect(missing).toEqual(MISSING[type] ?? []);
    },
  );

  const told = (value: unknown) => (value === KEPT ? KEPT : `\`${JSON.stringify(value)}\``);

  test("defaults: those that differ between Terraform and the declarations", () => {
    const table = rows("Defaults").map(([type, attribute = "", there, here = ""]) => [
      type,
      attribute.replaceAll("`", ""),
      there,
      here.replace(/^by the URL: .*$/, "implied").replace(/: \*\*.*$/, ""),
    ]);
    const all = DEFAULTS.map(([type, attribute, there]) => {
      const family = familyOf(type);
      const key = camelCase(attribute);
      const field = family?.inputs[key];
      if (family === undefined || field === undefined) throw new Error(`${type} has no ${key}`);
      const here = family.implied?.[key] ? "implied" : told(field.defaultValue ?? KEPT);
      return [type, attribute, told(there), here];
    });
    expect(table).toEqual(all.filter(([, , there, here]) => there !== here));
  });

  test("defaults: what the class would set otherwise is told when a state is read", () => {
    const others = DEFAULTS.flatMap(([type, attribute, there]) => {
      const family = familyOf(type);
      const [key, className] = [camelCase(attribute), CLASS_OF_TYPE.get(type)];
      const here = family?.inputs[key]?.defaultValue;
      return there === KEPT || here === undefined || here === there
        ? []
        : [{ className, input: key, terraformValue: there }];
    });
    expect(OTHER_DEFAULTS.map(({ effect: _, ...one }) => one)).toEqual(others);
  });

  /** Collections without a class. */
  const READ_ONLY: Readonly<Record<string, string>> = {
    ngrok_application_session: "ApplicationSession",
    ngrok_application_user: "ApplicationUser",
    ngrok_tunnel_session: "TunnelSession",
  };

  test("data sources: each has a function that exists, or is said to have none", () => {
    const told = new Map(rows("Data sources").map(([type = "", cell = ""]) => [type, cell]));
    expect(DATA_SOURCES).toEqual(expect.arrayContaining([...told.keys()]));
    for (const type of DATA_SOURCES) {
      const lookup = `get${READ_ONLY[type] ?? CLASS_OF_TYPE.get(type)}`;
      const cell = told.get(type) ?? `\`${lookup}({ id })\``;
      const functions = [...cell.matchAll(/`(\w+)\(/g)].map(([, name = ""]) => name);
      expect(functions.filter((name) => typeof Reflect.get(edge, name) !== "function")).toEqual([]);
      if (type === "ngrok_kubernetes_operator") expect(cell).toMatch(/^none: /);
      else expect(functions[0]).toBe(lookup);
    }
  });
});
