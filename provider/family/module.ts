import type { Rule, Shape } from "./field";
import { commonInputs, commonOutputs, type Props } from "./resource";

/** Another module of the same edge or route that cannot coexist with this one. */
export interface ConflictingModule {
  /** Class that manages only the other module. */
  readonly className: string;
  /** Last segment of the other module's path. */
  readonly segment: string;
  /** Whether inputs of this class rule the other module out. */
  readonly excludedBy: (inputs: Props) => boolean;
  /** Whether the other module, as returned, conflicts. */
  readonly conflicts: (response: Props) => boolean;
  /** How to remove the conflict with the other module. Follows "first". */
  readonly remedy: string;
}

/** One module of an edge or route that is managed elsewhere. API reference, section "Edge module operations". */
export interface ModuleDefinition {
  readonly name: string;
  readonly summary: string;
  readonly section: string;
  /** What to use in place of this class, where a service has deprecated it. */
  readonly deprecated?: string;
  /** Path of the module; each `{key}` is a required input. Its last segment names the module. */
  readonly path: string;
  /** The inputs in the path, in the order in which they form the id. */
  readonly at: Shape;
  /** The module's own parameters. */
  readonly parameters: Shape;
  /** Response fields other than the parameters. */
  readonly response?: Shape;
  /** Rules over the parameters. */
  readonly rules?: readonly Rule[];
  readonly conflict?: ConflictingModule;
  /** Class and input through which the same module can be managed as part of its edge or route. */
  readonly insteadOf: { readonly family: string; readonly input: string };
}

export interface ModuleFamily extends ModuleDefinition {
  readonly kind: "module";
  /** All inputs: those of the path, the parameters, and those that every class has. */
  readonly inputs: Shape;
  readonly outputs: Shape;
  /** Outputs taken from the response. */
  readonly computedKeys: readonly string[];
  readonly pathKeys: readonly string[];
}

export function defineModule(definition: ModuleDefinition): ModuleFamily {
  const pathKeys = Object.keys(definition.at);
  const template = [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
  if (template.join() !== pathKeys.join()) throw new Error(`${definition.name}: path and ids do not agree`);
  return {
    ...definition,
    kind: "module",
    inputs: { ...definition.at, ...definition.parameters, ...commonInputs },
    outputs: { ...definition.response, ...commonOutputs },
    computedKeys: Object.keys(definition.response ?? {}),
    pathKeys,
  };
}
