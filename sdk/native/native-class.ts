import type * as pulumi from "@pulumi/pulumi";
import type { ClassFacts } from "../edge-resource";
import { NativeResource } from "./native-resource";

/** The outputs of a class. */
type OutputsOf<T extends pulumi.CustomResource> = Omit<T, keyof pulumi.CustomResource>;

/** A resource of the native provider with the outputs of the dynamic one's class. */
export type NativeFace<T extends pulumi.CustomResource> = NativeResource & OutputsOf<T>;

interface Typed<T> {
  readonly prototype: T;
  /** Whether a value is of this class, also when it comes from another copy of this package. */
  isInstance(candidate: unknown): candidate is T;
}

interface Readable<T> {
  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`; of a part of another object, the path of both, as the page of the class has it.
   */
  get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): T;
}

/** A class whose inputs may all be left out. */
export interface FreeClass<T, Args> extends Typed<T>, Readable<T> {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  new (name: string, args?: Args, opts?: pulumi.CustomResourceOptions): T;
}

/** A class of commands, which leave nothing that could be read. */
export interface CommandClass<T, Args> extends Typed<T> {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  new (name: string, args: Args, opts?: pulumi.CustomResourceOptions): T;
}

/** A class with inputs that are needed. */
export interface NativeClass<T, Args> extends CommandClass<T, Args>, Readable<T> {}

/** The class of the native provider that says the same as a dynamic one. */
export function nativeClass<T>(facts: ClassFacts): T {
  // Named by the class, as an error or a debugger shows it.
  const { [facts.name]: made } = {
    [facts.name]: class extends NativeResource {
      constructor(name: string, args: object | undefined, opts: pulumi.CustomResourceOptions = {}) {
        super(facts, name, args, opts);
      }

      static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions) {
        return new this(name, undefined, { ...opts, id });
      }

      static override isInstance(candidate: unknown): candidate is NativeResource {
        return NativeResource.isOfType(facts.name, candidate);
      }
    },
  };
  return made as T;
}
