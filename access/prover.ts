import type { AccessDiagram } from "./access-diagrams";
import type { Client, Trait } from "./client";
import type { ClientFinder } from "./client-finder";
import { type DecisionDiagrams, FALSE, type Node } from "./decision-diagrams";
import { describeTest, phraseOf, redactExpression } from "./descriptions";
import { type Answer, isUnknownAbout, type Question, UNKNOWN_ENDPOINT } from "./question";

/** What clients reach on one side of a change, and on the other. */
export interface ReachDifference {
  readonly otherSide: AccessDiagram;
  readonly reached: Node;
  readonly reachedOnOtherSide: Node;
  /** Set if only this destination counts. */
  readonly destination: Node | undefined;
}

/** An attempt to prove that a client reaches more on one side. */
export interface Proof {
  /** The answers of the client. */
  readonly path: readonly Answer[];
  /** The witness. */
  readonly client?: Client;
  /** The reason that the difference is only possible; completes "because …". Undefined if it is definite. */
  readonly because?: string;
}

/** Proves differences by example clients, or says why they are only possible. */
export class Prover {
  /** @param shared - The keys of the questions that both sides ask. */
  constructor(
    private readonly diagrams: DecisionDiagrams,
    private readonly clients: ClientFinder,
    private readonly shared: ReadonlySet<string>,
  ) {}

  /** Proves that some client satisfies the condition, or says why that is only possible; undefined if none does. */
  prove(condition: Node, difference: ReachDifference): Proof | undefined {
    const isUndecidable = (question: Question) => !this.isDecidable(question);
    let proof: Proof | undefined;
    // Prefer a client that satisfies the condition for all answers to the undecidable questions.
    for (const isQuantified of [isUndecidable, isSameForAllRequests, () => false]) {
      proof = this.proveOnAnyPath(this.diagrams.forAll(condition, isQuantified), difference);
      if (proof && proof.because === undefined) return proof;
    }
    return proof;
  }

  private proveOnAnyPath(condition: Node, difference: ReachDifference): Proof | undefined {
    const { otherSide, destination } = difference;
    const isNew = destination === undefined || this.isNewDestination(destination, otherSide);
    const paths = this.clients.satisfyingPaths(this.diagrams, condition);
    let undecided: Proof | undefined;
    let next = paths.next();
    for (; !next.done; next = paths.next()) {
      const proof = this.proveOnPath(next.value, difference);
      if (isNew && proof.because === undefined) return proof;
      const because = proof.because ?? "they may have reached it by another URL before";
      undecided ??= { ...proof, because };
    }
    const isComplete = next.value;
    return undecided ?? (isComplete ? undefined : { path: [], because: "there are too many cases" });
  }

  /** False if requests may reach the same destination on the other side, by a rewritten URL. */
  private isNewDestination(end: Node, otherSide: AccessDiagram): boolean {
    const { diagrams } = this;
    const ends = [end, ...diagrams.endsOf(otherSide.outcome)];
    const [destination, ...otherDestinations] = ends.map((each) => diagrams.withoutRewrites(each));
    const hasRewrites = ends.some((each) => diagrams.withoutRewrites(each) !== each);
    return !hasRewrites || !otherDestinations.includes(destination as Node);
  }

  /** True if a client can be constructed for an answer to the question. */
  private isDecidable(question: Question): boolean {
    if (question.kind === "unknown" && question.expression === undefined) return false;
    return [true, false].some((isTrue) => this.clients.find([{ question, isTrue }]) !== undefined);
  }

  /** Constructs a client for the decidable answers of a path, and checks that the difference is definite despite the others. */
  private proveOnPath(path: readonly Answer[], difference: ReachDifference): Proof {
    const { clients } = this;
    const decidable = path.filter(({ question }) => this.isDecidable(question));
    const exactClient = clients.find(decidable) ?? undefined;
    // If no values are found for the variables of expressions, the expressions remain undecided.
    const decided = exactClient ? decidable : decidable.filter(({ question }) => question.kind !== "unknown");
    const client = exactClient ?? clients.find(decided) ?? undefined;
    if (client === undefined) return { path, because: clients.undecidedReason(decided) };
    const undecided = path.filter((answer) => !decided.includes(answer));
    const because = this.reasonOnlyPossible(decided, undecided, difference);
    if (because !== undefined) return { path, because };
    // Successful forwards are no traits of a client.
    const areForwards = undecided.every(
      ({ question, isTrue }) => isTrue && isUnknownAbout(question, "forward", "endpoint", "served"),
    );
    return { path, client: areForwards ? client : withTraits(client, undecided) };
  }

