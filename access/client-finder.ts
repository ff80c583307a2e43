import type { Client } from "./client";
import type { DecisionDiagrams, Node } from "./decision-diagrams";
import { phraseOf, withArticle } from "./descriptions";
import { areContradictory, type ExpressionAnswer, satisfyExpressions } from "./expression-solver";
import { TLS_VERSIONS } from "./guard-model";
import { Networks } from "./networks";
import {
  type AddressQuestion,
  type Answer,
  type FactQuestion,
  isTextAnswer,
  keyOf,
  networkTests,
  type Question,
  type TextAnswer,
  type TextQuestion,
  type VersionQuestion,
} from "./question";
import { baseName, type PartialClient, type Place, RequestSolver, textGroup } from "./request-solver";

const MAX_PATHS = 60;

type Groups = ReadonlyMap<string, readonly Answer[]>;

/** Finds example clients for one edge or endpoint. */
export class ClientFinder {
  private readonly cache = new Map<string, PartialClient>();
  private readonly requests: RequestSolver;

  constructor(private readonly place: Place) {
    this.requests = new RequestSolver(place);
  }

  /** A client that gives all answers; null if none can, undefined if undecided. */
  find(allAnswers: readonly Answer[]): Client | null | undefined {
    const answers = dropOtherProvidersEmails(allAnswers);
    const groups = groupAnswers(answers);
    // Every client has a URL and an address.
    for (const group of ["url", "address"]) if (!groups.has(group)) groups.set(group, []);
    const parts = [...groups].map(([group, ofGroup]) => this.solveGroup(group, ofGroup));
    if (parts.includes(null) || needsEmailWithoutSignIn(answers)) return null;
    if (parts.includes(undefined) || hasUnmodeledDependency(groups) || hasIndistinguishableFacts(answers))
      return undefined;
    const client = this.combine(parts as readonly Partial<Client>[]);
    const expressions = answers.filter(isExpression);
    if (expressions.length === 0) return client;
    const isFree = (variable: string) => isUnconstrained(variable, groups, answers);
    const hostOf = (label: string) => this.requests.hostOf(label);
    return satisfyExpressions(client, expressions, answers.filter(isTextAnswer), isFree, hostOf);
  }

  private combine(parts: readonly Partial<Client>[]): Client {
    const merge = <Value>(
      select: (part: Partial<Client>) => Readonly<Record<string, Value>> | undefined,
    ): Record<string, Value> =>
      Object.fromEntries(parts.flatMap((part) => Object.entries(select(part) ?? {})));
    const first = <Value>(select: (part: Partial<Client>) => Value | undefined) =>
      parts.map(select).find((value) => value !== undefined);
    const cookies = parts.flatMap(({ headers }) => headers?.cookie ?? []);
    return {
      url: first(({ url }) => url) ?? "",
      method: this.place.isHttp === false ? undefined : (first(({ method }) => method) ?? "GET"),
      address: first(({ address }) => address) ?? "",
      tls: first(({ tls }) => tls),
      headers: {
        ...merge(({ headers }) => headers),
        ...(cookies.length > 0 && { cookie: [cookies.join("; ")] }),
      },
      emails: merge(({ emails }) => emails),
      claims: merge(({ claims }) => claims),
      variables: merge(({ variables }) => variables),
      has: parts.flatMap(({ has }) => has ?? []),
      lacks: parts.flatMap(({ lacks }) => lacks ?? []),
    };
  }

  /** Yields the consistent paths that satisfy a condition. Returns false if there are too many. */
  *satisfyingPaths(diagrams: DecisionDiagrams, condition: Node): Generator<readonly Answer[], boolean> {
    let rest = condition;
    for (let tried = 0; tried < MAX_PATHS; tried += 1) {
      const path = diagrams.findPath(rest);
      if (path === undefined) return true;
      const contradiction = this.unsatisfiableCore(path);
      if (contradiction.length === 0) yield path;
      rest = diagrams.and(
        rest,
        diagrams.not(diagrams.conjunction(contradiction.length > 0 ? contradiction : path)),
      );
    }
    return false;
  }

  /** False only if no client satisfies the condition. True also if there are too many cases. */
  isSatisfiable(diagrams: DecisionDiagrams, condition: Node): boolean {
    const first = this.satisfyingPaths(diagrams, condition).next();
    const isExhausted = first.done === true && first.value;
    return !isExhausted;
  }

