import { toDuration } from "../language/functions/conversions";

/** The reason the service refuses a value, and the number of its error code. */
export interface Fault {
  readonly code: number;
  readonly reason: string;
}

interface Common {
  /** One or two sentences for users about its meaning, unit, or format. */
  readonly description: string;
  readonly required?: true;
  readonly default?: string | number | boolean;
}

interface TextMeta {
  /** The service evaluates CEL expressions in `${...}` for each connection or request. */
  readonly interpolated?: true;
  /** A credential, which is secret in state and outputs unless it comes from a vault. */
  readonly secret?: true | "after the colon";
  /** The class of the object whose id it is. */
  readonly refersTo?: string;
  /** The whole text is a CEL expression. A condition must be true or false. */
  readonly expression?: true | "condition";
  /** Additional variables for the expression. */
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
  /** Returns the reason the service may refuse or ignore a text. Not called for interpolated texts. */
  readonly warn?: (text: string) => string | undefined;
  /** Like `warn`, for interpolated texts, with placeholders for the interpolations. */
  readonly warnIfInterpolated?: (text: string) => string | undefined;
}

export interface TextField extends Common, TextMeta {
  readonly kind: "text";
}

export interface ChoiceField extends Common, Pick<TextMeta, "interpolated"> {
  readonly kind: "choice";
  readonly values: readonly string[];
  readonly code?: number;
  /** The service may add values, so unknown ones are only warned about. */
  readonly open?: true;
}

export interface NumberField extends Common {
  readonly kind: "integer" | "number";
  readonly range?: readonly [number, number];
  readonly rangeCode?: number;
}

export interface SwitchField extends Common {
  readonly kind: "switch";
}

/** A Go duration, such as `90s` or `1h30m`. */
export interface DurationField extends Common {
  readonly kind: "duration";
  /** Inclusive, in seconds. */
  readonly range?: readonly [number, number];
  /** Must be a multiple of this number of seconds. */
  readonly step?: number;
}

export interface ListField extends Common {
  readonly kind: "list";
  readonly item: Field;
  readonly size?: readonly [number, number];
  readonly sizeCode?: number;
  readonly emptyCode?: number;
  /** Items must differ as a whole, or in these keys. */
  readonly unique?: true | readonly string[];
  readonly uniqueCode?: number;
}

export interface MapField extends Common {
  readonly kind: "map";
  /** Returns the service's error for an invalid key. Not called for interpolated keys. */
  readonly validate?: (key: string) => Fault | undefined;
  /** Returns the reason the service may refuse or ignore a key. */
  readonly warn?: (key: string) => string | undefined;
  /** The keys are names of policy variables. */
  readonly setsVariables?: true;
  readonly value: Field;
  readonly size?: readonly [number, number];
  readonly sizeCode?: number;
}

/** The service refuses `key` without `other`. */
export interface Need extends Fault {
  readonly key: string;
  readonly other: string;
}

/** Requires two keys to be set together. */
export const together = (...keys: readonly [string, string]): readonly Need[] =>
  [keys, keys.toReversed()].map(([key = "", other = ""]) => {
    return { key, other, code: 2240, reason: `is required together with ${key}` };
  });

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

/** Any JSON value; the strings in it are interpolated. */
export interface AnyField extends Common {
  readonly kind: "any";
}

export type Field =
  | TextField
  | ChoiceField
  | NumberField
  | SwitchField
  | DurationField
  | ListField
  | MapField
  | ObjectField
  | AnyField;

export type Fields = Readonly<Record<string, Field>>;

const MANY = Number.MAX_SAFE_INTEGER;

const simple =
  <T extends Field>(kind: T["kind"]) =>
  (description: string, extra: Partial<T> = {}): T =>
    ({ description, ...extra, kind }) as T;

export const text = simple<TextField>("text");
export const integer = simple<NumberField>("integer");
export const number = simple<NumberField>("number");
export const flag = simple<SwitchField>("switch");
export const duration = simple<DurationField>("duration");
export const anything = simple<AnyField>("any");

const compound =
  <T extends Field, K extends keyof T>(kind: T["kind"], key: K) =>
  (part: T[K], description: string, extra: Partial<T> = {}): T =>
    ({ description, ...extra, kind, [key]: part }) as unknown as T;

export const choice = compound<ChoiceField, "values">("choice", "values");
export const list = compound<ListField, "item">("list", "item");
export const map = compound<MapField, "value">("map", "value");
export const object = compound<ObjectField, "fields">("object", "fields");

/** Size of a list with at least one item. */
export const NON_EMPTY = [1, MANY] as const;

/** Parses a Go duration to seconds; undefined for any other text. */
export function secondsOf(text: string): number | undefined {
  try {
    return Number(toDuration(text).nanoseconds) / 1e9;
  } catch {
    return undefined;
  }
}
