import type { Part } from "./field";

/** Something attached to an object. API reference, section "Reserved domain detach operations". */
export const detach = (segment: string, clears: readonly string[] = []): Part => ({
  kind: "attachment",
  segment,
  clears,
  role: "other",
});
