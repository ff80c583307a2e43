import { isEngineMark } from "../../provider/inspect";

/** A value that no program can contain, with the reason. */
export interface LostValue {
  readonly path: readonly string[];
  readonly why: string;
}

/**
 * Finds values and keys that the engine or its SDK loses or interprets on the way from a program to its provider. The
 * verification can't detect them, because they are lost in the program and in the imported state alike.
 */
export function lostValues(value: unknown, path: readonly string[] = []): LostValue[] {
  if (typeof value === "string") {
    const why = reasonTextIsLost(value);
    return why === undefined ? [] : [{ path, why }];
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const why = reasonKeyIsLost(key);
    return why === undefined ? lostValues(item, [...path, key]) : [{ path: [...path, key], why }];
  });
}

/** True if a program can contain a value, including its keys. */
export const survivesPulumi = (value: unknown): boolean => lostValues(value).length === 0;

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
