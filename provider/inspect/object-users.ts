import type { ReadSetting } from "../account/settings/settings";
import { resources } from "../families";
import { classesOf, fieldsIn, mapValues } from "../family/field";
import { hostsOverlap } from "../family/hosts";
import type { Props, ResourceFamily } from "../family/resource";
import { inspectFamily } from "./class-facts";
import { type AccountObject, inventory } from "./inventory";
import { visibleValue } from "./visible-values";

export interface ObjectReference {
  readonly className: string;
  readonly id: string;
}

/** An object of the service, in the shape of a state, with secrets masked. */
export interface UsingObject extends ObjectReference {
  readonly props: Props;
}

export interface UsersQuery {
  /** Finds the objects that refer to one of these by its id. */
  readonly used: readonly ObjectReference[];
  /** Finds these objects and their parts. */
  readonly wanted: readonly ObjectReference[];
  /** Finds users of these hostports, addresses, and URLs, including users of wildcards above or below them. */
  readonly hosts: readonly string[];
  /** Finds objects that use or reserve these hosts, which a deletion releases. */
  readonly released: readonly string[];
  /** Classes that a new guard protects. Finds their objects, and their existing guards. */
  readonly guarded: readonly string[];
  /** Finds objects with a matching traffic policy; undefined to skip this. */
  readonly matchesPolicy?: (policy: unknown) => boolean;
  /** True if a traffic policy can be read; otherwise it may name any object. */
  readonly isReadable: (policy: unknown) => boolean;
}

export interface Users {
  readonly users: readonly UsingObject[];
  /** Ids of objects with an unreadable traffic policy that may name a wanted object. */
  readonly unreadable: readonly string[];
  /** Nested classes that weren't read, because too many objects contain some. */
  readonly skipped: readonly string[];
}

/** Maximum number of containers whose nested collections, such as the routes of an edge, are read. */
const MAX_CONTAINERS = 50;

/** True if objects of other programs may refer to objects of the class, be parts of them, or be guarded by them. */
export const mayBeUsed = (className: string): boolean =>
  guardableClasses(className).length > 0 ||
  resources.some((family) => referredClasses(family).includes(className));

/** The classes that guards of this class may protect across the account. */
const guardableClasses = (className: string): readonly string[] => guardOf(className)?.classes ?? [];

/** The classes that an object of this class with these inputs protects. */
export const guardedClasses = (className: string, inputs: Props): readonly string[] =>
  guardOf(className)?.when(inputs) ? guardableClasses(className) : [];

/** A guard, such as an IP restriction of the account, protects all objects of some classes, although none refers to it. */
const guardOf = (className: string) => resources.find(({ name }) => name === className)?.guardsAll;

/**
 * Finds the objects of an account that a query asks for, and those that refer to them, directly or indirectly. Includes
 * their containers, and the parts of every object that they refer to, such as the rules of an IP policy. If one of them
 * guards all objects of a class, includes those objects.
 *
 * Lists each relevant class once, and a nested class once for each container that may matter. If the query only has hosts,
 * those are the containers that use one of them.
 */
