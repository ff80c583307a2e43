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

/** A class that manages one module of an edge or route. */
export interface ModuleClass {
  readonly name: string;
  readonly owner: string;
  readonly module: string;
}

export function referenceFacts(
  families: Iterable<ReferenceFamily>,
  moduleClasses: readonly ModuleClass[],
): Facts {
  const facts = new Facts();
  new Rows(facts, "Ref", {}).add("Ref / response", REF);
  for (const family of families) {
    new FamilyFacts(facts, family).addFacts();
    for (const moduleClass of moduleClasses.filter(({ owner }) => owner === family.name))
      new FamilyFacts(facts, family).addModuleClass(moduleClass);
  }
  return facts;
}

/** Removes the names of a path's placeholders, because the two sides name ids differently. */
export const withoutNames = (path: string) => path.replace(/\{\w+\}/g, "{}");

// Below, `at` is the beginning of the facts' paths, such as `IpPolicy / create`.

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
    this.#rows = new Rows(facts, family.name, { ...moduleReferences.shapes, ...family.shapes });
  }

  addFacts(): void {
    const { by, collection, listKey, filter, create = {}, update, response } = this.family;
    const name = this.#name;
    this.facts.add(`${name} / byConvention`, by === "convention" || undefined);
    this.facts.add(`${name} / serviceOnly`, by === "service" || undefined);
    this.facts.add(`${name} / collection`, collection);
    this.facts.add(`${name} / listKey`, listKey);
    this.facts.add(`${name} / filter`, filter && true);
    this.#addOperations();
    this.#rows.add(`${name} / create`, create);
    for (const key of update) this.facts.add(`${name} / update ${key}`, true);
    this.#rows.add(`${name} / response`, response);
    for (const [key, row] of Object.entries(create)) if ("module" in row) this.#addModule(key, row.module);
  }

  #addOperations(): void {
    const { collection, operations = ["create", "get", "list", "update", "delete"] } = this.family;
    const calls = {
      create: `POST ${collection}`,
      get: `GET ${this.#objectPath}`,
      list: `GET ${collection}`,
      update: `PATCH ${this.#objectPath}`,
      delete: `DELETE ${this.#objectPath}`,
    };
    for (const key of operations) this.facts.add(`${this.#name} / operation ${key}`, calls[key]);
    for (const [key, call] of Object.entries(this.family.childOperations ?? {}))
      this.facts.add(`${this.#name} / operation ${key}`, call);
    for (const [key, segment] of Object.entries(this.family.detach ?? {}))
      this.facts.add(`${this.#name} / detach ${key}`, `DELETE ${this.#objectPath}/${segment}`);
    for (const [key, { seconds }] of Object.entries(this.family.commands ?? {})) {
      // The provider has only this class of commands.
      this.facts.add(`TunnelAgentCommand / command ${key}`, `POST ${this.#objectPath}/${key}`);
      this.facts.add(`TunnelAgentCommand / command ${key} / seconds`, seconds);
    }
  }

  #addModule(key: string, module: string): void {
    const at = `${this.#name} / module ${key}`;
    this.facts.add(at, true);
    this.#addParametersAndResponse(at, module, ["parameters", "response"]);
    this.#addModuleOperations(at, `${this.#objectPath}/${key}`);
  }

  addModuleClass({ name, module }: ModuleClass): void {
    const at = `${name} / module class`;
    const row = this.family.create?.[module];
    if (!row || !("module" in row)) return;
    this.facts.add(`${at} of`, `${this.#name}.${module}`);
    this.#addParametersAndResponse(at, row.module, ["create", "response"]);
    for (const key of Object.keys(this.#parametersOf(row.module)))
      this.facts.add(`${at} update ${key}`, true);
    this.#addModuleOperations(at, withoutNames(`${this.#objectPath}/${module}`));
  }

  #addModuleOperations(at: string, path: string): void {
    this.facts.add(`${at} operation replace`, `PUT ${path}`);
    this.facts.add(`${at} operation get`, `GET ${path}`);
    this.facts.add(`${at} operation delete`, `DELETE ${path}`);
  }

  #addParametersAndResponse(at: string, module: string, [parameters, response]: readonly [string, string]) {
    const rows = this.#parametersOf(module);
    this.#rows.add(`${at} ${parameters}`, rows);
    this.#rows.add(`${at} ${response}`, impliedResponse(rows));
  }

  #parametersOf(module: string): Readonly<Record<string, PlainRow>> {
    return moduleReferences.modules[module]?.parameters ?? {};
  }
}

class Rows {
  constructor(
    private readonly facts: Facts,
    private readonly familyName: string,
    private readonly shapes: Shapes,
  ) {}

  add(at: string, rows: ReferenceRows, prefix = ""): void {
    for (const [key, row] of Object.entries(rows)) {
      if ("module" in row) this.#addModule(`${at} ${prefix}${key}`, row.nullable);
      else if (row.in === "path") this.facts.add(`${this.familyName} / path input ${key}`, true);
      else this.#addRow(at, `${prefix}${key}`, row);
    }
  }

  #addModule(path: string, nullable: true | undefined): void {
    this.facts.add(`${path} / type`, "object");
    this.facts.add(`${path} / nullable`, nullable);
  }

  #addRow(at: string, key: string, row: PlainRow): void {
    const path = `${at} ${key}`;
    const nested = row.type === "Ref" ? undefined : this.shapes[row.type];
    const isResponse = at.endsWith("response");
    this.facts.add(`${path} / type`, nested ? "object" : plainType(row.type));
    this.facts.add(`${path} / enum`, row.enum);
    this.facts.add(`${path} / secret`, row.secret);
    if (isResponse) {
      // The provider doesn't distinguish an absent field from a null one.
      this.facts.add(`${path} / nullable`, row.nullable ?? row.optional);
      this.facts.add(`${path} / once`, row.onceOnly);
    } else {
      const isWhole = row.type === "uint32";
      this.facts.add(`${path} / required`, row.required);
      this.facts.add(`${path} / default`, row.default);
      this.facts.add(`${path} / maxBytes`, row.maxBytes);
      this.facts.add(`${path} / min`, row.min ?? (isWhole ? 0 : undefined));
      this.facts.add(`${path} / max`, row.max ?? (isWhole ? 4_294_967_295 : undefined));
      this.facts.add(`${path} / writeOnly`, row.writeOnly);
    }
    if (nested) this.add(at, nested, `${key}.`);
    // The provider doesn't describe items of lists in responses.
    const item = isResponse ? undefined : this.shapes[/^List<(\w+)>$/.exec(row.type)?.[1] ?? ""];
    if (item) this.add(at, item, `${key}[].`);
  }
}

/** Simplifies a type: numbers are equal in JSON, and objects in lists have no name. */
const plainType = (type: string) =>
  type
    .replace(/\b(u?int\d+|float\d+)\b/, "number")
    .replace(/^List<(?!string|Ref|number)\w+>$/, "List<object>");
