import { moduleReferences } from "../../../emulator/modules";
import {
  impliedResponse,
  type PlainRow,
  type ReferenceFamily,
  type ReferenceRows,
} from "../../../emulator/schema/reference";
import { Facts } from "./facts";

type Shapes = Readonly<Record<string, Readonly<Record<string, PlainRow>>>>;

/** Fields of a Ref, which the reference describes once for all families. */
const REF: ReferenceRows = { id: { type: "string" }, uri: { type: "string" } };

export interface Single {
  readonly name: string;
  readonly owner: string;
  readonly module: string;
}

export function referenceFacts(families: Iterable<ReferenceFamily>, singles: readonly Single[]): Facts {
  const facts = new Facts();
  new Rows(facts, {}).state("Ref / response", REF);
  for (const family of families) {
    new FamilyFacts(facts, family).state();
    for (const single of singles.filter(({ owner }) => owner === family.name))
      new FamilyFacts(facts, family).single(single);
  }
  return facts;
}

/** Removes the names of ids in a path, which differ from those of a class's inputs. */
export const withoutNames = (path: string) => path.replace(/\{\w+\}/g, "{}");

class FamilyFacts {
  readonly #name: string;
  readonly #objectPath: string;
  readonly #rows: Rows;

  constructor(
    private readonly facts: Facts,
    private readonly family: ReferenceFamily,
  ) {
    this.#name = family.name;
    this.#objectPath = `${family.collection}/{id}`;
    this.#rows = new Rows(facts, { ...moduleReferences.shapes, ...family.shapes });
  }

  state(): void {
    const { by, collection, listKey, filter, create = {}, update, response } = this.family;
    const name = this.#name;
    this.facts.state(`${name} / byConvention`, by === "convention");
    this.facts.state(`${name} / serviceOnly`, by === "service" || undefined);
    this.facts.state(`${name} / collection`, collection);
    this.facts.state(`${name} / listKey`, listKey);
    this.facts.state(`${name} / filter`, filter && true);
    this.#operations();
    this.#rows.state(`${name} / create`, create);
    for (const key of update) this.facts.state(`${name} / update ${key}`, true);
    this.#rows.state(`${name} / response`, response);
    for (const [key, row] of Object.entries(create)) if ("module" in row) this.#module(key, row.module);
  }

  #operations(): void {
    const { collection, operations = ["create", "get", "list", "update", "delete"] } = this.family;
    const calls = {
      create: `POST ${collection}`,
      get: `GET ${this.#objectPath}`,
      list: `GET ${collection}`,
      update: `PATCH ${this.#objectPath}`,
      delete: `DELETE ${this.#objectPath}`,
    };
    for (const key of operations) this.facts.state(`${this.#name} / operation ${key}`, calls[key]);
    for (const [key, call] of Object.entries(this.family.below ?? {}))
      this.facts.state(`${this.#name} / operation ${key}`, call);
    for (const [key, segment] of Object.entries(this.family.detach ?? {}))
      this.facts.state(`${this.#name} / detach ${key}`, `DELETE ${this.#objectPath}/${segment}`);
    for (const [key, { seconds }] of Object.entries(this.family.commands ?? {})) {
      this.facts.state(`TunnelAgentCommand / command ${key}`, `POST ${this.#objectPath}/${key}`);
      this.facts.state(`TunnelAgentCommand / command ${key} / seconds`, seconds);
    }
  }

  #module(key: string, module: string): void {
    const at = `${this.#name} / module ${key}`;
    this.facts.state(at, true);
    this.#parametersAndResponse(at, module, ["parameters", "response"]);
    this.#moduleOperations(at, `${this.#objectPath}/${key}`);
  }

  single({ name, module }: Single): void {
    const at = `${name} / single`;
    const row = this.family.create?.[module];
    if (!row || !("module" in row)) return;
    this.facts.state(`${at} of`, `${this.#name}.${module}`);
    this.#parametersAndResponse(at, row.module, ["create", "response"]);
    for (const key of Object.keys(this.#parametersOf(row.module)))
      this.facts.state(`${at} update ${key}`, true);
    this.#moduleOperations(at, withoutNames(`${this.#objectPath}/${module}`));
  }

  #moduleOperations(at: string, path: string): void {
    this.facts.state(`${at} operation replace`, `PUT ${path}`);
    this.facts.state(`${at} operation get`, `GET ${path}`);
    this.facts.state(`${at} operation delete`, `DELETE ${path}`);
  }

  #parametersAndResponse(at: string, module: string, [parameters, response]: readonly [string, string]) {
    const rows = this.#parametersOf(module);
    this.#rows.state(`${at} ${parameters}`, rows);
    this.#rows.state(`${at} ${response}`, impliedResponse(rows));
  }

  #parametersOf(module: string): Readonly<Record<string, PlainRow>> {
    return moduleReferences.modules[module]?.parameters ?? {};
  }
}

class Rows {
  constructor(
    private readonly facts: Facts,
    private readonly shapes: Shapes,
  ) {}

  state(at: string, rows: ReferenceRows, below = ""): void {
    for (const [key, row] of Object.entries(rows)) {
      if ("module" in row) this.#module(`${at} ${below}${key}`, row.nullable);
      else if (row.in === "path") this.facts.state(`${at.split(" ")[0]} / path input ${key}`, true);
      else this.#row(at, `${below}${key}`, row);
    }
  }

  #module(path: string, nullable: true | undefined): void {
    this.facts.state(`${path} / type`, "object");
    this.facts.state(`${path} / nullable`, nullable);
  }

  #row(at: string, key: string, row: PlainRow): void {
    const path = `${at} ${key}`;
    const nested = row.type === "Ref" ? undefined : this.shapes[row.type];
    const isResponse = at.endsWith("response");
    this.facts.state(`${path} / type`, nested ? "object" : plainType(row.type));
    this.facts.state(`${path} / enum`, row.enum);
    this.facts.state(`${path} / secret`, row.secret);
    if (isResponse) {
      this.facts.state(`${path} / nullable`, row.nullable ?? row.optional);
      this.facts.state(`${path} / once`, row.onceOnly);
    } else {
      const isWhole = row.type === "uint32";
      this.facts.state(`${path} / required`, row.required);
      this.facts.state(`${path} / default`, row.default);
      this.facts.state(`${path} / maxBytes`, row.maxBytes);
      this.facts.state(`${path} / min`, row.min ?? (isWhole ? 0 : undefined));
      this.facts.state(`${path} / max`, row.max ?? (isWhole ? 4_294_967_295 : undefined));
      this.facts.state(`${path} / writeOnly`, row.writeOnly);
    }
    if (nested) this.state(at, nested, `${key}.`);
    const item = isResponse ? undefined : this.shapes[/^List<(\w+)>$/.exec(row.type)?.[1] ?? ""];
    if (item) this.state(at, item, `${key}[].`);
  }
}

/** Simplifies a type: numbers are equal in JSON, and objects in lists have no name. */
const plainType = (type: string) =>
  type
    .replace(/\b(u?int\d+|float\d+)\b/, "number")
    .replace(/^List<(?!string|Ref|number)\w+>$/, "List<object>");
