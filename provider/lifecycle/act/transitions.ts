import type { Props } from "../../family/resource";

/**
 * State of a creation:
 *
 * - `intent`: it is recorded, and objects left by an earlier run are searched for
 * - `sent`: a request is in flight
 * - `lost`: a request may have been carried out, and its object is searched for
 * - `resolved`: there is an object, or an error
 */
export type CreationState =
  | { readonly at: "intent" }
  | { readonly at: "sent"; readonly attempt: number }
  /** `because` of a refusal: a repeated request may have run into the object of the one before. */
  | { readonly at: "lost"; readonly attempt: number; readonly because: "no response" | "refused" }
  | { readonly at: "resolved"; readonly outcome: Outcome };

/**
 * - `created`: by a request whose response arrived
 * - `found`: made by a request whose response was lost
 * - `left`: by an earlier run
 * - `exists`: by somebody else, and the program adopts it by its name
 * - `not created`: no request was carried out, so nothing need be remembered
 * - `unknown`: a request may still be carried out: the next run has to search for its object
 */
export type Outcome = "created" | "found" | "left" | "exists" | "not created" | "unknown";

/**
 * Events of a creation. `exists`: the object that the program adopts was found. `found` and `nothing found` are results of the search; an object whose secret was only in the
 * lost response is deleted and counts as nothing. `refused`: the service refused the request (400, 409, 422) and did
 * nothing. `failed`: any other error except a lost response; nothing was done either.
 */
export type CreationEvent = "found" | "exists" | "nothing found" | "answered" | "lost" | "refused" | "failed";

/** What the action of a state has led to. */
export interface Step {
  readonly event: CreationEvent;
  readonly object?: Props | undefined;
  readonly error?: unknown;
}

/** Limit of attempts per creation, each after a search that found nothing. */
export const MAX_ATTEMPTS = 6;

export const INTENT: CreationState = { at: "intent" };

type Transitions = { readonly [E in CreationEvent]?: CreationState };

/** The state that follows an event. An event that cannot occur in a state is a bug in this package. */
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
