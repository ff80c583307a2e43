import { UNKNOWN_TEXT } from "../../../traffic-policy/symbolic/guards";
import { isHidden } from "../account";
import { SECRET } from "../preview";

/**
 * Replaces each value that the preview hides by a name.
 *
 * @param hidden - Returns the name of the value at a path; equal values have equal names.
 * @param shown - Transforms a visible string.
 */
export function nameHiddenValues(
  value: unknown,
  path: readonly string[],
  hidden: (path: readonly string[]) => string,
  shown: (text: string) => string,
): unknown {
  if (Array.isArray(value))
    return value.map((item, at) => nameHiddenValues(item, [...path, String(at)], hidden, shown));
  if (value !== null && typeof value === "object" && path.length < 100)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        nameHiddenValues(item, [...path, key], hidden, shown),
      ]),
    );
  if (typeof value !== "string") return value;
  if (!isHidden(value)) return shown(value);
  return `${value === SECRET ? SECRET_TEXT : UNKNOWN_TEXT}${hidden(path)}`;
}

const SECRET_TEXT = `${UNKNOWN_TEXT}secret `;

/** True if a name stands for a secret, whose value may be anything, rather than for an output of the change. */
export const isSecretName = (text: string) => text.startsWith(SECRET_TEXT);
