import type { AccountObject } from "../../provider/inspect";
import { displayPath } from "../export/secrets";

/**
 * A difference between an endpoint and its edge. `denied`: a setting has no counterpart, and the endpoint denies what
 * the edge allowed. `changed`: the endpoint allows the same clients or fewer, and another behavior differs. `open`: a
 * restriction is disabled before and after the migration.
 */
export interface Gap {
  readonly effect: "denied" | "changed" | "open";
  readonly class: string;
  readonly id: string;
  /** Hostports of the edge, and the match of a route. */
  readonly serves: string;
  /** Property in camelCase, such as `oauth.provider.github.teams`; empty for the whole object. */
  readonly property: string;
  readonly why: string;
  readonly todo: string;
}

/** Collects distinct gaps. */
export class Gaps {
  readonly #found = new Map<string, Gap>();

  get all(): readonly Gap[] {
    return [...this.#found.values()];
  }

  /** Returns functions that record gaps of an object. */
  for(object: AccountObject, serves: string): ObjectGaps {
    const recorder =
      (effect: Gap["effect"]) =>
      (path: readonly string[], why: string, todo: string): void => {
        const gap = {
          effect,
          class: object.family.name,
          id: object.id,
          serves,
          property: displayPath(path),
          why,
          todo,
        };
        this.#found.set(JSON.stringify([effect, gap.class, gap.id, gap.property, why]), gap);
      };
    return { denied: recorder("denied"), changed: recorder("changed"), open: recorder("open") };
  }
}

export interface ObjectGaps {
  denied(path: readonly string[], why: string, todo: string): void;
  changed(path: readonly string[], why: string, todo: string): void;
  open(path: readonly string[], why: string, todo: string): void;
}
