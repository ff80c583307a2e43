/** What has settled a request: a module, or an action of a rule. */
export interface Cause {
  /** The endpoint or edge, by id or path: `ep_…`, `/edges/https/…/routes/…`, `/ip_restrictions/…`. */
  readonly at: string;
  readonly module?: string;
  readonly phase?: string;
  /** Place of the rule in its phase, from 0. */
  readonly rule?: number;
  readonly name?: string;
  /** Type of the action; left out where the rule's expressions have settled it. */
  readonly action?: string;
}

/**
 * `forwarded`: it reaches `to`. `refused`: it is turned away. `asks`: it is turned away until it brings what `asks`
 * names. `answered`, `redirected`: the policy responds itself. `unanswered`: nothing refuses it, and nothing stands behind
 * the endpoint or edge. `no-endpoint`: the account serves no such URL. `undecided`: `why` says what is not known.
 */
export type Outcome =
  | "forwarded"
  | "refused"
  | "asks"
  | "answered"
  | "redirected"
  | "unanswered"
  | "no-endpoint"
  | "undecided";

export interface Ending {
  readonly outcome: Outcome;
  readonly by?: Cause;
  /** HTTP status of the response, where the reference tells it. */
  readonly status?: number;
  /** `basic-auth`, `oauth`, `openid-connect`, `saml`, `jwt` or `client-certificate`. */
  readonly asks?: string;
  /** Backend or upstream that gets the request; for a redirect its location. */
  readonly to?: string;
  /** The URL that gets there, where a policy is known to have rewritten it. */
  readonly url?: string;
  /** What of `on_http_response` keeps the response of what the request reaches from the client. */
  readonly withheld?: Cause;
  readonly why?: readonly string[];
}

export interface Step extends Cause {
  /** What became of it there: `passed`, `skipped`, `bypassed`, `not enforced`, `assumed`, or the outcome. */
  readonly result: string;
}

export interface Evaluation extends Ending {
  /** Undecided: all that may become of it. Else what may become of it instead, by limits on rates and errors. */
  readonly may?: readonly Ending[];
  readonly path: readonly Step[];
}
