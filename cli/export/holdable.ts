import { type Described, isEngineMark, valueAt } from "../../provider/account";

/** Something that no program can hold, and why. */
export interface Unholdable {
  readonly path: readonly string[];
  readonly why: string;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Values that the engine or its SDK loses, or interprets, on the way from a program to its provider. They are lost on
 * both sides of a proof, which then finds nothing wrong.
 *
 * @param inputs - The source of `described`.
 */
export function unholdable(described: Described, inputs: Values): Unholdable[] {
  const found: Unholdable[] = [];
  const note = (path: readonly string[], why: string | undefined) => {
    if (why !== undefined) found.push({ path, why });
  };
  const visit = (at: Described, path: readonly string[]): void => {
    if (at.kind === "plain" || at.kind === "part") note(path, whyNotAtAll(at.value));
    if (at.kind === "reference") note(path, whyNoText(at.id));
    if (at.kind === "host") note(path, whyNoText(at.text));
    if (at.kind === "document" || at.kind === "secret") note(path, whyNoText(asText(valueAt(inputs, path))));
    if (at.kind === "list") for (const [n, item] of at.items.entries()) visit(item, [...path, String(n)]);
    if (at.kind !== "object" && at.kind !== "map") return;
    for (const [key, child] of at.entries) {
      const why = whyNoKey(key);
      if (why === undefined) visit(child, [...path, key]);
      else note([...path, key], why);
    }
  };
  visit(described, []);
  return found;
}

/** Whether a program can hold a value, including its keys. */
export const isHoldable = (value: unknown): boolean => whyNotAtAll(value) === undefined;

/** The string that a program gives for a value with an equivalent string. */
export const asText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

function whyNotAtAll(value: unknown): string | undefined {
  if (typeof value === "string") return whyNoText(value);
  if (value === null || typeof value !== "object") return undefined;
  for (const [key, item] of Object.entries(value)) {
    const why = whyNoKey(key) ?? whyNotAtAll(item);
    if (why !== undefined) return why;
  }
  return undefined;
}

function whyNoText(text: string): string | undefined {
  if (isEngineMark(text)) return "is a text that the engine takes for something of its own";
  return /\p{Cs}/u.test(text) ? "holds half a character (a lone surrogate), which UTF-8 cannot" : undefined;
}

function whyNoKey(key: string): string | undefined {
  if (key === "__proto__") return "is a key that the engine's SDK loses";
  if (key.startsWith("__pulumi")) return "is a key that the engine's SDK takes for one of its own";
  return whyNoText(key);
}
