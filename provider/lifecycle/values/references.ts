import { itemPath, segmentProblem } from "../../api";
import {
  classesOf,
  type Field,
  fieldsIn,
  isRecord,
  type Shape,
  type Step,
  walkShape,
} from "../../family/field";
import { reservesHost } from "../../family/hosts";
import type { Props, ResourceFamily } from "../../family/resource";

export interface Target {
  readonly family: ResourceFamily;
  readonly id: string;
  /** The state of the object, or the inputs of one that is about to be created. */
  readonly state: Props;
}

/** A referring class. Ids in its path are no references: its objects are deleted with those objects. */
export interface Referrer {
  readonly inputs: Shape;
  readonly outputs: Shape;
  readonly pathKeys?: readonly string[];
}

export function canReference(referrer: Referrer, target: ResourceFamily): boolean {
  const reserves = reservingKeys(target).length > 0;
  return fieldsIn(ownInputs(referrer), isPartOf).some(({ field }) => {
    if (isPartOf(field)) return false;
    if (field.meta.names?.classes.includes(target.name)) return true;
    return (field.meta.hosts === "uses" && reserves) || classesOf(field)?.includes(target.name);
  });
}

/** Returns the property by which an object refers to the target: by its id, or by a host that it reserves. */
export function findReference(referrer: Referrer, values: Props, target: Target): string | undefined {
  const referring = referringValues(referrer, values);
  const byHost = referring.find(
    ({ field, value }) =>
      field.meta.hosts === "uses" &&
      stringsIn(value).some((host) => reserves(target.family, target.state, host)),
  );
  return byHost?.path.join(".") ?? findIdReference(referring, target);
}

function findIdReference(references: readonly Reference[], { family, id }: Target): string | undefined {
  for (const { field, value, path } of references) {
    if (classesOf(field)?.includes(family.name) && idsIn(value).includes(id)) return path.join(".");
    const named = field.meta.names
      ?.find(value)
      .find((reference) => reference.of === family.name && reference.id === id);
    if (named) return [...path, ...named.path].join(".");
  }
  return undefined;
}

/** Returns the property with the target's id, even if it is a parent, with which the object would be deleted. */
export const findReferenceOrParent = (referrer: Referrer, values: Props, target: Target) =>
  findIdReference(referringValues(referrer, values, "with parents"), target);

export function referredPaths(
  { inputs, outputs }: Referrer,
  values: Props,
  families: readonly ResourceFamily[],
): readonly string[] {
  const paths: string[] = [];
  walkShape({ ...outputs, ...inputs }, values, (field, value) => {
    const classes = classesOf(field);
    if (!classes) return true;
    for (const { name, path, pathKeys } of families)
      if (classes.includes(name) && pathKeys.length === 0)
        for (const id of idsIn(value))
          if (segmentProblem(id) === undefined) paths.push(itemPath(path, String(id)));
    return false;
  });
  return [...new Set(paths)];
}

export interface NamedId {
  readonly id: string;
  readonly classes: readonly string[];
  readonly path: readonly Step[];
}

/** Returns the referenced ids that must exist in the account: not those of parents or of objects without a class. */
export function namedIds(referrer: Referrer, values: Props): readonly NamedId[] {
  return referringValues(referrer, values).flatMap(({ field, value, path }) => {
    const named = field.meta.names?.find(value) ?? [];
    const below = named.map(({ of, id, path: at }) => ({ id, classes: [of], path: [...path, ...at] }));
    const classes = field.meta.refersToOthers ? undefined : classesOf(field);
    const own = classes ? idPaths(value).map(([id, at]) => ({ id, classes, path: [...path, ...at] })) : [];
    return [...own, ...below];
  });
}

/** Returns the hosts (hostports or URLs) that must be reserved before the service accepts the values. */
export function requiredHosts(referrer: Referrer, values: Props): readonly string[] {
  return referringValues(referrer, values).flatMap(({ field, value }) =>
    field.meta.hosts === "uses" ? stringsIn(value) : [],
  );
}

export function reserves(family: Referrer, values: Props, host: string): boolean {
  return reservingKeys(family).some((key) =>
    stringsIn(values[key]).some((reserved) => reservesHost(reserved, host)),
  );
}

const reservingKeys = ({ inputs, outputs }: Referrer): readonly string[] =>
  Object.entries({ ...outputs, ...inputs }).flatMap(([key, { meta }]) =>
    meta.hosts === "reserves" ? [key] : [],
  );

interface Reference {
  readonly path: readonly Step[];
  readonly field: Field;
  readonly value: unknown;
}

function referringValues(referrer: Referrer, values: Props, scope?: "with parents"): readonly Reference[] {
  const found: Reference[] = [];
  walkShape(scope ? referrer.inputs : ownInputs(referrer), values, (field, value, path) => {
    const { refersTo, hosts, names } = field.meta;
    if (!scope && isPartOf(field)) return false;
    if (!refersTo && !names && hosts !== "uses") return true;
    found.push({ path, field, value });
    return false;
  });
  return found;
}

const isPartOf = ({ meta }: Field) => meta.refersTo !== undefined && "partOf" in meta.refersTo;

const ownInputs = ({ inputs, pathKeys = [] }: Referrer): Shape =>
  Object.fromEntries(Object.entries(inputs).filter(([key]) => !pathKeys.includes(key)));

/** Returns the ids in an id, a list of ids, or a map by id. */
function idsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.keys(value) : [value];
}

/** Like `idsIn`, but only nonempty strings, with their paths in the value. */
function idPaths(value: unknown): readonly (readonly [string, readonly Step[]])[] {
  const pathTo = (id: string, n: number) => (Array.isArray(value) ? [n] : isRecord(value) ? [id] : []);
  return idsIn(value).flatMap((id, n) =>
    typeof id === "string" && id !== "" ? [[id, pathTo(id, n)] as const] : [],
  );
}

const stringsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((item): item is string => typeof item === "string");
