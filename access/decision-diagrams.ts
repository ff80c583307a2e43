import type { Answer, Question } from "./question";

/** The root of a diagram: an end (terminal node), or a question with a branch for each answer. */
export type Node = number;

// Ends common to all diagrams. Any other end is a destination that requests reach.

/** A guard or rule denies the request. */
export const DENIED: Node = 0;
/** The policy itself responds. */
export const POLICY_RESPONSE: Node = 1;
/** The request passes all guards and reaches the upstream. */
export const UPSTREAM: Node = 2;
/** The policy responds with an error, which rules for responses may still replace. */
export const ERROR_RESPONSE: Node = 3;

/** The ends of a condition. They equal `DENIED` and `UPSTREAM`, so a condition is also the outcome of a guard. */
export const FALSE: Node = 0;
export const TRUE: Node = 2;

export const DESTINATION_IS_MASKED = "the preview masks the destination";

class DiagramTooLarge extends Error {}

/** Returns the result of `build`; undefined if a diagram becomes too large. */
export function unlessTooLarge<T>(build: () => T): T | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof DiagramTooLarge) return undefined;
    throw error;
  }
}

const MAX_NODES = 300_000;
const MAX_STEPS = 3_000_000;
const MAX_QUESTIONS = 2000;

/**
 * Reduced ordered decision diagrams (ROBDDs, with several ends) whose variables are yes-no questions about a client. The
 * diagrams share nodes: two of them are equal if and only if their roots are.
 *
 * @see Bryant, "Graph-Based Algorithms for Boolean Function Manipulation" (1986)
 */
export class DecisionDiagrams {
  private readonly questions: Question[] = [];
  private readonly questionIndexes = new Map<string, number>();
  private readonly destinations = new Map<string, Node>();
  private readonly destinationNames = new Map<Node, string>();
  private readonly rewrites = new Map<Node, { readonly end: Node; readonly key: string }>();
  private readonly withResponses = new Map<Node, Node>();
  private readonly unknownReasons = new Map<Node, string>();
  /** By node. Ends have the index `MAX_QUESTIONS`, and are their own branches. */
  private readonly questionIndexOfNode: number[] = Array(4).fill(MAX_QUESTIONS);
  private readonly trueBranches: number[] = [DENIED, POLICY_RESPONSE, UPSTREAM, ERROR_RESPONSE];
  private readonly falseBranches: number[] = [DENIED, POLICY_RESPONSE, UPSTREAM, ERROR_RESPONSE];
  private readonly nodes = new Map<string, Node>();
  private readonly choices = new Map<string, Node>();
  private steps = 0;

  allQuestions(): readonly Question[] {
    return this.questions;
  }

  /** Returns the condition that the answer is yes. A path asks questions in the order of their first `ask`. */
  ask(question: Question): Node {
    const index = this.questionIndexes.get(question.key) ?? this.questions.length;
    if (index >= MAX_QUESTIONS) throw new DiagramTooLarge();
    this.questionIndexes.set(question.key, index);
    this.questions[index] ??= question;
    return this.node(index, TRUE, FALSE);
  }

  /** Returns the end for a destination. `key` distinguishes destinations with the same name. */
  destination(name: string, key = name): Node {
    const existing = this.destinations.get(key);
    if (existing !== undefined) return existing;
    const end = this.questionIndexOfNode.length;
    this.questionIndexOfNode.push(MAX_QUESTIONS);
    this.trueBranches.push(end);
    this.falseBranches.push(end);
    this.destinations.set(key, end);
    this.destinationNames.set(end, name);
    return end;
  }

  /**
   * Returns the end for an unknown destination, which may be any of the others.
   *
   * @param key - Equal for equal destinations.
   * @param why - The reason that it is unknown; completes "because …".
   */
  unknownDestination(name: string, key: string, why = DESTINATION_IS_MASKED): Node {
    const node = this.destination(name, `anywhere ${key}`);
    this.unknownReasons.set(node, why);
    return node;
  }

  /** The reason that a destination is unknown; undefined for a known one. */
  unknownReason(end: Node): string | undefined {
    const next = this.withResponses.get(end) ?? this.rewrites.get(end)?.end;
    return next === undefined ? this.unknownReasons.get(end) : this.unknownReason(next);
  }

