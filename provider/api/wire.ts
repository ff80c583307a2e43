/** An object on the wire: snake_case keys, values of any JSON type. */
export type Wire = Record<string, unknown>;

/** Wire spelling of a camelCase key: `caPem` is `ca_pem`. */
export function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
