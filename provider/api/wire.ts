/** An object in wire format: snake_case keys, values of any JSON type. */
export type Wire = Record<string, unknown>;

/** Converts `caPem` to `ca_pem`. */
export function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
