import type { PhaseName } from "../language/phases";
import type { Condition, Constant } from "./condition";

/** Yes, no, or undefined where the policy does not tell. */
export type Tri = boolean | undefined;

/**
 * A text of a configuration. It is the value itself unless `isFilledIn` says that the service fills it in for each
 * request or from a vault, or that it is not known yet.
 */
export interface ConfiguredText {
  readonly text: string;
  readonly isFilledIn: boolean;
}

/** What a guard asks of clients. */
export type Requirement =
  | {
      readonly asks: "address";
      readonly allow: readonly ConfiguredText[];
      readonly deny: readonly ConfiguredText[];
      /** Ids of IP policies. */
      readonly ipPolicies: readonly ConfiguredText[];
    }
  /** Pairs of user name and password: never to be shown. */
  | { readonly asks: "password"; readonly credentials: readonly ConfiguredText[] }
  | {
      readonly asks: "oauth" | "openid-connect";
      /** The provider's name, or the URL of the issuer. */
      readonly by: ConfiguredText;
      /** Id of an application of one's own at the provider. */
      readonly clientId?: ConfiguredText;
      /** CORS preflight requests pass without it. */
      readonly passesPreflight: Tri;
    }
  | {
      readonly asks: "jwt";
      readonly issuers: readonly ConfiguredText[];
      /** None: a token for anybody passes. */
      readonly audiences: readonly ConfiguredText[];
      readonly algorithms: readonly ConfiguredText[];
      /** What all has to hold such a token, each place once. */
      readonly tokens: readonly TokenPlace[];
      /** URLs of key sets. */
      readonly keys: readonly ConfiguredText[];
    }
  | { readonly asks: "signature"; readonly provider: ConfiguredText; readonly secret: ConfiguredText }
  | {
      readonly asks: "tls";
      readonly lowest: string;
      readonly highest: string;
      /** Ids or certificates in PEM of who may have signed client certificates. */
      readonly authorities: readonly ConfiguredText[];
      /** What is asked of clients; undefined without mutual TLS. */
      readonly certificate: "of an authority" | "any" | "if there is one" | undefined;
    };

/** A place of the request that has to hold a token. */
export interface TokenPlace {
  /** Such as `header authorization`. */
  readonly place: string;
  /** Identifies the types of the tokens there, and what stands before them. */
  readonly form: string;
}

/** A variable and the text that it gets; undefined for a value of another kind, which `constant` has if it is written out. */
export interface VariableValue {
  readonly name: string;
  readonly value: ConfiguredText | undefined;
  readonly constant?: Constant;
}

/** A header, by its name in lower case, that gets one more value or is removed. */
export interface HeaderChange {
  readonly name: string;
  /** Null where it is removed; undefined for a value of another kind than a text. */
  readonly value: ConfiguredText | null | undefined;
}

/** The texts by which URLs are rewritten. */
export interface Rewrite {
  /** A pattern of RE2 that is looked for in the whole URL; undefined for one that any URL becomes `to`. */
  readonly from: string | undefined;
  readonly to: string;
}

/** How long a session lasts, as lengths of time such as `8h`; undefined for what is not said. */
export interface Session {
  readonly longest: ConfiguredText | undefined;
  readonly idle: ConfiguredText | undefined;
}

/** What an action means for who gets through. */
export type ActionEffect =
  /** Allows clients that meet the requirement, and the others as well unless it is enforced. */
  | {
      readonly effect: "guards";
      readonly requires: Requirement;
      readonly isEnforced: Tri;
      /** Settings that this version does not know: whom they allow is unknown. */
      readonly unknown?: readonly string[];
      /** How long sessions last that a sign-on begins. */
      readonly session?: Session;
    }
  /** Ends the request: `refuses` by deny and close-connection, `answers` by custom-response with a status. */
  | { readonly effect: "refuses" }
  | { readonly effect: "answers"; readonly status: number | undefined }
  /** Sends the client elsewhere if the URL matches `from`; without it always. */
  | { readonly effect: "redirects"; readonly from: string | undefined; readonly to: string }
  /** Hands the request to an internal endpoint. `goesOn` if there is none: the rules after it run. */
  | { readonly effect: "forwards"; readonly url: ConfiguredText; readonly goesOn: boolean }
  /** Sends the request to another service, which answers it. */
  | { readonly effect: "hands over"; readonly goesOn: boolean }
  /** Changes what later expressions read. */
  /** Adds and removes headers, in their order; undefined for names that are not understood. */
  | {
      readonly effect: "changes";
      readonly what: "headers";
      readonly sets: readonly HeaderChange[] | undefined;
    }
  /** Results of a request that it sends itself. If that fails, the rules after it run where it `goesOn`. */
  | { readonly effect: "changes"; readonly what: "results"; readonly goesOn: boolean }
  /** Gives the request another URL; `rewrite` is undefined where the texts are filled in for each request. */
  | { readonly effect: "changes"; readonly what: "url"; readonly rewrite: Rewrite | undefined }
  /** Sets variables, in their order; undefined for names or values that are not understood. */
  | { readonly effect: "changes"; readonly what: "vars"; readonly sets: readonly VariableValue[] | undefined }
  | { readonly effect: "none" }
  /**
   * Anything may become of the request: the action, or its configuration, is not understood. `isHidden`: it is not known
   * yet, or a preview masks it; it may then stand for several actions or rules.
   */
  | { readonly effect: "unknown"; readonly why: string; readonly isHidden?: true };

export type GuardAction = ActionEffect & {
  /** The type as the policy names it. */
  readonly type: string;
  readonly index: number;
  /** Equal for actions of one type with equal configurations. */
  readonly content: string;
  /** The expressions that its configuration is filled in with. */
  readonly reads: readonly string[];
};

/** A rule of a policy, as far as it decides who gets through. */
export interface GuardRule {
  readonly phase: PhaseName;
  /** Place in its phase, from 0. */
  readonly index: number;
  readonly name?: string;
  /** All of them have to hold. */
  readonly conditions: readonly Condition[];
  readonly actions: readonly GuardAction[];
  /** Equal for rules that say the same, whatever they are named. */
  readonly content: string;
}

/** A traffic policy as it decides who gets through. */
export interface GuardReading {
  /** The rules of all phases, in the order in which they run. */
  readonly rules: readonly GuardRule[];
  /** What may make the service read the policy in another way, or refuse it. */
  readonly doubts: readonly string[];
}
