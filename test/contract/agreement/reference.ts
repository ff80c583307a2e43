import { z } from "zod";
import { Facts } from "./facts";

/** A row of the API reference's transcription, as far as it is compared. */
const row = z.looseObject({
  type: z.string(),
  required: z.boolean().optional(),
  default: z.unknown().optional(),
  maxBytes: z.number().optional(),
  max: z.number().optional(),
  min: z.number().optional(),
  valueMin: z.number().optional(),
  valueMax: z.number().optional(),
  enum: z.array(z.string()).optional(),
  keys: z.array(z.string()).optional(),
  nullable: z.boolean().optional(),
  optional: z.boolean().optional(),
  module: z.string().optional(),
  in: z.string().optional(),
  writeOnly: z.boolean().optional(),
  onceOnly: z.boolean().optional(),
  secret: z.boolean().optional(),
  assumed: z.array(z.string()).optional(),
  by: z.literal("convention").optional(),
});
const rows = z.record(z.string(), row);
const operation = z.looseObject({ method: z.string(), path: z.string(), status: z.number() });
const family = z.looseObject({
  by: z.enum(["convention", "service"]).optional(),
  collection: z.string().optional(),
  listKey: z.string().optional(),
  /** The list takes a filter, as observed on the service. */
  filter: z.boolean().optional(),
  pathInputs: z.record(z.string(), z.string()).optional(),
  command: z.boolean().optional(),
  operations: z.record(z.string(), operation),
  /** Operations on the single elements of a list that an object has, such as `sources create`. */
  below: z.record(z.string(), operation).optional(),
  create: rows,
  update: z.array(z.string()),
  response: rows,
  modules: z.array(z.string()).optional(),
  module: z.string().optional(),
  on: z.string().optional(),
});
/** A family that can be read, whatever else. */
const listed = family.omit({ create: true, update: true });
const lookup = listed.extend({ collection: z.string(), listKey: z.string() });
const assumed = z.looseObject({ method: z.string(), status: z.number() });
const sideOfModule = z.looseObject({ shape: z.string(), fields: rows });
export const referenceSchema = z.looseObject({
  types: z.record(
    z.string(),
    z.looseObject({
      min: z.number().optional(),
      max: z.number().optional(),
      integer: z.boolean().optional(),
    }),
  ),
  shapes: z.record(z.string(), rows),
  statuses: z.record(z.string(), z.number()),
  families: z.record(z.string(), family),
  lookups: z.record(z.string(), lookup),
  modules: z.record(
    z.string(),
    z.object({
      on: z.array(z.string()),
      /** Owners on which the module takes fewer parameters, as observed on the service. */
      except: z.record(z.string(), z.object({ shape: z.string(), without: z.array(z.string()) })).optional(),
      parameters: sideOfModule,
      response: sideOfModule,
    }),
  ),
  oauthProviders: z.looseObject({
    shape: z.string(),
    providers: z.record(z.string(), z.looseObject({ fields: rows })),
  }),
  moduleOperations: z.object({
    documented: z.array(
      operation.extend({
        owner: z.string(),
        module: z.string(),
        operation: z.string(),
        parameters: z.array(z.string()),
        response: z.array(z.string()),
      }),
    ),
    assumed: z.looseObject({
      modules: z.array(z.object({ owner: z.string(), module: z.string(), path: z.string() })),
      replace: assumed,
      get: assumed,
      delete: assumed,
    }),
  }),
  detach: z.array(operation.extend({ family: z.string(), parameter: z.string() })),
  commands: z.array(operation.extend({ command: z.string(), secondsBeforeRestart: z.number().optional() })),
  limits: z.array(
    z.looseObject({
      limit: z.string(),
      parameter: z.string().optional(),
      families: z.array(z.string()).optional(),
      modules: z.array(z.string()).optional(),
      commands: z.array(z.string()).optional(),
    }),
  ),
});

type FamilyRows = z.infer<typeof family>;
export type Row = z.infer<typeof row>;
export type Rows = z.infer<typeof rows>;
export type Operation = z.infer<typeof operation>;
export type Reference = z.infer<typeof referenceSchema>;

/** The reference's view, from its transcription. */
export function referenceFacts(reference: Reference): Facts {
  return new ReferenceFacts(reference).facts;
}

class ReferenceFacts {
  readonly facts = new Facts();

  constructor(private readonly reference: Reference) {
    for (const [name, family] of Object.entries(reference.families)) this.family(name, family);
    for (const [name, lookup] of Object.entries(reference.lookups)) {
      this.facts.state(`${name} / byConvention`, false);
      this.facts.state(`${name} / serviceOnly`, lookup.by === "service" || undefined);
      this.collection(name, lookup);
      this.rows(`${name} / response`, lookup.response);
    }
    for (const [name, { on }] of Object.entries(reference.modules))
      for (const owner of on) this.module(owner, name);
    this.rows("Ref / response", reference.shapes.Ref ?? {});
    this.moduleOperations();
    for (const { family, parameter, method, path, status } of reference.detach)
      this.operation(`${family} / detach ${parameter}`, { method, path, status });
    for (const { command, secondsBeforeRestart, ...operation } of reference.commands) {
      this.operation(`TunnelAgentCommand / command ${command}`, operation);
      this.facts.state(`TunnelAgentCommand / command ${command} / seconds`, secondsBeforeRestart);
    }
  }

  private family(name: string, family: FamilyRows): void {
    // The commands' operations are in the list of commands.
    if (family.command) return;
    if (family.on !== undefined) this.single(name, family);
    else this.managed(name, family);
  }

