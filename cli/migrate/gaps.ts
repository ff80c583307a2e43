import type { AccountObject } from "../../provider/inspect";
import { shownPath } from "../export/secrets";

/**
 * What an endpoint does differently from its edge. `denied`: nothing takes its place, and the endpoint denies what the edge
 * allowed. `changed`: the endpoint allows the same clients or fewer, and does something else differently. `open`: a
 * restriction is switched off before and after, and restricts nobody.
 */
export interface Gap {
  readonly effect: "denied" | "changed" | "open";
  /** Class of the object. */
  readonly class: string;
  readonly id: string;
  /** Hostports of the edge, and the match of a route. */
  readonly serves: string;
  /** Property in camelCase, such as `oauth.provider.github.teams`; empty for the whole object. */
  readonly property: string;
  readonly why: string;
  readonly todo: string;
}

/** Collects gaps, each once. */
export class Gaps {
  readonly #found = new Map<string, Gap>();

  get all(): readonly Gap[] {
    return [...this.#found.values()];
  }

  /** Those of one object. */
  of(object: AccountObject, serves: string): ObjectGaps {
    const note =
      (effect: Gap["effect"]) =>
      (path: readonly string[], why: string, todo: string): void => {
        const gap = {
          effect,
          class: object.family.name,
          id: object.id,
          serves,
          property: shownPath(path),
          why,
          todo,
        };
        this.#found.set(JSON.stringify([effect, gap.class, gap.id, gap.property, why]), gap);
      };
    return { denied: note("denied"), changed: note("changed"), open: note("open") };
  }
}

export interface ObjectGaps {
  denied(path: readonly string[], why: string, todo: string): void;
  changed(path: readonly string[], why: string, todo: string): void;
  open(path: readonly string[], why: string, todo: string): void;
}
