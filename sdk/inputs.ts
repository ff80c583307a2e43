import * as pulumi from "@pulumi/pulumi";

/** Facts about the inputs of a class. */
export interface InputFacts {
  /** Class name. */
  readonly name: string;
  readonly inputs: readonly string[];
  /** Outputs that are not inputs. */
  readonly computed: readonly string[];
  /** Top-level inputs and outputs that are secret. */
  readonly secrets: readonly string[];
  /** Paths of the inputs that are maps with free keys. */
  readonly maps?: readonly string[];
}

/**
 * The inputs as the engine's SDK takes them, with every other property as a future output. What that SDK would silently
 * drop is refused, here or by check.
 *
 * @throws {pulumi.RunError} A key that cannot reach the provider.
 */
export function registered(facts: InputFacts, name: string, args: object): pulumi.Inputs {
  const refuse = (value: unknown, at: string) => {
    const why = whyUnsendable(value, at);
    if (why !== undefined) throw new pulumi.RunError(`${facts.name} "${name}": ${why}`);
    return value;
  };
  refuse(args, "");
  const inputs: pulumi.Inputs = {};
  for (const key of [...facts.inputs, ...facts.computed]) inputs[key] = undefined;
  for (const [key, value] of Object.entries(args)) {
    const known = value instanceof Promise ? value.then((later) => refuse(later, key)) : value;
    const given = withText(withUnset(known, mapsBelow(facts.maps ?? [], key)));
    inputs[key] = facts.secrets.includes(key) && given !== undefined ? pulumi.secret(given) : given;
  }
  return inputs;
}

/**
 * The inputs after the program's transformations. Values that they have not changed are kept.
 *
 * @param before - The result of `registered`.
 * @throws {pulumi.RunError} A key that cannot reach the provider.
 */
export function registeredAgain(
  facts: InputFacts,
  name: string,
  before: pulumi.Inputs,
  after: pulumi.Inputs,
): pulumi.Inputs {
  const entries = Object.entries(after).filter(([key]) => key !== "__provider");
  const isKept = ([key, value]: [string, unknown]) => Object.hasOwn(before, key) && value === before[key];
  const changed = entries.filter((entry) => !isKept(entry));
  return {
    ...registered(facts, name, Object.fromEntries(changed)),
    ...Object.fromEntries(entries.filter(isKept)),
  };
}

/** The inputs that have a value. */
export const givenInputs = ({ inputs }: InputFacts, props: pulumi.Inputs): Record<string, unknown> =>
  Object.fromEntries(inputs.filter((key) => props[key] !== undefined).map((key) => [key, props[key]]));

/** The secrets in a class's inputs, which reach a dynamic provider in plain text and unmarked. */
export interface SecretReport {
  /** Names of inputs, and paths of values in them. */
  readonly secrets: readonly SecretPath[];
  /** The inputs with a secret below a list, and each secret replaced by an empty text: the engine masks such a list as a whole. */
  readonly visible: Readonly<Record<string, unknown>>;
}

/** @param args - The inputs after the program's transformations. */
export async function secretReport({ secrets }: InputFacts, args: object): Promise<SecretReport> {
  const given = Object.entries(args).filter(([key]) => !secrets.includes(key));
  const found = await Promise.all(
    given.map(async ([key, value]) => [key, value, await secretsBelow(value, [key])] as const),
  );
  const below = found.filter(([, , paths]) => paths.some((path) => path.slice(0, -1).some(isPosition)));
  const visible = await Promise.all(
    below.map(async ([key, value, paths]) => [
      key,
      await withoutSecrets(value, [key], new Set(paths.map(idOf))),
    ]),
  );
  const paths = found.flatMap(([, , below]) => below);
  return {
    secrets: sortedPaths(paths.map((path): SecretPath => (path.length === 1 ? String(path[0]) : path))),
    visible: Object.fromEntries(visible),
  };
}

const isPosition = (step: string | number) => typeof step === "number";

const idOf = (path: Path) => JSON.stringify(path);

