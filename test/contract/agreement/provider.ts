import { snake } from "../../../provider/api";
import { modules } from "../../../provider/families";
import type { CommandFamily, CommandOutcome } from "../../../provider/family/command";
import type { Part } from "../../../provider/family/field";
import {
  type Field,
  isRequired,
  isSecret,
  knownField,
  type Shape,
  shapeOf,
} from "../../../provider/family/field";
import { out } from "../../../provider/family/fields";
import type { LookupFamily } from "../../../provider/family/lookup";
import type { ModuleFamily } from "../../../provider/family/module";
import type { ResourceFamily } from "../../../provider/family/resource";
import { Facts } from "./facts";
import { type ModuleClass, withoutNames } from "./reference";

export type ProviderFamily = ResourceFamily | ModuleFamily | CommandFamily | LookupFamily;

export async function providerFacts(families: readonly ProviderFamily[]): Promise<Facts> {
  // The provider uses no operations on single list elements.
  const facts = new Facts(/ \/ operation \w+ \w+$/);
  for (const family of families) {
    if (family.kind === "resource") addResource(facts, family);
    else if (family.kind === "module") addModuleClass(facts, family);
    else if (family.kind === "lookup") addLookup(facts, family);
    else await addCommand(facts, family);
  }
  for (const [key, schema] of Object.entries(shapeOf(out.ref("Any reference.")) ?? {}))
    addField(facts, "Ref / response", key, schema, { isInput: false, modules: [] });
  return facts;
}

const wirePath = (path: string) => path.replace(/\{(\w+)\}/g, (_, key: string) => `{${snake(key)}}`);

// Below, `at` is the beginning of the facts' paths, such as `IpPolicy / create`.

function addResource(facts: Facts, family: ResourceFamily): void {
  const { name } = family;
  const collection = wirePath(family.path);
  facts.add(`${name} / byConvention`, (family.section === undefined && !family.serviceOnly) || undefined);
  facts.add(`${name} / serviceOnly`, family.serviceOnly);
  facts.add(`${name} / collection`, collection);
  facts.add(`${name} / listKey`, family.listKey);
  facts.add(`${name} / filter`, family.filterableBy && true);
  facts.add(`${name} / operation create`, `POST ${collection}`);
  facts.add(`${name} / operation get`, `GET ${collection}/{id}`);
  facts.add(`${name} / operation list`, `GET ${collection}`);
  facts.add(`${name} / operation update`, family.update.length > 0 ? `PATCH ${collection}/{id}` : undefined);
  facts.add(`${name} / operation delete`, `DELETE ${collection}/{id}`);
  for (const key of family.pathKeys) facts.add(`${name} / path input ${snake(key)}`, true);
  for (const key of family.bodyKeys)
    addParameter(facts, `${name} / create`, key, knownField(family.inputs, key), family);
  for (const key of family.update) facts.add(`${name} / update ${snake(key)}`, true);
  addResponseFields(facts, family);
  for (const [key, part] of Object.entries((family.parts ?? {}) as Readonly<Record<string, Part>>)) {
    if (part.kind === "attachment")
      facts.add(`${name} / detach ${snake(key)}`, `DELETE ${collection}/{id}/${part.segment}`);
    else
      addModule(
        facts,
        name,
        part.segment,
        shapeOf(knownField(family.inputs, key)) ?? {},
        `${collection}/{id}`,
      );
  }
}

/** Adds the fields of responses: returned inputs, and outputs. */
function addResponseFields(facts: Facts, family: ResourceFamily): void {
  const at = `${family.name} / response`;
  facts.add(`${at} id / type`, "string");
  const computed = new Set(Object.keys(family.compute?.({}) ?? {}));
  const returned = Object.entries(family.inputs).filter(
    ([key, schema]) =>
      !schema.isLocal && schema.meta.returned !== "never" && !(key in (family.observe ?? {})),
  );
  const outputs = Object.entries(family.outputs).filter(
    ([key, schema]) => !schema.isLocal && !computed.has(key),
  );
  for (const [key, schema] of returned)
    addField(facts, at, key, schema, { isInput: true, modules: family.moduleKeys });
  for (const [key, schema] of outputs) addField(facts, at, key, schema, { isInput: false, modules: [] });
}

