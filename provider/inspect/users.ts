import type { Read } from "../account/settings";
import { resources } from "../families";
import { classesOf, fieldsIn } from "../family/field";
import type { Props, ResourceFamily } from "../family/resource";
import { inspectClass } from "./facts";
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

export interface Users {
  readonly users: readonly User[];
  /** What was not read, since it has a collection of its own for each of too many objects. */
  readonly skipped: readonly string[];
}

/** Collections that lie in objects of another class, such as the routes of an edge, are read for so many of these at most. */
const MOST_PLACES = 50;

/** Whether objects of other programs may name objects of the class by their ids, be parts of them, or be guarded by them. */
export const mayBeUsed = (className: string): boolean =>
  resources.some(
    (family) =>
      namedBy(family).includes(className) || (family.name === className && family.guardsAll !== undefined),
  );

/**
 * The objects of an account that name one of these by its id, at first or second hand, and those that they are part of. The
 * objects themselves and what is part of them come along. Where one of all these guards every object of some classes, those do too.
 *
 * Each class that may do so is listed once. Classes without a collection of their own are listed for each object that
 * may have one.
 */
export async function usersOf(used: readonly Used[], config: Read): Promise<Users> {
  const named = referringTo(used.map(({ className }) => className));
  const guarded = resources.flatMap(({ name, guardsAll }) =>
    named.has(name) ? (guardsAll?.classes ?? []) : [],
  );
  const skipped: string[] = [];
  const objects = await inventory(config, {
    classes: new Set([...named, ...guarded]),
    mostPlaces: MOST_PLACES,
    skipped: (className) => skipped.push(className),
  });
  const ids = await Promise.all(objects.map(idsIn));
  const found = new Set(used.map(({ id }) => id));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    objects.forEach(({ id }, n) => {
      if (ids[n]?.some((one) => found.has(one))) found.add(id);
    });
  }
  const concerned = new Set(
    objects.flatMap(({ id, family: { guardsAll }, inputs }) =>
      found.has(id) && guardsAll?.when(inputs) ? guardsAll.classes : [],
    ),
  );
  for (const { id, family, inputs } of objects) {
    const isOtherGuard = concerned.size > 0 && family.guardsAll?.when(inputs) === true;
    if (concerned.has(family.name) || isOtherGuard) found.add(id);
  }
  const owners = new Set(objects.filter(({ id }) => found.has(id)).flatMap(({ at }) => Object.values(at)));
  const users = objects.filter(({ id }) => found.has(id) || owners.has(id)).map(shown);
  return { users, skipped };
}

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
const namedBy = ({ inputs }: ResourceFamily): readonly string[] =>
  fieldsIn(inputs).flatMap(({ field }) => [
    ...(field.meta.refersToOthers ? [] : (classesOf(field) ?? [])),
    ...(field.meta.names?.classes ?? []),
  ]);

async function idsIn({ family, inputs, at }: AccountObject): Promise<readonly string[]> {
  const of = await inspectClass(family.name);
  return (of?.references({ ...inputs, ...at }) ?? []).map(({ id }) => String(id));
}

function shown({ family, id, state }: AccountObject): User {
  const shape = { ...family.outputs, ...family.inputs };
  const props = Object.entries(state).map(([key, value]) => {
    const field = shape[key];
    return [key, field ? visibleValue(field, undefined, value) : value] as const;
  });
  return { className: family.name, id, props: Object.fromEntries(props) };
}
