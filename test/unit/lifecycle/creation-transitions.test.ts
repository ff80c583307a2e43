import { describe, expect, test } from "vitest";
import {
  type CreationEvent,
  type CreationState,
  INTENT,
  MAX_ATTEMPTS,
  next,
  type Outcome,
} from "../../../provider/lifecycle/act/transitions";

const sent = (attempt: number): CreationState => ({ phase: "sent", attempt });
const lost = (attempt: number): CreationState => ({ phase: "lost", attempt, because: "no response" });
const refused = (attempt: number): CreationState => ({ phase: "lost", attempt, because: "refused" });
const resolved = (outcome: Outcome): CreationState => ({ phase: "resolved", outcome });

const EVENTS: readonly CreationEvent[] = ["found", "nothing found", "answered", "lost", "refused", "failed"];

type Row = readonly [from: CreationState, event: CreationEvent, to: CreationState];

const TABLE: readonly Row[] = [
  // An object of an earlier run is adopted before anything is sent.
  [INTENT, "found", resolved("recovered")],
  [INTENT, "nothing found", sent(1)],
  // A first request that was certainly not processed needs no entry in the journal.
  [sent(1), "answered", resolved("created")],
  [sent(1), "lost", lost(1)],
  [sent(1), "refused", resolved("not created")],
  [sent(1), "failed", resolved("not created")],
  // A lost request is never forgotten: it may be processed late, or cause the conflict.
  [sent(2), "answered", resolved("created")],
  [sent(2), "lost", lost(2)],
  [sent(2), "refused", refused(2)],
  [sent(2), "failed", resolved("unknown")],
  // A request is repeated only after a search that found nothing, and a limited number of times.
  [lost(1), "found", resolved("found")],
  [lost(1), "nothing found", sent(2)],
  [lost(MAX_ATTEMPTS - 1), "nothing found", sent(MAX_ATTEMPTS)],
  [lost(MAX_ATTEMPTS), "found", resolved("found")],
  [lost(MAX_ATTEMPTS), "nothing found", resolved("unknown")],
  // A rejected request is never repeated.
  [refused(2), "found", resolved("found")],
  [refused(2), "nothing found", resolved("unknown")],
];

const nameOf = (state: CreationState) => Object.values(state).join(" ");

describe("a creation", () => {
  test.each(TABLE.map(([from, event, to]) => [nameOf(from), event, nameOf(to), from, to] as const))(
    "in state %s changes with the event '%s' to state %s",
    (_from, event, _to, from, to) => {
      expect(next(from, event)).toEqual(to);
    },
  );

  const states = [INTENT, sent(1), sent(2), lost(1), lost(MAX_ATTEMPTS), refused(2), resolved("created")];
  const isListed = (state: CreationState, event: CreationEvent) =>
    TABLE.some(([from, listed]) => nameOf(from) === nameOf(state) && listed === event);
  const others = states.flatMap((state) =>
    EVENTS.filter((event) => !isListed(state, event)).map((event) => [nameOf(state), event, state] as const),
  );

  test.each(others)("in state %s rejects the event '%s'", (_name, event, state) => {
    expect(() => next(state, event)).toThrow(TypeError);
  });

  test("ends even if every response is lost", () => {
    let state: CreationState = INTENT;
    let sends = 0;
    for (let steps = 0; state.phase !== "resolved" && steps < 100; steps++) {
      if (state.phase === "sent") sends++;
      state = next(state, state.phase === "sent" ? "lost" : "nothing found");
    }
    expect(state).toEqual(resolved("unknown"));
    expect(sends).toBe(MAX_ATTEMPTS);
  });
});
