import type { Props } from "../../../family/resource";
import { findReferenceOrParent, type Referrer, type Target } from "../../values/references";

/** References in the inputs of resources that stay in the program. The engine doesn't know a reference written as text. */
export class KeptReferences {
  /** By class and id. */
  private readonly kept = new Map<string, { readonly family: Referrer; readonly inputs: Props }>();

  keep(label: string, family: Referrer, inputs: Props): void {
    this.kept.set(label, { family, inputs });
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
