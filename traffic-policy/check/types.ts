import type { Environment, TypeCheckResult } from "@marcbachmann/cel-js";
import { type CelFunction, FUNCTIONS, METHODS, NAMESPACES } from "../language/functions";
import { celEnvironment } from "../language/parse";
import { VARIABLES, type VariableNode } from "../variables/variables";

let typed: Environment | undefined;

export function checkTypes(expression: string): TypeCheckResult {
  typed ??= typedEnvironment();
  return typed.check(expression);
}

function typedEnvironment(): Environment {
  const environment = celEnvironment().clone();
  for (const [name, node] of VARIABLES) {
    const type = variableType(node, name);
    if (typeof type === "string") environment.registerVariable(name, type);
    else environment.registerVariable(name, { schema: type });
  }
  for (const name of NAMESPACES) {
    environment.registerType(namespaceType(name), { ctor: class {}, fields: {} });
    environment.registerVariable(name, namespaceType(name));
  }
  // Don't register the library's own functions again.
  const { functions } = environment.getDefinitions();
  const registered = new Set(
    functions.map(({ name, receiverType, params }) =>
      signatureKey(name, receiverType !== null, params.length),
    ),
  );
  for (const definition of [...METHODS.values(), ...FUNCTIONS.values()])
    for (const { key, signature } of librarySignatures(definition)) {
      if (registered.has(key)) continue;
      registered.add(key);
      environment.registerFunction(signature, () => undefined);
    }
  return environment;
}

type Schema = { [name: string]: string | Schema };

/** Maps whose values are lists of strings. */
const OF_LISTS = /^(?:headers|trailers|query_params)$/;

/** Returns the type of a variable in the library, which has no type for strings with fields. */
function variableType({ type, parts }: VariableNode, name: string): string | Schema {
  if (type === "map") return OF_LISTS.test(name) ? "map<string, list<string>>" : "map";
  if (type === "list") return "list";
  if (type !== undefined) return parts.size > 0 || type === "timestamp" ? "dyn" : type;
  return Object.fromEntries([...parts].map(([part, node]) => [part, variableType(node, part)]));
}

/** The library's names of our types, where they differ. */
const TYPES: Readonly<Record<string, string>> = { cidr: "string", cidrs: "list", any: "dyn", name: "dyn" };

/** For variadic functions. */
const MAX_ARGUMENTS = 4;

const signatureKey = (name: string, isMethod: boolean, count: number) =>
  `${isMethod ? "." : ""}${name}/${count}`;

/** Returns a signature for each number of arguments. */
function librarySignatures({
  name,
  receiver,
  takes,
  result,
}: CelFunction): { key: string; signature: string }[] {
  const [namespace = "", inner] = name.split(".");
  const owner = inner === undefined ? receiver && libraryType(receiver) : namespaceType(namespace);
  const types = takes?.map(({ type }) => libraryType(type)) ?? Array<string>(MAX_ARGUMENTS).fill("dyn");
  const minimum = takes?.filter(({ isOptional }) => !isOptional).length ?? 0;
  return Array.from({ length: types.length - minimum + 1 }, (_, optional) => {
    const args = types.slice(0, minimum + optional);
    const called = `${inner ?? name}(${args.join(", ")}): ${libraryType(result)}`;
    return {
      key: signatureKey(name, owner !== undefined, args.length),
      signature: owner === undefined ? called : `${owner}.${called}`,
    };
  });
}

const libraryType = (type: string) => TYPES[type] ?? type;

/** The library treats a namespace as the receiver of a method. Type names contain only letters. */
const namespaceType = (name: string) => `${name.replace("_", "")}Namespace`;

export const namespaceOf = (type: string): string | undefined =>
  [...NAMESPACES].find((name) => namespaceType(name) === type);
