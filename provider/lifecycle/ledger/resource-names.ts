import { sorted } from "../../family/sorted";

/** Key under which a class hands the provider its resource's name; check takes it out, so that it reaches no state. */
export const RESOURCE_NAME = "__resource";

type Inputs = Readonly<Record<string, unknown>>;

/** Resources with equal inputs that have objects, and the objects that the engine has named for them. */
interface Equals {
  readonly names: Set<string>;
  readonly ids: Set<string>;
}

/**
 * The names of resources. The engine tells a dynamic provider none, but it checks a resource's inputs right before it
 * compares or creates it, and what check returns is what diff and create get.
 */
export class ResourceNames {
  private readonly expected = new Map<string, Set<string>>();
  private readonly existing = new Map<string, Equals>();

  /** A resource without an object has been checked. */
  expect(inputs: Inputs, name: string): void {
    const key = keyOf(inputs);
    this.expected.set(key, (this.expected.get(key) ?? new Set()).add(name));
  }

  /** A resource that has an object has been checked. */
  exists(inputs: Inputs, name: string): void {
    const key = keyOf(inputs);
    const equals = this.existing.get(key) ?? { names: new Set(), ids: new Set() };
    equals.names.add(name);
    this.existing.set(key, equals);
  }

  /** The engine has named the object of a resource. */
  named(inputs: Inputs, id: string): void {
    this.existing.get(keyOf(inputs))?.ids.add(id);
  }

  /** The name of a resource with these inputs; of several equal ones each is taken once, in any order. */
  take(inputs: Inputs): string | undefined {
    const names = this.expected.get(keyOf(inputs));
    for (const name of names ?? []) {
      names?.delete(name);
      return name;
    }
    return undefined;
  }

  /** Whether a resource has an object that the engine has not named: not every replacement begins with a comparison. */
  hasUnnamedObject(name: string): boolean {
    return [...this.existing.values()].some(({ names, ids }) => names.has(name) && ids.size < names.size);
  }
}

function keyOf(inputs: Inputs): string {
  const given = Object.entries(inputs).filter(([, value]) => value !== undefined && value !== null);
  return JSON.stringify(sorted(Object.fromEntries(given)));
}

/** The names of resources, class by class: resources of two classes may have equal inputs. */
export class ResourceNamesByClass {
  private readonly classes = new Map<string, ResourceNames>();

  of(className: string): ResourceNames {
    const names = this.classes.get(className) ?? new ResourceNames();
    this.classes.set(className, names);
    return names;
  }
}
