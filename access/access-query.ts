import { AccessDiagrams } from "./access-diagrams";
import type { Access } from "./access-model";
import type { Client } from "./client";
import { ClientFinder } from "./client-finder";
import {
  DENIED,
  Decisions,
  FALSE,
  type Node,
  POLICY_RESPONSE,
  TRUE,
  UPSTREAM,
  unlessTooLarge,
} from "./diagram";
import { findReachable, type InternalEndpoints } from "./internal-endpoints";
import { type Answer, type Diagram, isServiceChoice, type Question } from "./question";
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
  /** Counts a response of the policy itself as access. */
  readonly countsPolicyResponses?: boolean;
}

export class AccessQuery {
  /** Undefined if the diagram is too large. */
  private readonly diagram: { readonly decisions: Diagram; readonly end: Node } | undefined;

  constructor(
    access: Access,
    internal: InternalEndpoints,
    readonly place: Place,
    /** True if there is no upstream except where the policy forwards. */
    private readonly hasNoUpstream = false,
  ) {
    const decisions: Diagram = new Decisions();
    const { recoverableUrls } = findReachable([access], internal);
    const diagrams = new AccessDiagrams(decisions, place, true, recoverableUrls);
    const end = unlessTooLarge(() => diagrams.build([access], internal).end);
    this.diagram = end === undefined ? undefined : { decisions, end };
  }

  get questions(): readonly Question[] {
    return this.diagram?.decisions.allQuestions() ?? [];
  }

  client(query: Query): Client | undefined {
    return this.search(query, (decisions, condition, clients) => {
      for (const path of clients.satisfyingPaths(decisions, condition)) {
        const client = clients.find(path);
        if (client) return client;
      }
      return undefined;
    });
  }

  isPossible(query: Query): boolean {
    return (
      this.search(query, (decisions, condition, clients) => clients.isSatisfiable(decisions, condition)) ??
      true
    );
  }

  private search<T>(
    { assume, exceptIf, answers = [], paths, countsPolicyResponses = false }: Query,
    find: (decisions: Diagram, condition: Node, clients: ClientFinder) => T,
  ): T | undefined {
    if (this.diagram === undefined) return undefined;
    const { decisions, end } = this.diagram;
    return unlessTooLarge(() => {
      const hasAccess = decisions.reaches(end, (reached) =>
        this.isAccess(decisions, reached, countsPolicyResponses),
      );
      const condition = decisions.every([
        applyAssumptions(decisions, hasAccess, assume),
        exceptIf ? decisions.not(applyAssumptions(decisions, hasAccess, exceptIf)) : TRUE,
        decisions.conjunction(answers),
      ]);
      return find(decisions, condition, new ClientFinder({ ...this.place, ...(paths && { paths }) }));
    });
  }

  private isAccess(decisions: Diagram, end: Node, countsPolicyResponses: boolean): boolean {
    if (end === DENIED) return false;
    if (end === POLICY_RESPONSE) return countsPolicyResponses;
    const destination = decisions.destinationOf(decisions.withResponse(end) ?? end);
    return !this.hasNoUpstream || destination !== UPSTREAM;
  }
}

function applyAssumptions(decisions: Diagram, condition: Node, assume: Query["assume"]): Node {
  const eitherKeys = new Set<string>();
  const assumed = decisions.replaceQuestions(condition, (question) => {
    if (isServiceChoice(question)) return undefined;
    const answer = assume(question);
    if (answer === "either") eitherKeys.add(question.key);
    if (typeof answer === "string") return undefined;
    if (typeof answer === "boolean") return answer ? TRUE : FALSE;
    return decisions.ask(answer);
  });
  const definite = decisions.holdsForAll(assumed, ({ key }) => eitherKeys.has(key));
  // The service chooses for each request, and clients can retry.
  return decisions.holdsForSome(definite, isServiceChoice);
}
