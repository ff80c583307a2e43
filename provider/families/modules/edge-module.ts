import type { Part } from "../../family/field";
import { bool, object, type Rule, type Shape } from "../../family/fields";

/** Every module has it. API reference, section "Create HTTPS Edge Route". */
const enabled = bool("Whether the module is applied to traffic.", { unset: { sends: true } }).optional();

/** @param shape - The fields other than `enabled`. API reference, section "Edge module operations". */
export const edgeModule = <S extends Shape>(
  role: Part["role"],
  shape: S,
  description: string,
  options: {
    readonly rules?: readonly Rule[];
    readonly shapeName?: string;
    readonly notOffered?: Readonly<Record<string, string>>;
  } = {},
) =>
  object({ enabled, ...shape }, description, {
    significantWhenEmpty: true,
    module: role,
    ...options,
  }).optional();
