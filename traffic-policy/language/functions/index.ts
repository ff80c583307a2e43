import { ENCODINGS, HASHES } from "./encoding";
import type { FunctionEntry } from "./function-entry";
import { LISTS } from "./lists";
import { REQUEST } from "./request";
import { STANDARD } from "./standard";
import { TEXT } from "./text";

export type { FunctionEntry, RequestParts } from "./function-entry";

type ArgumentType = "string" | "int" | "list" | "map" | "any" | "cidr" | "cidrs" | "name";

export interface CelFunction extends FunctionEntry {
  /** Includes the namespace, as in `hash.md5`. */
  readonly name: string;
  /** Receiver type; undefined for a function. */
  readonly receiver: string | undefined;
  /** Parameters; undefined for a variadic function, or if the CEL library checks them. */
  readonly takes: readonly { readonly type: ArgumentType; readonly isOptional: boolean }[] | undefined;
  readonly result: string;
  /** True for a comprehension, whose first arguments bind variables to the items of the receiver. */
  readonly binds: boolean;
}

const RECEIVERS: ReadonlySet<string> = new Set(["any", "string", "list", "map"]);

function parseSignature(signature: string, entry: FunctionEntry): CelFunction {
  const [, owner, name = "", parameters = "", result = "any"] =
    /^(?:(\w+)\.)?(\w+)\((.*)\)(?:: (\w+))?$/.exec(signature) ?? [];
  const isMethod = owner !== undefined && RECEIVERS.has(owner);
  const takes = parameters.split(", ").filter((type) => type !== "");
  return {
    ...entry,
    name: owner === undefined || isMethod ? name : `${owner}.${name}`,
    receiver: isMethod ? owner : undefined,
    takes:
      parameters === "..."
        ? undefined
        : takes.map((type) => ({
            type: type.replace("?", "") as ArgumentType,
            isOptional: type.endsWith("?"),
          })),
    result,
    binds: takes.includes("name"),
  };
}

/** In alphabetical order. */
const ALL_FUNCTIONS: readonly CelFunction[] = Object.entries({
  ...STANDARD,
  ...ENCODINGS,
  ...HASHES,
  ...LISTS,
  ...REQUEST,
  ...TEXT,
})
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

/** Formats the signature for users, such as `inCidrRange(string, cidr)`. */
export function signatureText({ name, receiver, takes = [] }: CelFunction): string {
  const parameters = takes.map(({ type, isOptional }) => `${type}${isOptional ? "?" : ""}`);
  return `${receiver === undefined ? "" : `${receiver}.`}${name}(${parameters.join(", ")})`;
}
