import { ACTIONS } from "../actions/actions";
import type { Fields } from "../actions/fields";
import { isInterpolated } from "../language/interpolation";
import { type Path, readPolicy, type Tree } from "../language/policy";

/** An object of the account that a policy names by its id. */
interface NamedObject {
  readonly of: string;
  readonly id: string;
  readonly path: Path;
}

/** Class of the objects whose ids stand in the list of a key of a configuration. */
const CLASSES: ReadonlyMap<string, string> = new Map(
  Object.values(ACTIONS).flatMap(({ config }) => idKeysOf(config ?? {})),
);

function idKeysOf(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([key, field]): [string, string][] => {
    const item = field.kind === "list" ? field.item : field;
    return item.kind === "text" && item.refersTo !== undefined ? [[key, item.refersTo]] : [];
  });
}

/** What the text of a policy with an id surely contains; a backslash may spell any name. */
const KEYS = new RegExp([...CLASSES.keys(), "\\\\"].join("|"));

/** The objects of the account that a policy names by their ids. What the service fills in names none. */
export const NAMED_OBJECTS = {
  classes: [...new Set(CLASSES.values())],
  find: objectsNamedIn,
};

function objectsNamedIn(policy: unknown): readonly NamedObject[] {
  if (typeof policy === "string" && !KEYS.test(policy)) return [];
  const { tree } = readPolicy(policy);
  const found: NamedObject[] = [];
  // What aliases refer to is looked at once.
  const seen = new Set<Tree>();
  const take = (at: Tree, of: string, path: Path): void => {
    if (at.kind === "list") for (const [index, item] of at.items.entries()) take(item, of, [...path, index]);
    else if (at.kind === "leaf" && typeof at.value === "string" && !isInterpolated(at.value))
      found.push({ of, id: at.value, path });
  };
  const visit = (at: Tree, path: Path): void => {
    if (at.kind === "opaque" || at.kind === "leaf" || seen.has(at)) return;
    seen.add(at);
    if (at.kind === "list") for (const [index, item] of at.items.entries()) visit(item, [...path, index]);
    else
      for (const [key, item] of at.entries) {
        const of = CLASSES.get(key);
        if (of === undefined) visit(item, [...path, key]);
        else take(item, of, [...path, key]);
      }
  };
  if (tree !== undefined) visit(tree, []);
  return found;
}
