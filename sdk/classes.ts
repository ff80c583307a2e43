import type * as pulumi from "@pulumi/pulumi";
import type { ClassFacts } from "./class-facts";
import { typeOf } from "./engine-internals";
import { FACTS } from "./facts";

interface ClassStatics<T> {
  readonly prototype: T;
  /** True for a value of this class, even if it comes from another copy of this package. */
  isInstance(candidate: unknown): candidate is T;
}

interface Readable<T> {
  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`, or for a nested object its path of ids, as the class's page shows.
   */
  get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): T;
}

/** A class whose inputs are all optional. */
export interface ClassWithOptionalArgs<T, Args> extends ClassStatics<T>, Readable<T> {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - The inputs.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  new (name: string, args?: Args, opts?: pulumi.CustomResourceOptions): T;
}

/** A class whose resources run a command. There is no object to read. */
export interface CommandClass<T, Args> extends ClassStatics<T> {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - The inputs.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  new (name: string, args: Args, opts?: pulumi.CustomResourceOptions): T;
}

/** A class with required inputs. */
export interface ResourceClass<T, Args> extends CommandClass<T, Args>, Readable<T> {}

export type ClassName = keyof typeof FACTS;

type Base = new (
  facts: ClassFacts,
  name: string,
  args: object | undefined,
  opts: pulumi.CustomResourceOptions,
) => pulumi.CustomResource;

export function defineClass<T>(base: Base, type: string, className: ClassName): T {
  const facts: ClassFacts = { name: className, secrets: [], changesWith: {}, ...FACTS[className] };
  // A computed key names the class after the family, for errors and debuggers.
  const { [className]: defined } = {
    [className]: class extends base {
      constructor(name: string, args: object | undefined, opts: pulumi.CustomResourceOptions = {}) {
        super(facts, name, args, opts);
      }

      static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions) {
        return new this(name, undefined, { ...opts, id });
      }

      static isInstance(candidate: unknown): candidate is pulumi.CustomResource {
        return typeOf(candidate) === type;
      }
    },
  };
  return defined as T;
}
