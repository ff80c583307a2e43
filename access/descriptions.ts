import { type Condition, isMaskedValue } from "../traffic-policy/symbolic/policy-reader";
import { Networks } from "./networks";
import { pluralize } from "./phrases";
import {
  type Answer,
  type AnswerTexts,
  isPublicBinding,
  isTextAnswer,
  isTextTest,
  isUnknownAbout,
  keyOf,
  networkTests,
  type Question,
  type TextAnswer,
  type TextQuestion,
} from "./question";
import { findText } from "./text-solver";
import { URL_PARTS } from "./url-parts";

export type Side = "before" | "after";

export const WHEN = { before: "previously", after: "now" } as const;

/** Subjects whose values may be secrets: descriptions don't print these. */
const SECRET_SUBJECTS =
  /^req\.(?:headers(?!\.host(?:\[|$))|cookies|url\.quer|url\.uri|url\.raw|body)|^vars\.|^(?!token ).*authorization/;

export const truncate = (text: string, maxLength = 60) =>
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

/** A header, cookie, or query parameter. */
const MAP_ENTRY = /^req\.(headers|cookies|url\.query_params)\.(.+)$/s;

export function withArticle(subject: string): string {
  const name = Object.hasOwn(URL_PARTS, subject) ? "URL" : propertyName(subject);
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}

function propertyName(subject: string): string {
  const base = subject.replace(/\[[0*]\]$/, "");
  const [, tokenClaim] = /^token .* (\w+)$/.exec(base) ?? [];
  if (tokenClaim !== undefined) return `token's ${tokenClaim}`;
  if (base.startsWith("identity ") || base === "actions.ngrok.oauth.identity.email") return "e-mail address";
  const [, map, key = ""] = MAP_ENTRY.exec(base) ?? [];
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

type SubjectTest = Pick<TextQuestion, "subject" | "is" | "value" | "isFolded">;

/**
 * Describes a test without its subject: `starts with "/admin"`.
 *
 * @param label - `new ` or `earlier ` if only one side of the change compares with the value.
 */
function predicate({ subject, is, value, isFolded }: SubjectTest, holds: boolean, label = ""): string {
  const verb = VERBS[is][holds ? 0 : 1];
  if (is === "present") return subject.startsWith("vars.") ? `is ${holds ? "" : "not "}set` : verb;
  if (is === "equal" && value === "true" && /^(?:conn|actions)\./.test(subject))
    return `is ${holds ? "true" : "false"}`;
  if (is === "equal" && /^(?:conn|actions)\..*\[\*\]$/.test(subject))
    return `${holds ? "contains" : "does not contain"} ${quote(value)}`;
  // The case of e-mail addresses is always ignored, so it isn't worth mentioning.
  const mentionsCase = isFolded && /[a-z]/i.test(value) && !subject.startsWith("identity ");
  const isSecret = SECRET_SUBJECTS.test(subject) || (subject.startsWith("req.url") && /[?=]/.test(value));
  const valueText = isSecret
    ? `the ${label}${is === "match" ? "pattern" : "value"} in the policy`
    : quote(value);
  return `${verb} ${valueText}${mentionsCase ? " in upper or lower case" : ""}`;
}

export const describeTest = (test: SubjectTest, holds: boolean): string =>
  `${propertyName(test.subject)} ${predicate(test, holds)}`;

/** A string literal (group 2). Group 1 or 3 is set if it is a name, such as the name of a header, and no secret. */
const STRING_LITERAL =
  /(\b(?:vars|headers|cookies|query_params|trailers|payload[\w.]*)\[|\b(?:get|has)(?:Req|Res|Query)\w+\()?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')( in (?:vars|re[qs]\.(?:headers|cookies|url\.query_params)|[\w.[\]]+\.payload)\b(?![.[]))?/g;

/** Replaces the string literals of an expression that may be secrets with `…`. */
export function redactExpression(text: string): string {
  const mayHoldSecrets = /headers|cookies|query|body|vars|Header|Cookie|Query|secrets|hash|raw|uri/.test(
    text,
  );
  const redact = (literal: string, accessor?: string, _?: string, membership?: string) =>
    accessor || membership ? literal : '"…"';
  return truncate(mayHoldSecrets ? text.replace(STRING_LITERAL, redact) : text, 120);
}

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

/** Returns the prefix for a compared value: `new ` or `earlier ` if only one side of the change has it. */
export type ValueLabel = (value: string) => string;

function dropImpliedTests(answers: readonly TextAnswer[]): readonly TextAnswer[] {
  const isTestable = (answer: TextAnswer) => isTextTest(answer) && !answer.question.subject.endsWith("[*]");
  let remaining = answers;
  for (const answer of answers.filter(isTestable)) {
    const { subject } = answer.question;
    const others = remaining.filter((other) => other !== answer);
    const tests = others.filter((other) => isTestable(other) && other.question.subject === subject);
    const opposite = { ...answer, isTrue: !answer.isTrue };
    const anyText = { preferred: [], allowed: "" };
    if (tests.length > 0 && findText([...tests, opposite], anyText) === null) remaining = others;
  }
  return remaining;
}

/** Maximum number of described tests of one property, plus one if that describes all of them. */
const MAX_TESTS = 2;

function describeTextAnswers(answers: readonly TextAnswer[], valueLabel: ValueLabel): string {
  const { subject = "", version = "" } = answers[0]?.question ?? {};
  const isPresenceTest = ({ question }: TextAnswer) => question.is === "present";
  const impliesPresence = answers.some((answer) => answer.isTrue && !isPresenceTest(answer));
  const relevant = dropImpliedTests(answers)
    .filter((answer) => !(impliesPresence && answer.isTrue && isPresenceTest(answer)))
    .sort((left, right) => Number(right.isTrue) - Number(left.isTrue));
  const [only] = relevant;
  const name = propertyName(subject);
  if (only && relevant.length === 1 && isPresenceTest(only) && version === "" && MAP_ENTRY.test(subject))
    return `${only.isTrue ? "with" : "without"} the ${name}`;
  const hasSeveralSubjects = new Set(relevant.map(({ question }) => question.subject)).size > 1;
  const describe = ({ question, isTrue }: TextAnswer) => {
    const text = (holds: boolean) => predicate(question, holds, valueLabel(question.value));
    if (!hasSeveralSubjects || question.is === "present") return text(isTrue);
    if (question.subject.endsWith("[0]")) return `has a first value that ${text(isTrue)}`;
    return question.subject.endsWith("[*]")
      ? `has ${isTrue ? "a" : "no"} value that ${text(true)}`
      : text(isTrue);
  };
  const predicates = mergeNegations([...new Set(relevant.map(describe))]);
  const omitted = predicates.length - MAX_TESTS;
  const listed =
    omitted < 2
      ? predicates
      : [...predicates.slice(0, MAX_TESTS), `meets ${pluralize(omitted, "more condition")}`];
  return `whose ${name}${version === "" ? "" : " after earlier rules"} ${listed.join(" and ")}`;
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

/** Describes an answer; completes "requests …". */
export interface Phrase {
  readonly text: string;
  /** Describes a yes to the same question. */
  readonly positive: string;
}

export const phraseOf = ([ifTrue, ifFalse]: AnswerTexts, isTrue: boolean): Phrase => ({
  text: isTrue ? ifTrue : ifFalse,
  positive: ifTrue,
});

/**
 * Merges contradictory descriptions, such as "with a password" and "without a password". They are about two values: the old
 * and the new password.
 *
 * @param side - The side that the clients are compared with: `before` for clients that gain access.
 */
export function mergeOpposites(phrases: readonly Phrase[], side: Side): readonly string[] {
  const positives = new Set(phrases.flatMap(({ text, positive }) => (text === positive ? [text] : [])));
  const negated = new Set(phrases.flatMap(({ text, positive }) => (text === positive ? [] : [positive])));
  const suffix = (text: string) => {
    const isProof = /^(?:with|signed) /.test(text);
    if (side === "before") return isProof ? " that was not accepted before" : ", unlike before";
    return isProof ? " that is no longer accepted" : ", unlike after the change";
  };
  const kept = phrases.filter(({ text, positive }) => text === positive || !positives.has(positive));
  return [...new Set(kept.map(({ text }) => (negated.has(text) ? text + suffix(text) : text)))];
}

function describeTlsBelow(level: number, answers: readonly Answer[]): string {
  const passed = answers.flatMap(({ question, isTrue }) =>
    question.kind === "version" && isTrue ? [question.level] : [],
  );
  if (passed.length === 0) return `with TLS older than 1.${level}`;
  const lowest = Math.max(...passed);
  const versions = Array.from({ length: level - lowest }, (_, above) => `1.${lowest + above}`);
  return `with TLS ${versions.join(" or ")}`;
}

/** @param group - The answers about one text, or one answer of another kind. @param all - All answers of the clients. */
function describeGroup(group: readonly Answer[], all: readonly Answer[], valueLabel: ValueLabel): Phrase {
  const tests = group.filter(isTextAnswer);
  const [{ question, isTrue }] = group as [Answer];
  if (question.kind === "text") {
    const text = describeTextAnswers(tests, valueLabel);
    // Only rewritten values can have opposite descriptions, because different rewrites have the same description.
    const positive = tests.map((test) => ({ ...test, isTrue: true }));
    return { text, positive: question.version === "" ? text : describeTextAnswers(positive, valueLabel) };
  }
  if (question.kind === "address") return { text: "", positive: "" };
  if (question.kind !== "version") return phraseOf(question.texts, isTrue);
  return phraseOf([`with TLS 1.${question.level} or newer`, describeTlsBelow(question.level, all)], isTrue);
}

function displayRank({ question, isTrue }: Answer): number {
  if (question.kind === "address") return 0;
  if (question.kind === "unknown") return 5;
  if (!isTrue) return 4;
  if (question.kind !== "text") return 3;
  return question.subject === "req.url.path" ? 1 : 2;
}

/** A sentence describes up to this many answers, or fewer if they have more than `MAX_WORDS` words. */
const MAX_ANSWERS = 3;
export const MAX_WORDS = 18;

export const countWords = (text: string): number => text.split(" ").length;

/** Describes the requests that aren't listed; `isAtLeast` means that their count is a lower bound. */
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

/** True for an answer that isn't worth mentioning, because nearly all clients give it. */
export const isDefaultAnswer = (answer: Answer): boolean => {
  const { question, isTrue } = answer;
  if (question.kind === "version") return isTrue;
  if (isTrue) return isPublicBinding(question) || isUnknownAbout(question, "served", "forward");
  return isSignInPage(answer) || isUnknownAbout(question, "hidden guard", "application", "failure");
};

function dropImpliedFacts(answers: readonly Answer[]): readonly Answer[] {
  const implies = (left: Question, right: Question) =>
    left.kind === "fact" && left.implies?.some((id) => keyOf(id) === right.key) === true;
  const isAudience = ({ question }: Answer) => question.kind === "fact" && question.id.kind === "audience";
  return answers.filter((answer) => {
    const { question, isTrue } = answer;
    return !answers.some(
      (other) =>
        (other.isTrue === isTrue &&
          (isTrue ? implies(other.question, question) : implies(question, other.question))) ||
        (other.isTrue && !isTrue && isAudience(other) && isAudience(answer)),
    );
  });
}

export function describeClients(answers: readonly Answer[], side: Side, valueLabel: ValueLabel): string {
  const notableAnswers = dropImpliedFacts(answers).filter((answer) => !isDefaultAnswer(answer));
  if (notableAnswers.length === 0) return "everybody";
  const addresses = networkTests(notableAnswers);
  const sorted = notableAnswers
    .filter(({ question }) => question.kind !== "address")
    .sort((left, right) => displayRank(left) - displayRank(right));
  const groups = Map.groupBy(sorted, ({ question }) =>
    question.kind === "text" ? `${question.version} ${propertyName(question.subject)}` : question.key,
  );
  const phrases = [...groups.values()].map((group) => describeGroup(group, answers, valueLabel));
  const parts = [
    ...(addresses.length > 0 ? [Networks.describe(addresses)] : []),
    ...mergeOpposites(phrases, side),
  ];
  const fits = (count: number) => countWords(parts.slice(0, count).join(" ")) <= MAX_WORDS;
  const count = [MAX_ANSWERS, 2].find(fits) ?? 1;
  const omitted = parts.length - count;
  const more = omitted > 0 ? `, and ${pluralize(omitted, "more condition")}` : "";
  return `requests ${parts.slice(0, count).join(", ")}${more}`;
}
