import { isInterpolated } from "../language/interpolation";
import { type Path, readPolicy } from "../language/policy";
import { TEXT_SETTINGS, visitLeaves } from "./policy-texts";

interface NamedObject {
  /** Its class, such as `IpPolicy`. */
  readonly of: string;
  readonly id: string;
  readonly path: Path;
}

/** Classes by configuration key. */
const CLASSES: ReadonlyMap<string, string> = new Map(
  TEXT_SETTINGS.flatMap(({ key, field: { refersTo } }) =>
    refersTo === undefined ? [] : [[key, refersTo] as const],
  ),
);

/** A backslash may be part of an escaped key. */
const KEYS = new RegExp([...CLASSES.keys(), "\\\\"].join("|"));

/** Objects of the account that a policy refers to by literal id, rather than by an interpolation or a PEM certificate. */
export const NAMED_OBJECTS = {
  classes: [...new Set(CLASSES.values())],
  findAll: findNamedObjects,
};

function findNamedObjects(policy: unknown): readonly NamedObject[] {
  if (typeof policy === "string" && !KEYS.test(policy)) return [];
  const { tree } = readPolicy(policy);
  const objects: NamedObject[] = [];
  if (tree !== undefined)
    visitLeaves(
      tree,
      (_, key) => CLASSES.get(key) ?? "",
      ({ value }, of, path) => {
        const isId = typeof value === "string" && !isInterpolated(value) && !value.includes("-----BEGIN ");
        if (of !== "" && isId) objects.push({ of, id: value, path });
      },
    );
  return objects;
}
