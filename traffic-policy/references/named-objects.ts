import { isInterpolated } from "../language/interpolation";
import { type Path, readPolicy } from "../language/policy";
import { leavesOf, TEXT_SETTINGS } from "./policy-texts";

interface NamedObject {
  /** For example `IpPolicy`. */
  readonly className: string;
  readonly id: string;
  readonly path: Path;
}

/** Classes by configuration key. */
const CLASSES = new Map(
  TEXT_SETTINGS.flatMap(({ key, field: { refersTo } }) => (refersTo === undefined ? [] : [[key, refersTo]])),
);

/** Matches a text that may contain one of the keys, possibly with escaped characters. */
const MAY_CONTAIN_KEY = new RegExp([...CLASSES.keys(), "\\\\"].join("|"));

/** Objects of the account that a policy refers to by literal id, so not by an interpolation or a PEM certificate. */
export const NAMED_OBJECTS = {
  classes: [...new Set(CLASSES.values())],
  findAll: findNamedObjects,
};

function findNamedObjects(policy: unknown): readonly NamedObject[] {
  if (typeof policy === "string" && !MAY_CONTAIN_KEY.test(policy)) return [];
  const leaves = leavesOf(readPolicy(policy).tree, (_, key) => CLASSES.get(key) ?? "");
  return leaves.flatMap(({ leaf: { value }, context: className, path }) => {
    const isId = typeof value === "string" && !isInterpolated(value) && !value.includes("-----BEGIN ");
    return className !== "" && isId ? [{ className, id: value, path }] : [];
  });
}
