import * as pulumi from "@pulumi/pulumi";

export interface InputFacts {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly computed: readonly string[];
  /** Top-level inputs and outputs that are secret. */
  readonly secrets: readonly string[];
  /** Paths of the inputs that are maps with free keys. */
  readonly maps?: readonly string[];
}

/**
 * Prepares inputs for the engine's SDK. All other properties are undefined, so that the SDK creates outputs for them.
 *
 * @throws {pulumi.RunError} for a value that the SDK would silently drop
 */
export function prepareInputs(facts: InputFacts, name: string, args: object): pulumi.Inputs {
  const requireSendable = (value: unknown, path: string) => {
    const problem = unsendableReason(value, path);
    if (problem !== undefined) throw new pulumi.RunError(`${facts.name} "${name}": ${problem}`);
    return value;
  };
  requireSendable(args, "");
  const inputs: pulumi.Inputs = {};
  for (const key of [...facts.inputs, ...facts.computed]) inputs[key] = undefined;
  for (const [key, value] of Object.entries(args)) {
    const checked =
      value instanceof Promise ? value.then((resolved) => requireSendable(resolved, key)) : value;
    const input = withStringConversion(undefinedToNull(checked, mapsBelow(facts.maps ?? [], key)));
    inputs[key] = facts.secrets.includes(key) && input !== undefined ? pulumi.secret(input) : input;
  }
  return inputs;
}

/** Prepares the inputs that the program's transformations have changed. @param before - Result of `prepareInputs`. */
export function prepareTransformed(
  facts: InputFacts,
  name: string,
  before: pulumi.Inputs,
  after: pulumi.Inputs,
): pulumi.Inputs {
  const entries = Object.entries(after).filter(([key]) => key !== "__provider");
  const isKept = ([key, value]: [string, unknown]) => Object.hasOwn(before, key) && value === before[key];
  const changed = entries.filter((entry) => !isKept(entry));
  return {
    ...prepareInputs(facts, name, Object.fromEntries(changed)),
    ...Object.fromEntries(entries.filter(isKept)),
  };
}

export const definedInputs = ({ inputs }: InputFacts, props: pulumi.Inputs): Record<string, unknown> =>
  Object.fromEntries(inputs.filter((key) => props[key] !== undefined).map((key) => [key, props[key]]));

export interface SecretReport {
  /** Names of inputs, or paths of values in them. */
  readonly secrets: readonly SecretPath[];
  /** The inputs with a secret in a list, each secret replaced by an empty string. The engine would mask the whole list. */
  readonly visible: Readonly<Record<string, unknown>>;
}

/** @param args - The inputs after the program's transformations. */
export async function secretReport({ secrets }: InputFacts, args: object): Promise<SecretReport> {
  const inputs = await Promise.all(
    Object.entries(args)
      .filter(([key]) => !secrets.includes(key))
      .map(async ([key, value]) => ({ key, value, paths: await findSecrets(value, [key]) })),
  );
  const withSecretItems = inputs.filter(({ paths }) =>
    paths.some((path) => path.slice(0, -1).some((step) => typeof step === "number")),
  );
  const visible = await Promise.all(
    withSecretItems.map(async ({ key, value, paths }) => [
      key,
      await withoutSecrets(value, [key], new Set(paths.map(pathKey))),
    ]),
  );
  const paths = inputs.flatMap((input) => input.paths);
  return {
    secrets: sortedPaths(paths.map((path): SecretPath => (path.length === 1 ? String(path[0]) : path))),
    visible: Object.fromEntries(visible),
  };
}

const pathKey = (path: Path) => JSON.stringify(path);

