import type { Part } from "../../family/field";
import { bool, object, type Rule, type Shape } from "../../family/fields";

/** Every module has this input. API reference, section "Create HTTPS Edge Route". */
export const enabled = bool("Whether the module is applied to traffic.", {
  unset: { sends: true },
}).optional();

/** Requires an input of a new module that isn't disabled. Observed for sign-in (errors 7088 to 7091). */
export const requiredIfEnabled = (key: string, reason: string, text = `\`${key}\` is set`): Rule => ({
  keys: ["enabled", key],
  errorKey: key,
  newOnly: true,
  text: `${text}, unless \`enabled\` is false.`,
  violation: ({ enabled: isOn, [key]: value }) => {
    const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    return isOn !== false && isEmpty ? reason : undefined;
  },
});

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
