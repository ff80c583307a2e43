import { type Condition, isMaskedValue } from "../traffic-policy/symbolic/policy-reader";
import { hasAudience } from "./client";
import { Networks } from "./networks";
import { pluralize } from "./phrases";
import { type Answer, isPublicBinding, isUnknown, keyOf, type Question, type TextQuestion } from "./question";
import { groupBy, type TextLiteral } from "./request-solver";
import { findText } from "./text-solver";
import { URL_PARTS } from "./url-parts";

/** A side of a change. */
export type Side = "before" | "after";

/** The adverb for a side, as in "blocked now by". */
export const WHEN = { before: "before", after: "now" } as const;

/** Subjects whose values may be secrets: descriptions don't print these. */
const SECRET_SUBJECTS =
  /^req\.(?:headers(?!\.host(?:\[|$))|cookies|url\.quer|url\.uri|url\.raw|body)|^vars\.|^(?!token ).*authorization/;

const MAX_LENGTH = 60;

export const truncate = (text: string, maxLength = MAX_LENGTH) =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;

export const quote = (text: string) => JSON.stringify(truncate(text));

const PROPERTY_NAMES: Readonly<Record<string, string>> = {
  "req.url": "URL",
  "req.url.path": "path",
  "req.url.query": "query",
  "req.url.uri": "path and query",
  "req.url.host": "host in the URL",
  "req.url.scheme": "scheme",
  "req.method": "method",
  "req.host": "host",
  "req.user_agent": "user agent",
  "conn.client_ip": "address",
  "conn.geo.country_code": "country",
  "conn.tls.sni": "server name",
};

/** The name of a property of the request, with its indefinite article. */
export function withArticle(subject: string): string {
  const name = Object.hasOwn(URL_PARTS, subject) ? "URL" : propertyName(subject);
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}

function propertyName(subject: string): string {
  const base = subject.replace(/\[[0*]\]$/, "");
  const [, tokenClaim] = /^token .* (\w+)$/.exec(base) ?? [];
  if (tokenClaim !== undefined) return `token's ${tokenClaim}`;
  const [, claim] = /^claim \S+ (.+)$/s.exec(base) ?? [];
  if (claim !== undefined) return `claim ${truncate(claim)}`;
  if (base.startsWith("identity ") || base === "actions.ngrok.oauth.identity.email") return "e-mail address";
  const [, map, key = ""] = /^req\.(headers|cookies|url\.query_params)\.(.+)$/s.exec(base) ?? [];
  if (map === "headers") return `header ${truncate(key)}`;
  if (map === "cookies") return `cookie ${truncate(key)}`;
  if (map !== undefined) return `query parameter ${truncate(key)}`;
  return PROPERTY_NAMES[base] ?? truncate(base);
}

const VERBS: Readonly<Record<TextQuestion["is"], readonly [positive: string, negative: string]>> = {
  equal: ["is", "is not"],
  start: ["starts with", "does not start with"],
  end: ["ends with", "does not end with"],
  part: ["contains", "does not contain"],
  match: ["matches", "does not match"],
  network: ["is in", "is not in"],
  present: ["is there", "is not there"],
};

type TextTest = Pick<TextQuestion, "subject" | "is" | "value" | "isFolded">;

/**
 * Describes a test without its subject: `starts with "/admin"`.
 *
 * @param mentionedValues - Values that the same sentence has mentioned.
 * @param label - `new ` or `earlier ` if only one side of the change compares with the value.
 */
function predicate(
  { subject, is, value, isFolded }: TextTest,
  holds: boolean,
  mentionedValues: readonly string[] = [],
  label = "",
): string {
  const verb = VERBS[is][holds ? 0 : 1];
  if (is === "present") return subject.startsWith("vars.") ? `is ${holds ? "" : "not "}set` : verb;
  if (is === "equal" && value === "true" && /^(?:conn|actions)\./.test(subject))
    return `is ${holds ? "true" : "false"}`;
  if (is === "equal" && /^(?:conn\.|claim |actions\.).*\[\*\]$/.test(subject))
    return `${holds ? "contains" : "does not contain"} ${quote(value)}`;
  const caseNote = isFolded && /[a-z]/i.test(value) ? " in upper or lower case" : "";
  if (!SECRET_SUBJECTS.test(subject)) return `${verb} ${quote(value)}${caseNote}`;
  const needsOtherValue = label === "" && mentionedValues.some((mentioned) => mentioned !== value);
  const noun = is === "match" ? "pattern" : "value";
  return `${verb} ${needsOtherValue ? "another" : "the"} ${label}${noun} in the policy${caseNote}`;
}

/** Describes a test: `path starts with "/admin"`. */
export const describeTest = (test: TextTest, holds: boolean): string =>
  `${propertyName(test.subject)} ${predicate(test, holds)}`;

/** A string literal of an expression. Group 1 or 3 is set if it names a header, cookie, parameter, claim, or variable. */
const STRING_LITERAL =
  /(\b(?:vars|headers|cookies|query_params|trailers|payload[\w.]*)\[|\b(?:get|has)(?:Req|Res|Query)\w+\()?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')( in (?:vars|re[qs]\.(?:headers|cookies|url\.query_params)|[\w.[\]]+\.payload)\b(?![.[]))?/g;

/** An expression in which `…` replaces string literals that may be secrets. */
export function redactExpression(text: string): string {
  const mayHoldSecrets = /headers|cookies|query|body|vars|Header|Cookie|Query|secrets|hash|raw|uri/.test(
    text,
  );
  const redact = (literal: string, accessor?: string, _?: string, membership?: string) =>
    accessor || membership ? literal : '"…"';
  return truncate(mayHoldSecrets ? text.replace(STRING_LITERAL, redact) : text, 120);
}

/** Maximum parts of a condition that are described. */
const MAX_PARTS = 4;

/** Describes a condition of a rule, or its negation if `holds` is false. */
export function describeCondition(condition: Condition, holds = true, depth = 0): string {
  switch (condition.kind) {
    case "constant":
      return condition.value === holds ? "always" : "never";
    case "failure":
      return `never, because ${redactExpression(condition.text)} fails`;
    case "test":
      return describeTest(condition, holds);
    case "not":
      return describeCondition(condition.of, !holds, depth);
    case "ambiguous":
      return describeCondition(condition.of[0], holds, depth);
    case "expression": {
      const isMasked = isMaskedValue(condition.text);
      const text = isMasked ? "an expression" : `the expression ${redactExpression(condition.text)}`;
      return holds ? text : `not ${text}`;
    }
    default: {
      const conjunction = (condition.kind === "all") === holds ? " and " : " or ";
      const parts = condition.of.slice(0, MAX_PARTS).map((part) => describeCondition(part, holds, depth + 1));
      const omitted = condition.of.length - MAX_PARTS;
      const text = [...parts, ...(omitted > 0 ? [`${omitted} more`] : [])].join(conjunction);
      return depth > 0 && condition.of.length > 1 ? `(${text})` : text;
    }
  }
}

/** The prefix for the value of a question: `new ` or `earlier ` if only one side of the change has it. */
export type ValueLabel = (question: Question) => string;

/** Describes answers about one property, to follow "requests": `whose path starts with "/admin" and is not "/admin/x"`. */
function describeTextAnswers(answers: readonly TextLiteral[], valueLabel: ValueLabel): string {
  const { subject = "", version = "" } = answers[0]?.question ?? {};
  const isPresenceTest = ({ question }: TextLiteral) => question.is === "present";
  const impliesPresence = answers.some((answer) => answer.isTrue && !isPresenceTest(answer));
  const relevantAnswers = answers
    .filter((answer) => !(impliesPresence && answer.isTrue && isPresenceTest(answer)))
    .sort((left, right) => Number(right.isTrue) - Number(left.isTrue));
  const values = relevantAnswers.flatMap(({ question }) =>
    question.is === "present" ? [] : [question.value],
  );
  // Modules always ignore the case of a user's domain or address, so it isn't worth mentioning.
  const mentionsCase =
    !subject.startsWith("identity ") ||
    answers.some((answer) => !answer.question.isFolded && !isPresenceTest(answer));
  const describe = ({ question, isTrue }: TextLiteral) =>
    predicate(
      { ...question, isFolded: question.isFolded && mentionsCase },
      isTrue,
      values.slice(0, 1),
      valueLabel(question),
    );
  const name = propertyName(subject);
  const [only, ...others] = relevantAnswers;
  const isUnmodified = version === "";
  if (
    only &&
    others.length === 0 &&
    isPresenceTest(only) &&
    isUnmodified &&
    /^(?:header|cookie|query p)/.test(name)
  )
    return `${only.isTrue ? "with" : "without"} the ${name}`;
  const prefix = `whose ${name}${isUnmodified ? "" : " after earlier rules"}`;
  const testsAnyValue = (answer: TextLiteral) =>
    answer.question.subject.endsWith("[*]") && !isPresenceTest(answer);
  const [anyValueTests, firstValueTests] = [
    relevantAnswers.filter(testsAnyValue),
    relevantAnswers.filter((answer) => !testsAnyValue(answer)),
  ];
  const joinPredicates = (tests: readonly TextLiteral[]) => {
    const predicates = mergeNegations([...new Set(tests.map(describe))]);
    const omitted = predicates.length - MAX_TESTS;
    if (omitted < 2) return predicates.join(" and ");
    return [...predicates.slice(0, MAX_TESTS), `meets ${pluralize(omitted, "more condition")}`].join(" and ");
  };
  if (anyValueTests.length === 0 || firstValueTests.every(isPresenceTest))
    return `${prefix} ${joinPredicates(relevantAnswers)}`;
  const otherValueTexts = anyValueTests.map(
    (answer) =>
      `${answer.isTrue ? "another value" : "no value"} that ${describe({ ...answer, isTrue: true })}`,
  );
  return `${prefix} has a first value that ${joinPredicates(firstValueTests)} and ${[...new Set(otherValueTexts)].join(" and ")}`;
}

/** Merges negated predicates with the same verb: `does not match "a" or "b"`. */
function mergeNegations(predicates: readonly string[]): readonly string[] {
  const negatedVerb = (text: string) => /^(does not \w+(?: with)?|is not) "/.exec(text)?.[1];
  const groups = Map.groupBy(predicates, (text) => negatedVerb(text) ?? text);
  return [...groups].map(([verb, texts]) => {
    const [only = "", ...others] = texts;
    if (others.length === 0) return only;
    const values = texts.map((text) => text.slice(verb.length + 1));
    const omitted = values.length - MAX_TESTS;
    const listedValues = omitted > 1 ? [...values.slice(0, MAX_TESTS), `${omitted} more`] : values;
    return `${verb} ${listedValues.join(" or ")}`;
  });
}

/** Maximum tests of one property that are described. One more is described too, since "1 more" is hardly shorter. */
const MAX_TESTS = 2;

/** Describes one answer, to follow "requests". */
function describeAnswer({ question, isTrue }: Answer, valueLabel: ValueLabel): string {
  switch (question.kind) {
    case "text":
      return describeTextAnswers([{ question, isTrue }], valueLabel);
    case "version": {
      const version = `TLS 1.${question.level}`;
      return isTrue ? `with ${version} or newer` : `with TLS older than 1.${question.level}`;
    }
    case "address":
      return "";
    default:
      return isTrue ? question.textIfTrue : question.textIfFalse;
  }
}

/** Ranks answers for display: the most informative have the lowest rank. */
function displayRank({ question, isTrue }: Answer): number {
  if (question.kind === "address") return 0;
  if (question.kind === "unknown") return 5;
  if (!isTrue) return 4;
  if (question.kind !== "text") return 3;
  return question.subject === "req.url.path" ? 1 : 2;
}

/** Maximum number of conditions, and of words, in the description of a group of clients. */
const MAX_ANSWERS = 3;
export const MAX_WORDS = 18;

export const countWords = (text: string): number => text.split(" ").length;

/** Describes the requests that aren't listed. @param isAtLeast - True if the count is a lower bound. */
export function describeRemaining(count: number, isAtLeast = false): string {
  if (isAtLeast && count === 0) return "other requests";
  const kinds = pluralize(count, "more kind of request", "more kinds of requests");
  return isAtLeast ? `at least ${kinds}` : kinds;
}

const isSignInPage = ({ question }: Answer) =>
  question.kind === "text" && /^\/(?:ngrok\/log(?:in|out)|auth\/)$/.test(question.value);

/** True if the requests target the sign-in flow's own pages, which serve no content. */
export const targetsSignInPage = (answers: readonly Answer[]): boolean =>
  answers.some((answer) => answer.isTrue && isSignInPage(answer));

/** True for an answer that nearly all clients give, and which therefore isn't worth mentioning. */
export const isDefaultAnswer = (answer: Answer): boolean => {
  const { question, isTrue } = answer;
  if (question.kind === "version") return isTrue;
  if (isTrue) return isPublicBinding(question) || isUnknown(question, "TLS version", "served", "forward");
  return isSignInPage(answer) || isUnknown(question, "hidden guard", "TLS version", "application", "failure");
};

/** Drops tests that follow from other tests of the same property. */
function dropImpliedTests(answers: readonly TextLiteral[]): readonly TextLiteral[] {
  const testable = answers.flatMap((answer) => {
    const { is, value, isFolded, subject } = answer.question;
    if (is === "present" || is === "network" || subject.endsWith("[*]")) return [];
    return [{ answer, subject, test: { is, value, isFolded } }];
  });
  const anyText = { preferred: [], allowed: "" };
  let remaining = testable;
  for (const candidate of testable) {
    const others = remaining.filter((other) => other !== candidate && other.subject === candidate.subject);
    const tests = others.map(({ test, answer }) => ({ test, isTrue: answer.isTrue }));
    const opposite = { test: candidate.test, isTrue: !candidate.answer.isTrue };
    const isImplied = others.length > 0 && findText([...tests, opposite], anyText) === null;
    if (isImplied) remaining = remaining.filter((other) => other !== candidate);
  }
  const dropped = new Set(
    testable.filter((candidate) => !remaining.includes(candidate)).map(({ answer }) => answer),
  );
  return answers.filter((answer) => !dropped.has(answer));
}

/** Drops "X is not true" if "X fails" is listed. */
function dropRedundantFailures(texts: readonly string[]): readonly string[] {
  const redundant = new Set(
    texts
      .filter((text) => /^for which .* fails$/s.test(text))
      .map((text) => `${text.slice(0, -" fails".length)} is not true`),
  );
  return [...new Set(texts)].filter((text) => !redundant.has(text));
}

/** Rewords a description listed with its negation: the two refer to different values, rewritten ones or different secrets. */
function disambiguateOpposites(texts: readonly string[], side: Side): readonly string[] {
  const allTexts = new Set(texts);
  const negated = new Set(texts.flatMap(positiveForms));
  const changedExpressions = texts.flatMap((text) => {
    const [, expression] = /^(for which .*) is true$/s.exec(text) ?? [];
    return expression !== undefined && allTexts.has(`${expression} is not true`) ? [expression] : [];
  });
  const covered = new Set(changedExpressions.flatMap((text) => [`${text} is true`, `${text} is not true`]));
  return [
    ...changedExpressions.map((expression) => `${expression} differs before and after the change`),
    ...texts
      .filter((text) => !covered.has(text) && !hasPositiveForm(text, allTexts))
      .map((text) => (negated.has(text) ? `${text}${differenceSuffix(text, side)}` : text)),
  ];
}

/** Returns the positive form of a negative description; empty for a positive one. */
export function positiveForms(text: string): readonly string[] {
  if (text.startsWith("not ")) return [text.slice("not ".length)];
  if (text.startsWith("without ")) return [text.replace(/^without/, "with")];
  return text.startsWith("blocked by ") ? [text.replace(/^blocked/, "allowed")] : [];
}

/** True if the positive form of a description occurs too. */
export const hasPositiveForm = (text: string, all: ReadonlySet<string>) =>
  positiveForms(text).some((form) => all.has(form));

/** Merges two answers that are opposite only because earlier rules rewrote the value differently. */
function mergeOppositeTests(groups: readonly (readonly Answer[])[]): readonly (readonly Answer[] | string)[] {
  const areOpposite = (left: Answer, right: Answer) =>
    left.question.kind === "text" &&
    right.question.kind === "text" &&
    left.isTrue !== right.isTrue &&
    left.question.version !== "" &&
    right.question.version !== "" &&
    left.question.version !== right.question.version &&
    propertyName(left.question.subject) === propertyName(right.question.subject) &&
    left.question.is === right.question.is &&
    left.question.value === right.question.value;
  return groups.flatMap((group, index): (readonly Answer[] | string)[] => {
    const counterpart = groups.findIndex(
      (other) => other !== group && group.some((left) => other.some((right) => areOpposite(left, right))),
    );
    if (counterpart < 0) return [group];
    const [first] = group;
    if (counterpart < index || first?.question.kind !== "text") return [];
    const name = propertyName(first.question.subject);
    return [`whose ${name} after earlier rules differs before and after the change`];
  });
}

/** Drops facts that follow from other facts: a certificate of an authority is a certificate. */
function dropImpliedFacts(answers: readonly Answer[]): readonly Answer[] {
  const facts = answers.flatMap(({ question, isTrue }) =>
    question.kind === "fact" ? [{ question, isTrue }] : [],
  );
  const implied = new Set(
    facts.flatMap(({ question, isTrue }) => (isTrue ? (question.implies ?? []).map(keyOf) : [])),
  );
  const missing = new Set(facts.filter(({ isTrue }) => !isTrue).map(({ question }) => question.key));
  const isForAudience = facts.some(({ question, isTrue }) => isTrue && hasAudience(question));
  return answers.filter(({ question, isTrue }) => {
    if (question.kind !== "fact") return true;
    if (isTrue) return !implied.has(question.key);
    if (isForAudience && question.id.kind === "audience") return false;
    return !question.implies?.some((id) => missing.has(keyOf(id)));
  });
}

/** Marks a trait as the one that changed. @param side - The side that the clients are compared with. */
export function differenceSuffix(text: string, side: Side): string {
  if (text.startsWith("allowed ")) return ` in its ${side === "before" ? "new" : "earlier"} version`;
  return side === "before" ? " that was not accepted before" : " that is no longer accepted";
}

/**
 * Describes the clients that give these answers.
 *
 * @param side - The side that they are compared with.
 */
export function describeClients(
  answers: readonly Answer[],
  side: Side,
  valueLabel: ValueLabel = () => "",
): string {
  const notableAnswers = dropImpliedFacts(answers).filter((answer) => !isDefaultAnswer(answer));
  if (notableAnswers.length === 0) return "everybody";
  const addresses = notableAnswers.flatMap(({ question, isTrue }) =>
    question.kind === "address" ? [{ networks: question.networks, isTrue }] : [],
  );
  const sorted = notableAnswers
    .filter(({ question }) => question.kind !== "address")
    .sort((left, right) => displayRank(left) - displayRank(right));
  const groups = groupBy(sorted, ({ question }) =>
    question.kind === "text" ? `${question.version} ${propertyName(question.subject)}` : question.key,
  );
  const descriptions = mergeOppositeTests([...groups.values()]).map((group) => {
    if (typeof group === "string") return group;
    const tests = group.filter((answer): answer is TextLiteral => answer.question.kind === "text");
    if (tests.length > 0) return describeTextAnswers(dropImpliedTests(tests), valueLabel);
    return group
      .map((answer) => describeTlsGap(answer, answers) ?? describeAnswer(answer, valueLabel))
      .join(", ");
  });
  const parts = [
    ...(addresses.length > 0 ? [Networks.describe(addresses)] : []),
    ...disambiguateOpposites(dropRedundantFailures(descriptions), side),
  ];
  const fits = (count: number) => countWords(parts.slice(0, count).join(" ")) <= MAX_WORDS;
  const count = [MAX_ANSWERS, 2].find(fits) ?? 1;
  const omitted = parts.length - count;
  const more = omitted > 0 ? `, and ${pluralize(omitted, "more condition")}` : "";
  return `requests ${parts.slice(0, count).join(", ")}${more}`;
}

/** Names the TLS versions below a failed test, down to the level of a passed one: `with TLS 1.1`. */
function describeTlsGap({ question, isTrue }: Answer, answers: readonly Answer[]): string | undefined {
  if (question.kind !== "version" || isTrue) return undefined;
  const passed = answers.flatMap(({ question: other, isTrue: isPassed }) =>
    other.kind === "version" && isPassed ? [other.level] : [],
  );
  if (passed.length === 0) return undefined;
  const lowest = Math.max(...passed);
  const versions = [0, 1, 2, 3].filter((level) => level >= lowest && level < question.level);
  return `with TLS ${versions.map((level) => `1.${level}`).join(" or ")}`;
}
