import { UNKNOWN } from "../../provider/family/unknown";
import type { ProgramFiles } from "./engine";
import { moduleName, type ProviderKind, testedProvider } from "./provider-under-test";

/**
 * Inputs as JSON. The value or key `${name.output}` is an output of an earlier resource, the value of `$secret` is a
 * secret, and the value of `$computed` is computed from the outputs in `from`.
 */
export type JsonInputs = Readonly<Record<string, unknown>>;

export interface Declared {
  /** A class of the package, Provider, or StackReference, whose name is that of the stack. */
  readonly class: string;
  readonly name: string;
  readonly inputs: JsonInputs;
  /** Id to read with `Class.get` instead of declaring a resource. */
  readonly get?: string;
  /** Id for the resource option `import` of native classes. */
  readonly import?: string;
  readonly protect?: true;
  /** The resource option `retainOnDelete`. */
  readonly retain?: true;
  /** Name of an earlier resource of the class Provider. */
  readonly provider?: string;
  /** Names of earlier resources. */
  readonly dependsOn?: readonly string[];
  readonly ignoreChanges?: readonly string[];
  readonly deleteBeforeReplace?: true;
  readonly replaceOnChanges?: readonly string[];
}

export const resource = (
  className: string,
  name: string,
  inputs: JsonInputs = {},
  options: Partial<Declared> = {},
): Declared => ({ class: className, name, inputs, ...options });

export const reference = (name: string, output = "id") => `\${${name}.${output}}`;

/** Replaces references in values and keys with ids, or with the unknown value if there is no id yet. */
export function resolveReferences<T>(value: T, ids: ReadonlyMap<string, string | undefined>): T;
export function resolveReferences(value: unknown, ids: ReadonlyMap<string, string | undefined>): unknown {
  if (typeof value === "string") {
    const [, name] = /^\$\{(.+)\.id\}$/.exec(value) ?? [];
    return name === undefined ? value : (ids.get(name) ?? UNKNOWN);
  }
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, ids));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [resolveReferences(key, ids), resolveReferences(item, ids)] as const,
  );
  // An object with an unknown key is unknown as a whole.
  return entries.some(([key]) => key === UNKNOWN) ? UNKNOWN : Object.fromEntries(entries);
}

export const secret = (value: unknown) => ({ $secret: value });

/**
 * Returns a program that declares the resources in its `resources.json`, so tests change data instead of code.
 *
 * @param exports - Stack outputs by name, such as `${key.token}`.
 * @param provider - Provider that the program uses.
 */
export function generateProgram(
  resources: readonly Declared[],
  exports: JsonInputs = {},
  provider: ProviderKind = testedProvider,
): ProgramFiles {
  const load = `const edge = require(${JSON.stringify(moduleName(provider))});`;
  return { "index.js": load + PROGRAM, "resources.json": JSON.stringify({ resources, exports }) };
}

const PROGRAM = String.raw`
const pulumi = require("@pulumi/pulumi");
const { resources, exports: outputs } = require("./resources.json");

const declared = new Map();

function read(value) {
  if (typeof value === "string") {
    const [, name, output] = /^\$\{(.+)\.(\w+)\}$/.exec(value) ?? [];
    if (name === undefined) return value;
    const source = declared.get(name);
    return source instanceof pulumi.StackReference ? source.getOutput(output) : source[output];
  }
  if (Array.isArray(value)) return value.map(read);
  if (value === null || typeof value !== "object") return value;
  if ("$secret" in value) return pulumi.secret(read(value.$secret));
  if ("$computed" in value) return pulumi.all(value.from.map(read)).apply(() => read(value.$computed));
  const keys = Object.keys(value).map(read);
  const values = Object.values(value).map(read);
  const zipped = (names) => Object.fromEntries(names.map((key, i) => [key, values[i]]));
  return keys.some(pulumi.Output.isInstance) ? pulumi.all(keys).apply(zipped) : zipped(keys);
}

for (const { class: className, name, inputs, get, import: id, protect, retain, provider, dependsOn, ignoreChanges, deleteBeforeReplace, replaceOnChanges } of resources) {
  const options = {
    ...(id !== undefined && { import: id }),
    ...(protect && { protect }),
    ...(retain && { retainOnDelete: true }),
    ...(ignoreChanges && { ignoreChanges }),
    ...(deleteBeforeReplace && { deleteBeforeReplace }),
    ...(replaceOnChanges && { replaceOnChanges }),
    ...(dependsOn && { dependsOn: dependsOn.map((name) => declared.get(name)) }),
    ...(provider !== undefined && { provider: declared.get(provider) }),
  };
  const Class = className === "StackReference" ? pulumi.StackReference : edge[className];
  declared.set(
    name,
    get === undefined ? new Class(name, read(inputs), options) : Class.get(name, read(get), options),
  );
}
for (const [name, value] of Object.entries(outputs)) exports[name] = read(value);
`;
