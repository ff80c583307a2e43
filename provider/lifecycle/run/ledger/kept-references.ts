import type { Props } from "../../../family/resource";
import { findReferenceOrParent, type Referrer, type Target } from "../../values/references";
import { inputsKey } from "./resource-names";

interface Kept {
  readonly family: Referrer;
  readonly inputs: Props;
}

/**
 * The resources of the program that the engine has compared or created in this run, and that exist at its end. The engine
 * deletes last, and knows no dependency where a program writes an id as text: it may delete an object that one of them
 * names.
 */
export class KeptReferences {
  /** Inputs that the program declares; a refresh also compares resources that it no longer does. */
  private readonly checked = new Set<string>();
  /** By class and id. */
  private readonly kept = new Map<string, Kept>();

  /** Records the check of a resource of the program. */
  check(inputs: Props): void {
    this.checked.add(inputsKey(inputs));
  }

  /** Records that a resource was compared or created with these inputs. */
  keep(label: string, family: Referrer, inputs: Props): void {
    if (this.checked.has(inputsKey(inputs))) this.kept.set(label, { family, inputs });
    else this.kept.delete(label);
  }

  drop(label: string): void {
    this.kept.delete(label);
  }

  /** A resource that stays and names the object by its id, and in which property; undefined where there is none. */
  referrerTo(target: Target): string | undefined {
    for (const [who, { family, inputs }] of this.kept) {
      const where = findReferenceOrParent(family, inputs, target);
      if (where !== undefined) return `${who} (${where})`;
    }
    return undefined;
  }
}
