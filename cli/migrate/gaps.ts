import type { AccountObject } from "../../provider/inspect";
import { displayPath } from "../export/secrets";
import { type Edge, toText } from "./account";

/** A difference between an edge and its endpoint, or a restriction of both that is disabled. */
export interface Gap {
  /**
   * `denied`: a setting has no counterpart, and the endpoint denies what the edge allowed. `changed`: the endpoint allows
   * the same clients or fewer, and another behavior differs. `open`: a restriction is disabled before and after.
   */
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

export class Gaps {
  readonly #found = new Map<string, Gap>();

  get all(): readonly Gap[] {
    return [...this.#found.values()];
  }

  /** Returns functions that record gaps of an edge or one of its routes. */
  for({ family, id, inputs }: AccountObject, { hostports }: Edge): ObjectGaps {
    const serves = [hostports.join(", "), toText(inputs.match)].filter((text) => text !== "").join(" ");
    const recorder =
      (effect: Gap["effect"]): RecordGap =>
      (path, why, todo) => {
        const property = displayPath(path);
        const gap = { effect, class: family.name, id, serves, property, why, todo };
        this.#found.set(JSON.stringify([effect, gap.class, id, property, why]), gap);
      };
    return { denied: recorder("denied"), changed: recorder("changed"), open: recorder("open") };
  }
}

type RecordGap = (path: readonly string[], why: string, todo: string) => void;

export type ObjectGaps = Readonly<Record<Gap["effect"], RecordGap>>;
