import { getOrAdd, sorted } from "../../../family/collections";
import type { Inputs } from "../../../family/resource";

/** Resources of one class with equal inputs. */
interface EqualResources {
  readonly names: Set<string>;
  /** Ids of the objects in the engine's calls for them. */
  readonly ids: Set<string>;
  /** Number of the engine's calls for them that contained an object. */
  calls: number;
}

/**
 * The names of one class's resources by their inputs: only a check gets the name, and the engine's later calls for the
 * resource have the checked inputs.
 */
export class ResourceNames {
  /** Names of resources without an object, by `inputsKey`. */
  private readonly toCreate = new Map<string, Set<string>>();
  /** Resources that a state contains, by `inputsKey`. */
  private readonly existing = new Map<string, EqualResources>();

  /** Records a resource that is about to be created. */
  recordNew(inputs: Inputs, name: string): void {
    getOrAdd(this.toCreate, inputsKey(inputs), () => new Set()).add(name);
  }

  recordExisting(inputs: Inputs, name: string): void {
    const create = () => ({ names: new Set<string>(), ids: new Set<string>(), calls: 0 });
    getOrAdd(this.existing, inputsKey(inputs), create).names.add(name);
  }

  /** Records that a call of the engine contains an object with these inputs. */
  recordObject(inputs: Inputs, id: string): void {
    const equals = this.existing.get(inputsKey(inputs));
    if (!equals) return;
    equals.ids.add(id);
    equals.calls++;
  }

  /** True if the engine has made a call for each resource with these inputs, but with fewer objects. */
  hasFewerObjects(inputs: Inputs): boolean {
    const equals = this.existing.get(inputsKey(inputs));
    return equals !== undefined && equals.calls >= equals.names.size && equals.ids.size < equals.names.size;
  }

  namesWith(inputs: Inputs): readonly string[] {
    return [...(this.existing.get(inputsKey(inputs))?.names ?? [])];
  }

  /** Returns and forgets the name of a resource to create. `hasObject`: it has an object, which no call has contained yet. */
  take(inputs: Inputs): { readonly name: string; readonly hasObject: boolean } | undefined {
    const names = getOrAdd(this.toCreate, inputsKey(inputs), () => new Set());
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
function inputsKey(inputs: Inputs): string {
  const present = Object.entries(inputs).filter(([, value]) => value !== undefined && value !== null);
  return JSON.stringify(sorted(Object.fromEntries(present)));
}

/** Resources of two classes may have equal inputs. */
export class ResourceNamesByClass {
  private readonly classes = new Map<string, ResourceNames>();

  forClass(className: string): ResourceNames {
    const names = this.classes.get(className) ?? new ResourceNames();
    this.classes.set(className, names);
    return names;
  }
}
