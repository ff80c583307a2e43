import type { Guard } from "./guard-model";
import type { Ternary } from "./three-valued";

/** An edge or endpoint that serves clients, with its guards. */
export interface Access {
  /** Equal on both sides of a change. */
  readonly id: string;
  readonly name: string;
  /** True if a backend or traffic policy responds. */
  readonly isServed: Ternary;
  /** A client must meet all of them. */
  readonly guards: readonly NamedGuard[];
  /** True for a cloud endpoint, which forwards only where its policy says, and terminates TLS if its URL is https. */
  readonly isEndpoint: boolean;
  readonly url?: string;
  /** Routes in order of precedence. Requests that none of them selects are denied. */
  readonly routes?: readonly RouteAccess[];
}

export interface NamedGuard {
  readonly name: string;
  readonly guard: Guard;
  /** True if HTTP OPTIONS requests pass without meeting it. */
  readonly passesOptions: boolean;
  /** Describes the requests that it allows; completes "requests …". Undefined if reports name the guard instead. */
  readonly clientPhrase?: string;
  /** True for a service default, which reports don't list as still required. */
  readonly isServiceDefault: boolean;
}

export interface RouteAccess {
  readonly isExact: boolean;
  /** The exact path, or a prefix if `isExact` is false. Undefined if any path may match. */
  readonly path: string | undefined;
  /** True if another route may serve the same requests instead: the API doesn't say which of the two wins. */
  readonly mayYield: boolean;
  /** True for an exact match without a path: it serves `/`, and it is unspecified whether it serves all other paths. */
  readonly isBare: boolean;
  readonly access: Access;
}
