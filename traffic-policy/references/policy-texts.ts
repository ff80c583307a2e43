import { ACTIONS } from "../actions/actions";
import type { Fields, TextField } from "../actions/fields";
import type { Leaf, Path, Tree } from "../language/policy";

/** A text in the configuration of an action. */
interface TextSetting {
  readonly key: string;
  /** `list.key` for a setting in a list of objects. */
  readonly qualifiedKey: string;
  readonly field: TextField;
}

function textSettings(fields: Fields, prefix: string): TextSetting[] {
  return Object.entries(fields).flatMap(([key, field]): TextSetting[] => {
    const item = field.kind === "list" ? field.item : field;
    if (item.kind === "text") return [{ key, qualifiedKey: `${prefix}${key}`, field: item }];
    if (item.kind !== "object") return [];
    return textSettings(item.fields, field.kind === "list" ? `${key}.` : "");
  });
}

export const TEXT_SETTINGS: readonly TextSetting[] = Object.values(ACTIONS).flatMap(({ config }) =>
  textSettings(config ?? {}, ""),
);

/**
 * Returns the scalars in a policy, each with a context, such as the key of a setting. A part that YAML aliases share is
 * listed once for each context.
 *
 * @param enter - Returns the context for the value of a key, from the context of its map. The context of the root is empty.
 */
export function leavesOf(
  root: Tree | undefined,
  enter: (context: string, key: string) => string,
): { leaf: Leaf; context: string; path: Path }[] {
  const leaves: { leaf: Leaf; context: string; path: Path }[] = [];
  const visited = new Map<Tree, Set<string>>();
  const walk = (node: Tree, context: string, path: Path): void => {
    if (node.kind === "leaf") leaves.push({ leaf: node, context, path });
    if (node.kind === "leaf" || node.kind === "opaque") return;
    const contexts = visited.get(node) ?? new Set();
    if (contexts.has(context)) return;
    visited.set(node, contexts.add(context));
    if (node.kind === "list")
      for (const [index, item] of node.items.entries()) walk(item, context, [...path, index]);
    else for (const [key, item] of node.entries) walk(item, enter(context, key), [...path, key]);
  };
  if (root !== undefined) walk(root, "", []);
  return leaves;
}
