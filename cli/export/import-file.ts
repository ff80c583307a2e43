import type { ExistingObject } from "../../provider/account";
import { providerText } from "../../sdk/edge-resource";

/** One object in a file for `pulumi import --file`. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What the types of this package's resources begin with, before the class. */
export const TYPE_PREFIX = "pulumi-nodejs:dynamic/tunnel-edge:";

/**
 * The entry of an object under a resource name. The engine imports dynamic resources only with inputs and outputs, and
 * finds the provider by a text among both.
 */
export function importEntry(object: ExistingObject, name: string): ImportEntry {
  const className = object.family.name;
  const __provider = providerText(className);
  return {
    type: `${TYPE_PREFIX}${className}`,
    name,
    id: object.id,
    inputs: { ...object.inputs, ...object.derived, __provider },
    outputs: { ...object.state, adopted: true, __provider },
  };
}
