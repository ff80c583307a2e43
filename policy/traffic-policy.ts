import { parse } from "yaml";

/** Types of the actions of a traffic policy, in all its phases; undefined when it cannot be read. */
export function actionTypes(policy: string | Readonly<Record<string, unknown>>): string[] | undefined {
  let value: unknown = policy;
  if (typeof policy === "string") {
    try {
      value = parse(policy);
    } catch {
      return undefined;
    }
  }
  return typesBelow(value);
}

/** The reference does not state the shape of a policy: an action is what stands in a list named `actions`. */
function typesBelow(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(typesBelow);
  return Object.entries(value).flatMap(([key, item]) =>
    key === "actions" && Array.isArray(item) ? item.flatMap(typeOfAction) : typesBelow(item),
  );
}

function typeOfAction(action: unknown): string[] {
  const type = (action as { type?: unknown } | null)?.type;
  return typeof type === "string" ? [type.toLowerCase()] : [];
}
