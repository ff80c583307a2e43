/** A node of a diagram: an end, or a question with what follows from both answers. */
export type Node = number;

/** Ends: what becomes of a request. All others are places that it gets to. */
export const AWAY: Node = 0;
/** A response of the policy's own. */
export const ANSWERED: Node = 1;
/** What is behind that which answers. */
export const THROUGH: Node = 2;
/** An error that a policy responds with: rules for responses may make another response of it. */
export const REFUSED: Node = 3;

/** False and true, where a diagram is a condition. */
export const NO: Node = 0;
export const YES: Node = 2;

/** One answer to a question. */
export interface Literal<Question> {
  readonly question: Question;
  readonly is: boolean;
}

/** Why nobody can tell where requests get to by what a preview hides. */
const NOT_SHOWN = "it is not shown where they get to";

/** A diagram became larger than any sensible policy makes it. */
export class TooLarge extends Error {}

const MOST_NODES = 300_000;
const MOST_STEPS = 3_000_000;
const MOST_QUESTIONS = 2000;

/**
 * Decision diagrams over yes-no questions about a client, each asked once on the way and in a fixed order: two
 * diagrams are equal if and only if their nodes are.
 *
 * @see Bryant, "Graph-Based Algorithms for Boolean Function Manipulation" (1986)
 */
export class Decisions<Question extends { readonly key: string }> {
  private readonly questions: Question[] = [];
  private readonly places = new Map<string, number>();
  private readonly ends = new Map<string, Node>();
  private readonly names = new Map<Node, string>();
  private readonly ways = new Map<Node, { readonly end: Node; readonly key: string }>();
  private readonly heard = new Map<Node, Node>();
  private readonly anywheres = new Map<Node, string>();
  /** Question, answer yes and answer no of each node; the first four are ends. */
  private readonly asks: number[] = [MOST_QUESTIONS, MOST_QUESTIONS, MOST_QUESTIONS, MOST_QUESTIONS];
  private readonly yes: number[] = [AWAY, ANSWERED, THROUGH, REFUSED];
  private readonly no: number[] = [AWAY, ANSWERED, THROUGH, REFUSED];
  private readonly nodes = new Map<string, Node>();
  private readonly choices = new Map<string, Node>();
  private steps = 0;

  /** All questions. */
  asked(): readonly Question[] {
    return this.questions.filter((question) => question !== undefined);
  }

  /** Whether a client answers a question with yes. Questions are asked in the order of their first mention. */
  ask(question: Question): Node {
    const place = this.places.get(question.key) ?? this.questions.length;
    if (place >= MOST_QUESTIONS) throw new TooLarge();
    this.places.set(question.key, place);
    this.questions[place] ??= question;
    return this.node(place, YES, NO);
  }

  /**
   * A place that requests get to, by its name.
   *
   * @param key - Tells it from others of its name.
   */
  place(name: string, key = name): Node {
    const found = this.ends.get(key);
    if (found !== undefined) return found;
    const end = this.asks.length;
    this.asks.push(MOST_QUESTIONS);
    this.yes.push(end);
    this.no.push(end);
    this.ends.set(key, end);
    this.names.set(end, name);
    return end;
  }

  /**
   * A place that may be any other: nobody can see where requests get to.
   *
   * @param key - Equal where they get to the same.
   * @param why - Why nobody can tell, after "since".
   */
  anywhere(name: string, key: string, why = NOT_SHOWN): Node {
    const node = this.place(name, `anywhere ${key}`);
    this.anywheres.set(node, why);
    return node;
  }

  /** Why it may be any other place, however it is got to; undefined for a certain one. */
  whyAnywhere(end: Node): string | undefined {
    const next = this.heard.get(end) ?? this.ways.get(end)?.end;
    return next === undefined ? this.anywheres.get(end) : this.whyAnywhere(next);
  }

  isAnywhere(end: Node): boolean {
    return this.whyAnywhere(end) !== undefined;
  }

  /** A place that is got to in another way than usual. @param key - Equal for equal ways. */
  otherWayTo(end: Node, key: string): Node {
    const node = this.place(JSON.stringify([end, key]));
    this.ways.set(node, { end, key });
    const heard = this.heard.get(end);
    if (heard !== undefined) this.heard.set(node, this.otherWayTo(heard, key));
    return node;
  }

