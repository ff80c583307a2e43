import type { PhaseName, Protocol } from "../language/phases";
import type { Variables } from "../language/variable-types";
import type { Fields, Need } from "./fields";

export type GuardKind = "address" | "password" | "oauth" | "openid-connect" | "jwt" | "signature" | "tls";

/** The result variable that tells whether a client met the requirement, and its values. */
export interface GuardVerdict {
  readonly variable: string;
  readonly met: string;
  readonly unmet: string;
}

export type Effect =
  /** Blocks clients that don't meet its requirement. */
  | { readonly is: "guards"; readonly by: GuardKind; readonly verdict?: GuardVerdict }
  /** May block a request because of other requests or its content. `result`: its result if it doesn't. */
  | {
      readonly is: "may refuse";
      readonly status?: number;
      readonly result?: Readonly<Record<string, string | boolean>>;
    }
  /** `hands over`: another service responds. */
  | { readonly is: "refuses" | "answers" | "redirects" | "forwards" | "hands over" | "none" }
  | { readonly is: "changes"; readonly what: "headers" | "removed headers" | "url" | "vars" | "results" };

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

export const endingOf = ({ effect }: Action) => ENDS[effect.is];

/** True for a sign-in, of which the service allows one per request. */
export const signsIn = ({ effect }: Action): boolean =>
  effect.is === "guards" && (effect.by === "oauth" || effect.by === "openid-connect");

export interface Action {
  readonly description: string;
  readonly phases: readonly PhaseName[];
  /** Null for an action without a configuration. */
  readonly config: Fields | null;
  /** The service refuses unknown keys in the configuration. */
  readonly isClosed?: true;
  readonly effect: Effect;
  readonly once?: true;
  /** Supported endpoint protocols. Default: all protocols of its phases. */
  readonly protocols?: readonly Protocol[];
  /**
   * Returns the reasons why the service may refuse a configuration, by key.
   *
   * @param textOf - Returns the text of a key; undefined if it is unset or unknown.
   */
  readonly warnings?: (
    textOf: (key: string) => string | undefined,
    phase: PhaseName | undefined,
  ) => Readonly<Record<string, string | undefined>>;
  readonly needs?: readonly Need[];
  /** Its result for later rules, in `actions.ngrok.<name>`. */
  readonly result?: { readonly name: string; readonly variables: Variables };
}
