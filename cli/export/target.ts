import { dynamicType, nativeType, PACKAGE } from "../../provider/engine/native/tokens";
import type { ExistingObject } from "../../provider/inspect";
import { providerText } from "../../sdk/edge-resource";

/** The provider that a program or an import file is for. */
export interface Target {
  readonly module: string;
  readonly typeOf: (className: string) => string;
  /** Properties in the state of a resource that the program doesn't set. */
  readonly storedProperties: (className: string) => Readonly<Record<string, unknown>>;
  /** Settings in Pulumi.yaml that let the engine find the provider. */
  readonly projectSettings: string;
}

const DYNAMIC: Target = {
  module: "pulumi-tunnel-edge",
  typeOf: dynamicType,
  // The engine finds the provider by this text.
  storedProperties: (className) => ({ __provider: providerText(className) }),
  projectSettings: "",
};

const NATIVE: Target = {
  module: "pulumi-tunnel-edge/native",
  typeOf: nativeType,
  storedProperties: () => ({}),
  projectSettings: `plugins:\n  providers:\n    - name: ${PACKAGE}\n      path: node_modules/.bin\n`,
};

export const targetFor = (isNative: boolean): Target => (isNative ? NATIVE : DYNAMIC);

/** An entry in a file for `pulumi import --file`. */
export type ImportEntry = ReturnType<typeof importEntry>;

/**
 * Returns the entry of an object. With inputs and outputs, the engine doesn't read the object through the provider: it
 * can't during an import with a dynamic provider, and a native provider doesn't know which inputs the program sets.
 */
export function importEntry(object: ExistingObject, name: string, target: Target) {
  const className = object.family.name;
  const stored = target.storedProperties(className);
  const outputs: Readonly<Record<string, unknown>> = { ...object.state, adopted: true, ...stored };
  return {
    type: target.typeOf(className),
    name,
    id: object.id,
    inputs: { ...object.inputs, ...object.derived, ...stored },
    outputs,
  };
}