  /** A place that is got to without hearing what it answers. */
  unheard(end: Node): Node {
    if (this.heard.has(end)) return end;
    const way = this.ways.get(end);
    if (way) return this.otherWayTo(this.unheard(way.end), way.key);
    const node = this.place(JSON.stringify([end]));
    this.heard.set(node, end);
    return node;
  }

  /** The place of which one gets there without hearing what it answers; undefined for those that are heard. */
  heardAt(end: Node): Node | undefined {
    return this.heard.get(end);
  }

  /** The place that is got to, in whatever way. */
  destinationOf(end: Node): Node {
    const way = this.ways.get(end);
    return way === undefined ? end : this.destinationOf(way.end);
  }

  isEnd(node: Node): boolean {
    return this.at(node) === MOST_QUESTIONS;
  }

  /** The name of a place; undefined for the ends that every diagram has. */
  nameOf(end: Node): string | undefined {
    return this.names.get(end);
  }

  /** `then` where the condition holds, `otherwise` elsewhere. */
  choose(condition: Node, then: Node, otherwise: Node): Node {
    if (condition === YES || then === otherwise) return then;
    if (condition === NO) return otherwise;
    const key = `${condition} ${then} ${otherwise}`;
    const found = this.choices.get(key);
    if (found !== undefined) return found;
    this.spend(1);
    const place = Math.min(this.at(condition), this.at(then), this.at(otherwise));
    const result = this.node(
      place,
      this.choose(
        this.take(condition, place, true),
        this.take(then, place, true),
        this.take(otherwise, place, true),
      ),
      this.choose(
        this.take(condition, place, false),
        this.take(then, place, false),
        this.take(otherwise, place, false),
      ),
    );
    this.choices.set(key, result);
    return result;
  }

  not = (condition: Node): Node => this.choose(condition, NO, YES);
  both = (one: Node, other: Node): Node => this.choose(one, other, NO);
  either = (one: Node, other: Node): Node => this.choose(one, YES, other);
  every = (nodes: readonly Node[]): Node => nodes.reduceRight((rest, node) => this.both(node, rest), YES);
  some = (nodes: readonly Node[]): Node => nodes.reduceRight((rest, node) => this.either(node, rest), NO);

  /** The condition for coming to one of some ends. */
  reaches(node: Node, isWanted: (end: Node) => boolean): Node {
    return this.fold(node, (end) => (isWanted(end) ? YES : NO));
  }

  /** With a diagram in the place of each end. */
  followedBy(node: Node, next: (end: Node) => Node): Node {
    return this.fold(node, next);
  }

  /** The condition that it holds with one of the answers to such questions. */
  holdsForSome(condition: Node, isChosen: (question: Question) => boolean): Node {
    return this.fold(
      condition,
      (end) => end,
      (question, yes, no) => (isChosen(question) ? this.either(yes, no) : undefined),
    );
  }

  /** The condition that it holds whichever answers are given to such questions. */
  holdsForAll(condition: Node, isOpen: (question: Question) => boolean): Node {
    return this.fold(
      condition,
      (end) => end,
      (question, yes, no) => (isOpen(question) ? this.both(yes, no) : undefined),
    );
  }

  /** With another condition in the place of some questions. */
  withQuestions(node: Node, of: (question: Question) => Node | undefined): Node {
    return this.fold(
      node,
      (end) => end,
      (question, yes, no) => {
        const other = of(question);
        return other === undefined ? undefined : this.choose(other, yes, no);
      },
    );
  }

  /** With the opposite answers to some questions. */
  withOpposites(node: Node, literals: readonly Literal<Question>[]): Node {
    const answers = new Map(literals.map(({ question, is }) => [question.key, is]));
    return this.withQuestions(node, ({ key }) => {
      const is = answers.get(key);
      return is === undefined ? undefined : is ? NO : YES;
    });
  }

  /** The ends that it comes to. */
  endsOf(node: Node): ReadonlySet<Node> {
    const found = new Set<Node>();
    this.fold(node, (end) => {
      found.add(end);
      return end;
    });
    return found;
  }

