import { getOrAdd, sorted } from "../../../family/collections";

/** Key under which a class passes its resource's name to the provider. check removes it. */
export const RESOURCE_NAME = "__resource";

type Inputs = Readonly<Record<string, unknown>>;

interface EqualResources {
  readonly names: Set<string>;
  /** The objects that the engine has named for them, in `timesNamed` calls. */
  readonly ids: Set<string>;
  timesNamed: number;
}

/** Names by inputs, because dynamic providers get no names. The engine checks inputs right before it uses them. */
export class ResourceNames {
  private readonly expected = new Map<string, Set<string>>();
  private readonly existing = new Map<string, EqualResources>();

  expect(inputs: Inputs, name: string): void {
    getOrAdd(this.expected, inputsKey(inputs), () => new Set()).add(name);
  }

  exists(inputs: Inputs, name: string): void {
    const create = () => ({ names: new Set<string>(), ids: new Set<string>(), timesNamed: 0 });
    getOrAdd(this.existing, inputsKey(inputs), create).names.add(name);
  }

  named(inputs: Inputs, id: string): void {
    const equals = this.existing.get(inputsKey(inputs));
    if (!equals) return;
    equals.ids.add(id);
    equals.timesNamed++;
  }

  /** True if the engine has named an object for each resource with these inputs, and the same one for two of them. */
  hasFewerObjects(inputs: Inputs): boolean {
    const equals = this.existing.get(inputsKey(inputs));
    return (
      equals !== undefined && equals.timesNamed >= equals.names.size && equals.ids.size < equals.names.size
    );
  }

  namesWith(inputs: Inputs): readonly string[] {
    return [...(this.existing.get(inputsKey(inputs))?.names ?? [])];
  }

  /** Returns one name with these inputs. `hasObject`: the resource has an object, which the engine hasn't named. */
  take(inputs: Inputs): { readonly name: string; readonly hasObject: boolean } | undefined {
    const names = getOrAdd(this.expected, inputsKey(inputs), () => new Set());
    const [name] = names;
    if (name === undefined) return undefined;
    names.delete(name);
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
