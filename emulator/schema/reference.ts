import { z } from "zod";
import { isObject, json } from "../json";

// The transcription of the API reference: one file per family in `emulator/reference`, and one for the modules. It is
// written by hand, independently of `provider/families`, so that tests can compare the two.

/** Keys as on the wire. The pattern excludes `__proto__`. */
const key = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "must be a key in wire spelling");
const shapeName = z.string().regex(/^[A-Z]\w{0,63}$/, "must be the name of a shape");
const path = z.string().regex(/^(\/[a-z_]+|\/\{[a-z_]+\})+$/, "must be a path such as /ip_policies/{id}");
const prose = z.string().min(1).max(200);
const bound = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const flag = z.literal(true).optional();
const list = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(100).optional();

/** The faults that a parameter may have. */
const parameterFault = z.enum([
  ...(["missing", "empty", "tooLong", "enum", "format", "unsupported", "range"] as const),
  // It refers to an id of the wrong form, to a missing object, or to one of another kind.
  ...(["malformed", "gone", "kind"] as const),
  // It has none of its alternatives, or more than one.
  ...(["none", "several"] as const),
]);

export type ParameterFault = z.output<typeof parameterFault>;

/** Keys of the row that the reference doesn't state. */
const assumed = z.array(z.string().max(40)).max(10).optional();
/** Marks a row or table that is assumed by convention, because the reference doesn't have it. */
const convention = z.literal("convention").optional();
const values = list(z.union([z.string(), z.number()]));

/** Additions and differences of the emulator; no claim about the API. */
const emulated = z.strictObject({
  /** The value of an unspecified parameter, if it is neither the default nor the empty value of the type. */
  unset: json.optional(),
  required: flag,
  enum: values,
  /** Key of the stored value of a field, if different from the field's. */
  from: key.optional(),
  /** Path of the subcollection that the field lists. */
  objectsOf: path.optional(),
  /** 0 means unspecified, because it is not a valid value. */
  zeroIsUnset: flag,
  /** A patch with null unsets it; otherwise null changes nothing. */
  clearedByNull: flag,
  /** An update without it clears it. Observed in the service. */
  emptiedByUpdate: flag,
  /** The service's minimum, if the reference states none. */
  min: bound.optional(),
  /** The service's limit in characters, if the reference states none. */
  maxCharacters: z.int().min(1).max(1_000_000).optional(),
});

/** A row of a table: a parameter of a body, or a field of a response. */
const plainRow = z.strictObject({
  /** `boolean`, `uint32`, `int64`, `float64`, `Ref`, a shape, `List<...>`, or `Map<string,...>`. */
  type: z
    .string()
    .regex(/^(\w+|List<\w+>|Map<string,(string|int64)>)$/, "must be a type")
    .default("string"),
  required: flag,
  /** A value with the same effect as none. */
  default: json.optional(),
  /** The service's choice, in words or as a value. Never sent by a client. */
  serviceDefault: json.optional(),
  enum: values,
  /** Limit in bytes of UTF-8. */
  maxBytes: z.int().min(1).max(1_000_000).optional(),
  /** Minimum of the number, or of each value of the map. */
  min: bound.optional(),
  max: bound.optional(),
  /** The only keys of a map. */
  keys: list(z.string()),
  /** Exactly one of the fields of the shape is given. */
  oneOf: flag,
  /** Format of a string: `rfc3339`, or one of `schema/formats.ts`. */
  format: prose.optional(),
  nullable: flag,
  /** Absent in some responses. */
  optional: flag,
  writeOnly: flag,
  /** Returned only by create; null in other responses. */
  onceOnly: flag,
  /** Never shown in plain text. The reference doesn't mark secrets; this is inferred from the description. */
  secret: flag,
  /** Part of the path, not of the body. */
  in: z.literal("path").optional(),
  /** Collections of the objects that an id refers to; the first one is assumed for a missing object. */
  to: list(path),
  /** Key of the Ref, or list of Refs, that responses have instead of the id. */
  as: key.optional(),
  note: prose.optional(),
  /** The documented type, if `type` is assumed. */
  documented: z.string().optional(),
  assumed,
  by: convention,
  emulated: emulated.optional(),
  /** The service's error codes, by fault. */
  codes: z.partialRecord(parameterFault, z.int()).optional(),
});

/** A module of an edge or a route, which has operations of its own. */
const moduleRow = z.strictObject({
  /** Key of the module in `modules.json`. */
  module: key,
  nullable: flag,
  /** The reference shows the module's own operations on this family. */
  operations: z.literal("documented").optional(),
  assumed,
  by: convention,
});

/** A row of either kind. Choosing the schema first yields error messages about that schema only. */
const row = z.unknown().transform((value, context) => {
  const { data, error } = (isObject(value) && "module" in value ? moduleRow : plainRow).safeParse(value);
  for (const { message, path } of error?.issues ?? [])
    context.issues.push({ code: "custom", message, path, input: value });
  return data ?? z.NEVER;
});
const rows = z.record(key, row);
const plainRows = z.record(key, plainRow);
const shapes = z.record(shapeName, plainRows);

export const OPERATIONS = ["create", "get", "list", "update", "delete"] as const;

export type Operation = (typeof OPERATIONS)[number];

const call = z
  .string()
  .regex(/^(GET|POST|PATCH|DELETE) \/[a-z_{}/]+$/, "must be a call such as GET /vaults/{id}/secrets");

