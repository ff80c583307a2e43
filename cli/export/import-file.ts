import type { ExistingObject } from "../../provider/inspect";
import type { Target } from "./target";

/** An entry in a file for `pulumi import --file`. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/**
 * The entry of an object under a resource name. Because it contains inputs and outputs, the engine doesn't ask the
 * provider: a dynamic provider can't be asked, and a native one doesn't know which inputs the program sets.
 */
export function importEntry(object: ExistingObject, name: string, target: Target): ImportEntry {
  const className = object.family.name;
  const stored = target.storedProperties(className);
  return {
    type: target.typeOf(className),
    name,
    id: object.id,
    inputs: { ...object.inputs, ...object.derived, ...stored },
    outputs: { ...object.state, adopted: true, ...stored },
  };
}