  /** The reason that `find` returns undefined; completes "because …". */
  undecidedReason(answers: readonly Answer[]): string {
    if (hasIndistinguishableFacts(answers)) return "two guards may require the same secret, key, or token";
    const [undecided] = [...groupAnswers(answers)].flatMap(([group, ofGroup]) =>
      this.solveGroup(group, ofGroup) === undefined ? ofGroup.map(({ question }) => question) : [],
    );
    if (undecided?.kind !== "text") return "properties of the request depend on each other";
    return `it is unknown whether such ${withArticle(undecided.subject)} exists`;
  }

  /** Finds a minimal set of answers that no client gives together; empty if none is found. */
  unsatisfiableCore(answers: readonly Answer[]): readonly Answer[] {
    const minimize = (all: readonly Answer[], isContradictory: (subset: readonly Answer[]) => boolean) =>
      all.reduce((core, answer) => {
        const rest = core.filter((kept) => kept !== answer);
        return isContradictory(rest) ? rest : core;
      }, all);
    for (const [group, ofGroup] of groupAnswers(answers))
      if (this.solveGroup(group, ofGroup) === null)
        return minimize(ofGroup, (subset) => this.solveGroup(group, subset) === null);
    return needsEmailWithoutSignIn(answers) ? minimize(answers, needsEmailWithoutSignIn) : [];
  }

  private solveGroup(group: string, answers: readonly Answer[]): PartialClient {
    const key = JSON.stringify([group, answers.map(({ question, isTrue }) => [question.key, isTrue]).sort()]);
    if (!this.cache.has(key)) this.cache.set(key, this.solve(group, answers));
    return this.cache.get(key);
  }

  private solve(group: string, answers: readonly Answer[]): PartialClient {
    if (group === "address")
      return solveAddress(answers as readonly Answer<AddressQuestion | TextQuestion>[]);
    if (group === "version") return solveVersion(answers as readonly Answer<VersionQuestion>[]);
    if (group === "unknown") return undefined;
    if (group === "expression") return areContradictory(answers.filter(isExpression)) ? null : {};
    if (group === AUTHORIZATION) return this.solveAuthorization(answers);
    if (group.startsWith("fact ")) return solveFacts(answers.filter(isFact));
    return this.requests.solve(group, answers as readonly TextAnswer[]);
  }

  private solveAuthorization(answers: readonly Answer[]): PartialClient {
    const tests = answers.filter(isTextAnswer);
    const facts = solveFacts(answers.filter(isFact));
    if (!facts || tests.length === 0) return facts;
    // The text of a valid credential is unknown.
    return tests.length === answers.length ? this.requests.solve(AUTHORIZATION, tests) : undefined;
  }
}

const isExpression = (answer: Answer): answer is ExpressionAnswer =>
  answer.question.kind === "unknown" && answer.question.expression !== undefined;

const isFact = (answer: Answer): answer is Answer<FactQuestion> => answer.question.kind === "fact";

const groupAnswers = (answers: readonly Answer[]): Map<string, Answer[]> =>
  Map.groupBy(answers, ({ question }) => groupOf(question));

const AUTHORIZATION = "header authorization";

function groupOf(question: Question): string {
  if (question.kind === "fact")
    return question.exclusiveGroup === "authorization"
      ? AUTHORIZATION
      : `fact ${question.exclusiveGroup ?? ""}`;
  if (question.kind === "unknown" && question.expression) return "expression";
  if (question.kind !== "text") return question.kind;
  return question.subject === "conn.client_ip" ? "address" : textGroup(question);
}

/** True if a variable may have any value, because the only answers that depend on it are about the variable itself. */
function isUnconstrained(variable: string, groups: Groups, answers: readonly Answer[]): boolean {
  const group = textGroup({ subject: variable, version: "" });
  if (GEO_GROUP.test(group) && countLocations(groups) > 0) return false;
  if (group === "url") return variable !== "req.headers.host"; // The search checks a changed URL itself.
  const ofGroup = groups.get(group) ?? [];
  return (
    ofGroup.every(({ question }) => question.kind === "text" && baseName(question.subject) === variable) &&
    !hasUnmodeledDependency(new Map([...groups, [group, ofGroup]])) &&
    !answers.some(({ question }) => question.kind === "fact" && question.id.kind === "preflight")
  );
}

function solveAddress(answers: readonly Answer<AddressQuestion | TextQuestion>[]): PartialClient {
  const networks = networkTests(answers);
  if (!Networks.intersects(networks)) return null;
  // Tests of the address as a text are undecided.
  const address = networks.length < answers.length ? undefined : Networks.example(networks);
  return address === undefined ? undefined : { address };
}

function solveVersion(answers: readonly Answer<VersionQuestion>[]): PartialClient {
  const tls = TLS_VERSIONS.findLast((_, level) =>
    answers.every(({ question, isTrue }) => level >= question.level === isTrue),
  );
  return tls === undefined ? null : { tls };
}

