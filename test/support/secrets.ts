import { SIGNATURE_KEY } from "../../provider/account/values/secrets";

/** A value as the engine passes it to a provider: secrets in plain text. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  if (SIGNATURE_KEY in value) {
    // A state holds a secret as JSON, a provider's result as the value itself.
    const secret = value as { plaintext?: string; value?: unknown };
    return secret.plaintext === undefined ? plain(secret.value) : JSON.parse(secret.plaintext);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** The same for all properties of a resource. */
export const plainProps = (values: unknown) => plain(values) as Record<string, unknown>;

/** A provider's result with a mask in place of each secret. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (value === null || typeof value !== "object") return value;
  if (SIGNATURE_KEY in value) return "[secret]";
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item)]));
}
