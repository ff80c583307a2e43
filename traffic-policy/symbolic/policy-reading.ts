import type { PhaseName } from "../language/phases";
import type { Tree } from "../language/policy";
import type { Condition } from "./condition";

export interface ConfiguredText {
  readonly text: string;
  /** True if `text` isn't the value itself: it contains interpolations, or stands for a value that the preview masks. */
  readonly isTemplate: boolean;
}

export type Requirement =
  | {
      readonly kind: "address";
      readonly allow: readonly ConfiguredText[];
      readonly deny: readonly ConfiguredText[];
      readonly ipPolicies: readonly ConfiguredText[];
    }
  /** Pairs of user name and password. They must never be printed. */
  | { readonly kind: "password"; readonly credentials: readonly ConfiguredText[] }
  | {
      readonly kind: "oauth" | "openid-connect";
      /** Name of the OAuth provider, or URL of the OpenID Connect issuer. */
      readonly provider: ConfiguredText;
      /** Id of the user's own application at the provider. */
      readonly clientId?: ConfiguredText;
      readonly allowsPreflight: boolean;
    }
  | {
      readonly kind: "jwt";
      readonly issuers: readonly ConfiguredText[];
      /** If empty, tokens for any audience are valid. */
      readonly audiences: readonly ConfiguredText[];
      readonly algorithms: readonly ConfiguredText[];
      /** The locations of the required tokens, each listed once. All of them must contain a token. */
      readonly tokens: readonly TokenLocation[];
      readonly keys: readonly ConfiguredText[];
    }
  | { readonly kind: "signature"; readonly provider: ConfiguredText; readonly secret: ConfiguredText }
  | {
      readonly kind: "tls";
      readonly minVersion: string;
      readonly maxVersion: string;
      /** Ids or PEM certificates of the authorities that sign client certificates. */
      readonly authorities: readonly ConfiguredText[];
      /** Which client certificate is required; undefined without mutual TLS. */
      readonly certificate: "verified" | "any" | "optional" | undefined;
    };

export interface TokenLocation {
  /** Such as `header authorization`. */
  readonly location: string;
  /** Identifies the types and prefixes of the tokens there. */
  readonly form: string;
}

export interface VariableValue {
  readonly name: string;
  /** Undefined for a value that isn't a string. */
  readonly value: ConfiguredText | undefined;
  readonly tree: Tree;
}

export interface HeaderChange {
  readonly name: string;
  /** Null to remove the header; undefined for a value that isn't a string. */
  readonly value: ConfiguredText | null | undefined;
  /** Undefined to remove the header. */
  readonly tree?: Tree;
}

export interface Rewrite {
  /** RE2 pattern to search in the whole URL; undefined to replace all of it. */
  readonly from: string | undefined;
  readonly to: string;
}

export interface Session {
  /** Such as `8h`; undefined if unset. */
  readonly maxDuration: ConfiguredText | undefined;
  readonly idleTimeout: ConfiguredText | undefined;
}

export type ActionEffect =
  | {
      readonly effect: "guards";
      readonly requires: Requirement;
      readonly isEnforced: boolean;
      /** Settings that this version doesn't know, so their effect is unknown. */
      readonly unknownSettings?: readonly string[];
      readonly session?: Session;
    }
  /** `deny` and `close-connection`. */
  | { readonly effect: "refuses"; readonly status: number | undefined }
  | { readonly effect: "answers"; readonly status: number | undefined }
  /** Redirects if the URL matches `from`, or always without `from`. */
  | ({ readonly effect: "redirects"; readonly status: number | undefined } & Rewrite)
  /** Forwards to an internal endpoint. If there is none, the next rules run if `continuesOnError`. */
  | { readonly effect: "forwards"; readonly url: ConfiguredText; readonly continuesOnError: boolean }
  | { readonly effect: "delegates"; readonly continuesOnError: boolean }
  /** Adds and removes headers, in order. `entries` is undefined if a name is interpolated. */
  | {
      readonly effect: "changes";
      readonly target: "headers";
      readonly entries: readonly HeaderChange[] | undefined;
    }
  /** Sends a separate request. If that fails, the next rules run if `continuesOnError`. */
  | { readonly effect: "changes"; readonly target: "results"; readonly continuesOnError: boolean }
  /** Rewrites the URL; `rewrite` is undefined if `from` or `to` isn't text. */
  | { readonly effect: "changes"; readonly target: "url"; readonly rewrite: Rewrite | undefined }
  /** Sets variables, in order. `entries` is undefined if an item isn't a map with one key. */
  | {
      readonly effect: "changes";
      readonly target: "vars";
      readonly entries: readonly VariableValue[] | undefined;
    }
  /**
   * `mayRefuse` is set for an action that decides by content or by other requests, such as `rate-limit`. It is false if the
   * action isn't enforced.
   */
  | { readonly effect: "none"; readonly mayRefuse?: boolean }
  /**
   * The action or its configuration is unsupported, so every outcome is possible. `isHidden` is set if the preview masks it
   * or doesn't know it, so that it may stand for several actions or rules.
   */
  | { readonly effect: "unknown"; readonly why: string; readonly isHidden?: true };

export type GuardAction = ActionEffect & {
  /** Empty if it is missing or masked. */
  readonly type: string;
  readonly index: number;
  /** Hash of the whole action. */
  readonly content: string;
  /** The expressions in the interpolations of its configuration. */
  readonly reads: readonly string[];
};

export interface GuardRule {
  readonly phase: PhaseName;
  readonly index: number;
  readonly name?: string;
  /** Undefined for an expression that isn't a string. */
  readonly expressions: readonly (string | undefined)[];
  readonly conditions: readonly Condition[];
  readonly actions: readonly GuardAction[];
  /** Hash of the conditions and actions, without the name. */
  readonly content: string;
}

export interface GuardReading {
  /** The rules of all phases, in the order in which they run. */
  readonly rules: readonly GuardRule[];
  /** Reasons why the service may interpret the policy differently, or refuse it. */
  readonly ambiguities: readonly string[];
}
