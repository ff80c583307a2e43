import { dynamicType, nativeType, PACKAGE } from "../../provider/engine/native/tokens";
import { providerText } from "../../sdk/edge-resource";

/** The provider that a program or an import file is for. */
export interface Target {
  readonly module: string;
  readonly typeOf: (className: string) => string;
  /** Further inputs and outputs that the engine stores with a resource. */
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
