import type { PhaseName, Protocol } from "../language/phases";
import type { Fields, Need, Variables } from "./fields";

export type GuardKind = "address" | "password" | "oauth" | "openid-connect" | "jwt" | "signature" | "tls";

export type Effect =
  | { readonly kind: "guards"; readonly guard: GuardKind }
  /** Decides by content or by other requests. `result` is the result of the action for a request that passes. */
  | {
      readonly kind: "may refuse";
      readonly status?: number;
      readonly result?: Readonly<Record<string, string | boolean>>;
    }
  /** `delegates`: a different service responds. */
  | { readonly kind: "refuses" | "answers" | "redirects" | "forwards" | "delegates" | "none" }
  | { readonly kind: "changes"; readonly target: "headers" | "removed headers" | "url" | "vars" | "results" };

/** When an action ends the request, by kind of effect. */
const END_CONDITIONS = {
  "may refuse": "when it refuses",
  guards: "when it refuses",
  refuses: "always",
  answers: "always",
  redirects: "when it matches",
  forwards: "unless it fails",
  delegates: "unless it fails",
  changes: "never",
  none: "never",
} as const satisfies Record<Effect["kind"], string>;

export const endCondition = ({ effect }: Action) => END_CONDITIONS[effect.kind];

/** True for an action that signs users in; the service allows only one per request. */
export const isSignIn = ({ effect }: Action): boolean =>
  effect.kind === "guards" && (effect.guard === "oauth" || effect.guard === "openid-connect");

export interface Action {
  readonly description: string;
  readonly phases: readonly PhaseName[];
  readonly config: Fields | null;
  /** Set if the service refuses unknown keys in the configuration. */
  readonly isClosed?: true;
  readonly effect: Effect;
  /** Set if a policy may have only one such action. */
  readonly once?: true;
  /** Supported endpoint protocols. Default: all protocols of its phases. */
  readonly protocols?: readonly Protocol[];
  /**
   * Returns why the service may refuse a configuration, or why a setting has no effect, by key.
   *
   * @param textOf - Returns the text of a key; undefined if it is unset or unknown.
   */
  readonly warnings?: (
    textOf: (key: string) => string | undefined,
    phase: PhaseName | undefined,
  ) => Readonly<Record<string, string | undefined>>;
  readonly needs?: readonly Need[];
  /** The variables that later rules read below `actions.ngrok`. */
  readonly result?: Variables;
  /** The name of the result. Default: the type of the action with underscores. */
  readonly resultName?: string;
}
