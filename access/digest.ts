import { hash } from "node:crypto";

/** A short key for JSON data, equal for equal data: 22 characters of Base64 hold 132 bits of the hash. */
export const digest = (...parts: readonly unknown[]) =>
  hash("sha256", JSON.stringify(parts), "base64url").slice(0, 22);
