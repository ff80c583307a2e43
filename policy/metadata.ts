/** Undefined if the metadata isn't a JSON object. */
export function metadataObject(metadata: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(metadata ?? "");
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the keys that are missing from the metadata or whose value isn't a non-empty string. */
export function missingKeys(metadata: string | undefined, keys: readonly string[]): string[] {
  const object = metadataObject(metadata) ?? {};
  return keys.filter((key) => typeof object[key] !== "string" || object[key].trim() === "");
}
