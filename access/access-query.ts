import { AccessDiagrams } from "./access-diagrams";
import type { Access } from "./access-model";
import type { Client } from "./client";
import { ClientFinder } from "./client-finder";
import {
  DENIED,
  DecisionDiagrams,
  FALSE,
  type Node,
  POLICY_RESPONSE,
  TRUE,
  UPSTREAM,
  unlessTooLarge,
} from "./decision-diagrams";
import { findReachable, type InternalEndpoints } from "./internal-endpoints";
import { type Answer, isServiceChoice, type Question } from "./question";
import type { Place } from "./request-solver";

/**
 * The answer that a query assumes: a fixed one, or the answer to a different question. `free`: the client chooses.
 * `either`: the answer is unknown, and the result must be correct for both.
 */
export type Assumption = boolean | "free" | "either" | Question;

export interface Query {
  readonly assume: (question: Question) => Assumption;
  /** Excludes the clients that have access under these assumptions. */
  readonly exceptIf?: Query["assume"];
  readonly paths?: Place["paths"];
  /** Answers that the client gives in addition. */
  readonly answers?: readonly Answer[];
}

export class AccessQuery {
  /** Undefined if the diagram is too large. */
  private readonly diagram: { readonly diagrams: DecisionDiagrams; readonly outcome: Node } | undefined;

  constructor(
    access: Access,
    internal: InternalEndpoints,
    readonly place: Place,
    /** True if there is no upstream except where the policy forwards. */
    private readonly hasNoUpstream = false,
  ) {
    const diagrams: DecisionDiagrams = new DecisionDiagrams();
    const { recoverableUrls } = findReachable([access], internal);
    const builder = new AccessDiagrams(diagrams, place, true, recoverableUrls);
    const outcome = unlessTooLarge(() => builder.build([access], internal).outcome);
    this.diagram = outcome === undefined ? undefined : { diagrams, outcome };
  }

  get questions(): readonly Question[] {
    return this.diagram?.diagrams.allQuestions() ?? [];
  }

  /** Undefined if no client is found, which doesn't prove that there is none. */
  findClient(query: Query): Client | undefined {
    return this.search(query, (diagrams, condition, clients) => {
      for (const path of clients.satisfyingPaths(diagrams, condition)) {
        const client = clients.find(path);
        if (client) return client;
      }
      return undefined;
    });
  }

  /** False only if no client satisfies the query. True also if the diagram is too large. */
  isPossible(query: Query): boolean {
    return (
      this.search(query, (diagrams, condition, clients) => clients.isSatisfiable(diagrams, condition)) ?? true
    );
  }

  private search<T>(
    { assume, exceptIf, answers = [], paths }: Query,
    find: (diagrams: DecisionDiagrams, condition: Node, clients: ClientFinder) => T,
  ): T | undefined {
    if (this.diagram === undefined) return undefined;
    const { diagrams, outcome } = this.diagram;
    return unlessTooLarge(() => {
      const hasAccess = diagrams.reaches(outcome, (end) => {
        if (end === DENIED || end === POLICY_RESPONSE) return false;
        const destination = diagrams.withoutRewrites(diagrams.withResponse(end) ?? end);
        return !this.hasNoUpstream || destination !== UPSTREAM;
      });
      const condition = diagrams.every([
        applyAssumptions(diagrams, hasAccess, assume),
        exceptIf ? diagrams.not(applyAssumptions(diagrams, hasAccess, exceptIf)) : TRUE,
        diagrams.conjunction(answers),
      ]);
      return find(diagrams, condition, new ClientFinder({ ...this.place, ...(paths && { paths }) }));
    });
  }
}

function applyAssumptions(diagrams: DecisionDiagrams, condition: Node, assume: Query["assume"]): Node {
  const eitherKeys = new Set<string>();
  const assumed = diagrams.replaceQuestions(condition, (question) => {
    if (isServiceChoice(question)) return undefined;
    const answer = assume(question);
    if (answer === "either") eitherKeys.add(question.key);
    if (typeof answer === "string") return undefined;
    if (typeof answer === "boolean") return answer ? TRUE : FALSE;
    return diagrams.ask(answer);
  });
  const definite = diagrams.forAll(assumed, ({ key }) => eitherKeys.has(key));
  // The service chooses for each request, and clients can retry.
  return diagrams.exists(definite, isServiceChoice);
}
