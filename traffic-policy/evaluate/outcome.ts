export interface Cause {
  /** The endpoint or edge, by id or path: `ep_…`, `/edges/https/…/routes/…`, `/ip_restrictions/…`. */
  readonly at: string;
  readonly module?: string;
  readonly phase?: string;
  /** Index of the rule in its phase, from 0. */
  readonly rule?: number;
  /** Name of the rule. */
  readonly name?: string;
  /** Type of the action; unset if the expressions of the rule decided. */
  readonly action?: string;
}

/**
 * `forwarded`: the request reaches `to`. `refused`: it is denied. `asks`: it is denied until it has the credential in
 * `asks`. `answered`, `redirected`: the policy responds. `unanswered`: nothing denies it, but the endpoint or edge has no
 * backend. `no-endpoint`: the account doesn't serve the URL. `undecided`: `why` lists what is unknown.
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
  /** HTTP status of the response, if the API reference defines it. */
  readonly status?: number;
  /** `basic-auth`, `oauth`, `openid-connect`, `saml`, `jwt`, or `client-certificate`. */
  readonly asks?: string;
  /** The backend or upstream that receives the request, or the location of a redirect. */
  readonly to?: string;
  /** Set if a policy rewrote the URL. */
  readonly url?: string;
  /** The `on_http_response` action that withholds the response from the client. */
  readonly withheld?: Cause;
  readonly why?: readonly string[];
}

export interface Step extends Cause {
  /** The outcome, or a phrase such as `passed`, `skipped`, `bypassed`, `not enforced`, `assumed`, `URL unchanged`. */
  readonly result: string;
}

export interface Evaluation extends Ending {
  /** If undecided, all possible endings. Otherwise, the endings that rate limits and errors can cause instead. */
  readonly may?: readonly Ending[];
  readonly path: readonly Step[];
}
