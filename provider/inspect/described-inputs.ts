import { holdsSecret, isPlainHeader } from "../family/credentials/possible";
import {
  classesOf,
  embeddedSecrets,
  type Field,
  type FieldMapper,
  isRecord,
  isSecret,
  isShownOnRequest,
  mapBelow,
  mapValues,
  optionFor,
  type Rule,
  type Shape,
} from "../family/field";

/** Input values with their meaning according to the definitions. */
export type DescribedValue =
  | { readonly kind: "plain"; readonly value: unknown }
  /** A string that may also be given as an equivalent object. */
  | { readonly kind: "document"; readonly value: unknown }
  /** A value within such an object. */
  | { readonly kind: "part"; readonly value: unknown }
  | { readonly kind: "reference"; readonly id: string }
  /** A string that names a host which has to be reserved. */
  | { readonly kind: "host"; readonly text: string }
  | DescribedSecret
  | { readonly kind: "list"; readonly items: readonly DescribedValue[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [key: string, value: DescribedValue])[] }
  /** An object with free-form keys, which may be ids of other objects. */
  | {
      readonly kind: "map";
      readonly hasIdKeys: boolean;
      readonly entries: readonly (readonly [key: string, value: DescribedValue])[];
    };

export interface DescribedSecret {
  readonly kind: "secret";
  readonly path: readonly string[];
  /**
   * `returned`: the service returns the secret. `needed`: the service doesn't, and rejects a program that omits it.
   * `possible`: the service doesn't, and may have none. `trusted`: the service never does, so an adoption may omit it.
   */
  readonly knowledge: "returned" | "needed" | "possible" | "trusted";
  /** True if it is only assumed to be a secret because of its position, such as a header value: shown on request. */
  readonly isDoubtful?: true;
  /** Set if it is a whole document, or a value in one. */
  readonly documentRole?: "document" | "part";
}

export type DescribedObject = Extract<DescribedValue, { readonly kind: "object" }>;

/** A value and everything in it, in order. */
export function nestedIn(value: DescribedValue): DescribedValue[] {
  if (value.kind === "list") return [value, ...value.items.flatMap(nestedIn)];
  if (value.kind !== "object" && value.kind !== "map") return [value];
  return [value, ...value.entries.flatMap(([, child]) => nestedIn(child))];
}

export interface DescribeOptions {
  readonly rules?: readonly Rule[];
  /** Shows header values and traffic policies that don't look secret; by default, all of them are withheld. */
  readonly showValues?: boolean;
  /** Withholds single values of traffic policies, which `withDocuments` has parsed, and only headers that may be secret. */
  readonly inParts?: boolean;
}