  private managed(name: string, family: FamilyRows): void {
    this.facts.state(`${name} / byConvention`, family.by === "convention");
    this.facts.state(`${name} / serviceOnly`, family.by === "service" || undefined);
    this.collection(name, family);
    this.rows(`${name} / create`, family.create);
    for (const key of family.update) this.facts.state(`${name} / update ${key}`, true);
    this.rows(`${name} / response`, family.response);
    for (const module of family.modules ?? []) this.facts.state(`${name} / module ${module}`, true);
  }

  private collection(name: string, family: z.infer<typeof listed>): void {
    this.facts.state(`${name} / collection`, family.collection);
    this.facts.state(`${name} / listKey`, family.listKey);
    this.facts.state(`${name} / filter`, family.filter);
    for (const [key, operation] of Object.entries({ ...family.operations, ...family.below }))
      this.operation(`${name} / operation ${key}`, operation);
  }

  /** A module as a separate class: the ids in its path are inputs with names of their own. */
  private single(name: string, family: FamilyRows): void {
    this.facts.state(`${name} / single of`, `${family.on}.${family.module}`);
    const named = (path: string) =>
      path.replace(/\{(\w+)\}/g, (_, key: string) => `{${family.pathInputs?.[key] ?? key}}`);
    for (const [key, { method, path }] of Object.entries(family.operations))
      this.facts.state(`${name} / single operation ${key}`, `${method} ${named(path)}`);
    this.rows(`${name} / single create`, family.create);
    for (const key of family.update) this.facts.state(`${name} / single update ${key}`, true);
    this.rows(`${name} / single response`, family.response);
  }

  private module(owner: string, name: string): void {
    const at = `${owner} / module ${name}`;
    const module = this.reference.modules[name];
    const { shape, without = [] } = module?.except?.[owner] ?? {};
    const rowsOf = (fields: Rows = {}) =>
      Object.fromEntries(Object.entries(fields).filter(([key]) => !without.includes(key)));
    this.facts.state(`${at} parameters / shape`, shape ?? module?.parameters.shape);
    this.facts.state(`${at} response / shape`, module?.response.shape);
    this.rows(`${at} parameters`, rowsOf(module?.parameters.fields));
    this.rows(`${at} response`, rowsOf(module?.response.fields));
  }

  private moduleOperations(): void {
    const { documented, assumed } = this.reference.moduleOperations;
    for (const { owner, module, operation, ...call } of documented)
      this.operation(`${owner} / module ${module} operation ${operation}`, call);
    for (const { owner, module, path } of assumed.modules) {
      for (const operation of ["replace", "get", "delete"] as const)
        this.operation(`${owner} / module ${module} operation ${operation}`, { ...assumed[operation], path });
    }
  }

  private operation(at: string, { method, path, status }: Operation): void {
    this.facts.state(at, `${method} ${path}`);
    this.facts.state(`${at} / status`, status);
  }

  private rows(at: string, rows: Rows, below = ""): void {
    for (const [key, row] of Object.entries(rows)) {
      if (row.in === "path") this.facts.state(`${at.split(" ")[0]} / path input ${key}`, true);
      else this.row(at, `${below}${key}`, row);
    }
  }

  private row(at: string, key: string, row: Row): void {
    const path = `${at} ${key}`;
    const { types } = this.reference;
    const number = types[row.type];
    const isAnswer = at.endsWith("response");
    this.facts.state(`${path} / type`, this.typeOf(row));
    const shape = this.shapeName(at, key, row);
    if (shape === undefined) this.facts.skip(`${path} / shape`);
    else this.facts.state(`${path} / shape`, shape);
    this.facts.state(`${path} / enum`, row.enum);
    this.facts.state(
      `${path} / nullable`,
      isAnswer && !at.includes(" / single") ? row.nullable || row.optional || undefined : undefined,
    );
    this.facts.state(`${path} / once`, row.onceOnly);
    this.facts.state(`${path} / secret`, row.secret);
    if (!isAnswer) {
      this.facts.state(`${path} / required`, row.required);
      this.facts.state(`${path} / default`, row.default);
      this.facts.state(`${path} / maxBytes`, row.maxBytes);
      this.facts.state(`${path} / min`, row.min ?? row.valueMin ?? number?.min);
      this.facts.state(`${path} / max`, row.max ?? row.valueMax ?? number?.max);
      this.facts.state(`${path} / writeOnly`, row.writeOnly);
      this.facts.state(`${path} / keys`, row.keys);
    }
    const nested = row.module === undefined ? this.nested(row.type) : undefined;
    if (nested) this.rows(at, nested, `${key}.`);
  }

  /** The name of a type in the reference, where the emulator has a place for it. */
  private shapeName(at: string, key: string, { type }: Row): string | undefined {
    const isBelowAnswer = at.endsWith("response") && key.includes(".");
    return isBelowAnswer || at.startsWith("Ref ") || at.includes(" / single") || type.includes(".")
      ? undefined
      : type;
  }

  private nested(type: string): Rows | undefined {
    const { shapes, oauthProviders } = this.reference;
    if (type === oauthProviders.shape)
      return Object.fromEntries(
        Object.keys(oauthProviders.providers).map((key) => [key, { type: `${type}.${key}` }]),
      );
    const [shape, provider] = type.split(".");
    if (shape === oauthProviders.shape && provider !== undefined)
      return oauthProviders.providers[provider]?.fields;
    return type === "Ref" ? undefined : shapes[type];
  }

  private typeOf(row: Row): string {
    if (row.module !== undefined || this.nested(row.type) !== undefined) return "object";
    return plainType(row.type);
  }
}

/** Type without the kind of number, which clients of JSON do not see, and without the names of objects in lists. */
export const plainType = (type: string) =>
  type
    .replace(/\b(u?int\d+|float\d+)\b/, "number")
    .replace(/^List<(?!string|Ref|number)\w+>$/, "List<object>");
