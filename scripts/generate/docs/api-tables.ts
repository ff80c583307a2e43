import { readFileSync } from "node:fs";
import { join } from "node:path";
import { code, table } from "./markdown";
import { type Reference, type Rows, readReference } from "./reference";

const PAGE = "docs/api-tables.md";

/**
 * The page with its marked tables generated from the transcription of the API reference; the rest is written by hand.
 */
export function apiTablesPage(root: string): string {
  const tables = tablesOf(readReference(root));
  return readFileSync(join(root, PAGE), "utf8").replace(
    /(<!-- table: ([\w ]+) -->\n)(?:\|.*\n)*/g,
    (_region, mark: string, name: string) => {
      const made = tables[name];
      if (made === undefined) throw new Error(`${PAGE} has a table "${name}" that nothing is known of`);
      return `${mark}${made}`;
    },
  );
}

/** Tables by the name in their marker. A dagger marks what the API reference does not show. */
function tablesOf(reference: Reference): Readonly<Record<string, string>> {
  const { families, modules, oauthProviders, moduleOperations, limits } = reference;
  const dagger = (text: string, isAssumed: boolean) => (isAssumed ? `${text}†` : text);
  const classes = (names: readonly string[]) =>
    names.map((name) => dagger(name, families[name]?.by !== undefined)).join(", ");
  const keys = (rows: Rows) => Object.keys(rows).join(", ");
  const collections = Object.entries(families).flatMap(([name, family]) => {
    const { by, assumed = [], collection, listKey, create, update } = family;
    if (collection === undefined) return [];
    const isAssumed = (key: string) => !by && create[key]?.by !== undefined;
    const bold = (key: string) => (create[key]?.required ? `**${key}**` : key);
    return [
      [
        dagger(name, by !== undefined),
        code(collection),
        dagger(code(listKey), assumed.includes("listKey")),
        Object.keys(create)
          .map((key) => dagger(bold(key), isAssumed(key)))
          .join(", "),
        update.map((key) => dagger(key, isAssumed(key) || assumed.includes("update"))).join(", "),
      ],
    ];
  });
  const sides = Object.entries(modules).map(([name, { on, parameters, response }]) => {
    const [taken, answered] = [keys(parameters.fields), keys(response.fields)];
    const isShown = (owner: string) =>
      moduleOperations.documented.some((shown) => shown.owner === owner && shown.module === name);
    const owners = on.map((owner) => dagger(owner, families[owner]?.by !== undefined && !isShown(owner)));
    return [
      name,
      owners.join(", "),
      taken,
      dagger(taken === answered ? "the same" : answered, response.by !== undefined),
    ];
  });
  const replaced = moduleOperations.documented.filter(({ operation }) => operation === "replace");
  const paths = [replaced, moduleOperations.assumed.modules].flatMap((operations, n) =>
    operations.map(({ owner, module, path }) => [owner, module, dagger(code(path), n === 1)]),
  );
  return {
    collections: table(
      ["Class", "Collection", "List key", "Create parameters", "Update parameters"],
      collections,
    ),
    modules: table(["Module", "On", "Parameters", "Response"], sides),
    oauth: table(
      ["Provider", "Fields"],
      Object.entries(oauthProviders.providers).map(([name, { fields }]) => [name, keys(fields)]),
    ),
    "module operations": table(["On", "Module", "Path"], paths),
    limits: table(
      ["Limit", "Applies to"],
      limits.map(({ limit, serviceDefault, families, modules, commands }) => [
        serviceDefault === undefined ? limit : `${limit}, when left out`,
        families ? classes(families) : [...(modules ?? []), ...(commands ?? [])].join(", "),
      ]),
    ),
  };
}