  isUnknownDestination(end: Node): boolean {
    return this.unknownReason(end) !== undefined;
  }

  /** The same destination, reached with a rewritten URL. `key` is equal for equal rewrites. */
  viaRewrite(end: Node, key: string): Node {
    const node = this.destination(JSON.stringify([end, key]));
    this.rewrites.set(node, { end, key });
    const withResponse = this.withResponses.get(end);
    if (withResponse !== undefined) this.withResponses.set(node, this.viaRewrite(withResponse, key));
    return node;
  }

  /** The same destination, for requests whose response a rule discards. */
  withoutResponse(end: Node): Node {
    if (this.withResponses.has(end)) return end;
    const rewrite = this.rewrites.get(end);
    if (rewrite) return this.viaRewrite(this.withoutResponse(rewrite.end), rewrite.key);
    const node = this.destination(JSON.stringify([end]));
    this.withResponses.set(node, end);
    return node;
  }

  /** The inverse of `withoutResponse`; undefined for an end whose response isn't discarded. */
  withResponse(end: Node): Node | undefined {
    return this.withResponses.get(end);
  }

  withoutRewrites(end: Node): Node {
    const rewrite = this.rewrites.get(end);
    return rewrite === undefined ? end : this.withoutRewrites(rewrite.end);
  }

  isEnd(node: Node): boolean {
    return this.indexAt(node) === MAX_QUESTIONS;
  }

  nameOf(end: Node): string | undefined {
    return this.destinationNames.get(end);
  }

  /** The if-then-else operation, from which all others are built. */
  choose(condition: Node, then: Node, otherwise: Node): Node {
    if (condition === TRUE || then === otherwise) return then;
    if (condition === FALSE) return otherwise;
    const key = `${condition} ${then} ${otherwise}`;
    const cached = this.choices.get(key);
    if (cached !== undefined) return cached;
    this.spend(1);
    const index = Math.min(this.indexAt(condition), this.indexAt(then), this.indexAt(otherwise));
    const chooseBranches = (isTrue: boolean) =>
      this.choose(
        this.branch(condition, index, isTrue),
        this.branch(then, index, isTrue),
        this.branch(otherwise, index, isTrue),
      );
    const result = this.node(index, chooseBranches(true), chooseBranches(false));
    this.choices.set(key, result);
    return result;
  }

  not = (condition: Node): Node => this.choose(condition, FALSE, TRUE);
  and = (left: Node, right: Node): Node => this.choose(left, right, FALSE);
  or = (left: Node, right: Node): Node => this.choose(left, TRUE, right);
  every = (nodes: readonly Node[]): Node => nodes.reduceRight((rest, node) => this.and(node, rest), TRUE);
  some = (nodes: readonly Node[]): Node => nodes.reduceRight((rest, node) => this.or(node, rest), FALSE);

  /** Returns the condition under which a wanted end is reached. */
  reaches(node: Node, isWanted: (end: Node) => boolean): Node {
    return this.replaceEnds(node, (end) => (isWanted(end) ? TRUE : FALSE));
  }

  replaceEnds(node: Node, replace: (end: Node) => Node): Node {
    return this.rebuild(node, () => undefined, replace);
  }

  /** Quantifies over the selected questions: true if the condition holds for some answers to them. */
  exists(condition: Node, isSelected: (question: Question) => boolean): Node {
    return this.rebuild(condition, (question, yes, no) =>
      isSelected(question) ? this.or(yes, no) : undefined,
    );
  }

  /** Quantifies over the selected questions: true if the condition holds for all answers to them. */
  forAll(condition: Node, isSelected: (question: Question) => boolean): Node {
    return this.rebuild(condition, (question, yes, no) =>
      isSelected(question) ? this.and(yes, no) : undefined,
    );
  }

  /** @param replace - Returns the condition that replaces a question; undefined keeps the question. */
  replaceQuestions(node: Node, replace: (question: Question) => Node | undefined): Node {
    return this.rebuild(node, (question, yes, no) => {
      const replacement = replace(question);
      return replacement === undefined ? undefined : this.choose(replacement, yes, no);
    });
  }

