import { UNKNOWN_TEXT } from "../../../traffic-policy/symbolic/guards";
import { isHidden } from "../account";
import { SECRET } from "../preview";

/**
 * A policy with a name in the place of each value that the preview does not show.
 *
 * @param hidden - Names the value at a path: the same name for the same value.
 * @param shown - What takes the place of a text that it shows.
 */
export function withNames(
  value: unknown,
  path: readonly string[],
  hidden: (path: readonly string[]) => string,
  shown: (text: string) => string,
): unknown {
  if (Array.isArray(value))
    return value.map((item, at) => withNames(item, [...path, String(at)], hidden, shown));
  if (value !== null && typeof value === "object" && path.length < 100)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, withNames(item, [...path, key], hidden, shown)]),
    );
  if (typeof value !== "string") return value;
  if (!isHidden(value)) return shown(value);
  return `${value === SECRET ? SECRET_TEXT : UNKNOWN_TEXT}${hidden(path)}`;
}

const SECRET_TEXT = `${UNKNOWN_TEXT}secret `;

/** Whether a name stands for a secret, which may be anything, and not for what the change finds out. */
export const isSecretName = (text: string) => text.startsWith(SECRET_TEXT);
