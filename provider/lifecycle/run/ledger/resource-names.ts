import { sorted } from "../../../family/sorted";

/** Key under which a class passes its resource's name to the provider. check removes it. */
export const RESOURCE_NAME = "__resource";

type Inputs = Readonly<Record<string, unknown>>;

interface EqualResources {
  readonly names: Set<string>;
  /** The objects that the engine has named for them, in `timesNamed` calls. */
  readonly ids: Set<string>;
  timesNamed: number;
}

const NO_RESOURCES: EqualResources = { names: new Set(), ids: new Set(), timesNamed: 0 };

/**
 * Names of resources by their inputs. The engine doesn't pass names to dynamic providers, but it checks a resource's
 * inputs right before its diff or creation, which get the checked inputs.
 */
export class ResourceNames {
  private readonly expected = new Map<string, Set<string>>();
  private readonly existing = new Map<string, EqualResources>();

  expect(inputs: Inputs, name: string): void {
    const key = inputsKey(inputs);
    this.expected.set(key, (this.expected.get(key) ?? new Set()).add(name));
  }

  exists(inputs: Inputs, name: string): void {
    const key = inputsKey(inputs);
    const equals = this.existing.get(key) ?? { names: new Set(), ids: new Set(), timesNamed: 0 };
    equals.names.add(name);
    this.existing.set(key, equals);
  }

  named(inputs: Inputs, id: string): void {
    const equals = this.existing.get(inputsKey(inputs));
    if (!equals) return;
    equals.ids.add(id);
    equals.timesNamed++;
  }

  /** True if the engine has named an object for each resource with these inputs, and the same one for two of them. */
  hasFewerObjects(inputs: Inputs): boolean {
    const { names, ids, timesNamed } = this.existing.get(inputsKey(inputs)) ?? NO_RESOURCES;
    return timesNamed >= names.size && ids.size < names.size;
  }

  namesWith(inputs: Inputs): readonly string[] {
    return [...(this.existing.get(inputsKey(inputs))?.names ?? [])];
  }

  /**
   * Returns the name of a resource with these inputs; each of several equal resources once. `hasObject`: it has an
   * object that the engine hasn't named, because not every replacement starts with a diff.
   */
  take(inputs: Inputs): { readonly name: string; readonly hasObject: boolean } | undefined {
    const names = this.expected.get(inputsKey(inputs));
    const [name] = names ?? [];
    if (name === undefined) return undefined;
    names?.delete(name);
    const hasObject = [...this.existing.values()].some(
      (equals) => equals.names.has(name) && equals.ids.size < equals.names.size,
    );
    return { name, hasObject };
  }
}

/** Ignores the order of keys, and keys without a value. */
export function inputsKey(inputs: Inputs): string {
  const present = Object.entries(inputs).filter(([, value]) => value !== undefined && value !== null);
  return JSON.stringify(sorted(Object.fromEntries(present)));
}

/** Resources of two classes may have equal inputs. */
export class ResourceNamesByClass {
  private readonly classes = new Map<string, ResourceNames>();

  of(className: string): ResourceNames {
    const names = this.classes.get(className) ?? new ResourceNames();
    this.classes.set(className, names);
    return names;
  }
}
