import type { Field, Rule, Shape } from "./field";
import {
  commonInputs,
  commonOutputs,
  type ObjectFamily,
  type Props,
  type ResourceDefinition,
} from "./resource";

/** A module of an edge or route that has its own resource class. API reference, section "Edge module operations". */
export interface ModuleDefinition extends Pick<ResourceDefinition, "name" | "summary" | "deprecated"> {
  readonly section: string;
  /** Path of the module; each `{key}` is a required input. Its last segment names the module. */
  readonly path: string;
  /** Inputs that fill the path, in the order of the id's parts. */
  readonly pathInputs: Shape;
  /** The input of the edge or route that configures the same module. */
  readonly module: Field;
  readonly response?: Shape;
  /** Another module of the same edge that can't be enabled together with this one. */
  readonly conflict?: {
    readonly segment: string;
    /** True if these inputs of this module exclude the other one. */
    readonly excludesOther: (inputs: Props) => boolean;
    /** True if the other module, as returned by the service, excludes this one. */
    readonly isExcludedBy: (response: Props) => boolean;
  };
  /** The class and input by which an edge or route sets the same module. */
  readonly insteadOf: { readonly family: string; readonly input: string };
}

export interface ModuleFamily extends ModuleDefinition, ObjectFamily {
  readonly kind: "module";
  /** The settings of the module: the inputs except path keys and those common to all classes. */
  readonly parameters: Shape;
  readonly rules: readonly Rule[];
}

export function defineModule(definition: ModuleDefinition): ModuleFamily {
  const pathKeys = Object.keys(definition.pathInputs);
  const keysInPath = [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
  if (keysInPath.join() !== pathKeys.join())
    throw new Error(`${definition.name}: the keys of path and pathInputs differ`);
  const { module } = definition;
  if (module.kind !== "object") throw new Error(`${definition.name}: the module is not an object`);
  const { shape: parameters, rules = [] } = module;
  return {
    ...definition,
    kind: "module",
    parameters,
    rules,
    inputs: { ...definition.pathInputs, ...parameters, ...commonInputs },
    outputs: { ...definition.response, ...commonOutputs },
    computedKeys: Object.keys(definition.response ?? {}),
    pathKeys,
    replaceKeys: pathKeys,
    parts: {},
    moduleKeys: [],
    onceKeys: [],
  };
}