export async function findUsers(query: UsersQuery, config: ReadSetting): Promise<Users> {
  const { used, wanted, released, matchesPolicy, isReadable } = query;
  const hosts = [...query.hosts, ...released];
  const referring = referringTo(classNamesOf(used));
  const guarded = [...query.guarded, ...[...referring].flatMap(guardableClasses)];
  const guarding = resources
    .map(({ name }) => name)
    .filter((name) => guardableClasses(name).some((className) => query.guarded.includes(className)));
  const serving =
    hosts.length > 0 ? [...referringTo(classesWhere((family) => factsOf(family).usedHosts.length > 0))] : [];
  const reserving =
    released.length > 0 ? classesWhere((family) => factsOf(family).reservedHosts.length > 0) : [];
  const policyClasses = matchesPolicy
    ? classesWhere(({ inputs }) => fieldsIn(inputs).some(({ field }) => field.meta.embedded !== undefined))
    : [];
  const directClasses = new Set([
    ...referring,
    ...guarded,
    ...guarding,
    ...policyClasses,
    ...serving,
    ...reserving,
  ]);
  /** Classes whose objects may be relevant even if their container isn't. */
  const classesInAnyContainer = new Set([
    ...classesWhere((family) => referredClassesExceptContainers(family).some((name) => referring.has(name))),
    ...guarded,
    ...policyClasses,
  ]);
  const usedIds = new Set(used.map(({ id }) => id));
  const skipped: string[] = [];
  const referred = resources.filter(({ name }) => directClasses.has(name)).flatMap(referredClasses);
  const objects = await inventory(config, {
    classes: new Set([...directClasses, ...parentsAndParts([...referred, ...classNamesOf(wanted)])]),
    maxContainers: MAX_CONTAINERS,
    includesContainer: (className, object) =>
      classesInAnyContainer.has(className) || usedIds.has(object.id) || hasHost(object, "usedHosts", hosts),
    onSkipped: (className) => skipped.push(className),
  });
  const ids = objects.map(idsIn);
  const isDirectUser = (object: AccountObject) =>
    hasHost(object, "usedHosts", hosts) ||
    hasHost(object, "reservedHosts", released) ||
    (matchesPolicy && policiesOf(object).some(matchesPolicy));
  const userIds = new Set([...usedIds, ...objects.filter(isDirectUser).map(({ id }) => id)]);
  // The loop also visits the ids that it adds.
  for (const userId of userIds)
    objects.forEach(({ id }, n) => {
      if (ids[n]?.includes(userId)) userIds.add(id);
    });
  const classesGuardedByUsers = new Set([
    ...query.guarded,
    ...objects.flatMap(({ id, family: { name }, inputs }) =>
      userIds.has(id) ? guardedClasses(name, inputs) : [],
    ),
  ]);
  for (const { id, family, inputs } of objects) {
    const isOtherGuard = classesGuardedByUsers.size > 0 && guardedClasses(family.name, inputs).length > 0;
    if (classesGuardedByUsers.has(family.name) || isOtherGuard) userIds.add(id);
  }
  const containerIds = objects
    .filter(({ id }) => userIds.has(id))
    .flatMap(({ pathInputs }) => Object.values(pathInputs).map(String));
  const possibleParentIds = new Set([
    ...wanted.map(({ id }) => id),
    ...objects.flatMap(({ id }, n) => (userIds.has(id) ? (ids[n] ?? []) : [])),
  ]);
  const parts = objects.filter(({ family, inputs }) =>
    factsOf(family).partOf.some(({ input }) => possibleParentIds.has(String(inputs[input]))),
  );
  const isParent = ({ id, family }: AccountObject) => possibleParentIds.has(id) && hasParts(family.name);
  for (const id of [...containerIds, ...parts.map(({ id }) => id)]) userIds.add(id);
  const users = objects.filter((object) => userIds.has(object.id) || isParent(object)).map(toUsingObject);
  const policiesMatter = matchesPolicy !== undefined || used.length > 0;
  const unreadable = objects
    .filter((object) => policiesMatter && !policiesOf(object).every(isReadable))
    .map(({ id }) => id);
  return { users, unreadable, skipped };
}

const classesWhere = (matches: (family: ResourceFamily) => boolean): readonly string[] =>
  resources.filter(matches).map(({ name }) => name);

const factsOf = (family: ResourceFamily) => inspectFamily(family).facts;

/** True if an object uses (or reserves) one of these hosts, or one that a wildcard on either side covers. */
const hasHost = (
  { state, family }: AccountObject,
  relation: "usedHosts" | "reservedHosts",
  hosts: readonly string[],
): boolean =>
  factsOf(family)[relation].some((key) =>
    [state[key]].flat().some((value) => hosts.some((host) => hostsOverlap(String(value), host))),
  );

const policiesOf = ({ family, inputs }: AccountObject): readonly unknown[] =>
  inspectFamily(family).policies(inputs);

/** True if the meaning of an object is determined by its parts, like an IP policy by its rules. */
export const hasParts = (className: string): boolean =>
  resources.some((family) => factsOf(family).partOf.some((part) => part.className === className));

/** Returns the classes that have parts, and the classes of these parts. */
function parentsAndParts(classNames: readonly string[]): readonly string[] {
  const parents = classNames.filter(hasParts);
  const parts = resources.filter(
    (family) =>
      factsOf(family).partOf.length > 0 && referredClasses(family).some((name) => parents.includes(name)),
  );
  return [...parents, ...parts.map(({ name }) => name)];
}

const classNamesOf = (references: readonly ObjectReference[]) => references.map(({ className }) => className);

/** Returns classes with those that refer to them, directly or indirectly. */
function referringTo(classNames: readonly string[]): ReadonlySet<string> {
  const referring = new Set(classNames);
  // The loop also visits the classes that it adds.
  for (const className of referring)
    for (const family of resources)
      if (referredClasses(family).includes(className)) referring.add(family.name);
  return referring;
}

const referredClasses = ({ inputs }: Pick<ResourceFamily, "inputs">): readonly string[] =>
  fieldsIn(inputs).flatMap(({ field }) => [
    // References to owners, which may be users without a class, don't change what an object does.
    ...(field.meta.refersToOthers ? [] : (classesOf(field) ?? [])),
    ...(field.meta.embeddedReferences?.classes ?? []),
  ]);

/** Returns the classes that a family refers to, without those of its containers. */
function referredClassesExceptContainers({ inputs, pathKeys }: ResourceFamily): readonly string[] {
  const others = Object.entries(inputs).filter(([key]) => !pathKeys.includes(key));
  return referredClasses({ inputs: Object.fromEntries(others) });
}

const idsIn = ({ family, inputs, pathInputs }: AccountObject): readonly string[] =>
  inspectFamily(family)
    .references({ ...inputs, ...pathInputs })
    .map(({ id }) => String(id));

function toUsingObject({ family, id, state }: AccountObject): UsingObject {
  const shape = { ...family.outputs, ...family.inputs };
  const props = mapValues(shape, state, (field, value) => visibleValue(field, undefined, value));
  return { className: family.name, id, props };
}
