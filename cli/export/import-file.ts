import type { ExistingObject } from "../../provider/account";
import { dynamicType } from "../../provider/native/tokens";
import { providerText } from "../../sdk/edge-resource";

/** One object in a file for `pulumi import --file`. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/**
 * The entry of an object under a resource name. The engine imports dynamic resources only with inputs and outputs, and
 * finds the provider by a string in both.
 */
export function importEntry(object: ExistingObject, name: string): ImportEntry {
  const className = object.family.name;
  const __provider = providerText(className);
  return {
    type: dynamicType(className),
    name,
    id: object.id,
    inputs: { ...object.inputs, ...object.derived, __provider },
    outputs: { ...object.state, adopted: true, __provider },
  };
}
