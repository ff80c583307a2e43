import { type Described, isEngineMark, valueAt } from "../../provider/inspect";

/** A value that no program can contain, with the reason. */
export interface LostValue {
  readonly path: readonly string[];
  readonly why: string;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Finds values that the engine or its SDK loses or interprets on the way from a program to its provider. A proof can't
 * detect them, because they are lost on both sides.
 *
 * @param inputs - The source of `described`.
 */
export function findLostValues(described: Described, inputs: Values): LostValue[] {
  const lostValues: LostValue[] = [];
  const note = (path: readonly string[], why: string | undefined) => {
    if (why !== undefined) lostValues.push({ path, why });
  };
  const visit = (at: Described, path: readonly string[]): void => {
    if (at.kind === "plain" || at.kind === "part") note(path, reasonLost(at.value));
    if (at.kind === "reference") note(path, reasonTextIsLost(at.id));
    if (at.kind === "host") note(path, reasonTextIsLost(at.text));
    if (at.kind === "document" || at.kind === "secret")
      note(path, reasonTextIsLost(asText(valueAt(inputs, path))));
    if (at.kind === "list") for (const [n, item] of at.items.entries()) visit(item, [...path, String(n)]);
    if (at.kind !== "object" && at.kind !== "map") return;
    for (const [key, child] of at.entries) {
      const why = reasonKeyIsLost(key);
      if (why === undefined) visit(child, [...path, key]);
      else note([...path, key], why);
    }
  };
  visit(described, []);
  return lostValues;
}

/** True if a program can contain a value, including its keys. */
export const survivesPulumi = (value: unknown): boolean => reasonLost(value) === undefined;

/** The string in which a program represents a value that has an equivalent string. */
export const asText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

const reasonLost = (value: unknown): string | undefined => firstLostValue(value)?.why;

/** The first value or key that no program can contain. */
export function firstLostValue(value: unknown, path: readonly string[] = []): LostValue | undefined {
  if (typeof value === "string") {
    const why = reasonTextIsLost(value);
    return why === undefined ? undefined : { path, why };
  }
  if (value === null || typeof value !== "object") return undefined;
  for (const [key, item] of Object.entries(value)) {
    const why = reasonKeyIsLost(key);
    const lost = why === undefined ? firstLostValue(item, [...path, key]) : { path: [...path, key], why };
    if (lost !== undefined) return lost;
  }
  return undefined;
}

function reasonTextIsLost(text: string): string | undefined {
  if (isEngineMark(text)) return "is a string with a special meaning for the engine";
  return /\p{Cs}/u.test(text)
    ? "contains half a character (a lone surrogate), which UTF-8 cannot represent"
    : undefined;
}

function reasonKeyIsLost(key: string): string | undefined {
  if (key === "__proto__") return "is a key that the engine's SDK loses";
  if (key.startsWith("__pulumi")) return "is a key that the engine's SDK reserves";
  return reasonTextIsLost(key);
}
