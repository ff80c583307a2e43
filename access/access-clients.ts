import { choosesTls, Sides } from "./access-diagrams";
import type { Access } from "./access-model";
import type { Client } from "./client";
import { AWAY, Decisions, TooLarge } from "./diagram";
import { digest } from "./digest";
import { behind, type Internal } from "./internal-endpoints";
import type { Answer, Diagram } from "./question";
import type { Place } from "./request-witnesses";
import { Clients } from "./witnesses";

/**
 * Clients that tell the guards of a place apart: for each pair of outcomes before and after a change, one for each way that
 * leads to it. Empty if the policies are too large.
 */
export function representativeClients(
  before: readonly Access[],
  after: readonly Access[],
  internal: Internal,
  where: Place,
): Client[] {
  const caught = new Set([
    ...behind(before, internal.before).caught,
    ...behind(after, internal.after).caught,
  ]);
  try {
    const decisions: Diagram = new Decisions();
    const sides = new Sides(decisions, where, [...before, ...after].some(choosesTls), caught);
    const earlier = sides.of(before, internal.before).end;
    const later = sides.of(after, internal.after).end;
    const clients = new Clients(where);
    const wasIn = decisions.reaches(earlier, (end) => end !== AWAY);
    const conditions = [...decisions.endsOf(later)].flatMap((outcome) => {
      const comes = decisions.reaches(later, (end) => end === outcome);
      return [decisions.both(comes, wasIn), decisions.both(comes, decisions.not(wasIn))];
    });
    // The evaluator of these clients decides what is unknown here.
    const known = ({ question }: Answer) => question.asks !== "unknown";
    return conditions.flatMap((condition) =>
      [...clients.ways(decisions, condition)].flatMap((way) => clients.of(way.filter(known)) ?? []),
    );
  } catch (error) {
    if (error instanceof TooLarge) return [];
    throw error;
  }
}

/** The secret by which a client's fact names a user name and password that a policy spells out. */
export const passwordKey = (pair: string): string => digest(pair);
