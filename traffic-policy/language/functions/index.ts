import { ENCODINGS } from "./encoding";
import type { Entry, Functions } from "./entry";
import { HASHES } from "./hashes";
import { LISTS } from "./lists";
import { REQUEST } from "./request";
import { STANDARD } from "./standard";
import { TEXT } from "./text";

export type { Entry, RequestParts } from "./entry";

/** The type of an argument. `cidr` is a text, `cidrs` are a list of them, `name` names items. */
type ArgumentType = "string" | "int" | "list" | "map" | "any" | "cidr" | "cidrs" | "name";

/** A function or, behind the dot of its receiver, a method. */
export interface CelFunction extends Entry {
  /** With its namespace: `hash.md5`. */
  readonly name: string;
  /** The type of the receiver; undefined for a function. */
  readonly receiver: string | undefined;
  /** Undefined if it takes any, or the library that reads CEL checks them. */
  readonly takes: readonly { readonly type: ArgumentType; readonly isOptional: boolean }[] | undefined;
  /** The type of its value; `any` where it is unknown. */
  readonly result: string;
  /** Every CEL has it; others are the service's own. */
  readonly isStandard: boolean;
  /** Its first arguments name the items of its receiver. */
  readonly binds: boolean;
}

const RECEIVERS: ReadonlySet<string> = new Set(["any", "string", "list", "map"]);

function parsed(signature: string, entry: Entry): CelFunction {
  const [, owner, name = "", given = "", result = "any"] =
    /^(?:(\w+)\.)?(\w+)\((.*)\)(?:: (\w+))?$/.exec(signature) ?? [];
  const isMethod = owner !== undefined && RECEIVERS.has(owner);
  const takes = given.split(", ").filter((type) => type !== "");
  return {
    ...entry,
    name: owner === undefined || isMethod ? name : `${owner}.${name}`,
    receiver: isMethod ? owner : undefined,
    takes:
      given === "..."
        ? undefined
        : takes.map((type) => ({
            type: type.replace("?", "") as ArgumentType,
            isOptional: type.endsWith("?"),
          })),
    result,
    isStandard: entry.description === undefined,
    binds: takes.includes("name"),
  };
}

/** Methods of models, providers, authors, and keys. */
const SELECTIONS: Functions = Object.fromEntries(
  (
    "only onlyProviders onlyAuthors ignore ignoreProviders ignoreAuthors inRegion inCountryCode underCost random " +
    "randomize getModel getMetadata"
  )
    .split(" ")
    .map((name) => [`any.${name}(...)`, {}])
    .concat([["any.get(any?)", {}]]),
);

/** All functions, the service's own in alphabetical order. */
const ALL: readonly CelFunction[] = [
  ...Object.entries({ ...STANDARD, ...SELECTIONS }),
  ...Object.entries({ ...ENCODINGS, ...HASHES, ...LISTS, ...REQUEST, ...TEXT }),
]
  .map(([signature, entry]) => parsed(signature, entry))
  .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));

const byName = (all: readonly CelFunction[]): ReadonlyMap<string, CelFunction> =>
  new Map(all.map((one) => [one.name, one]));

export const FUNCTIONS = byName(ALL.filter(({ receiver }) => receiver === undefined));
export const METHODS = byName(ALL.filter(({ receiver }) => receiver !== undefined));

/** Names before the dot of a function. */
export const NAMESPACES: ReadonlySet<string> = new Set(
  [...FUNCTIONS.keys()].filter((name) => name.includes(".")).map((name) => name.split(".")[0] ?? ""),
);

const NOTHING: Entry = {};

/** What is certain about a function or method; nothing for one that is not in the table. */
export const functionNamed = (name: string): Entry => FUNCTIONS.get(name) ?? METHODS.get(name) ?? NOTHING;

/** The signature for readers: `inCidrRange(string, cidr)`. */
export const spelledSignature = ({ name, receiver, takes }: CelFunction): string =>
  `${receiver === undefined ? "" : `${receiver}.`}${name}(${(takes ?? []).map(({ type, isOptional }) => `${type}${isOptional ? "?" : ""}`).join(", ")})`;
