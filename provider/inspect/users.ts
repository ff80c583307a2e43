import type { Read } from "../account/settings/settings";
import { resources } from "../families";
import { classesOf, type Field, fieldsIn } from "../family/field";
import { hostsMeet } from "../family/hosts";
import type { Props, ResourceFamily } from "../family/resource";
import { inspected } from "./facts";
import { type AccountObject, inventory } from "./inventory";
import { visibleValue } from "./shown";

/** An object that has its id, or is about to lose it. */
export interface Used {
  readonly className: string;
  readonly id: string;
}

/** An object as the service holds it, in the shape of a state, with its secrets masked. */
export interface User extends Used {
  readonly props: Props;
}

/** What an account is asked for. */
export interface UsersQuery {
  /** Who names one of these by its id? */
  readonly used: readonly Used[];
  /** What are these, and which parts do they have? */
  readonly named: readonly Used[];
  /** Hostports, addresses and URLs: who uses one of them, or a wildcard above or below it? */
  readonly hosts: readonly string[];
  /** The same of hosts that are reserved no more: who else reserves them? */
  readonly released: readonly string[];
  /** Classes of which something guards each object that did not before: which are there, and what guards them already? */
  readonly guarded: readonly string[];
  /** Who has such a traffic policy? Undefined where this is not asked. */
  readonly holds?: (policy: unknown) => boolean;
  /** Whether a traffic policy can be read: else nobody knows what it names. */
  readonly isReadable: (policy: unknown) => boolean;
}

export interface Users {
  readonly users: readonly User[];
  /** Ids of objects whose traffic policies cannot be read, where it matters what these name. */
  readonly unreadable: readonly string[];
  /** What was not read, since it has a collection of its own for each of too many objects. */
  readonly skipped: readonly string[];
}

/** Collections that lie in objects of another class, such as the routes of an edge, are read for so many of these at most. */
const MOST_PLACES = 50;

/** Whether objects of other programs may name objects of the class by their ids, be parts of them, or be guarded by them. */
export const mayBeUsed = (className: string): boolean =>
  mayGuard(className).length > 0 || resources.some((family) => namedBy(family).includes(className));

/** The classes of which an object of the class may guard each object of the account. */
const mayGuard = (className: string): readonly string[] => guardOf(className)?.classes ?? [];

/** The same of an object with these inputs. */
export const guardedBy = (className: string, inputs: Props): readonly string[] =>
  guardOf(className)?.when(inputs) ? mayGuard(className) : [];

const guardOf = (className: string) => resources.find(({ name }) => name === className)?.guardsAll;

/**
 * The objects of an account that a question asks for: those that name an object by its id, at first or second hand, and those
 * that they are part of. The objects themselves and what is part of them come along. Where one of all these guards every
 * object of some classes, those do too. What all of them name comes along where it consists of parts, as an IP policy does
 * of rules.
 *
 * Each class that may be concerned is listed once. Classes without a collection of their own are listed for each object
 * that may have one; where only hosts are asked for, for each object that uses one of them.
 */
export async function usersOf(query: UsersQuery, config: Read): Promise<Users> {
  const { used, named, released, holds, isReadable } = query;
  const hosts = [...query.hosts, ...released];
  const referring = referringTo(classNamesOf(used));
  const guarded = [...query.guarded, ...[...referring].flatMap(mayGuard)];
  const guarding = resources
    .map(({ name }) => name)
    .filter((name) => mayGuard(name).some((one) => query.guarded.includes(one)));
  const serving = hosts.length > 0 ? [...referringTo(namesWhere(({ meta }) => meta.hosts === "uses"))] : [];
  const reserving =
    released.length > 0
      ? resources.filter((family) => factsOf(family).reservedHosts.length > 0).map(({ name }) => name)
      : [];
  const holding = holds ? namesWhere(({ meta }) => meta.embedded !== undefined) : [];
  const direct = new Set([...referring, ...guarded, ...guarding, ...holding, ...serving, ...reserving]);
  /** Classes whose objects may be concerned wherever they are, and not only where what they are in is. */
  const anywhere = new Set([
    ...[...referring].filter((name) => namedBeside(name).some((one) => referring.has(one))),
    ...guarded,
    ...holding,
  ]);
  const isUsed = ({ id }: AccountObject) => used.some((one) => one.id === id);
  const skipped: string[] = [];
  const objects = await inventory(config, {
    classes: new Set([
      ...direct,
      ...withParts([
        ...resources.filter(({ name }) => direct.has(name)).flatMap(namedBy),
        ...classNamesOf(named),
      ]),
    ]),
    mostPlaces: MOST_PLACES,
    isPlace: (className, object) => anywhere.has(className) || isUsed(object) || uses(object, hosts),
    skipped: (className) => skipped.push(className),
  });
  const ids = objects.map(idsIn);
  const found = new Set([
    ...used.map(({ id }) => id),
    ...objects
      .filter((one) => uses(one, hosts) || reserves(one, released) || (holds && policiesOf(one).some(holds)))
      .map(({ id }) => id),
  ]);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    objects.forEach(({ id }, n) => {
      if (ids[n]?.some((one) => found.has(one))) found.add(id);
    });
  }
  const concerned = new Set([
    ...query.guarded,
    ...objects.flatMap(({ id, family: { name }, inputs }) => (found.has(id) ? guardedBy(name, inputs) : [])),
  ]);
  for (const { id, family, inputs } of objects) {
    const isOtherGuard = concerned.size > 0 && guardedBy(family.name, inputs).length > 0;
    if (concerned.has(family.name) || isOtherGuard) found.add(id);
  }
  const owners = objects.filter(({ id }) => found.has(id)).flatMap(({ at }) => Object.values(at));
  const wholes = new Set([
    ...named.map(({ id }) => id),
    ...objects.flatMap(({ id }, n) => (found.has(id) ? (ids[n] ?? []) : [])),
  ]);
  const parts = objects.filter(({ family, inputs }) =>
    factsOf(family).partOf.some(({ input }) => wholes.has(String(inputs[input]))),
  );
  const isWhole = ({ id, family }: AccountObject) => wholes.has(id) && hasParts(family.name);
  for (const id of [...owners, ...parts.map(({ id }) => id)]) found.add(id);
  const users = objects.filter((one) => found.has(one.id) || isWhole(one)).map(shown);
  const mayName = holds !== undefined || used.length > 0;
  const unreadable = objects
    .filter((one) => mayName && !policiesOf(one).every(isReadable))
    .map(({ id }) => id);
  return { users, unreadable, skipped };
}

