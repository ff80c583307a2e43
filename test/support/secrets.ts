import { SIGNATURE_KEY } from "../../provider/account/values/secrets";

/** Unwraps secrets, as the engine does before it calls a provider. */
export function unwrap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrap);
  if (value === null || typeof value !== "object") return value;
  if (SIGNATURE_KEY in value) {
    // A secret in a state is JSON; in a provider's result, it is the value itself.
    const secret = value as { plaintext?: string; value?: unknown };
    return secret.plaintext === undefined ? unwrap(secret.value) : JSON.parse(secret.plaintext);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unwrap(item)]));
}

export const unwrapProps = (values: unknown) => unwrap(values) as Record<string, unknown>;

export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (value === null || typeof value !== "object") return value;
  if (SIGNATURE_KEY in value) return "[secret]";
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskSecrets(item)]));
}
