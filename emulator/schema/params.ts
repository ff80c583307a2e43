import type { Call } from "../account/call";
import type { Json, JsonObject } from "../json";

/** Collections of the objects that an id may refer to, and the key of the Ref in responses. */
export interface Reference {
  /** Collection paths; the first is the one assumed for an id that no longer exists. */
  readonly to: readonly string[];
  /** Key of the Ref (or list of Refs) in responses; absent where responses repeat the id under its own name. */
  readonly as?: string;
}

/** A named rule for strings: returns the canonical form, or throws an Error with the reason. */
export interface Format {
  readonly name: string;
  read(value: string): string;
  /** Throws a RuleViolation for a string that only the service refuses. */
  refuse?(value: string): void;
}

/**
 * The faults of a parameter. `kind`: it names an object of another kind; `gone`: one that does not exist; `none`, `several`: not
 * exactly one of its alternatives is given.
 */
export const FAULTS = [
  "missing",
  "empty",
  "tooLong",
  "enum",
  "format",
  "unsupported",
  "range",
  "malformed",
  "gone",
  "kind",
  "none",
  "several",
] as const;

export type Fault = (typeof FAULTS)[number];

interface Common {
  /** The service's codes for what it refuses of the parameter. */
  readonly codes?: { readonly [fault in Fault]?: number | undefined };
  /** Required at creation. */
  readonly required?: boolean;
  /** Value when unspecified; by default the empty value of the type. */
  readonly default?: Json;
  /** Refers to other objects: the string itself, the items of a list, or the keys of a map. */
  readonly reference?: Reference;
  /** Accepted, checked and discarded: never stored, never returned. */
  readonly writeOnly?: boolean;
  /** A secret that responses show in plain text unless the emulator is set to hide secrets. */
  readonly secret?: boolean;
  /** An update without it clears it. Observed on the service. */
  readonly emptiedByUpdate?: boolean;
}

export interface StringParam extends Common {
  readonly type: "string";
  /** Limit in bytes of UTF-8. */
  readonly maxBytes?: number;
  /** The service's limit in characters. */
  readonly maxCharacters?: number;
  readonly enum?: readonly string[];
  /** An empty string is a value of its own (it clears); otherwise it means unspecified. */
  readonly blank?: boolean;
  readonly format?: Format;
}

export interface BooleanParam extends Common {
  readonly type: "boolean";
}

export interface NumberParam extends Common {
  readonly type: "uint32" | "int64" | "float64";
  readonly min?: number;
  readonly max?: number;
  /** The service's smallest number, where the reference states none. */
  readonly serviceMin?: number;
  /** 0 means unspecified, because it is not a valid value. */
  readonly zeroIsUnset?: boolean;
  readonly enum?: readonly number[];
}

export interface TimestampParam extends Common {
  readonly type: "timestamp";
}

export interface ListParam extends Common {
  readonly type: "List<string>";
  readonly format?: Format;
}

export interface MapParam extends Common {
  readonly type: "Map<string,string>" | "Map<string,int64>";
  /** The only keys defined, where the reference closes the set. */
  readonly keys?: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

export interface ObjectParam extends Common {
  readonly type: "object";
  readonly fields: Fields;
  /** Exactly one of the fields must be present (the OAuth provider object). */
  readonly oneOf?: boolean;
  /** A patch with null unsets it; otherwise null changes nothing. */
  readonly clearedByNull?: boolean;
  /** Refuses a body for other keys than the parameters. */
  refuse?(call: Call, body: JsonObject, at: string): void;
  /** Rules across fields; throws an Error with the reason. */
  rule?(value: JsonObject): void;
}

/** Objects of one shape. */
export interface ObjectListParam extends Common {
  readonly type: "List<object>";
  readonly fields: Fields;
}

export interface ModuleParam extends Common {
  readonly type: "module";
  readonly module: Module;
}

/** One parameter of a body, as data. */
export type Param =
  | StringParam
  | BooleanParam
  | NumberParam
  | TimestampParam
  | ListParam
  | MapParam
  | ObjectParam
  | ObjectListParam
  | ModuleParam;

export type Fields = { readonly [name: string]: Param };

/** The behavior of a module that tables cannot express. */
export interface ModuleBehavior {
  /** Refuses a body for other keys than the parameters. */
  refuse?(call: Call, body: JsonObject, at: string): void;
  /** Rules across fields; throws an Error with the reason. */
  rule?(value: JsonObject): void;
  /** Fills in the service's own choice for unspecified values. `reference`: the bare reference is served. */
  settle?(value: JsonObject, reference: boolean): JsonObject;
  /** Refuses what the service refuses. `at`: path of the module. */
  check?(call: Call, value: JsonObject, at: string): void;
  /** Values that the service computes and returns with the parameters. Observed on the service. */
  computed?(value: JsonObject): JsonObject;
}

/** A module of an edge or a route: the body of PUT, and also the value under its name in the parent's body. */
export interface Module extends ModuleBehavior {
  readonly fields: Fields;
}

/** The value of an unspecified parameter. */
export function unsetValue(param: Param): Json {
  if (param.default !== undefined) return param.default;
  switch (param.type) {
    case "string":
      return "";
    case "boolean":
      return false;
    case "uint32":
    case "int64":
    case "float64":
      return 0;
    case "List<string>":
    case "List<object>":
      return [];
    case "Map<string,string>":
    case "Map<string,int64>":
      return {};
    case "timestamp":
    case "object":
    case "module":
      return null;
  }
}
