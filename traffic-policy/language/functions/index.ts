import { ENCODINGS, HASHES } from "./encoding";
import type { FunctionEntry } from "./function-entry";
import { LISTS } from "./lists";
import { REQUEST } from "./request";
import { STANDARD } from "./standard";
import { TEXT } from "./text";

export type { FunctionEntry, RequestParts } from "./function-entry";

type ArgumentType = "string" | "int" | "list" | "map" | "any" | "cidr" | "cidrs" | "name";

/** A function, or a method if it has a receiver. */
export interface CelFunction extends FunctionEntry {
  /** Includes the namespace, as in `hash.md5`. */
  readonly name: string;
  /** For users, such as `inCidrRange(string, cidr)`. */
  readonly signature: string;
  /** The type of the receiver. */
  readonly receiver: string | undefined;
  /** Undefined for a variadic function, or if the CEL library checks the arguments. */
  readonly parameters: readonly { readonly type: ArgumentType; readonly isOptional: boolean }[] | undefined;
  readonly result: string;
  /** True for a comprehension, whose first arguments bind variables to the items of the receiver. */
  readonly binds: boolean;
}

const RECEIVERS: ReadonlySet<string> = new Set(["any", "string", "list", "map"]);

function parseSignature(signature: string, entry: FunctionEntry): CelFunction {
  const [, owner, name = "", parameterList = "", result = "any"] =
    /^(?:(\w+)\.)?(\w+)\((.*)\)(?:: (\w+))?$/.exec(signature) ?? [];
  const isMethod = owner !== undefined && RECEIVERS.has(owner);
  const types = parameterList.split(", ").filter((type) => type !== "");
  return {
    ...entry,
    name: owner === undefined || isMethod ? name : `${owner}.${name}`,
    signature: signature.replace(/: \w+$/, ""),
    receiver: isMethod ? owner : undefined,
    parameters:
      parameterList === "..."
        ? undefined
        : types.map((type) => ({
            type: type.replace("?", "") as ArgumentType,
            isOptional: type.endsWith("?"),
          })),
    result,
    binds: types.includes("name"),
  };
}

const TABLE = { ...STANDARD, ...ENCODINGS, ...HASHES, ...LISTS, ...REQUEST, ...TEXT };

/** In alphabetical order. */
const ALL_FUNCTIONS = Object.entries(TABLE)
  .map(([signature, entry]) => parseSignature(signature, entry))
  .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));

const byName = (functions: readonly CelFunction[]): ReadonlyMap<string, CelFunction> =>
  new Map(functions.map((definition) => [definition.name, definition]));

export const FUNCTIONS = byName(ALL_FUNCTIONS.filter(({ receiver }) => receiver === undefined));
export const METHODS = byName(ALL_FUNCTIONS.filter(({ receiver }) => receiver !== undefined));

export const NAMESPACES: ReadonlySet<string> = new Set(
  [...FUNCTIONS.keys()].filter((name) => name.includes(".")).map((name) => name.split(".")[0] ?? ""),
);

/** Returns the entry of a function or method; empty for an unknown name. */
export const functionNamed = (name: string): FunctionEntry => FUNCTIONS.get(name) ?? METHODS.get(name) ?? {};
