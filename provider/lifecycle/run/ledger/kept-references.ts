import type { Props } from "../../../family/resource";
import { findReferenceOrParent, type Referrer, type Target } from "../../values/references";
import { inputsKey } from "./resource-names";

interface Kept {
  readonly family: Referrer;
  readonly inputs: Props;
}

/**
 * The references of resources that the engine has compared or created in this run and that exist at its end. If a
 * program writes an id as text, the engine knows no dependency and may delete an object that such a resource refers
 * to.
 */
export class KeptReferences {
  /** Inputs that the program declares. A refresh also compares resources that it no longer declares. */
  private readonly checked = new Set<string>();
  /** By class and id. */
  private readonly kept = new Map<string, Kept>();

  check(inputs: Props): void {
    this.checked.add(inputsKey(inputs));
  }

  keep(label: string, family: Referrer, inputs: Props): void {
    if (this.checked.has(inputsKey(inputs))) this.kept.set(label, { family, inputs });
    else this.kept.delete(label);
  }

  drop(label: string): void {
    this.kept.delete(label);
  }

  /** Returns a resource that refers to the object by its id, with the property; undefined if there is none. */
  referrerTo(target: Target): string | undefined {
    for (const [label, { family, inputs }] of this.kept) {
      const property = findReferenceOrParent(family, inputs, target);
      if (property !== undefined) return `${label} (${property})`;
    }
    return undefined;
  }
}
