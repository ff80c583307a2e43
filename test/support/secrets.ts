import { SIGNATURE_KEY } from "../../provider/account/values/secrets";

/** Unwraps secrets, as the engine does before it calls a provider. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  if (SIGNATURE_KEY in value) {
    // A secret in a state is JSON; in a provider's result, it is the value itself.
    const secret = value as { plaintext?: string; value?: unknown };
    return secret.plaintext === undefined ? plain(secret.value) : JSON.parse(secret.plaintext);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** Unwraps secrets in the properties of a resource. */
export const plainProps = (values: unknown) => plain(values) as Record<string, unknown>;

/** Masks the secrets in a provider's result. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (value === null || typeof value !== "object") return value;
  if (SIGNATURE_KEY in value) return "[secret]";
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item)]));
}
