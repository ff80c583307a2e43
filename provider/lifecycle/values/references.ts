import { itemPath, segmentProblem } from "../../api";
import { classesOf, type Field, fieldsIn, type Shape, type Step, walkShape } from "../../family/field";
import { reservesHost } from "../../family/hosts";
import { idsIn, referencesIn } from "../../family/id-prefixes";
import type { Props, ResourceFamily } from "../../family/resource";

export interface Target {
  readonly family: ResourceFamily;
  readonly id: string;
  /** The state of the object, or the inputs of one that is about to be created. */
  readonly state: Props;
}

/** A referring class. Ids in its path aren't references: its objects are deleted with those objects. */
export interface Referrer {
  readonly inputs: Shape;
  readonly outputs: Shape;
  readonly pathKeys?: readonly string[];
}

export function canReference(referrer: Referrer, target: ResourceFamily): boolean {
  const reservesHosts = reservingKeys(target).length > 0;
  return fieldsIn(inputsOutsidePath(referrer), isPartOf).some(({ field }) => {
    if (isPartOf(field)) return false;
    if (field.meta.embeddedReferences?.classes.includes(target.name)) return true;
    return (field.meta.hosts === "uses" && reservesHosts) || classesOf(field)?.includes(target.name);
  });
}

/** Returns the property by which an object refers to the target: by its id, or by a host that it reserves. */
export function findReference(referrer: Referrer, values: Props, target: Target): string | undefined {
  const references = referringValues(referrer, values);
  const byHost = references.find(
    ({ field, value }) =>
      field.meta.hosts === "uses" &&
      stringsIn(value).some((host) => reserves(target.family, target.state, host)),
  );
  return byHost?.path.join(".") ?? findIdReference(references, target);
}

function findIdReference(references: readonly Reference[], { family, id }: Target): string | undefined {
  for (const { field, value, path } of references) {
    const reference = referencesIn(field, value).find(
      (candidate) => candidate.id === id && candidate.classes.includes(family.name),
    );
    // Names the whole list or map of ids, but the position within a traffic policy.
    if (reference) return (classesOf(field) ? path : [...path, ...reference.path]).join(".");
  }
  return undefined;
}

/** Like `findReference` by id only, but includes references to a parent, with which the object is deleted. */
export const findReferenceOrParent = (referrer: Referrer, values: Props, target: Target) =>
  findIdReference(referringValues(referrer, values, "with parents"), target);

/** Returns the paths of the referenced objects, without nested ones, whose paths can't be derived from an id. */
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
        for (const { id } of idsIn(value))
          if (segmentProblem(id) === undefined) paths.push(itemPath(path, String(id)));
    return false;
  });
  return [...new Set(paths)];
}

export interface ReferencedId {
  readonly id: string;
  readonly classes: readonly string[];
  readonly path: readonly Step[];
}

/** Returns the referenced ids that must exist in the account. Omits parents, and owners, which may have no class. */
export function referencedIds(referrer: Referrer, values: Props): readonly ReferencedId[] {
  const references = referringValues(referrer, values).filter(({ field }) => !field.meta.refersToOthers);
  return references.flatMap(({ field, value, path }) =>
    referencesIn(field, value).flatMap(({ id, classes, path: below }) =>
      typeof id === "string" && id !== "" ? [{ id, classes, path: [...path, ...below] }] : [],
    ),
  );
}

/** Returns the hosts, hostports, and URLs that must be reserved before the service accepts the values. */
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
  const references: Reference[] = [];
  walkShape(scope ? referrer.inputs : inputsOutsidePath(referrer), values, (field, value, path) => {
    const { refersTo, hosts, embeddedReferences } = field.meta;
    if (!scope && isPartOf(field)) return false;
    if (!refersTo && !embeddedReferences && hosts !== "uses") return true;
    references.push({ path, field, value });
    return false;
  });
  return references;
}

const isPartOf = ({ meta }: Field) => meta.refersTo !== undefined && "partOf" in meta.refersTo;

const inputsOutsidePath = ({ inputs, pathKeys = [] }: Referrer): Shape =>
  Object.fromEntries(Object.entries(inputs).filter(([key]) => !pathKeys.includes(key)));

const stringsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((item): item is string => typeof item === "string");