function addModule(facts: Facts, owner: string, segment: string, shape: Shape, object: string): void {
  const at = `${owner} / module ${segment}`;
  facts.add(at, true);
  addParametersAndResponse(facts, at, shape);
  facts.add(`${at} operation delete`, `DELETE ${object}/${segment}`);
  // A module of an edge is set by the edge's PATCH and read from its response.
  for (const operation of ["replace", "get"]) facts.skip(`${at} operation ${operation}`);
}

function addParametersAndResponse(
  facts: Facts,
  at: string,
  shape: Shape,
  sections = ["parameters", "response"],
): void {
  const [parameters, response] = sections;
  for (const [key, schema] of Object.entries(shape)) {
    addParameter(facts, `${at} ${parameters}`, key, schema);
    addField(facts, `${at} ${response}`, key, schema, { isInput: true, modules: [] });
  }
}

function addModuleClass(facts: Facts, family: ModuleFamily): void {
  const { name, insteadOf } = family;
  const path = wirePath(family.path);
  facts.add(`${name} / module class of`, `${insteadOf.family}.${snake(insteadOf.input)}`);
  facts.add(`${name} / module class operation replace`, `PUT ${withoutNames(path)}`);
  facts.add(`${name} / module class operation get`, `GET ${withoutNames(path)}`);
  facts.add(`${name} / module class operation delete`, `DELETE ${withoutNames(path)}`);
  addParametersAndResponse(facts, `${name} / module class`, family.parameters, ["create", "response"]);
  for (const key of Object.keys(family.parameters))
    facts.add(`${name} / module class update ${snake(key)}`, true);
}

function addLookup(facts: Facts, family: LookupFamily): void {
  const { name, path } = family;
  facts.add(`${name} / byConvention`, (family.section === undefined && !family.serviceOnly) || undefined);
  facts.add(`${name} / serviceOnly`, family.serviceOnly);
  facts.add(`${name} / collection`, path);
  facts.add(`${name} / listKey`, family.listKey);
  facts.add(`${name} / filter`, family.filterableBy && true);
  facts.add(`${name} / operation get`, `GET ${path}/{id}`);
  facts.add(`${name} / operation list`, `GET ${path}`);
  facts.add(`${name} / operation delete`, family.deletable && `DELETE ${path}/{id}`);
  facts.add(`${name} / response id / type`, "string");
  for (const [key, schema] of Object.entries(family.outputs))
    addField(facts, `${name} / response`, key, schema, { isInput: false, modules: [] });
}

/** Runs each command with fake calls to find out which requests it sends and how many seconds it waits. */
async function addCommand(facts: Facts, family: CommandFamily): Promise<void> {
  const commands = enumOf(knownField(family.inputs, "command")) ?? [];
  for (const name of commands) {
    const requests: string[] = [];
    let waited = 0;
    const session = { id: "ts", os: "linux", started_at: "2026-01-01T00:00:00Z", credential: { id: "cr" } };
    await family.run(
      {
        get: async () => session,
        list: async () => [{ ...session, id: "ts_after", started_at: "2026-01-01T01:00:00Z" }],
        send: async (path): Promise<CommandOutcome> => {
          requests.push(path);
          return { outcome: "done" };
        },
        exclusively: (_, task) => task(),
        report: () => undefined,
        now: () => waited,
        sleep: async (milliseconds) => {
          waited += milliseconds;
        },
      },
      { command: name, sessionId: "ts" },
      undefined,
    );
    const at = `${family.name} / command ${name}`;
    facts.add(at, requests.map((path) => `POST ${path.replace(/\/ts\//, "/{id}/")}`).join());
    facts.add(`${at} / seconds`, name === "update" ? waited / 1000 : undefined);
  }
}

