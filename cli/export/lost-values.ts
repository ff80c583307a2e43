import { type Described, isEngineMark, valueAt } from "../../provider/inspect";

/** Something that no program can hold, and why. */
export interface LostValue {
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
export function valuesPulumiLoses(described: Described, inputs: Values): LostValue[] {
  const found: LostValue[] = [];
  const note = (path: readonly string[], why: string | undefined) => {
    if (why !== undefined) found.push({ path, why });
  };
  const visit = (at: Described, path: readonly string[]): void => {
    if (at.kind === "plain" || at.kind === "part") note(path, whyLost(at.value));
    if (at.kind === "reference") note(path, whyTextIsLost(at.id));
    if (at.kind === "host") note(path, whyTextIsLost(at.text));
    if (at.kind === "document" || at.kind === "secret")
      note(path, whyTextIsLost(asText(valueAt(inputs, path))));
    if (at.kind === "list") for (const [n, item] of at.items.entries()) visit(item, [...path, String(n)]);
    if (at.kind !== "object" && at.kind !== "map") return;
    for (const [key, child] of at.entries) {
      const why = whyKeyIsLost(key);
      if (why === undefined) visit(child, [...path, key]);
      else note([...path, key], why);
    }
  };
  visit(described, []);
  return found;
}

/** Whether a program can hold a value, including its keys. */
export const survivesPulumi = (value: unknown): boolean => whyLost(value) === undefined;

/** The string that a program gives for a value with an equivalent string. */
export const asText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

const whyLost = (value: unknown): string | undefined => firstLostIn(value)?.why;

/** The first value or key that no program can hold; undefined where there is none. */
export function firstLostIn(value: unknown, path: readonly string[] = []): LostValue | undefined {
  if (typeof value === "string") {
    const why = whyTextIsLost(value);
    return why === undefined ? undefined : { path, why };
  }
  if (value === null || typeof value !== "object") return undefined;
  for (const [key, item] of Object.entries(value)) {
    const why = whyKeyIsLost(key);
    const lost = why === undefined ? firstLostIn(item, [...path, key]) : { path: [...path, key], why };
    if (lost !== undefined) return lost;
  }
  return undefined;
}

function whyTextIsLost(text: string): string | undefined {
  if (isEngineMark(text)) return "is a text that the engine takes for something of its own";
  return /\p{Cs}/u.test(text) ? "holds half a character (a lone surrogate), which UTF-8 cannot" : undefined;
}

function whyKeyIsLost(key: string): string | undefined {
  if (key === "__proto__") return "is a key that the engine's SDK loses";
  if (key.startsWith("__pulumi")) return "is a key that the engine's SDK takes for one of its own";
  return whyTextIsLost(key);
}
