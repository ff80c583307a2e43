import type { Rule, Shape } from "./field";
import { commonInputs, commonOutputs, type Props } from "./resource";

/** Another module of the same edge or route, beside which this one cannot stand. */
export interface Rival {
  /** Class that manages the other module alone. */
  readonly className: string;
  /** Last segment of the other module's path. */
  readonly segment: string;
  /** Whether inputs of this class cannot stand beside it. */
  readonly excludedBy: (inputs: Props) => boolean;
  /** Whether the other module, as it is answered, is in the way. */
  readonly isInTheWay: (response: Props) => boolean;
  /** How the other module is taken out of the way. Follows "first". */
  readonly wayOut: string;
}

/** One module of an edge or route that is managed elsewhere. API reference, section "Edge module operations". */
export interface ModuleDefinition {
  readonly name: string;
  readonly summary: string;
  readonly section: string;
  /** Path of the module; each `{key}` is a required input. Its last segment names the module. */
  readonly path: string;
  /** The inputs that stand in the path, in the order in which they make up the id. */
  readonly at: Shape;
  /** The module's own parameters. */
  readonly parameters: Shape;
  /** Fields of the response beside the parameters. */
  readonly answers?: Shape;
  /** Rules over the parameters. */
  readonly rules?: readonly Rule[];
  readonly rival?: Rival;
  /** Class and input under which the same module can be managed as part of its edge or route. */
  readonly insteadOf: { readonly family: string; readonly input: string };
}

export interface ModuleFamily extends ModuleDefinition {
  readonly kind: "module";
  /** All inputs: path, parameters, and those that every class takes. */
  readonly inputs: Shape;
  readonly outputs: Shape;
  /** Outputs that come out of the response. */
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
    outputs: { ...definition.answers, ...commonOutputs },
    computedKeys: Object.keys(definition.answers ?? {}),
    pathKeys,
  };
}