  /** The reason that undecided answers make the difference only possible; undefined if it is definite despite them. */
  private reasonOnlyPossible(
    decided: readonly Answer[],
    undecided: readonly Answer[],
    { reached, reachedOnOtherSide, destination }: ReachDifference,
  ): string | undefined {
    const { diagrams } = this;
    for (const answer of undecided) {
      const reason = reasonOf(answer);
      if (reason !== undefined) return reason;
    }
    const unknownReason = destination === undefined ? undefined : diagrams.unknownReason(destination);
    if (unknownReason !== undefined || undecided.length === 0) return unknownReason;
    const allowsSomeone = ({ question }: Answer) =>
      question.kind === "unknown" && question.scope === "guard" && !question.mayAllowNobody;
    const isIndependent = ({ question }: Answer) => question.kind === "unknown" && question.isIndependent;
    // If no client has access on both sides, every client that the undecided guards allow gains access.
    if (undecided.every(allowsSomeone) && diagrams.and(reached, reachedOnOtherSide) === FALSE)
      return undefined;
    if (
      undecided.every(isIndependent) &&
      !this.clients.isSatisfiable(diagrams, diagrams.and(reachedOnOtherSide, diagrams.conjunction(decided)))
    )
      return undefined;
    const oneSided = undecided.find(({ question }) => !this.shared.has(question.key));
    if (oneSided) return undecidedReason(oneSided.question);
    const expressions = undecided.flatMap(
      ({ question }) =>
        (question.kind === "unknown" && question.scope !== "guard" && question.dependsOn) || [],
    );
    const [expression = "", ...others] = new Set(expressions);
    if (others.length > 0)
      return `it may contradict another condition of the request: ${redactExpression(expression)}`;
    const related = undecided.find((answer) =>
      decided.some(({ question }) => areRelated(answer.question, question)),
    );
    if (related)
      return `it may depend on another requirement of the client: ${describeQuestion(related.question)}`;
    // Definite if access on the other side depends on the undecided requirement: some client then meets it, and so do clients
    // that the other side denies for a different reason.
    const dependent = diagrams.and(
      reachedOnOtherSide,
      diagrams.not(diagrams.assumeOpposites(reachedOnOtherSide, undecided)),
    );
    if (this.clients.isSatisfiable(diagrams, diagrams.and(dependent, diagrams.conjunction(undecided))))
      return undefined;
    const reasons = undecided.flatMap(({ question }) => ("why" in question ? (question.why ?? []) : []));
    return reasons[0] ?? "the undecided requirement allowed nobody before";
  }
}

/** The reason that one undecided answer leaves any verdict undecided. */
function reasonOf({ question, isTrue }: Answer): string | undefined {
  if (question.kind === "text") {
    const { subject, version, why } = question;
    // The service sets the value, but the API reference doesn't specify how.
    if (isTrue && version === "" && !subject.startsWith("req.")) return why;
    return version.startsWith("url ") ? (why ?? "how rules rewrite the URL is not analyzed") : undefined;
  }
  if (question.kind !== "unknown") return undefined;
  // No known request lacks the value.
  if (!isTrue && question.id.kind === "presence") return undecidedReason(question);
  // Expressions are assumed not to fail.
  if (isTrue && question.id.kind === "failure" && question.dependsOn !== undefined)
    return undecidedReason(question);
  if (question.scope === "all requests")
    return question.why ?? `the API reference leaves something open: ${question.texts[0]}`;
  if (question.scope === "guard" && !isTrue)
    return question.why ?? "it is unknown whom the removed guard allowed";
  // The endpoint exists for all requests, or for none.
  return !isTrue && question.id.kind === "endpoint" ? UNKNOWN_ENDPOINT : undefined;
}

export const isSameForAllRequests = (question: Question) =>
  question.kind === "unknown" && question.scope === "all requests";

function describeQuestion(question: Question): string {
  if (question.kind === "unknown") return question.texts[0];
  return question.kind === "text" ? question.subject : question.kind;
}

const undecidedReason = (question: Question): string =>
  (question.kind === "unknown" || question.kind === "text") && question.why !== undefined
    ? question.why
    : `this cannot be decided, and only one side of the change requires it: ${describeQuestion(question)}`;

function withTraits(client: Client, undecided: readonly Answer[]): Client {
  const traitOf = ({ question, isTrue }: Answer): readonly Trait[] => {
    if (question.kind === "text") {
      const id = { kind: "other", about: question.key } as const;
      const describe = (holds: boolean) => `whose ${describeTest(question, holds)}`;
      return [{ id, ...phraseOf([describe(true), describe(false)], isTrue), dependsOn: question.subject }];
    }
    if (question.kind !== "unknown") return [];
    const { id, texts, dependsOn } = question;
    return [{ id, ...phraseOf(texts, isTrue), dependsOn }];
  };
  return {
    ...client,
    has: [...client.has, ...undecided.filter(({ isTrue }) => isTrue).flatMap(traitOf)],
    lacks: [...client.lacks, ...undecided.filter(({ isTrue }) => !isTrue).flatMap(traitOf)],
  };
}

/** Properties of a client, each with a pattern for the names of modules, variables, functions, and facts that read it. */
const PROPERTIES: readonly (readonly [property: string, names: RegExp])[] = [
  ["address", /^address|ip_?restriction|client_ip|cidr|conn\.geo/i],
  ["certificate", /mutual_?tls|certificate|conn\.tls\.client/i],
  ["version", /^version|tls_?termination|conn\.tls\.(?:version|cipher)/i],
  ["user", /oauth|saml|oidc|openid|^identity|sign-in|^member/i],
  ["credential", /webhook|signature|jwt|token|audience|basic_?auth|password|authorization/i],
  ["url", /req\.(?:url|host)|query|tls\.sni/i],
  ["request", /req\.(?!url|host)|header|cookie|body|user[_-]?agent|content[_-]|^upgrade|^preflight/i],
  ["vars", /\bvars\b/],
];

const findProperties = (text: string): readonly string[] =>
  PROPERTIES.flatMap(([property, names]) => (names.test(text) ? [property] : []));

function readProperties(question: Question): readonly string[] {
  if (question.kind === "text") return findProperties(question.subject);
  if (question.kind === "unknown") return findProperties(question.dependsOn ?? "");
  return findProperties(question.kind === "fact" ? question.id.kind : question.kind);
}

/** True if both questions read the same property: one answer may decide the other. */
function areRelated(left: Question, right: Question): boolean {
  const properties = readProperties(left);
  return readProperties(right).some((property) => properties.includes(property));
}
