import type { Props } from "../../../family/resource";
import { findReferenceOrParent, type Referrer, type Target } from "../../values/references";
import { inputsKey } from "./resource-names";

/** References of the resources that the program keeps. The engine doesn't know those that are written as text. */
export class KeptReferences {
  /** Inputs of the program. A refresh also compares resources that the program no longer declares. */
  private readonly checked = new Set<string>();
  /** By class and id. */
  private readonly kept = new Map<string, { readonly family: Referrer; readonly inputs: Props }>();

  recordCheck(inputs: Props): void {
    this.checked.add(inputsKey(inputs));
  }

  keep(label: string, family: Referrer, inputs: Props): void {
    if (this.checked.has(inputsKey(inputs))) this.kept.set(label, { family, inputs });
    else this.kept.delete(label);
  }

  drop(label: string): void {
    this.kept.delete(label);
  }

  referrerTo(target: Target): string | undefined {
    for (const [label, { family, inputs }] of this.kept) {
      const property = findReferenceOrParent(family, inputs, target);
      if (property !== undefined) return `${label} (${property})`;
    }
    return undefined;
  }
}
