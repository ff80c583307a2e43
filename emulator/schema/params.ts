import type { Call } from "../account/account";
import { isObject, type Json, type JsonObject } from "../json";
import type { PlainRow } from "./reference";

/** A format of strings. `read` returns the canonical form, or throws an Error with the reason. */
export interface Format {
  read(value: string): string;
  /** Throws a RuleViolation for a string that the API reference allows but the service rejects. */
  refuse?(value: string): void;
}

type EmulatorExtras = NonNullable<PlainRow["emulated"]>;

/** A body parameter: its row in the API reference, with the names of formats and shapes resolved. */
export interface Param
  extends Omit<PlainRow, "type" | "format" | "emulated">,
    Omit<EmulatorExtras, "min" | "from" | "objectsOf" | "unset"> {
  readonly type: keyof typeof EMPTY_VALUES;
  /** The value when unspecified; by default the empty value of the type. */
  readonly default?: Json | undefined;
  /** The service's minimum, if the reference states none. */
  readonly serviceMin?: number | undefined;
  /** An empty string is a value, which clears the parameter. By default, it counts as unspecified. */
  readonly blank?: boolean;
  /** Format of the string, or of each list item. */
  readonly format?: Format | undefined;
  readonly fields?: Fields | undefined;
  readonly module?: Module;
}

export type Fields = { readonly [name: string]: Param };

/** The behavior of a module that tables cannot express. */
export interface ModuleBehavior {
  /** Rejects keys of the body that aren't parameters. */
  refuse?(call: Call, body: JsonObject, path: string): void;
  /** Returns the value as the service stores it. `isReference`: the emulator follows only the API reference. */
  normalize?(value: JsonObject, isReference: boolean): JsonObject;
  /** Rejects values and combinations of them. `path`: path of the module in the body. */
  check?(call: Call, value: JsonObject, path: string): void;
  /** Values that the service computes for the module of an object. Observed in the service. */
  computed?(ownerId: string): JsonObject;
}

/** A module of an edge or a route: the body of PUT, and also the value under its name in the parent's body. */
export interface Module extends ModuleBehavior {
  readonly fields: Fields;
}

/** The values of unspecified parameters, by type. */
const EMPTY_VALUES = {
  string: "",
  boolean: false,
  uint32: 0,
  int64: 0,
  float64: 0,
  timestamp: null,
  "List<string>": [],
  "Map<string,string>": {},
  "Map<string,int64>": {},
  object: null,
  "List<object>": [],
  module: null,
};

/** Returns the value of an unspecified parameter. The default of an object may omit fields. */
export function unsetValue({ type, default: preset, fields = {} }: Param): Json {
  if (!isObject(preset)) return preset === undefined ? EMPTY_VALUES[type] : preset;
  const unset = Object.entries(fields).map(([name, param]) => [name, unsetValue(param)]);
  return { ...Object.fromEntries(unset), ...preset };
}
