import {
  classesOf,
  embeddedSecrets,
  type Field,
  isLocal,
  isRecord,
  isSecret,
  isShownOnRequest,
  optionFor,
  type Rule,
  type Shape,
} from "../../family/field";
import { holdsSecret } from "../../family/looks-secret";

/** Values of inputs together with what the definitions of the inputs know of them. */
export type Described =
  | { readonly kind: "plain"; readonly value: unknown }
  /** Text that may as well be given as an object with the same meaning. */
  | { readonly kind: "document"; readonly value: unknown }
  /** Id of another object. */
  | { readonly kind: "reference"; readonly id: string }
  | Secret
  | { readonly kind: "list"; readonly items: readonly Described[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [key: string, value: Described])[] }
  /** Free keys; `refers` when they are ids of other objects. */
  | {
      readonly kind: "map";
      readonly refers: boolean;
      readonly entries: readonly (readonly [key: string, value: Described])[];
    };

/** A secret at its property path. */
export interface Secret {
  readonly kind: "secret";
  readonly path: readonly string[];
  /**
   * `told`: the service gives it back. `needed`: it does not, and a program that leaves it out is refused. `possible`: it
   * does not, and nobody can tell whether there is one. `trusted`: it never does; a program that takes the object over may
   * leave it out.
   */
  readonly knowledge: "told" | "needed" | "possible" | "trusted";
  /** Nobody knows whether it is one: it is of a property that may hold a secret, or it looks like one. */
  readonly isGuess?: true;
}

export type DescribedObject = Extract<Described, { readonly kind: "object" }>;

export interface DescribeOptions {
  readonly rules?: readonly Rule[];
  /** Values of headers and traffic policies count as secrets only where they look like one; otherwise all of them do. */
  readonly showValues?: boolean;
}

/** Where a value stands. */
interface Place {
  readonly path: readonly string[];
  readonly showValues: boolean;
}

/** Inputs of a class with their secrets and references marked, those secrets among them that the service withholds. */
export function describeInputs(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  { rules = [], showValues = false }: DescribeOptions = {},
): DescribedObject {
  return describeObject(shape, values, rules, { path: [], showValues });
}

const below = ({ path, showValues }: Place, step: string | number): Place => ({
  path: [...path, String(step)],
  showValues,
});

function describeObject(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  rules: readonly Rule[],
  place: Place,
): DescribedObject {
  const entries = Object.entries(shape).flatMap(([key, field]) => {
    const at = below(place, key);
    const described = isSecret(field)
      ? secret(field, rules, values, key, at.path)
      : describe(field, values[key], at);
    return described && !isLocal(field) ? [[key, described] as const] : [];
  });
  return { kind: "object", entries };
}

function describe(field: Field, value: unknown, place: Place): Described | undefined {
  if (value === undefined) return undefined;
  if (isSecret(field) && typeof value === "string" && value !== "")
    return { kind: "secret", path: place.path, knowledge: "told" };
  const isHidden = () => holdsSecret(value) || embeddedSecrets(field, value).length > 0;
  if (isShownOnRequest(field) && !(place.showValues && !isHidden())) return guessed(place.path);
  if (field.kind === "object" && isRecord(value))
    return describeObject(field.shape, value, field.rules ?? [], place);
  if (field.kind === "map" && isRecord(value))
    return {
      kind: "map",
      refers: classesOf(field) !== undefined,
      entries: Object.entries(value).map(([key, item]) => [
        key,
        describeItem(field.value, key, item, below(place, key)),
      ]),
    };
  if (field.kind === "union" && field.meta.spelling?.onWire !== undefined) return { kind: "document", value };
  if (field.kind === "list" && Array.isArray(value))
    return { kind: "list", items: value.map((item, n) => describeListed(field, item, below(place, n))) };
  if (field.kind === "union") {
    const option = optionFor(field.options, value);
    if (option) return describe(option, value, place);
  }
  if (Array.isArray(value))
    return { kind: "list", items: value.map((item, n) => leaf(undefined, item, below(place, n))) };
  return leaf(field, value, place);
}

function describeListed(
  list: Extract<Field, { readonly kind: "list" }>,
  item: unknown,
  place: Place,
): Described {
  if (classesOf(list)) return leaf(list, item, place);
  return describe(list.item, item, place) ?? { kind: "plain", value: item };
}

/** The value at a place within others, undefined where there is none. */
export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (at, step) =>
      at !== null && typeof at === "object" && Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined,
    values,
  );
}

/** The value of a key of a map: the key may tell what it is. */
function describeItem(field: Field, key: string, value: unknown, place: Place): Described {
  if (!isSecret(field) && typeof value === "string" && holdsSecret(value, key)) return guessed(place.path);
  return describe(field, value, place) ?? { kind: "plain", value };
}

function leaf(field: Field | undefined, value: unknown, { path }: Place): Described {
  if (field && classesOf(field) && typeof value === "string") return { kind: "reference", id: value };
  return holdsSecret(value) ? guessed(path) : { kind: "plain", value };
}

const guessed = (path: readonly string[]): Secret => ({
  kind: "secret",
  path,
  knowledge: "told",
  isGuess: true,
});

function secret(
  { meta: { returned } }: Field,
  rules: readonly Rule[],
  siblings: Readonly<Record<string, unknown>>,
  key: string,
  path: readonly string[],
): Secret | undefined {
  if (typeof siblings[key] === "string" && siblings[key] !== "")
    return { kind: "secret", path, knowledge: "told" };
  if (returned === "never") return { kind: "secret", path, knowledge: "trusted" };
  if (returned !== "sometimes") return undefined;
  const about = rules.filter(({ keys }) => keys.includes(key));
  if (about.length === 0) return { kind: "secret", path, knowledge: "possible" };
  const isNeeded = about.some(({ broken }) => broken(siblings) !== undefined);
  return isNeeded ? { kind: "secret", path, knowledge: "needed" } : undefined;
}
