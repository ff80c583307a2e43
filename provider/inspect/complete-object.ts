import { snake } from "../api";
import { isRecord } from "../family/field";
import type { Props, ResourceFamily } from "../family/resource";
import { compose, deriveOutputs, inferInputs, isBlank, observe } from "../lifecycle";

export interface CompleteObject {
  readonly id: string;
  /** Inputs that would declare it, without defaults. */
  readonly inputs: Props;
  /** Outputs that check adds to these inputs. */
  readonly derived: Props;
  /** The state of the object under a program that sets these inputs. */
  readonly state: Props;
  readonly isManageable: boolean;
  /** Nested objects of the response that this version doesn't know, such as new modules, in wire spelling. */
  readonly unknownKeys: readonly string[];
}

export function completeObject(family: ResourceFamily, response: Props, pathInputs: Props): CompleteObject {
  const observation = observe(family, response, pathInputs);
  const inputs = inferInputs(family, observation.inputs);
  return {
    id: String(response.id),
    inputs,
    derived: deriveOutputs(family, inputs),
    state: compose(family, inputs, observation),
    isManageable: family.manages?.({ ...observation.inputs, ...observation.computed }) ?? true,
    unknownKeys: unknownKeysIn(family, response),
  };
}

function unknownKeysIn(family: ResourceFamily, response: Props): string[] {
  const shapes = { ...family.outputs, ...family.inputs };
  const knownKeys = Object.entries(shapes).flatMap(([key, field]) => [snake(key), field.refKey]);
  return Object.keys(response)
    .filter((key) => !knownKeys.includes(key) && isRecord(response[key]) && !isBlank(response[key]))
    .sort();
}