  /** The questions that it asks, by their keys. */
  questionsOf(node: Node): ReadonlyMap<string, Question> {
    const found = new Map<string, Question>();
    this.fold(
      node,
      (end) => end,
      (question) => {
        found.set(question.key, question);
        return undefined;
      },
    );
    return found;
  }

  /** @param at - What stands for a question with these diagrams for its answers; undefined for the question itself. */
  private fold(
    node: Node,
    ends: (end: Node) => Node,
    at: (question: Question, yes: Node, no: Node) => Node | undefined = () => undefined,
  ): Node {
    const memo = new Map<Node, Node>();
    const visit = (one: Node): Node => {
      const found = memo.get(one);
      if (found !== undefined) return found;
      this.spend(1);
      const result = this.isEnd(one) ? ends(one) : asked(one);
      memo.set(one, result);
      return result;
    };
    const asked = (one: Node): Node => {
      const question = this.questions[this.at(one)] as Question;
      const [yes, no] = [visit(this.yes[one] as Node), visit(this.no[one] as Node)];
      return at(question, yes, no) ?? this.choose(this.node(this.at(one), YES, NO), yes, no);
    };
    return visit(node);
  }

  /** The answers on one way to yes; undefined if there is none. */
  wayTo(node: Node): Literal<Question>[] | undefined {
    if (node === NO) return undefined;
    const way: Literal<Question>[] = [];
    for (let at = node; at !== YES; ) {
      const question = this.questions[this.at(at)] as Question;
      // A client of few properties: who passes one test of a text mostly fails the others.
      const [yes, no] = [this.yes[at] as Node, this.no[at] as Node];
      const is = no === NO || (yes === YES && no !== YES);
      way.push({ question, is });
      at = is ? yes : no;
    }
    return way;
  }

  /** The condition that all these answers are given. */
  allOf(literals: readonly Literal<Question>[]): Node {
    return this.every(
      [...literals]
        .sort((one, other) => this.placeOf(one) - this.placeOf(other))
        .map(({ question, is }) => (is ? this.ask(question) : this.not(this.ask(question)))),
    );
  }

  private placeOf({ question }: Literal<Question>): number {
    return this.places.get(question.key) ?? MOST_QUESTIONS;
  }

  /** Whether a condition holds wherever another one does. */
  implies(one: Node, other: Node): boolean {
    return this.choose(one, other, YES) === YES;
  }

  /** What becomes of a client that gives these answers, and `no` to all other questions. */
  follow(node: Node, answers: ReadonlyMap<string, boolean>): Node {
    let at = node;
    while (!this.isEnd(at)) {
      const question = this.questions[this.at(at)] as Question;
      at = (answers.get(question.key) ?? false) ? (this.yes[at] as Node) : (this.no[at] as Node);
    }
    return at;
  }

  /** What may become of a client whose answers are known, or undefined; each once, in no order. */
  endsFor(node: Node, answer: (question: Question) => boolean | undefined): readonly Node[] {
    const seen = new Set<Node>([node]);
    // A set goes on with what is added to it.
    for (const at of seen) {
      if (this.isEnd(at)) continue;
      const is = answer(this.questions[this.at(at)] as Question);
      if (is !== false) seen.add(this.yes[at] as Node);
      if (is !== true) seen.add(this.no[at] as Node);
    }
    return [...seen].filter((at) => this.isEnd(at));
  }

  private at(node: Node): number {
    return this.asks[node] as number;
  }

  private take(node: Node, place: number, is: boolean): Node {
    if (this.at(node) !== place) return node;
    return (is ? this.yes[node] : this.no[node]) as Node;
  }

  private node(place: number, yes: Node, no: Node): Node {
    if (yes === no) return yes;
    const key = `${place} ${yes} ${no}`;
    const found = this.nodes.get(key);
    if (found !== undefined) return found;
    const node = this.asks.length;
    if (node >= MOST_NODES) throw new TooLarge();
    this.asks.push(place);
    this.yes.push(yes);
    this.no.push(no);
    this.nodes.set(key, node);
    return node;
  }

  /** Counts work. @throws TooLarge past all that a sensible policy takes */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MOST_STEPS) throw new TooLarge();
  }
}
