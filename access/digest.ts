import { hash } from "node:crypto";

/** A short name for some data, equal for equal ones. */
export const digest = (...parts: readonly unknown[]) =>
  hash("sha256", JSON.stringify(parts), "base64url").slice(0, 22);
