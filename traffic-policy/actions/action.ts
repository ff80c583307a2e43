import type { PhaseName, Protocol } from "../language/phases";
import type { Variables } from "../language/variable-types";
import type { Fields, Need } from "./fields";

export type GuardKind = "address" | "password" | "oauth" | "openid-connect" | "jwt" | "signature" | "tls";

/** The result that says whether a client meets a guard, and its texts. */
export interface GuardVerdict {
  readonly variable: string;
  readonly met: string;
  readonly unmet: string;
}

export type Effect =
  /** Blocks clients that do not meet its configuration. */
  | { readonly is: "guards"; readonly by: GuardKind; readonly verdict?: GuardVerdict }
  /** May block a request, by what others have sent or by its content; its result where it doesn't. */
  | {
      readonly is: "may refuse";
      readonly status?: number;
      readonly result?: Readonly<Record<string, string | boolean>>;
    }
  /** `hands over`: another service answers. */
  | { readonly is: "refuses" | "answers" | "redirects" | "forwards" | "hands over" | "none" }
  /** Changes what later rules read. */
  | { readonly is: "changes"; readonly what: "headers" | "removed headers" | "url" | "vars" | "results" };

/** When nothing of the policy runs after an action. */
const ENDS = {
  "may refuse": "when it refuses",
  guards: "when it refuses",
  refuses: "always",
  answers: "always",
  redirects: "when it matches",
  forwards: "unless it fails",
  "hands over": "unless it fails",
  changes: "never",
  none: "never",
} as const satisfies Record<Effect["is"], string>;

export const endsOf = ({ effect }: Action) => ENDS[effect.is];

/** True if it signs users in. The service takes one such action per request. */
export const signsIn = ({ effect }: Action): boolean =>
  effect.is === "guards" && (effect.by === "oauth" || effect.by === "openid-connect");

export interface Action {
  readonly description: string;
  readonly phases: readonly PhaseName[];
  /** The configuration; null for an action that has none. */
  readonly config: Fields | null;
  /** The service refuses a configuration with other keys. */
  readonly isClosed?: true;
  readonly effect: Effect;
  /** The service takes one per policy. */
  readonly once?: true;
  /** Protocols of the endpoints that it has an effect on; all that reach the phase when left out. */
  readonly protocols?: readonly Protocol[];
  /**
   * Why the service may refuse a configuration, by the key that is to be changed.
   *
   * @param textOf - The text of a key; undefined where it is not given, or not known.
   */
  readonly doubts?: (
    textOf: (key: string) => string | undefined,
    phase: PhaseName | undefined,
  ) => Readonly<Record<string, string | undefined>>;
  readonly needs?: readonly Need[];
  /** What it leaves for later rules, below `actions.ngrok.<name>`. */
  readonly result?: { readonly name: string; readonly variables: Variables };
}
