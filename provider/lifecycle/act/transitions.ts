import type { Props } from "../../family/resource";

/** State of a creation: recorded in the journal (`intent`), in flight (`sent`), maybe processed (`lost`), or ended. */
export type CreationState =
  | { readonly phase: "intent" }
  | { readonly phase: "sent"; readonly attempt: number }
  /** `refused`: the service rejected a repeated request, which may conflict with the object of the previous one. */
  | { readonly phase: "lost"; readonly attempt: number; readonly because: "no response" | "refused" }
  | { readonly phase: "resolved"; readonly outcome: Outcome };

/** How a creation ended. `unknown`: a request may still be processed, so the next run has to search for its object. */
export type Outcome =
  | "created" // The response arrived.
  | "found" // A request with a lost response created the object.
  | "recovered" // An earlier run created the object.
  | "exists" // Someone else created the object, and the program adopts it by its name.
  | "not created" // No request was processed, so the journal needs no entry.
  | "unknown";

/** Event of a creation. A found object whose secret was in the lost response is deleted and counts as not found. */
export type CreationEvent =
  | "found"
  | "nothing found"
  | "exists" // The object that the program adopts was found.
  | "answered"
  | "lost"
  | "refused" // The service rejected the request (400, 409, 422) and did nothing.
  | "failed"; // Any other error, after which nothing was done either.

export interface Step {
  readonly event: CreationEvent;
  readonly object?: Props | undefined;
  readonly error?: unknown;
}

/** Maximum number of attempts per creation. A search that finds nothing precedes each repeated one. */
export const MAX_ATTEMPTS = 6;

export const INTENT: CreationState = { phase: "intent" };

/** Returns the state after an event. An event that can't occur in the state is a bug in this package. */
export function next(state: CreationState, event: CreationEvent): CreationState {
  const following = transitionsFrom(state)[event];
  if (!following) throw new TypeError(`a creation that is ${state.phase} cannot become ${event}`);
  return following;
}

function transitionsFrom(state: CreationState): Partial<Record<CreationEvent, CreationState>> {
  if (state.phase === "intent")
    return {
      found: resolved("recovered"),
      exists: resolved("exists"),
      "nothing found": { phase: "sent", attempt: 1 },
    };
  if (state.phase === "sent") {
    const { attempt } = state;
    const isFirst = attempt === 1;
    return {
      answered: resolved("created"),
      lost: { phase: "lost", attempt, because: "no response" },
      refused: isFirst ? resolved("not created") : { phase: "lost", attempt, because: "refused" },
      failed: resolved(isFirst ? "not created" : "unknown"),
    };
  }
  if (state.phase === "lost") {
    const { attempt, because } = state;
    const mayBeSent = because === "no response" && attempt < MAX_ATTEMPTS;
    return {
      found: resolved("found"),
      "nothing found": mayBeSent ? { phase: "sent", attempt: attempt + 1 } : resolved("unknown"),
    };
  }
  return {};
}

const resolved = (outcome: Outcome): CreationState => ({ phase: "resolved", outcome });