  /** Restricts a diagram to the opposites of the answers (its cofactor). */
  assumeOpposites(node: Node, answers: readonly Answer[]): Node {
    const opposites = new Map(answers.map(({ question, isTrue }) => [question.key, isTrue ? FALSE : TRUE]));
    return this.replaceQuestions(node, ({ key }) => opposites.get(key));
  }

  endsOf(node: Node): ReadonlySet<Node> {
    const ends = new Set<Node>();
    this.replaceEnds(node, (end) => {
      ends.add(end);
      return end;
    });
    return ends;
  }

  questionsOf(node: Node): ReadonlyMap<string, Question> {
    const questions = new Map<string, Question>();
    this.rebuild(node, (question) => {
      questions.set(question.key, question);
      return undefined;
    });
    return questions;
  }

  /** @param replaceQuestion - Receives a question with its rebuilt branches; undefined keeps the question. */
  private rebuild(
    root: Node,
    replaceQuestion: (question: Question, yes: Node, no: Node) => Node | undefined,
    replaceEnd: (end: Node) => Node = (end) => end,
  ): Node {
    const results = new Map<Node, Node>();
    const visit = (node: Node): Node => {
      const cached = results.get(node);
      if (cached !== undefined) return cached;
      this.spend(1);
      const result = this.isEnd(node) ? replaceEnd(node) : visitBranches(node);
      results.set(node, result);
      return result;
    };
    const visitBranches = (node: Node): Node => {
      const index = this.indexAt(node);
      const [yes, no] = [visit(this.trueBranches[node] as Node), visit(this.falseBranches[node] as Node)];
      const replaced = replaceQuestion(this.questions[index] as Question, yes, no);
      return replaced ?? this.choose(this.node(index, TRUE, FALSE), yes, no);
    };
    return visit(root);
  }

  /** Finds answers that satisfy a condition; undefined if there are none. */
  findPath(condition: Node): Answer[] | undefined {
    if (condition === FALSE) return undefined;
    const path: Answer[] = [];
    for (let node = condition; node !== TRUE; ) {
      const question = this.questions[this.indexAt(node)] as Question;
      const [yes, no] = [this.trueBranches[node] as Node, this.falseBranches[node] as Node];
      // Prefer "no": a client with few properties is a simpler example. Answer "yes" if only that completes the path.
      const isTrue = no === FALSE || (yes === TRUE && no !== TRUE);
      path.push({ question, isTrue });
      node = isTrue ? yes : no;
    }
    return path;
  }

  conjunction(answers: readonly Answer[]): Node {
    const indexOf = ({ question }: Answer) => this.questionIndexes.get(question.key) ?? MAX_QUESTIONS;
    return this.every(
      answers
        .toSorted((left, right) => indexOf(left) - indexOf(right))
        .map(({ question, isTrue }) => (isTrue ? this.ask(question) : this.not(this.ask(question)))),
    );
  }

  implies(premise: Node, conclusion: Node): boolean {
    return this.choose(premise, conclusion, TRUE) === TRUE;
  }

  /** Returns the end for these answers by question key. All other answers are no. */
  evaluate(root: Node, answers: ReadonlyMap<string, boolean>): Node {
    let node = root;
    while (!this.isEnd(node)) {
      const { key } = this.questions[this.indexAt(node)] as Question;
      node = (answers.get(key) ? this.trueBranches[node] : this.falseBranches[node]) as Node;
    }
    return node;
  }

  private indexAt(node: Node): number {
    return this.questionIndexOfNode[node] as number;
  }

  private branch(node: Node, index: number, isTrue: boolean): Node {
    if (this.indexAt(node) !== index) return node;
    return (isTrue ? this.trueBranches[node] : this.falseBranches[node]) as Node;
  }

  private node(index: number, yes: Node, no: Node): Node {
    if (yes === no) return yes;
    const key = `${index} ${yes} ${no}`;
    const existing = this.nodes.get(key);
    if (existing !== undefined) return existing;
    const node = this.questionIndexOfNode.length;
    if (node >= MAX_NODES) throw new DiagramTooLarge();
    this.questionIndexOfNode.push(index);
    this.trueBranches.push(yes);
    this.falseBranches.push(no);
    this.nodes.set(key, node);
    return node;
  }

  /** Counts work against the budget. @throws DiagramTooLarge */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) throw new DiagramTooLarge();
  }
}
