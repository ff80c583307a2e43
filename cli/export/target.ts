import { dynamicType, nativeType, PACKAGE } from "../../provider/engine/native/tokens";
import { providerText } from "../../sdk/edge-resource";

/** Which of the two providers a program, or a file for an import into its stack, is for. */
export interface Target {
  /** What programs import. */
  readonly module: string;
  readonly typeOf: (className: string) => string;
  /** What the engine stores in the inputs and outputs of a resource besides those of the class. */
  readonly stored: (className: string) => Readonly<Record<string, unknown>>;
  /** Settings of the project, in Pulumi.yaml, that let the engine find the provider. */
  readonly projectSettings: string;
}

const DYNAMIC: Target = {
  module: "pulumi-tunnel-edge",
  typeOf: dynamicType,
  // The engine finds the provider by this text.
  stored: (className) => ({ __provider: providerText(className) }),
  projectSettings: "",
};

const NATIVE: Target = {
  module: "pulumi-tunnel-edge/native",
  typeOf: nativeType,
  stored: () => ({}),
  projectSettings: `plugins:\n  providers:\n    - name: ${PACKAGE}\n      path: node_modules/.bin\n`,
};

export const targetFor = (isNative: boolean): Target => (isNative ? NATIVE : DYNAMIC);
