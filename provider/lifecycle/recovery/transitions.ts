/**
 * Where a creation stands:
 *
 * - `intent`: it is noted, and what an earlier run has left of it is looked for
 * - `sent`: a request is under way
 * - `lost`: a request may have been carried out, and its object is looked for
 * - `resolved`: there is an object, or an error
 */
export type CreationState =
  | { readonly at: "intent" }
  | { readonly at: "sent"; readonly attempt: number }
  /** `because` of a refusal: a repeated request may have run into the object of the one before. */
  | { readonly at: "lost"; readonly attempt: number; readonly because: "no response" | "refused" }
  | { readonly at: "resolved"; readonly outcome: Outcome };

/**
 * - `created`: by a request that was answered
 * - `found`: by a request whose response was lost
 * - `left`: by an earlier run
 * - `not created`: no request has been carried out, which need not be remembered
 * - `unknown`: a request may be carried out yet: the next run has to look for its object
 */
export type Outcome = "created" | "found" | "left" | "not created" | "unknown";

/**
 * What happens to it. `found` and `nothing found` are said of the object that is looked for; one whose secret was in the
 * lost response alone is deleted, and so counts as nothing. `refused`: by the service (400, 409, 422), and nothing was
 * done. `failed`: with any other error but a lost response, and nothing was done either.
 */
export type CreationEvent = "found" | "nothing found" | "answered" | "lost" | "refused" | "failed";

/** How often one creation is sent, each time after a look that found nothing. */
export const MOST_ATTEMPTS = 6;

export const INTENT: CreationState = { at: "intent" };

type Transitions = { readonly [E in CreationEvent]?: CreationState };

/** The state that an event leads to. An event that cannot happen in a state is a mistake of this package. */
export function next(state: CreationState, event: CreationEvent): CreationState {
  const following = transitionsFrom(state)[event];
  if (!following) throw new TypeError(`a creation that is ${state.at} cannot become ${event}`);
  return following;
}

function transitionsFrom(state: CreationState): Transitions {
  if (state.at === "intent") return { found: resolved("left"), "nothing found": { at: "sent", attempt: 1 } };
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
    const mayBeSent = because === "no response" && attempt < MOST_ATTEMPTS;
    return {
      found: resolved("found"),
      "nothing found": mayBeSent ? { at: "sent", attempt: attempt + 1 } : resolved("unknown"),
    };
  }
  return {};
}

const resolved = (outcome: Outcome): CreationState => ({ at: "resolved", outcome });
