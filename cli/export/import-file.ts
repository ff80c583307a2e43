import type { ExistingObject } from "../../provider/inspect";
import type { Target } from "./target";

/** One object in a file for `pulumi import --file`. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/**
 * The entry of an object under a resource name. With inputs and outputs the engine takes the resource from the file,
 * without asking the provider: it cannot ask a dynamic one, and a native one could not tell what the program gives.
 */
export function importEntry(object: ExistingObject, name: string, target: Target): ImportEntry {
  const className = object.family.name;
  const stored = target.stored(className);
  return {
    type: target.typeOf(className),
    name,
    id: object.id,
    inputs: { ...object.inputs, ...object.derived, ...stored },
    outputs: { ...object.state, adopted: true, ...stored },
  };
}
