import { UNKNOWN_TEXT } from "../../../traffic-policy/symbolic/policy-reader";
import { isHidden } from "../account";
import { SECRET } from "../preview";

/**
 * Replaces each value that the preview hides by a name.
 *
 * @param nameOf - Returns the name of the value at a path; equal values have equal names.
 * @param visible - Transforms a visible string.
 */
export function nameHiddenValues(
  value: unknown,
  path: readonly string[],
  nameOf: (path: readonly string[]) => string,
  visible: (text: string) => string,
): unknown {
  if (Array.isArray(value))
    return value.map((item, at) => nameHiddenValues(item, [...path, String(at)], nameOf, visible));
  if (value !== null && typeof value === "object" && path.length < 100)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        nameHiddenValues(item, [...path, key], nameOf, visible),
      ]),
    );
  if (typeof value !== "string") return value;
  if (!isHidden(value)) return visible(value);
  return `${value === SECRET ? SECRET_TEXT : UNKNOWN_TEXT}${nameOf(path)}`;
}

const SECRET_TEXT = `${UNKNOWN_TEXT}secret `;

/** True if a name stands for a secret, whose value may be anything, rather than for an output of the change. */
export const isSecretName = (text: string) => text.startsWith(SECRET_TEXT);
