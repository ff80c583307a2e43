import { type Each, fieldAt, isSecret, mapBelow, type Shape } from "../family/field";
import { UNKNOWN } from "../family/unknown";

/** The engine's signatures. A unit test pins them to the values of @pulumi/pulumi. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";
export const OUTPUT_SIGNATURE = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** The same values with every secret, at any depth, wrapped in the engine's secret signature. */
export function markSecrets(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(values).map(([key, value]) => {
    const field = fieldAt(shape, key);
    return [key, field ? markValue(field, value) : value] as const;
  });
  return Object.fromEntries(entries);
}

const marked = (value: unknown) => ({ [SIGNATURE_KEY]: SECRET_SIGNATURE, value });

const markValue: Each = (field, value) => {
  if (value === undefined || value === null || value === UNKNOWN) return value;
  if (isSecret(field)) return marked(value);
  const { embedded } = field.meta;
  return embedded ? embedded.mark(value, marked) : mapBelow(field, value, markValue);
};

/** The same values with those of some keys marked as secrets. */
export function withSecretKeys(
  values: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): Record<string, unknown> {
  const isMarked = (value: unknown) =>
    value !== null && typeof value === "object" && Object.hasOwn(value, SIGNATURE_KEY);
  const isToMark = (key: string, value: unknown) =>
    keys.includes(key) && value !== undefined && value !== null && value !== UNKNOWN && !isMarked(value);
  const entries = Object.entries(values).map(
    ([key, value]) => [key, isToMark(key, value) ? marked(value) : value] as const,
  );
  return Object.fromEntries(entries);
}