async function withoutSecrets(value: unknown, path: Path, secrets: ReadonlySet<string>): Promise<unknown> {
  if (secrets.has(idOf(path))) return "";
  if (value instanceof Promise) return withoutSecrets(await value, path, secrets);
  if (Array.isArray(value))
    return Promise.all(value.map((item, at) => withoutSecrets(item, [...path, at], secrets)));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await withoutSecrets(item, [...path, key], secrets)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** The name of an input that is secret as a whole, or the path of a value in one. */
export type SecretPath = string | Path;

/** Paths in an order that doesn't depend on the program, since the state has them. */
export const sortedPaths = (paths: readonly SecretPath[]): SecretPath[] =>
  paths
    .map((path) => JSON.stringify(path))
    .sort()
    .map((text) => JSON.parse(text) as SecretPath);

/** Keys and list positions, starting with an input. */
type Path = readonly (string | number)[];

/** Paths of the secrets in a value, of which none is within another one. */
async function secretsBelow(value: unknown, path: Path): Promise<readonly Path[]> {
  if (pulumi.Output.isInstance(value)) return (await pulumi.isSecret(pulumi.output(value))) ? [path] : [];
  // A failed promise fails the resource itself.
  if (value instanceof Promise) {
    const known = await value.catch(() => undefined);
    return whyUnsendable(known, "") === undefined ? secretsBelow(known, path) : [];
  }
  const below = Array.isArray(value)
    ? value.map((item, at) => secretsBelow(item, [...path, at]))
    : isPlain(value)
      ? Object.entries(value).map(([key, item]) => secretsBelow(item, [...path, key]))
      : [];
  return (await Promise.all(below)).flat();
}

/** No program nests values deeper; the engine's SDK fails without a useful error. */
const MOST_LEVELS = 500;

/**
 * The reason why a value cannot be sent, with its path: a key to which the engine's SDK assigns a prototype instead of a value, or an
 * object that holds itself, of which that SDK finds no end.
 *
 * @param above - The objects around it, and where they are.
 */
function whyUnsendable(value: unknown, path: string, above = new Map<object, string>()): string | undefined {
  if (!Array.isArray(value) && !isPlain(value)) return undefined;
  const outer = above.get(value);
  if (outer !== undefined)
    return `${path}: is the object that it is in, ${outer}, so that the value has no end: give a copy of what is meant here`;
  if (above.size > MOST_LEVELS)
    return `${path.slice(0, 100)}...: is nested in more than ${MOST_LEVELS} levels`;
  above.set(value, path || "its arguments");
  for (const [key, item] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    const why = key === "__proto__" ? `${at}: ${LOST_KEY}` : whyUnsendable(item, at, above);
    if (why !== undefined) return why;
  }
  above.delete(value);
  return undefined;
}

const LOST_KEY =
  "Pulumi loses keys of this name on the way to the provider: take another name, or give a traffic policy as text";

const mapsBelow = (maps: readonly string[], key: string) =>
  maps.flatMap((path) =>
    path === key ? [""] : path.startsWith(`${key}.`) ? [path.slice(key.length + 1)] : [],
  );

/**
 * A value with null for what is undefined in the maps at these paths below it, of which "" is the value itself. Check
 * refuses null by its path, while the engine's SDK drops an undefined key: a missing label widens what a backend takes.
 */
function withUnset(value: unknown, maps: readonly string[]): unknown {
  if (maps.length === 0) return value;
  if (isToCome(value)) return pulumi.output(value).apply((known) => withUnset(known, maps));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const given = withUnset(item, mapsBelow(maps, key));
    return [key, maps.includes("") ? nullIfUnset(given) : given] as const;
  });
  return Object.fromEntries(entries);
}

function nullIfUnset(item: unknown): unknown {
  return isToCome(item) ? pulumi.output(item).apply((known) => known ?? null) : (item ?? null);
}

/** The engine's SDK makes a text of each input, which keys such as `toString` and objects without a prototype break. */
function withText(value: unknown): unknown {
  if (!Array.isArray(value) && !isPlain(value)) return value;
  const copy: object = Array.isArray(value) ? [...value] : { ...value };
  return Object.defineProperty(copy, Symbol.toPrimitive, { value: () => "[object Object]" });
}

const isToCome = (value: unknown) => pulumi.Output.isInstance(value) || value instanceof Promise;

/** An object as programs write it, without a class that reads its own properties. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== "object") return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
