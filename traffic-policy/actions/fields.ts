/** Why the service refuses a value, and the number of its error. */
export interface Fault {
  readonly code: number;
  readonly reason: string;
}

/** What the table of actions can say of one value of a configuration. */
interface Common {
  /** One or two sentences for users: meaning, unit or shape. */
  readonly description: string;
  /** The service refuses a configuration without it. */
  readonly required?: true;
  /** What holds when it is not given. */
  readonly default?: string | number | boolean;
}

interface TextMeta {
  /** `${...}` holds CEL expressions, which the service replaces by their values for each connection or request. */
  readonly interpolated?: true;
  /** Opens something for whoever knows it: kept secret in state and outputs unless the service keeps it in a vault. */
  readonly secret?: true | "after the colon";
  /** The class of the object whose id it is, or may be. */
  readonly refersTo?: string;
  /** The whole text is a CEL expression; a condition has to give true or false. */
  readonly expression?: true | "condition";
  /** Names that expressions in it have beside the usual variables. */
  readonly names?: readonly string[];
  /** The whole text is a regular expression of RE2. */
  readonly pattern?: true;
  readonly maxLength?: number;
  /** The error of the service for more characters. */
  readonly lengthCode?: number;
  /**
   * The error for a text that the service refuses, or undefined. Not called for texts with interpolations.
   *
   * @param host - The host of the endpoint, if it is known.
   */
  readonly wrong?: (text: string, host: string | undefined) => Fault | undefined;
  /** Why the service may refuse a text, or do nothing with it. Asked like `wrong`. */
  readonly doubtful?: (text: string) => string | undefined;
  /** The same for a text with interpolations; it gets names in their place. */
  readonly doubtfulFilledIn?: (text: string) => string | undefined;
}

export interface TextField extends Common, TextMeta {
  readonly kind: "text";
}

export interface ChoiceField extends Common, Pick<TextMeta, "interpolated"> {
  readonly kind: "choice";
  readonly values: readonly string[];
  /** The error of the service for another value. */
  readonly code?: number;
  /** The service adds values now and then: another one is passed on. */
  readonly open?: true;
}

export interface NumberField extends Common {
  readonly kind: "integer" | "number";
  /** Inclusive. */
  readonly range?: readonly [number, number];
  /** The error of the service for a number out of the range. */
  readonly rangeCode?: number;
}

export interface SwitchField extends Common {
  readonly kind: "switch";
}

/** A length of time such as `90s` or `1h30m`. */
export interface DurationField extends Common {
  readonly kind: "duration";
  /** Inclusive, in seconds. */
  readonly range?: readonly [number, number];
  /** In seconds: the service takes multiples of it only. */
  readonly step?: number;
}

export interface ListField extends Common {
  readonly kind: "list";
  readonly item: Field;
  /** Smallest and largest number of items. */
  readonly size?: readonly [number, number];
  /** The error of the service for more items. */
  readonly sizeCode?: number;
  /** The service takes no item twice. */
  readonly unique?: true;
}

export interface MapField extends Common {
  readonly kind: "map";
  /** The error for a key that the service refuses, or undefined. Not asked about keys with interpolations. */
  readonly wrong?: (key: string) => Fault | undefined;
  /** Why the service may refuse a key, or do nothing with it. */
  readonly doubtful?: (key: string) => string | undefined;
  /** Its keys are variables that it sets. */
  readonly setsVariables?: true;
  readonly value: Field;
  readonly size?: readonly [number, number];
  /** The error of the service for another number of keys. */
  readonly sizeCode?: number;
}

/** A key that the service refuses without another key. */
export interface Need extends Fault {
  readonly key: string;
  readonly other: string;
}

/** Needs of two keys that are given together or not at all. */
export const together = (...keys: readonly [string, string]): readonly Need[] =>
  [keys, keys.toReversed()].map(([key = "", other = ""]) => {
    return { key, other, code: 2240, reason: `is required beside ${key}` };
  });

export interface ObjectField extends Common {
  readonly kind: "object";
  readonly fields: Fields;
  readonly needs?: readonly Need[];
}

/** Anything that JSON can hold; texts in it are interpolated. */
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

export const choice = (
  values: readonly string[],
  description: string,
  extra: Partial<ChoiceField> = {},
): ChoiceField => ({ description, ...extra, kind: "choice", values });

export const list = (item: Field, description: string, extra: Partial<ListField> = {}): ListField => ({
  description,
  ...extra,
  kind: "list",
  item,
});

export const map = (value: Field, description: string, extra: Partial<MapField> = {}): MapField => ({
  description,
  ...extra,
  kind: "map",
  value,
});

export const object = (
  fields: Fields,
  description: string,
  extra: Partial<ObjectField> = {},
): ObjectField => ({
  description,
  ...extra,
  kind: "object",
  fields,
});

/** At least one. */
export const SOME = [1, MANY] as const;

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** Seconds of a length of time as Go spells it, or undefined for another text. */
export function secondsOf(spelled: string): number | undefined {
  if (!/^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+)$/.test(spelled) || spelled.length > 40)
    return undefined;
  const parts = [...spelled.matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g)];
  const sum = parts.reduce((total, [, count, unit = ""]) => total + Number(count) * (UNITS[unit] ?? 0), 0);
  return spelled.startsWith("-") ? -sum : sum;
}
