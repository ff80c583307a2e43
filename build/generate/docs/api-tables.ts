import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlainRow, ReferenceFamily } from "../../../emulator/schema/reference";
import { code, table } from "./markdown";
import { created, moduleReferences, modulesOf, parametersOf, responseRows } from "./reference";

const PAGE = "docs/api-tables.md";

/**
 * The page with its marked tables generated from the transcription of the API reference; the rest is written by hand.
 */
export function apiTablesPage(root: string): string {
  const tables: Readonly<Record<string, () => string>> = {
    collections,
    modules,
    oauth,
    "module operations": moduleOperations,
    limits,
  };
  return readFileSync(join(root, PAGE), "utf8").replace(
    /(<!-- table: ([\w ]+) -->\n)(?:\|.*\n)*/g,
    (_region, mark: string, name: string) => {
      const made = tables[name];
      if (made === undefined) throw new Error(`${PAGE} has a table "${name}" that nothing is known of`);
      return `${mark}${made()}`;
    },
  );
}

/** A dagger marks what the API reference does not show. */
const dagger = (text: string, isAssumed: boolean) => (isAssumed ? `${text}†` : text);
const className = ({ name, by }: ReferenceFamily) => dagger(name, by !== undefined);
const keys = (rows: object) => Object.keys(rows).join(", ");

function collections(): string {
  const rows = created.map((family) => {
    const { by, assumed = [], collection, listKey, create = {}, update = [] } = family;
    const isAssumed = (key: string) => !by && create[key]?.by !== undefined;
    const isRequired = (key: string) => "required" in (create[key] ?? {});
    const bold = (key: string) => (isRequired(key) ? `**${key}**` : key);
    return [
      className(family),
      code(collection),
      dagger(code(listKey), assumed.includes("listKey")),
      Object.keys(create)
        .map((key) => dagger(bold(key), isAssumed(key)))
        .join(", "),
      update.map((key) => dagger(key, isAssumed(key) || assumed.includes("updates"))).join(", "),
    ];
  });
  return table(["Class", "Collection", "List key", "Create parameters", "Update parameters"], rows);
}

/** Each module with the families that have it. */
function modules(): string {
  const rows = Object.entries(moduleReferences.modules).map(([module, { response }]) => {
    const owners = created.flatMap((family) =>
      modulesOf(family).flatMap((row) => (row.module === module ? [{ family, row }] : [])),
    );
    const [taken, answered] = [keys(parametersOf(module)), keys(responseRows(module))];
    return [
      owners[0]?.row.key ?? module,
      owners
        .map(({ family, row }) => dagger(family.name, family.by !== undefined && !row.operations))
        .join(", "),
      taken,
      dagger(taken === answered ? "the same" : answered, response !== undefined),
    ];
  });
  return table(["Module", "On", "Parameters", "Response"], rows);
}

function oauth(): string {
  const { EndpointOAuthProvider: providers = {}, ...shapes } = moduleReferences.shapes;
  return table(
    ["Provider", "Fields"],
    Object.entries(providers).map(([key, { type }]) => [key, keys(shapes[type] ?? {})]),
  );
}

function moduleOperations(): string {
  const rows = created.flatMap((family) =>
    modulesOf(family).map(({ key, operations }) => [
      family.name,
      key,
      dagger(code(`${family.collection}/{id}/${key}`), operations === undefined),
    ]),
  );
  return table(["On", "Module", "Path"], rows);
}

/** The lengths and ranges of parameters, each with the families or modules that have it. */
function limits(): string {
  const holders = new Map<string, string[]>();
  const note = (limit: string, holder: string) => holders.set(limit, [...(holders.get(limit) ?? []), holder]);
  for (const family of created)
    for (const [key, row] of Object.entries(family.create ?? {}))
      for (const limit of "module" in row ? [] : limitsOf(key, row))
        note(family.by ? `${limit}, seen at the service` : limit, className(family));
  for (const [name, { parameters }] of Object.entries(moduleReferences.modules))
    for (const [key, row] of Object.entries(parameters))
      for (const limit of limitsOf(key, row)) note(limit, name);
  return table(
    ["Limit", "Applies to"],
    [...holders].map(([limit, names]) => [limit, names.join(", ")]),
  );
}

const limitsOf = (key: string, { maxBytes, min, max }: PlainRow): string[] => [
  ...(maxBytes === undefined ? [] : [`${key} max ${maxBytes} bytes`]),
  ...(max === undefined ? [] : [`${key} ${min === undefined ? "max" : `from ${min} to`} ${max}`]),
];