function addParameter(
  facts: Facts,
  at: string,
  key: string,
  schema: Field,
  family?: ResourceFamily,
  prefix = "",
): void {
  const meta = schema.meta;
  const wire = `${prefix}${snake(key)}`;
  const path = `${at} ${wire}`;
  const limits = rangeOf(schema);
  facts.add(`${path} / type`, describeType(schema));
  facts.add(`${path} / enum`, enumOf(schema));
  facts.add(`${path} / required`, isRequired(schema) || schema.sentWhenUnset === "at creation" || undefined);
  facts.add(`${path} / default`, schema.defaultValue);
  facts.add(`${path} / maxBytes`, schema.kind === "leaf" ? schema.maxBytes : undefined);
  facts.add(`${path} / min`, limits?.[0]);
  facts.add(`${path} / max`, limits?.[1] === Number.MAX_SAFE_INTEGER ? undefined : limits?.[1]);
  facts.add(`${path} / writeOnly`, meta.returned === "never" || undefined);
  facts.add(`${path} / secret`, isSecret(schema) || undefined);
  const nested = family?.moduleKeys.includes(key) ? undefined : shapeOf(schema);
  for (const [childKey, child] of Object.entries(nested ?? {}))
    addParameter(facts, at, childKey, child, undefined, `${wire}.`);
  const item = schema.kind === "list" ? shapeOf(schema.item) : undefined;
  for (const [childKey, child] of Object.entries(item ?? {}))
    addParameter(facts, at, childKey, child, undefined, `${wire}[].`);
}

/** Where a field of a response comes from. */
interface Place {
  readonly isInput: boolean;
  /** Keys of modules, whose fields are compared separately. */
  readonly modules: readonly string[];
}

function addField(facts: Facts, at: string, key: string, schema: Field, place: Place, prefix = ""): void {
  const meta = schema.meta;
  const isList = schema.kind === "list";
  const refType = isList ? "List<Ref>" : "Ref";
  const ref = place.isInput ? schema.refKey : undefined;
  const wire = `${prefix}${ref ?? snake(key)}`;
  const path = `${at} ${wire}`;
  facts.add(`${path} / type`, ref ? refType : describeType(schema));
  facts.add(`${path} / enum`, (schema.kind === "leaf" ? schema.responseValues : undefined) ?? enumOf(schema));
  facts.add(`${path} / once`, meta.returned === "once" || undefined);
  facts.add(`${path} / secret`, isSecret(schema) || undefined);
  // The provider doesn't distinguish optional inputs from those that may be null in a response.
  if (place.isInput) facts.skip(`${path} / nullable`);
  else facts.add(`${path} / nullable`, meta.nullable);
  const nested =
    place.modules.includes(key) || describeType(schema) !== "object" ? undefined : shapeOf(schema);
  for (const [childKey, child] of Object.entries(nested ?? {}))
    addField(facts, at, childKey, child, place, `${wire}.`);
}

function describeType(field: Field): string {
  const { typeName } = field.meta;
  if (typeName === "Ref") return "Ref";
  if (typeName === "Ref[]") return "List<Ref>";
  if (typeName?.endsWith("TrafficPolicy")) return "string";
  if (field.kind === "object") return "object";
  if (field.kind === "list") return `List<${describeType(field.item)}>`;
  if (field.kind === "map") return `Map<string,${describeType(field.value)}>`;
  return field.kind === "leaf" && field.type !== "any" ? field.type : "string";
}

const enumOf = (field: Field): readonly string[] | undefined =>
  field.kind === "leaf" ? field.values : undefined;

function rangeOf(field: Field): readonly [number, number] | undefined {
  if (field.kind === "map") return rangeOf(field.value);
  return field.kind === "leaf" ? field.range : undefined;
}

export const moduleClasses: readonly ModuleClass[] = modules.map(
  ({ name, insteadOf: { family, input } }) => ({
    name,
    owner: family,
    module: snake(input),
  }),
);
