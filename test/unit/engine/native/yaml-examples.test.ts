import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  type EnumSpec,
  type ObjectSpec,
  type PropertySpec,
  packageSchema,
  type TypeSpec,
} from "../../../../provider/engine/native/schema";

const examples = resolve(__dirname, "../../../../examples/native");
const tasks = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const schema = packageSchema();

interface YamlProgram {
  name: string;
  runtime: string;
  resources: Record<string, { type: string; properties?: object; options?: { dependsOn?: string[] } }>;
  outputs?: Record<string, unknown>;
}

/** A reference as programs write it. */
const reference = (path: string) => `$\{${path}}`;
const REFERENCE = /\$\{([^}]+)\}/g;

/** What is wrong with a program by the schema: types, names of properties, required ones, values and references. */
function problems(program: YamlProgram): string[] {
  const found: string[] = [];
  const classOf = (type: string) => schema.resources[type.replace(/^tunnel-edge:/, "tunnel-edge:index:")];
  const references = (text: string, at: string) => {
    for (const [, path = ""] of text.matchAll(REFERENCE)) {
      const [name = "", key] = path.split(".");
      const spec = classOf(program.resources[name]?.type ?? "");
      if (!spec) found.push(`${at}: no resource ${name}`);
      else if (key !== undefined && key !== "id" && !(key in spec.properties))
        found.push(`${at}: no output ${path}`);
    }
  };
  const object = (
    spec: Readonly<Record<string, PropertySpec>>,
    required: readonly string[],
    given: object,
    at: string,
  ) => {
    for (const key of required) if (!(key in given)) found.push(`${at}: ${key} is missing`);
    for (const [key, value] of Object.entries(given)) {
      const property = spec[key];
      if (property) check(property, value, `${at}.${key}`);
      else found.push(`${at}: no property ${key}`);
    }
  };
  const fits = (spec: TypeSpec, value: unknown): boolean => {
    const before = found.length;
    check(spec, value, "");
    return found.splice(before).length === 0;
  };
  const check = (spec: TypeSpec, value: unknown, at: string): void => {
    const named = spec.$ref && schema.types[spec.$ref.replace("#/types/", "")];
    if (typeof value === "string" && /\$\{/.test(value)) references(value, at);
    else if (spec.oneOf) {
      if (!spec.oneOf.some((option) => fits(option, value))) found.push(`${at}: of none of the types`);
    } else if (named && "enum" in named) {
      if (!(named as EnumSpec).enum.some((one) => one.value === value))
        found.push(`${at}: not ${String(value)}`);
    } else if (named)
      object((named as ObjectSpec).properties, (named as ObjectSpec).required ?? [], value as object, at);
    else if (spec.type === "array" && spec.items && Array.isArray(value))
      value.forEach((item, n) => {
        check(spec.items as TypeSpec, item, `${at}[${n}]`);
      });
    else if (spec.type === "object" && spec.additionalProperties && typeof value === "object")
      for (const [key, item] of Object.entries(value as object))
        check(spec.additionalProperties, item, `${at}.${key}`);
    else if (
      spec.$ref === undefined &&
      (spec.type === "integer" ? !Number.isInteger(value) : typeof value !== spec.type)
    )
      found.push(`${at}: must be ${spec.type}`);
  };
  for (const [name, { type, properties = {}, options }] of Object.entries(program.resources)) {
    const spec = classOf(type);
    if (spec) object(spec.inputProperties, spec.requiredInputs ?? [], properties, name);
    else found.push(`${name}: no type ${type}`);
    for (const one of options?.dependsOn ?? []) references(one, name);
  }
  for (const [name, value] of Object.entries(program.outputs ?? {})) references(String(value), name);
  return found;
}

describe.each(tasks)("%s in YAML", (task) => {
  const program: YamlProgram = parse(readFileSync(join(examples, task, "yaml", "Pulumi.yaml"), "utf8"));

  test("says what the schema has", () => {
    expect(program).toMatchObject({ name: task, runtime: "yaml" });
    expect(problems(program)).toEqual([]);
  });
});

test.each([
  [{ type: "tunnel-edge:IpPolicys" }, "a: no type tunnel-edge:IpPolicys"],
  [{ type: "tunnel-edge:IpPolicy", properties: { descripton: "" } }, "a: no property descripton"],
  [{ type: "tunnel-edge:ReservedDomain", properties: {} }, "a: domain is missing"],
  [{ type: "tunnel-edge:IpPolicy", properties: { description: 1 } }, "a.description: must be string"],
  [
    { type: "tunnel-edge:IpPolicy", properties: { description: reference("b.id") } },
    "a.description: no resource b",
  ],
  [
    { type: "tunnel-edge:Endpoint", properties: { url: "u", trafficPolicy: 1 } },
    "a.trafficPolicy: of none of the types",
  ],
])("the test sees what is wrong in %j", (resource, problem) => {
  expect(problems({ name: "x", runtime: "yaml", resources: { a: resource } })).toContain(problem);
});

test("there is the same for every language", () => {
  expect(tasks.length).toBeGreaterThanOrEqual(5);
  for (const task of tasks)
    expect(readdirSync(join(examples, task)).sort()).toEqual(["go", "python", "typescript", "yaml"]);
});
