import { UNKNOWN } from "../../provider/family/unknown";
import type { ProgramFiles } from "./engine";
import { type Face, face, moduleOf } from "./faces";

/**
 * Inputs as JSON: `${name.output}`, as a value or as a key, is an output of an earlier resource. `$secret` has a value that the
 * program marks as a secret, and `$workedOut` one that it computes from the outputs in `from`.
 */
export type JsonInputs = Readonly<Record<string, unknown>>;

/** One resource of a program. */
export interface Declared {
  /** One of the package, or StackReference, which has the outputs of the stack that its name says. */
  readonly class: string;
  readonly name: string;
  readonly inputs: JsonInputs;
  /** Id to look up with `Class.get`, instead of declaring. */
  readonly get?: string;
  /** Id of the resource option `import`, for the native classes. */
  readonly import?: string;
  /** The resource option `protect`. */
  readonly protect?: true;
  /** The resource option `retainOnDelete`. */
  readonly retain?: true;
  /** Name of an earlier resource of the class Provider. */
  readonly provider?: string;
  /** Names of earlier resources of the resource option `dependsOn`. */
  readonly dependsOn?: readonly string[];
  /** The resource option `ignoreChanges`. */
  readonly ignoreChanges?: readonly string[];
  /** The resource option `deleteBeforeReplace`. */
  readonly deleteBeforeReplace?: true;
  /** The resource option `replaceOnChanges`. */
  readonly replaceOnChanges?: readonly string[];
}

/** A resource with its inputs, and with resource options. */
export const resource = (
  className: string,
  name: string,
  inputs: JsonInputs = {},
  options: Partial<Declared> = {},
): Declared => ({ class: className, name, inputs, ...options });

/** The source of a value that is known only when the program runs. */
export const reference = (name: string, output = "id") => `\${${name}.${output}}`;

/** A value with ids in place of references, also as keys; unknown where an id is not there yet. */
export function withIds<T>(value: T, ids: ReadonlyMap<string, string | undefined>): T;
export function withIds(value: unknown, ids: ReadonlyMap<string, string | undefined>): unknown {
  if (typeof value === "string") {
    const [, name] = /^\$\{(.+)\.id\}$/.exec(value) ?? [];
    return name === undefined ? value : (ids.get(name) ?? UNKNOWN);
  }
  if (Array.isArray(value)) return value.map((item) => withIds(item, ids));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [withIds(key, ids), withIds(item, ids)] as const,
  );
  // An object with an unknown key is unknown as a whole.
  return entries.some(([key]) => key === UNKNOWN) ? UNKNOWN : Object.fromEntries(entries);
}

/** A value that the program marks as a secret. */
export const secret = (value: unknown) => ({ $secret: value });

/**
 * A program that declares the content of its `resources.json`, so that a test changes data, not code.
 *
 * @param exports - Stack outputs: name and source, such as `${key.token}`.
 * @param of - Whose classes the program uses.
 */
export function programOf(
  resources: readonly Declared[],
  exports: JsonInputs = {},
  of: Face = face,
): ProgramFiles {
  const load = `const edge = require(${JSON.stringify(moduleOf(of))});`;
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
  if ("$workedOut" in value) return pulumi.all(value.from.map(read)).apply(() => read(value.$workedOut));
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
    ...(dependsOn && { dependsOn: dependsOn.map((one) => declared.get(one)) }),
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