/** The position of a value, and the options for it. */
interface Context extends Required<Pick<DescribeOptions, "showValues" | "inParts">> {
  readonly path: readonly string[];
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Describes the inputs of a class: marks secrets and references, including secrets that the service withholds. */
export function describeInputs(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  { rules = [], showValues = false, inParts = false }: DescribeOptions = {},
): DescribedObject {
  return describeObject(shape, values, rules, { path: [], showValues, inParts, inputs: values });
}

/**
 * Replaces documents, such as a traffic policy in JSON, with equivalent ones.
 *
 * @param read - Returns the object of a string, or the string of an object that no program can contain; undefined keeps
 * the value.
 */
export function withDocuments(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  read: (document: unknown) => unknown,
): Record<string, unknown> {
  const replace: FieldMapper = (field, value) =>
    isDocument(field) && value !== undefined ? (read(value) ?? value) : mapBelow(field, value, replace);
  return mapValues(shape, values, replace);
}

const contextBelow = (context: Context, step: string | number): Context => ({
  ...context,
  path: [...context.path, String(step)],
});

function describeObject(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  rules: readonly Rule[],
  context: Context,
): DescribedObject {
  const entries = Object.entries(shape).flatMap(([key, field]) => {
    const childContext = contextBelow(context, key);
    const described = isSecret(field)
      ? describeSecret(field, rules, values, key, childContext.path)
      : describe(field, values[key], childContext);
    if (!described || field.isLocal) return [];
    return [[key, field.meta.hosts === "uses" ? markHosts(described) : described] as const];
  });
  return { kind: "object", entries };
}

function markHosts(described: DescribedValue): DescribedValue {
  if (described.kind === "list") return { kind: "list", items: described.items.map(markHosts) };
  const isText = described.kind === "plain" && typeof described.value === "string";
  return isText ? { kind: "host", text: String(described.value) } : described;
}

function describe(field: Field, value: unknown, context: Context): DescribedValue | undefined {
  if (value === undefined) return undefined;
  if (isSecret(field) && typeof value === "string" && value !== "")
    return { kind: "secret", path: context.path, knowledge: "returned" };
  if (isDocument(field) && context.inParts) return describeDocument(field, value, context);
  if (isShownOnRequest(field)) {
    const { path, showValues, inParts } = context;
    const isDoubtful = !holdsSecret(value) && embeddedSecrets(field, value).length === 0;
    const isPlain = inParts && isPlainHeader(path.at(-1) ?? "", String(value));
    if (!isDoubtful || !(showValues || isPlain))
      return guessedSecret(path, {
        ...(isDocument(field) && { documentRole: "document" }),
        ...(isDoubtful && { isDoubtful }),
      });
  }
  if (field.kind === "object" && isRecord(value))
    return describeObject(field.shape, value, field.rules ?? [], context);
  if (field.kind === "map" && isRecord(value))
    return {
      kind: "map",
      hasIdKeys: classesOf(field) !== undefined,
      entries: Object.entries(value).map(([key, item]) => [
        key,
        describeItem(field.value, item, contextBelow(context, key), key),
      ]),
    };
  if (isDocument(field)) return { kind: "document", value };
  if (field.kind === "list" && Array.isArray(value)) {
    const isOfIds = classesOf(field) !== undefined;
    return describeList(value, context, (item, itemContext) =>
      isOfIds ? describeLeaf(field, item, itemContext) : describeItem(field.item, item, itemContext),
    );
  }
  if (field.kind === "union") {
    const option = optionFor(field.options, value);
    if (option) return describe(option, value, context);
  }
  if (Array.isArray(value))
    return describeList(value, context, (item, itemContext) => describeLeaf(undefined, item, itemContext));
  return describeLeaf(field, value, context);
}

const describeList = (
  values: readonly unknown[],
  context: Context,
  describeEach: (item: unknown, context: Context) => DescribedValue,
): DescribedValue => ({
  kind: "list",
  items: values.map((item, n) => describeEach(item, contextBelow(context, n))),
});

/** Returns a placeholder for a value in a document. Any check accepts it, even as a password. */
export const placeholderText = (number: number): string => `placeholder:number-${number}`;

/** Stands for a secret that a document contains in plain text. */
const EMBEDDED_SECRET = Symbol("embedded secret");

function describeDocument(field: Field, value: unknown, context: Context): DescribedValue {
  const { path, showValues, inputs } = context;
  const whole = guessedSecret(path, { documentRole: "document" });
  if (value === null || typeof value !== "object") {
    const secrets = embeddedSecrets(field, value);
    // A text that can't be parsed counts as a secret itself.
    const isUnparsed = secrets.some((secret) => secret === value);
    if (holdsSecret(value) || (secrets.length > 0 && !isUnparsed)) return whole;
    return isUnparsed && !showValues ? { ...whole, isDoubtful: true } : { kind: "document", value };
  }
  const marked = field.meta.embedded?.mark(value, () => EMBEDDED_SECRET) ?? value;
  const described = describePart(marked, "", "", context);
  const countErrors = (document: unknown) =>
    (field.meta.inspect?.(document, inputs) ?? []).filter(({ isError }) => isError).length;
  // Withhold the whole document if it is only valid with the secret, because the rest couldn't be checked.
  return countErrors(fillPlaceholders(described)) > countErrors(value) ? whole : described;
}

/** @param parentKey - The key that contains the value's own key, such as `headers`. */
function describePart(value: unknown, parentKey: string, key: string, context: Context): DescribedValue {
  const { path, showValues } = context;
  if (value === EMBEDDED_SECRET) return { kind: "secret", path, knowledge: "returned", documentRole: "part" };
  if (typeof value === "string") {
    if (holdsSecret(value, key)) return guessedSecret(path, { documentRole: "part" });
    const isDoubtful = parentKey === "headers" && !isPlainHeader(key, value);
    return isDoubtful && !showValues
      ? guessedSecret(path, { documentRole: "part", isDoubtful })
      : { kind: "part", value };
  }
  if (Array.isArray(value))
    return describeList(value, context, (item, itemContext) =>
      describePart(item, parentKey, key, itemContext),
    );
  if (value === null || typeof value !== "object") return { kind: "part", value };
  return {
    kind: "map",
    hasIdKeys: false,
    entries: Object.entries(value).map(([name, item]) => [
      name,
      describePart(item, key, name, contextBelow(context, name)),
    ]),
  };
}

/** Returns the described value with placeholders for its secrets. */
function fillPlaceholders(described: DescribedValue): unknown {
  switch (described.kind) {
    case "secret":
      return placeholderText(0);
    case "reference":
      return described.id;
    case "host":
      return described.text;
    case "list":
      return described.items.map(fillPlaceholders);
    case "map":
    case "object":
      return Object.fromEntries(described.entries.map(([key, item]) => [key, fillPlaceholders(item)]));
    default:
      return described.value;
  }
}

/** A string that may also be given as an equivalent object. */
export const isDocument = ({ kind, meta }: Field) => kind === "union" && meta.spelling?.onWire !== undefined;

/** @param key - Key of an item in a map, which may identify it as a secret. */
function describeItem(field: Field, value: unknown, context: Context, key?: string): DescribedValue {
  if (key !== undefined && !isSecret(field) && typeof value === "string" && holdsSecret(value, key))
    return guessedSecret(context.path);
  return describe(field, value, context) ?? { kind: "plain", value };
}

function describeLeaf(field: Field | undefined, value: unknown, { path }: Context): DescribedValue {
  if (field && classesOf(field) && typeof value === "string") return { kind: "reference", id: value };
  return holdsSecret(value) ? guessedSecret(path) : { kind: "plain", value };
}

const guessedSecret = (
  path: readonly string[],
  extra: Pick<DescribedSecret, "documentRole" | "isDoubtful"> = {},
): DescribedSecret => ({ kind: "secret", path, knowledge: "returned", ...extra });

function describeSecret(
  { meta: { returned } }: Field,
  rules: readonly Rule[],
  siblings: Readonly<Record<string, unknown>>,
  key: string,
  path: readonly string[],
): DescribedSecret | undefined {
  if (typeof siblings[key] === "string" && siblings[key] !== "")
    return { kind: "secret", path, knowledge: "returned" };
  if (returned === "never") return { kind: "secret", path, knowledge: "trusted" };
  if (returned !== "sometimes") return undefined;
  // Rules for new objects don't apply, because the program adopts the object.
  const keyRules = rules.filter(({ keys, newOnly }) => !newOnly && keys.includes(key));
  if (keyRules.length === 0) return { kind: "secret", path, knowledge: "possible" };
  const isNeeded = keyRules.some(({ violation }) => violation(siblings) !== undefined);
  return isNeeded ? { kind: "secret", path, knowledge: "needed" } : undefined;
}
