import type { Props } from "../../family/resource";

/**
 * State of a creation:
 *
 * - `intent`: recorded in the journal; searching for objects of an earlier run
 * - `sent`: a request is in flight
 * - `lost`: a request may have been processed; searching for its object
 * - `resolved`: ended with an object or an error
 */
export type CreationState =
  | { readonly at: "intent" }
  | { readonly at: "sent"; readonly attempt: number }
  /** `refused`: the service rejected a repeated request, which may conflict with the object of the previous one. */
  | { readonly at: "lost"; readonly attempt: number; readonly because: "no response" | "refused" }
  | { readonly at: "resolved"; readonly outcome: Outcome };

/**
 * Outcome of a creation:
 *
 * - `created`: the response arrived
 * - `found`: a request with a lost response created the object
 * - `left`: an earlier run created the object
 * - `exists`: someone else created the object, and the program adopts it by its name
 * - `not created`: no request was processed, so the journal needs no entry
 * - `unknown`: a request may still be processed, so the next run has to search for its object
 */
export type Outcome = "created" | "found" | "left" | "exists" | "not created" | "unknown";

/**
 * Event of a creation:
 *
 * - `found`, `nothing found`: results of the search. An object whose secret was only in the lost response is deleted
 *   and counts as nothing
 * - `exists`: the object that the program adopts was found
 * - `refused`: the service rejected the request (400, 409, 422) and did nothing
 * - `failed`: any other error, after which nothing was done either
 */
export type CreationEvent = "found" | "exists" | "nothing found" | "answered" | "lost" | "refused" | "failed";

export interface Step {
  readonly event: CreationEvent;
  readonly object?: Props | undefined;
  readonly error?: unknown;
}

/** Maximum number of attempts per creation, each after a search that found nothing. */
export const MAX_ATTEMPTS = 6;

export const INTENT: CreationState = { at: "intent" };

type Transitions = { readonly [E in CreationEvent]?: CreationState };

/** Returns the state after an event. An event that can't occur in the state is a bug in this package. */
export function next(state: CreationState, event: CreationEvent): CreationState {
  const following = transitionsFrom(state)[event];
  if (!following) throw new TypeError(`a creation that is ${state.at} cannot become ${event}`);
  return following;
}

function transitionsFrom(state: CreationState): Transitions {
  if (state.at === "intent")
    return {
      found: resolved("left"),
      exists: resolved("exists"),
      "nothing found": { at: "sent", attempt: 1 },
    };
  if (state.at === "sent") {
    const { attempt } = state;
    const isFirst = attempt === 1;
    return {
      answered: resolved("created"),
      lost: { at: "lost", attempt, because: "no response" },
      refused: isFirst ? resolved("not created") : { at: "lost", attempt, because: "refused" },
      failed: resolved(isFirst ? "not created" : "unknown"),
    };
  }
  if (state.at === "lost") {
    const { attempt, because } = state;
    const mayBeSent = because === "no response" && attempt < MAX_ATTEMPTS;
    return {
      found: resolved("found"),
      "nothing found": mayBeSent ? { at: "sent", attempt: attempt + 1 } : resolved("unknown"),
    };
  }
  return {};
}

const resolved = (outcome: Outcome): CreationState => ({ at: "resolved", outcome });