const familyFile = z.strictObject({
  name: shapeName,
  /** Section of the API reference; none for a family that only the service has. */
  section: prose.optional(),
  /** The source of the family, if it is not the reference. */
  by: z.enum(["convention", "service"]).optional(),
  /** Assumptions about the family as a whole: operations, the list key, or which parameters a PATCH takes. */
  assumed: z.array(z.enum([...OPERATIONS, "listKey", "updates"])).optional(),
  collection: path,
  listKey: key,
  /** Fields that the list's CEL `filter` can read, per the service's documentation. */
  filter: z.array(z.string().regex(/^[a-z_]+(\.id)?$/)).optional(),
  /** The service has no list: the response of the parent object contains the objects. */
  listedInParent: flag,
  /** Defaults to all five. */
  operations: z.array(z.enum(OPERATIONS)).optional(),
  /** Operations on children of an object other than modules, such as `sources create`. */
  childOperations: z.record(z.string().regex(/^[a-z_]+ [a-z]+$/), call).optional(),
  /** Detachable attachments of an object: the parameter, and the last part of the path. */
  detach: z.record(key, key).optional(),
  /** Commands for an object, and how many seconds they take. */
  commands: z.record(key, z.strictObject({ seconds: z.int().optional() })).optional(),
  /** The service's error codes for requests about the whole object. */
  emulated: z
    .strictObject({
      /** An object that does not exist. */
      notFound: z.int().optional(),
      /** An update without parameters. */
      emptyUpdate: z.int().optional(),
      /** A second object with the same values of these parameters. */
      unique: z.strictObject({ keys: z.array(key).min(1), code: z.int() }).optional(),
    })
    .optional(),
  /** Prefix of the emulator's ids. */
  idPrefix: z.string().regex(/^[a-z][a-z\d]{0,9}$/),
  create: rows.optional(),
  /** The create parameters that a PATCH takes. Defaults to all. */
  update: z.array(key).optional(),
  /** Seedable values of an object that no request can create. */
  seeded: plainRows.optional(),
  /** Fields of responses that `create` or `seeded` doesn't imply, or that differ from what it implies. */
  response: rows.optional(),
  /** Implied fields that responses lack. */
  without: z.array(key).optional(),
  shapes: shapes.optional(),
  /** Other values that seeds may contain, such as the behavior of a simulated agent. */
  seedable: z.array(key).optional(),
});

const modulesFile = z.strictObject({
  modules: z.record(
    key,
    z.strictObject({
      /** Shape of the response. */
      shape: shapeName,
      /** Shape of the parameters, if different. */
      mutateShape: shapeName.optional(),
      parameters: plainRows,
      /** The source of the response, if it is not the reference. */
      response: convention,
    }),
  ),
  shapes,
});

export type ReferenceRow = z.output<typeof row>;
export type PlainRow = z.output<typeof plainRow>;
export type ReferenceRows = z.output<typeof rows>;
export type ReferenceFamily = z.output<typeof familyFile> & {
  readonly update: readonly string[];
  readonly response: ReferenceRows;
};
export type ReferenceModules = z.output<typeof modulesFile>;

/** Returns the content of a family's file with the facts that it implies. */
export function readFamilyFile(stem: string, content: unknown): ReferenceFamily {
  const family = read(familyFile, `${stem}.json`, content);
  const { create, seeded = {}, without = [] } = family;
  const bodyParameters = Object.entries(create ?? {}).filter(([, row]) => !("in" in row));
  const implied = { ...COMMON_FIELDS, ...impliedResponse(create ?? seeded) };
  for (const name of without) {
    if (!Object.hasOwn(implied, name))
      throw new Error(`emulator/reference/${stem}.json: without names no implied field: ${name}`);
    delete implied[name];
  }
  return {
    ...family,
    update: family.update ?? bodyParameters.map(([name]) => name),
    response: { ...implied, ...family.response },
  };
}

/** Every module can be disabled, so the file states only its other parameters. */
export function readModulesFile(content: unknown): ReferenceModules {
  const file = read(modulesFile, "modules.json", content);
  for (const module of Object.values(file.modules))
    module.parameters = { enabled: { type: "boolean", default: true }, ...module.parameters };
  return file;
}

/** @throws Error that names the file and the reason */
function read<T>(schema: z.ZodType<T>, file: string, content: unknown): T {
  const { data, error } = schema.safeParse(content);
  if (error) throw new Error(`emulator/reference/${file}: ${z.prettifyError(error)}`);
  return data as T;
}

const COMMON_FIELDS: ReferenceRows = {
  id: { type: "string" },
  uri: { type: "string" },
  created_at: { type: "string", format: "rfc3339" },
};

/**
 * Returns the fields that parameters imply: a Ref instead of an id, and null for a module that isn't set. Lists of
 * Refs are assumed: the reference shows a single one.
 */
export function impliedResponse(parameters: ReferenceRows): ReferenceRows {
  const fields: ReferenceRows = {};
  for (const [name, row] of Object.entries(parameters)) {
    if ("module" in row) fields[name] = { module: row.module, nullable: true };
    else if (row.as !== undefined)
      fields[row.as] =
        row.type === "string" ? { type: "Ref" } : { type: "List<Ref>", documented: "Ref", assumed: ["type"] };
    else if (!row.writeOnly) {
      const { type, enum: values, secret, format } = row;
      fields[name] = {
        type,
        ...(values && { enum: values }),
        ...(secret && { secret }),
        ...(format === "rfc3339" && { format }),
      };
    }
  }
  return fields;
}
