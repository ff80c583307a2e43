import { createHash } from "node:crypto";

/** A short name for some data, equal for equal ones. */
export const digest = (...parts: readonly unknown[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
