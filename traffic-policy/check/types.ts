import type { Environment, TypeCheckResult } from "@marcbachmann/cel-js";
import { type CelFunction, FUNCTIONS, METHODS, NAMESPACES } from "../language/functions";
import { cel } from "../language/parse";
import { VARIABLES, type VariableNode } from "../variables/variables";

let typed: Environment | undefined;

/** The types of an expression, by those of the variables and functions. */
export function typesOf(expression: string): TypeCheckResult {
  typed ??= typedEnvironment();
  try {
    return typed.check(expression);
  } catch {
    return { valid: true };
  }
}

function typedEnvironment(): Environment {
  const environment = cel().clone();
  for (const [name, node] of VARIABLES) {
    const type = typeOf(node, name);
    if (typeof type === "string") environment.registerVariable(name, type);
    else environment.registerVariable(name, { schema: type });
  }
  for (const name of NAMESPACES) {
    environment.registerType(namespaceType(name), { ctor: class {}, fields: {} });
    environment.registerVariable(name, namespaceType(name));
  }
  // The library has some functions of its own.
  const known = new Set(
    environment
      .getDefinitions()
      .functions.map(({ name, receiverType, params }) => keyOf(name, receiverType !== null, params.length)),
  );
  for (const found of [...METHODS.values(), ...FUNCTIONS.values()])
    for (const { key, signature } of signaturesOf(found)) {
      if (known.has(key)) continue;
      known.add(key);
      environment.registerFunction(signature, () => undefined);
    }
  return environment;
}

type Schema = { [name: string]: string | Schema };

/** Maps whose values are lists of texts. */
const OF_LISTS = /^(?:headers|trailers|query_params)$/;

/** A text that has parts is of no type of the library. */
function typeOf({ type, parts }: VariableNode, name: string): string | Schema {
  if (type === "map") return OF_LISTS.test(name) ? "map<string, list<string>>" : "map";
  if (type === "list") return "list";
  if (type !== undefined) return parts.size > 0 || type === "timestamp" ? "dyn" : type;
  return Object.fromEntries([...parts].map(([part, node]) => [part, typeOf(node, part)]));
}

const TYPES: Readonly<Record<string, string>> = {
  string: "string",
  int: "int",
  bool: "bool",
  list: "list",
  map: "map",
  cidr: "string",
  cidrs: "list",
};

/** Most arguments of a function that takes any. */
const MOST_ARGUMENTS = 4;

const keyOf = (name: string, isMethod: boolean, count: number) => `${isMethod ? "." : ""}${name}/${count}`;

/** The signatures of a function for the library, one for each number of arguments. */
function signaturesOf({ name, receiver, takes, result }: CelFunction): { key: string; signature: string }[] {
  const [space = "", inner] = name.split(".");
  const owner = inner === undefined ? receiver && typeNamed(receiver) : namespaceType(space);
  const types = takes?.map(({ type }) => typeNamed(type)) ?? Array<string>(MOST_ARGUMENTS).fill("dyn");
  const least = takes?.filter(({ isOptional }) => !isOptional).length ?? 0;
  return Array.from({ length: types.length - least + 1 }, (_, at) => {
    const args = types.slice(0, least + at);
    const called = `${inner ?? name}(${args.join(", ")}): ${typeNamed(result)}`;
    return {
      key: keyOf(name, owner !== undefined, args.length),
      signature: owner === undefined ? called : `${owner}.${called}`,
    };
  });
}

const typeNamed = (type: string) => TYPES[type] ?? "dyn";

/** The library reads a namespace as the receiver of a method, and names of types hold only letters. */
const namespaceType = (name: string) => `${name.replace("_", "")}Namespace`;

/** The namespace that a type stands for. */
export const namespaceOf = (type: string): string | undefined =>
  [...NAMESPACES].find((name) => namespaceType(name) === type);
