import type { Guard } from "./guard-model";
import type { Tri } from "./three-valued";

/** Something that answers clients, with all that it asks of them. */
export interface Access {
  /** Identifies it, equally on both sides of a change. */
  readonly id: string;
  readonly name: string;
  /** Whether anything responds: a backend or a traffic policy. */
  readonly isServed: Tri;
  /** All of them must be met. */
  readonly guards: readonly NamedGuard[];
  /** Whether it is a cloud endpoint, which ends TLS by itself and leads nowhere but where its policy says. */
  readonly isEndpoint: boolean;
  /** The URL of a cloud endpoint, where it is known. */
  readonly url?: string;
  /** Routes that serve the address together, the one that wins first. What none of them selects is refused. */
  readonly routes?: readonly RouteAccess[];
}

/** A guard as reports name it. */
export interface NamedGuard {
  readonly name: string;
  readonly guard: Guard;
  /** HTTP OPTIONS requests pass without it. */
  readonly passesOptions: boolean;
  /** Whom it lets in, in words that follow "requests", where that says more than its name. */
  readonly through?: string;
  /** It asks what is asked everywhere: no report says that it is still asked. */
  readonly isUsual: boolean;
}

/** What is behind one route. */
export interface RouteAccess {
  readonly isExact: boolean;
  /** Undefined while it is not known. */
  readonly path: string | undefined;
  /** True if another one may serve what it selects: the API doesn't say which wins. */
  readonly mayYield: boolean;
  /** An exact match that names no path serves `/`; whether it serves all paths is unspecified. */
  readonly isBare: boolean;
  readonly access: Access;
}