const namesWhere = (holds: (field: Field) => boolean): readonly string[] =>
  resources
    .filter(({ inputs }) => fieldsIn(inputs).some(({ field }) => holds(field)))
    .map(({ name }) => name);

const factsOf = (family: ResourceFamily) => inspected(family).facts;

/** Whether an object uses one of these hosts, or one that a wildcard on either side covers. */
const uses = (object: AccountObject, hosts: readonly string[]): boolean =>
  namesHost(object, factsOf(object.family).usedHosts, hosts);

const reserves = (object: AccountObject, hosts: readonly string[]): boolean =>
  namesHost(object, factsOf(object.family).reservedHosts, hosts);

const namesHost = ({ state }: AccountObject, keys: readonly string[], hosts: readonly string[]): boolean =>
  keys.some((key) => [state[key]].flat().some((own) => hosts.some((host) => hostsMeet(String(own), host))));

const policiesOf = ({ family, inputs }: AccountObject): readonly unknown[] =>
  inspected(family).policies(inputs);

/** Whether what objects of the class mean is said by their parts, as of an IP policy by its rules. */
export const hasParts = (className: string): boolean =>
  resources.some((family) => factsOf(family).partOf.some((part) => part.className === className));

/** Those of the classes whose objects have parts, and the classes of the parts. */
function withParts(classNames: readonly string[]): readonly string[] {
  const wholes = classNames.filter(hasParts);
  const parts = resources.filter(
    (family) => factsOf(family).partOf.length > 0 && namedBy(family).some((name) => wholes.includes(name)),
  );
  return [...wholes, ...parts.map(({ name }) => name)];
}

const classNamesOf = (all: readonly Used[]) => all.map(({ className }) => className);

/** Classes whose objects may name objects of these classes, at first or second hand, and these classes. */
function referringTo(classNames: readonly string[]): ReadonlySet<string> {
  const found = new Set(classNames);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const family of resources)
      if (namedBy(family).some((name) => found.has(name))) found.add(family.name);
  }
  return found;
}

/** Classes that a family may name, or be part of. */
const namedBy = ({ inputs }: Pick<ResourceFamily, "inputs">): readonly string[] =>
  fieldsIn(inputs).flatMap(({ field }) => [
    ...(field.meta.refersToOthers ? [] : (classesOf(field) ?? [])),
    ...(field.meta.names?.classes ?? []),
  ]);

/** The same without what its objects are nested in. */
function namedBeside(className: string): readonly string[] {
  const family = resources.find(({ name }) => name === className);
  if (!family) return [];
  const { pathKeys } = family;
  const inputs = Object.fromEntries(Object.entries(family.inputs).filter(([key]) => !pathKeys.includes(key)));
  return namedBy({ inputs });
}

const idsIn = ({ family, inputs, at }: AccountObject): readonly string[] =>
  inspected(family)
    .references({ ...inputs, ...at })
    .map(({ id }) => String(id));

function shown({ family, id, state }: AccountObject): User {
  const shape = { ...family.outputs, ...family.inputs };
  const props = Object.entries(state).map(([key, value]) => {
    const field = shape[key];
    return [key, field ? visibleValue(field, undefined, value) : value] as const;
  });
  return { className: family.name, id, props: Object.fromEntries(props) };
}