function solveFacts(answers: readonly Answer<FactQuestion>[]): PartialClient {
  const questionsWith = (expected: boolean) =>
    answers.filter(({ isTrue }) => isTrue === expected).map(({ question }) => question);
  const [present, missing] = [questionsWith(true), questionsWith(false)];
  const implied = new Set(present.flatMap(({ implies = [] }) => implies.map(keyOf)));
  if (missing.some(({ key }) => implied.has(key))) return null;
  if (present[0]?.exclusiveGroup !== undefined && present.length > 1)
    // Facts with an alias group may be the same property.
    return present.every(({ aliasGroup }) => aliasGroup === undefined) ? null : undefined;
  return {
    has: present.map(({ id, texts }) => ({ id, ...phraseOf(texts, true) })),
    lacks: missing.map(({ id, texts }) => ({ id, ...phraseOf(texts, false) })),
  };
}

const isEmailTest = (question: Question): question is TextQuestion =>
  question.kind === "text" && question.version === "" && question.subject.startsWith("identity ");

/** The subjects of e-mail addresses at the providers that have (`isSignedIn`) or have not signed in the user. */
const findEmailSubjects = (answers: readonly Answer[], isSignedIn: boolean): ReadonlySet<string> =>
  new Set(
    answers.flatMap(({ question, isTrue }) =>
      question.kind === "fact" && question.id.kind === "sign-in" && isTrue === isSignedIn
        ? [`identity ${question.id.protocol} ${question.id.provider}`]
        : [],
    ),
  );

/** True if an answer is about the e-mail address at a provider that hasn't signed in the user. */
function needsEmailWithoutSignIn(answers: readonly Answer[]): boolean {
  const missing = findEmailSubjects(answers, false);
  return answers.some(
    ({ question, isTrue }) => isTrue && isEmailTest(question) && missing.has(question.subject),
  );
}

/**
 * If one provider reports the user's e-mail address, drops negative answers about addresses of providers that haven't signed
 * in the user.
 *
 * @param path - All answers of the client.
 */
export function dropOtherProvidersEmails(
  answers: readonly Answer[],
  path: readonly Answer[] = answers,
): readonly Answer[] {
  const signedIn = findEmailSubjects(path, true);
  const isOfUser = ({ question }: Answer) => isEmailTest(question) && signedIn.has(question.subject);
  if (!path.some((answer) => answer.isTrue && isOfUser(answer))) return answers;
  return answers.filter((answer) => answer.isTrue || !isEmailTest(answer.question) || isOfUser(answer));
}

function hasIndistinguishableFacts(answers: readonly Answer[]): boolean {
  const facts = answers.flatMap(({ question, isTrue }) =>
    question.kind === "fact" && question.aliasGroup !== undefined ? [{ question, isTrue }] : [],
  );
  return facts.some(
    (fact) =>
      fact.isTrue &&
      facts.some((other) => {
        if (other === fact || other.question.aliasGroup !== fact.question.aliasGroup) return false;
        const { secretLocation } = fact.question;
        return secretLocation === undefined || other.question.secretLocation !== secretLocation;
      }),
  );
}

/** True if two groups depend on each other. Solving each group on its own ignores that. */
function hasUnmodeledDependency(groups: Groups): boolean {
  const names = [...groups.keys()];
  // For example, a country has one name and one code.
  if (countLocations(groups) > 1) return true;
  const facts = (groups.get("fact ") ?? []).filter(isFact);
  return DEPENDENT_GROUPS.some(
    ([source, derived]) =>
      names.some((name) => source.test(name)) &&
      (names.some((name) => derived.test(name)) ||
        facts.some(({ question }) => derived.test(question.id.kind))),
  );
}

const GEO_GROUP = /^text conn\.(?:client_ip\.)?geo\./;

/** Counts the location properties that must have certain values. */
const countLocations = (groups: Groups): number =>
  [...groups].filter(([name, answers]) => GEO_GROUP.test(name) && answers.some(({ isTrue }) => isTrue))
    .length;

/** Groups, each with the groups or facts that the service derives from it. */
const DEPENDENT_GROUPS: readonly (readonly [source: RegExp, derived: RegExp])[] = [
  [/^header user-agent$/, /^text req\.user_agent\./],
  [/^header cookie$/, /^text req\.cookies\./],
  [/^header (?:connection|upgrade)$/, /^upgrade$/],
  [/^header (?:origin|access-control-request-method)$/, /^preflight$/],
  [/^header content-type$/, /^text req\.content_type\./],
  [/^header location$/, /^text req\.location$/],
  [/^text conn\.tls\.client\./, /^certificate$/],
];
