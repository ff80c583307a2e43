import type { Access } from "./access-model";
import type { Client } from "./client";
import { judged } from "./compare";
import { ANSWERED, AWAY, NO, type Node, THROUGH, TooLarge, YES } from "./diagram";
import type { InternalEndpoints } from "./internal-endpoints";
import type { Answer, Diagram, Question } from "./question";
import type { Place } from "./request-witnesses";
import { Clients } from "./witnesses";

/**
 * The answer that a query takes for granted: a fixed one, the client's own choice (`free`), one that nobody knows, so that
 * only what holds either way counts (`either`), or the answer to another question.
 */
export type Assumption = boolean | "free" | "either" | Question;

export interface Query {
  readonly assume: (question: Question) => Assumption;
  /** Leaves out the clients that get in if this is assumed. */
  readonly unless?: Query["assume"];
  /** What the paths of the requests have in common. */
  readonly paths?: Place["paths"];
  /** Answers that the client gives in addition. */
  readonly also?: readonly Answer[];
  /** A response of the policy itself counts too. */
  readonly countsAnswers?: boolean;
}

/** One access as a diagram, to be asked which clients get in. */
export class AccessQuery {
  private readonly judged: ReturnType<typeof judged> | undefined;

  constructor(
    access: Access,
    internal: InternalEndpoints,
    readonly place: Place,
    /** Nothing is behind the policy except where it forwards to. */
    private readonly isUnbacked = false,
  ) {
    this.judged = orUndefined(() => judged(access, internal, place));
  }

  /** All questions that decide. */
  get questions(): readonly Question[] {
    return this.judged?.decisions.asked() ?? [];
  }

  /** A client that gets in; undefined if there is none, or none can be shown. */
  client(query: Query): Client | undefined {
    return this.ask(query, (decisions, condition, clients) => {
      for (const way of clients.ways(decisions, condition)) {
        const client = clients.of(way);
        if (client) return client;
      }
      return undefined;
    });
  }

  /** True if clients may get in. */
  isPossible(query: Query): boolean {
    return this.ask(query, (decisions, condition, clients) => clients.isAny(decisions, condition)) ?? true;
  }

  private ask<T>(
    { assume, unless, also = [], paths, countsAnswers = false }: Query,
    find: (decisions: Diagram, condition: Node, clients: Clients) => T,
  ): T | undefined {
    if (this.judged === undefined) return undefined;
    const { decisions, end } = this.judged;
    return orUndefined(() => {
      const gets = decisions.reaches(end, (one) => this.isIn(one, countsAnswers));
      const condition = decisions.every([
        assumed(decisions, gets, assume),
        unless ? decisions.not(assumed(decisions, gets, unless)) : YES,
        decisions.allOf(also),
      ]);
      return find(decisions, condition, new Clients({ ...this.place, ...(paths && { paths }) }));
    });
  }

  private isIn(end: Node, countsAnswers: boolean): boolean {
    if (end === AWAY) return false;
    if (end === ANSWERED) return countsAnswers;
    return !this.isUnbacked || this.destinationOf(end) !== THROUGH;
  }

  /** The place that is reached, in whatever way and whether its response is heard or not. */
  private destinationOf(end: Node): Node {
    const { decisions } = this.judged ?? {};
    const place = decisions?.destinationOf(decisions.heardAt(end) ?? end) ?? end;
    return place === end ? end : this.destinationOf(place);
  }
}

function assumed(decisions: Diagram, gets: Node, assume: Query["assume"]): Node {
  const open = new Set<string>();
  const given = decisions.withQuestions(gets, (question) => {
    if (isPick(question)) return undefined;
    const answer = assume(question);
    if (answer === "either") open.add(question.key);
    if (typeof answer === "string") return undefined;
    return typeof answer === "boolean" ? (answer ? YES : NO) : decisions.ask(answer);
  });
  const certain = decisions.holdsForAll(given, ({ key }) => open.has(key));
  // The service picks a member of a pool for each request, and a client may try again.
  return decisions.holdsForSome(certain, isPick);
}

const isPick = (question: Question) => question.asks === "unknown" && question.of === "pick";

/** What a query finds; undefined where the diagram grows too large. */
function orUndefined<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}