async function withoutSecrets(value: unknown, path: Path, secrets: ReadonlySet<string>): Promise<unknown> {
  if (secrets.has(pathKey(path))) return "";
  if (value instanceof Promise) return withoutSecrets(await value, path, secrets);
  if (Array.isArray(value))
    return Promise.all(value.map((item, n) => withoutSecrets(item, [...path, n], secrets)));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await withoutSecrets(item, [...path, key], secrets)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** The name of an input that is secret as a whole, or the path of a secret in an input. */
export type SecretPath = string | Path;

/** Sorts paths, so that their order in the state doesn't depend on the program. */
export const sortedPaths = (paths: readonly SecretPath[]): SecretPath[] =>
  paths
    .map((path) => JSON.stringify(path))
    .sort()
    .map((text) => JSON.parse(text) as SecretPath);

type Path = readonly (string | number)[];

/** Returns the paths of the secrets in a value. */
async function findSecrets(value: unknown, path: Path): Promise<readonly Path[]> {
  if (pulumi.Output.isInstance(value)) return (await pulumi.isSecret(pulumi.output(value))) ? [path] : [];
  // Ignored here: a rejected promise fails the resource itself.
  if (value instanceof Promise) {
    const resolved = await value.catch(() => undefined);
    return unsendableReason(resolved, "") === undefined ? findSecrets(resolved, path) : [];
  }
  const isList = Array.isArray(value);
  if (!isList && !isPlain(value)) return [];
  const items = Object.entries(value).map(([key, item]) =>
    findSecrets(item, [...path, isList ? Number(key) : key]),
  );
  return (await Promise.all(items)).flat();
}

/** Maximum depth of values. The engine's SDK fails on deeper values without a useful error. */
const MAX_DEPTH = 500;

/**
 * Returns why a value can't be sent, with its path: it contains itself, is nested too deeply, or has a key that the
 * engine's SDK turns into a prototype.
 *
 * @param above - The enclosing objects with their paths.
 */
function unsendableReason(
  value: unknown,
  path: string,
  above = new Map<object, string>(),
): string | undefined {
  if (!Array.isArray(value) && !isPlain(value)) return undefined;
  const outer = above.get(value);
  if (outer !== undefined) return `${path}: refers to ${outer}, which contains it: use a copy instead`;
  if (above.size > MAX_DEPTH) return `${path.slice(0, 100)}...: is nested in more than ${MAX_DEPTH} levels`;
  above.set(value, path || "its arguments");
  for (const [key, item] of Object.entries(value)) {
    const itemPath = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    const problem =
      key === "__proto__" ? `${itemPath}: ${LOST_KEY}` : unsendableReason(item, itemPath, above);
    if (problem !== undefined) return problem;
  }
  above.delete(value);
  return undefined;
}

const LOST_KEY = "Pulumi drops keys with this name: use another one, or pass a traffic policy as a string";

/** Returns the paths of the maps in an input, relative to it; "" if it is a map itself. */
const mapsBelow = (maps: readonly string[], key: string) =>
  maps.flatMap((path) =>
    path === key ? [""] : path.startsWith(`${key}.`) ? [path.slice(key.length + 1)] : [],
  );

/**
 * Replaces undefined with null in the maps at these paths. The engine's SDK would drop an undefined key, and a missing
 * label makes a backend match more tunnels; null is rejected by check.
 */
function undefinedToNull(value: unknown, maps: readonly string[]): unknown {
  if (maps.length === 0) return value;
  if (isPending(value)) return pulumi.output(value).apply((resolved) => undefinedToNull(resolved, maps));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const converted = undefinedToNull(item, mapsBelow(maps, key));
    return [key, maps.includes("") ? nullIfUnset(converted) : converted] as const;
  });
  return Object.fromEntries(entries);
}

function nullIfUnset(item: unknown): unknown {
  return isPending(item) ? pulumi.output(item).apply((resolved) => resolved ?? null) : (item ?? null);
}

/** The engine's SDK converts inputs to strings. A key such as `toString`, or an object without a prototype, would make that fail. */
function withStringConversion(value: unknown): unknown {
  if (!Array.isArray(value) && !isPlain(value)) return value;
  const copy: object = Array.isArray(value) ? [...value] : { ...value };
  return Object.defineProperty(copy, Symbol.toPrimitive, { value: () => "[object Object]" });
}

const isPending = (value: unknown) => pulumi.Output.isInstance(value) || value instanceof Promise;

/** True for an object literal, as opposed to an instance of a class. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== "object") return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
