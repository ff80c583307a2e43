import { toDuration } from "../language/functions/conversions";

export type VariableType = "string" | "int" | "bool" | "timestamp" | "list" | "map";

/** Variables by dotted name. */
export type Variables = Readonly<Record<string, readonly [type: VariableType, description: string]>>;

/** The reason that the service refuses a value, with the error code. */
export interface Fault {
  readonly code: number;
  readonly reason: string;
}

interface Common {
  readonly description: string;
  readonly required?: true;
  readonly default?: string | number | boolean;
}

export interface TextField extends Common {
  readonly kind: "text";
  /** Set if the service evaluates CEL expressions in `${...}` for each connection or request. */
  readonly interpolated?: true;
  /** Set for a text that contains a credential: the whole text, or the part after the colon. */
  readonly secret?: true | "after the colon";
  /** The class of the object whose id the text is. */
  readonly refersTo?: string;
  /** Set if the whole text is a CEL expression. A condition must be true or false. */
  readonly expression?: true | "condition";
  /** Names that its expressions can read in addition to the variables. */
  readonly names?: readonly string[];
  readonly pattern?: true;
  readonly maxLength?: number;
  readonly lengthCode?: number;
  /**
   * Returns the service's error for an invalid text. Not called for interpolated texts.
   *
   * @param host - The host of the endpoint, if it is known.
   */
  readonly validate?: (text: string, host: string | undefined) => Fault | undefined;
  /** Returns the reason that the service may refuse or ignore a text. Not called for interpolated texts. */
  readonly warn?: (text: string) => string | undefined;
  /** Like `warn`, for interpolated texts, with placeholders for the interpolations. */
  readonly warnIfInterpolated?: (text: string) => string | undefined;
}

export interface ChoiceField extends Common {
  readonly kind: "choice";
  readonly interpolated?: true;
  readonly values: readonly string[];
  readonly code?: number;
  /** Set if the service may add values, so that an unknown value causes only a warning. */
  readonly open?: true;
}

export interface NumberField extends Common {
  readonly kind: "integer" | "number";
  readonly range?: readonly [number, number];
  readonly rangeCode?: number;
}

/** A Go duration, such as `90s` or `1h30m`. */
export interface DurationField extends Common {
  readonly kind: "duration";
  /** Inclusive; in seconds, like `step`. */
  readonly range?: readonly [number, number];
  readonly step?: number;
}

export interface ListField extends Common {
  readonly kind: "list";
  readonly item: Field;
  readonly size?: readonly [number, number];
  readonly sizeCode?: number;
  readonly emptyCode?: number;
  /** Set if no two items may be equal; with keys, only these are compared. */
  readonly unique?: true | readonly string[];
  readonly uniqueCode?: number;
}

export interface MapField extends Common {
  readonly kind: "map";
  /** Returns the service's error for an invalid key. Not called for interpolated keys. */
  readonly validate?: (key: string) => Fault | undefined;
  readonly warn?: (key: string) => string | undefined;
  readonly setsVariables?: true;
  readonly value: Field;
  readonly size?: readonly [number, number];
  readonly sizeCode?: number;
}

/** The service refuses `key` without `requires`. */
export interface Need extends Fault {
  readonly key: string;
  readonly requires: string;
}

export const requiredTogether = (...keys: readonly [string, string]): readonly Need[] =>
  [keys, keys.toReversed()].map(([key = "", requires = ""]) => ({
    key,
    requires,
    code: 2240,
    reason: `is required together with ${key}`,
  }));

export interface ObjectField extends Common {
  readonly kind: "object";
  readonly fields: Fields;
  readonly needs?: readonly Need[];
  /**
   * Returns the service's errors that depend on several keys, by key.
   *
   * @param textOf - Returns the text of a key; undefined if it is unset, and empty if it isn't text or is interpolated.
   */
  readonly faults?: (
    textOf: (key: string) => string | undefined,
  ) => Readonly<Record<string, Fault | undefined>>;
}

/** `switch`: a boolean. `any`: any JSON value, whose strings are interpolated. */
export interface SimpleField extends Common {
  readonly kind: "switch" | "any";
}

export type Field =
  | TextField
  | ChoiceField
  | NumberField
  | SimpleField
  | DurationField
  | ListField
  | MapField
  | ObjectField;

export type Fields = Readonly<Record<string, Field>>;

/** Creates a builder of fields from a description. */
const simple =
  <T extends Field>(kind: T["kind"], more: Partial<T> = {}) =>
  (description: string, extra: Partial<T> = {}): T =>
    ({ description, ...more, ...extra, kind }) as T;

export const text = simple<TextField>("text");
/** A text in which the service evaluates `${...}`. */
export const template = simple<TextField>("text", { interpolated: true });
export const integer = simple<NumberField>("integer");
export const number = simple<NumberField>("number");
export const flag = simple<SimpleField>("switch");
export const duration = simple<DurationField>("duration");
export const anything = simple<SimpleField>("any");

/** Creates a builder of fields from a part, such as the items of a list, and a description. */
const compound =
  <T extends Field, K extends keyof T>(kind: T["kind"], key: K) =>
  (part: T[K], description: string, extra: Partial<T> = {}): T =>
    ({ description, ...extra, kind, [key]: part }) as unknown as T;

export const choice = compound<ChoiceField, "values">("choice", "values");
export const list = compound<ListField, "item">("list", "item");
export const map = compound<MapField, "value">("map", "value");
export const object = compound<ObjectField, "fields">("object", "fields");

export const NON_EMPTY = [1, Number.MAX_SAFE_INTEGER] as const;

/** Parses a Go duration to seconds; undefined for any other text. */
export function secondsOf(text: string): number | undefined {
  try {
    return Number(toDuration(text).nanoseconds) / 1e9;
  } catch {
    return undefined;
  }
}
