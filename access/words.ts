import type { Condition } from "../traffic-policy/symbolic/guards";
import { isAudience } from "./client";
import type { Literal } from "./diagram";
import { counted } from "./lists-in-words";
import { Networks } from "./networks";
import { type Answer, isPublicBinding, isUnknown, keyOf, type Question, type TextQuestion } from "./question";
import { groupsBy } from "./request-witnesses";
import { wordOf } from "./text-solver";
import { URL_PARTS } from "./url-parts";

/** Values of these are often keys: they are not repeated. */
const MAY_BE_SECRET =
  /^req\.(?:headers(?!\.host(?:\[|$))|cookies|url\.quer|url\.uri|url\.raw|body)|^vars\.|^(?!token ).*authorization/;

const LONGEST = 60;

export const cut = (text: string, most = LONGEST) => (text.length > most ? `${text.slice(0, most)}…` : text);

export const quoted = (text: string) => JSON.stringify(cut(text));

const NAMES: Readonly<Record<string, string>> = {
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

/** A text of a request with its article. */
export function textName(subject: string): string {
  const name = Object.hasOwn(URL_PARTS, subject) ? "URL" : nameOf(subject);
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}

function nameOf(subject: string): string {
  const bare = subject.replace(/\[[0*]\]$/, "");
  const claim = /^token .* (\w+)$/.exec(bare)?.[1];
  if (claim !== undefined) return `token's ${claim}`;
  const [, own] = /^claim \S+ (.+)$/s.exec(bare) ?? [];
  if (own !== undefined) return `claim ${cut(own)}`;
  if (bare.startsWith("identity ") || bare === "actions.ngrok.oauth.identity.email") return "e-mail address";
  const named = /^req\.(headers|cookies|url\.query_params)\.(.+)$/s.exec(bare);
  if (named) {
    const kind = named[1] === "headers" ? "header" : named[1] === "cookies" ? "cookie" : "query parameter";
    return `${kind} ${cut(named[2] ?? "")}`;
  }
  return NAMES[bare] ?? cut(bare);
}

const VERBS: Readonly<Record<TextQuestion["is"], readonly [string, string]>> = {
  equal: ["is", "is not"],
  start: ["starts with", "does not start with"],
  end: ["ends with", "does not end with"],
  part: ["contains", "does not contain"],
  match: ["matches", "does not match"],
  network: ["is in", "is not in"],
  present: ["is there", "is not there"],
};

/**
 * What is asked of a text, in words: `starts with "/admin"`.
 *
 * @param others - Values that are told of besides, before this one.
 * @param age - Tells a value that only one side of a change compares with.
 */
function verbText(
  { subject, is, value, isFolded }: Pick<TextQuestion, "subject" | "is" | "value" | "isFolded">,
  holds: boolean,
  others: readonly string[] = [],
  age = "",
): string {
  const verb = VERBS[is][holds ? 0 : 1];
  if (is === "present") return subject.startsWith("vars.") ? `is ${holds ? "" : "not "}set` : verb;
  if (is === "equal" && value === "true" && /^(?:conn|actions)\./.test(subject))
    return `is ${holds ? "true" : "false"}`;
  if (is === "equal" && /^(?:conn\.|claim |actions\.).*\[\*\]$/.test(subject))
    return `${holds ? "contains" : "does not contain"} ${quoted(value)}`;
  const folded = isFolded && /[a-z]/i.test(value) ? " in upper or lower case" : "";
  const isOther = others.some((other) => other !== value);
  const hidden = `${isOther && age === "" ? "another" : "the"} ${age}${is === "match" ? "pattern" : "value"} in the policy`;
  return `${verb} ${MAY_BE_SECRET.test(subject) ? hidden : quoted(value)}${folded}`;
}

/** A test in words: `path starts with "/admin"`. */
export const testText = (
  test: Pick<TextQuestion, "subject" | "is" | "value" | "isFolded">,
  holds: boolean,
): string => `${nameOf(test.subject)} ${verbText(test, holds)}`;

/** A text of an expression; groups of their own have what makes it the name of a header, cookie, parameter, claim or variable. */
const TEXT =
  /(\b(?:vars|headers|cookies|query_params|trailers|payload[\w.]*)\[|\b(?:get|has)(?:Req|Res|Query)\w+\()?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')( in (?:vars|re[qs]\.(?:headers|cookies|url\.query_params)|[\w.[\]]+\.payload)\b(?![.[]))?/g;

/** An expression without the texts in it that may be keys. */
export function expressionText(text: string): string {
  const isGuarded = /headers|cookies|query|body|vars|Header|Cookie|Query|secrets|hash|raw|uri/.test(text);
  const hidden = (whole: string, key?: string, _?: string, owner?: string) => (key || owner ? whole : '"…"');
  return cut(isGuarded ? text.replace(TEXT, hidden) : text, 120);
}

/** A condition of a rule in words. */
export function conditionText(condition: Condition, holds = true, depth = 0): string {
  switch (condition.kind) {
    case "constant":
      return condition.value === holds ? "always" : "never";
    case "failure":
      return `never, since ${expressionText(condition.text)} fails`;
    case "test":
      return testText(condition, holds);
    case "not":
      return conditionText(condition.of, !holds, depth);
    case "open":
      return conditionText(condition.of[0], holds, depth);
    case "expression": {
      const isNamed = !condition.text.startsWith("\u0000");
      const text = isNamed ? `the expression ${expressionText(condition.text)}` : "an expression";
      return holds ? text : `not ${text}`;
    }
    default: {
      const join = (condition.kind === "all") === holds ? " and " : " or ";
      const parts = condition.of.slice(0, 4).map((one) => conditionText(one, holds, depth + 1));
      const more = condition.of.length > 4 ? [`${condition.of.length - 4} more`] : [];
      const text = [...parts, ...more].join(join);
      return depth > 0 && condition.of.length > 1 ? `(${text})` : text;
    }
  }
}

type Told = Literal<TextQuestion>;

/** What stands before a value in a policy: which side of a change compares with it, where only one does. */
export type AgeOf = (question: Question) => string;

/** Answers about one text in words that follow "requests": `whose path starts with "/admin" and is not "/admin/x"`. */
function textsText(answers: readonly Told[], ageOf: AgeOf): string {
  const [first] = answers;
  const { subject = "", version = "" } = first?.question ?? {};
  const isOne = ({ is }: TextQuestion) => is === "present";
  const isAsked = answers.some(({ question, is }) => is && !isOne(question));
  // Domains and addresses of users are compared so by themselves.
  const isCaseTold =
    !subject.startsWith("identity ") ||
    answers.some(({ question }) => !question.isFolded && question.is !== "present");
  // What has a value is there.
  const told = answers
    .filter(({ question, is }) => !(isAsked && is && isOne(question)))
    .sort((one, other) => Number(other.is) - Number(one.is));
  const values = told.flatMap(({ question }) => (question.is === "present" ? [] : [question.value]));
  const verb = ({ question, is }: Told) =>
    verbText(
      { ...question, isFolded: question.isFolded && isCaseTold },
      is,
      values.slice(0, 1),
      ageOf(question),
    );
  const name = nameOf(subject);
  const [only, ...more] = told;
  if (
    only !== undefined &&
    isOne(only.question) &&
    more.length === 0 &&
    version === "" &&
    /^(?:header|cookie|query p)/.test(name)
  )
    return `${only.is ? "with" : "without"} the ${name}`;
  const left = version === "" ? "" : ", as earlier rules leave it,";
  const isOfEach = ({ question }: Told) => question.subject.endsWith("[*]") && question.is !== "present";
  const [each, others] = [told.filter(isOfEach), told.filter((one) => !isOfEach(one))];
  const verbs = (some: readonly Told[]) => {
    const distinct = joinedLacks([...new Set(some.map(verb))]);
    const rest = distinct.length - MOST_TESTS;
    const said =
      rest > 1 ? [...distinct.slice(0, MOST_TESTS), `meets ${counted(rest, "more condition")}`] : distinct;
    return said.join(" and ");
  };
  if (each.length === 0 || !others.some(({ question }) => question.is !== "present"))
    return `whose ${name}${left} ${verbs(told)}`;
  // A test of the first value, and one of all of them.
  const rest = each.map((one) => `${one.is ? "another one" : "none"} that ${verb({ ...one, is: true })}`);
  return `whose ${name}${left} has a first value that ${verbs(others)}, and ${[...new Set(rest)].join(", and ")}`;
}

/** What a text does not do, as one where the verb is the same: `does not match "a" or "b"`. */
function joinedLacks(verbs: readonly string[]): readonly string[] {
  const lackOf = (text: string) => /^(does not \w+(?: with)?|is not) "/.exec(text)?.[1];
  const groups = Map.groupBy(verbs, (text) => lackOf(text) ?? text);
  return [...groups].map(([verb, texts]) => {
    const [only = "", ...more] = texts;
    if (more.length === 0) return only;
    const values = texts.map((text) => text.slice(verb.length + 1));
    const rest = values.length - MOST_TESTS;
    return `${verb} ${(rest > 1 ? [...values.slice(0, MOST_TESTS), `${rest} more`] : values).join(" or ")}`;
  });
}

/** Conditions on one text that are described. */
const MOST_TESTS = 2;

/** The newest TLS there is: 1.3. */
const NEWEST = 3;

/** One answer in words that follow "requests". */
function answerText({ question, is }: Answer, ageOf: AgeOf): string {
  switch (question.asks) {
    case "text":
      return textsText([{ question, is }], ageOf);
    case "version":
      if (question.isOldest)
        return is
          ? `over TLS 1.${question.level}${question.level < NEWEST ? " or newer" : ""} only`
          : `with a TLS older than 1.${question.level} too`;
      return is ? `with TLS 1.${question.level} or newer` : `with a TLS older than 1.${question.level}`;
    case "address":
      return "";
    default:
      return is ? question.yes : question.no;
  }
}

/** Answers that a reader does not look for when something more telling is there. */
function weight({ question, is }: Answer): number {
  if (question.asks === "address") return 0;
  if (question.asks === "text") return is ? (question.subject === "req.url.path" ? 1 : 2) : 4;
  return question.asks === "unknown" ? 5 : is ? 3 : 4;
}

/** Conditions on one client that are described, and words in which. */
const MOST_ANSWERS = 3;
const MOST_WORDS = 18;

export const wordsIn = (text: string): number => text.split(" ").length;

/** What stands for requests that are not told of one by one. @param isAtLeast - Nobody has counted all of them. */
export function moreKinds(count: number, isAtLeast = false): string {
  if (isAtLeast && count === 0) return "other requests";
  const kinds = counted(count, "more kind of requests", "more kinds of requests");
  return isAtLeast ? `at least ${kinds}` : kinds;
}

/** Whether it is about the pages of a sign-on itself, which lead nowhere else. */
const isOfSignOn = ({ question }: Answer) =>
  question.asks === "text" && /^\/(?:ngrok\/log(?:in|out)|auth\/)$/.test(question.value);

/** Whether only the pages of a sign-on itself are asked for. */
export const areOwnPages = (answers: readonly Answer[]): boolean =>
  answers.some((answer) => answer.is && isOfSignOn(answer));

/** What goes without saying. */
export const isUsual = (answer: Answer): boolean => {
  const { question, is } = answer;
  if (question.asks === "version") return is !== (question.isOldest ?? false);
  if (is) return isPublicBinding(question) || isUnknown(question, "TLS version", "served", "forward");
  const isIdle = isUnknown(question, "hidden guard", "TLS version", "application", "failure");
  return isOfSignOn(answer) || isIdle;
};

/** Without the answers about one text that follow from the others. */
function withoutImplied(answers: readonly Told[]): readonly Told[] {
  const asked = answers.flatMap((answer) => {
    const { is, value, isFolded, subject } = answer.question;
    if (is === "present" || is === "network" || subject.endsWith("[*]")) return [];
    return [{ answer, test: { test: { is, value, isFolded }, is: answer.is } }];
  });
  let kept = asked;
  for (const one of asked) {
    const others = kept.filter(
      (other) => other !== one && other.answer.question.subject === one.answer.question.subject,
    );
    const isImplied =
      others.length > 0 &&
      wordOf([...others.map(({ test }) => test), { ...one.test, is: !one.test.is }], {
        natural: [],
        widest: "",
      }) === null;
    if (isImplied) kept = kept.filter((other) => other !== one);
  }
  return answers.filter(
    (answer) => !asked.some((one) => one.answer === answer) || kept.some((one) => one.answer === answer),
  );
}

/** An expression that fails is not true either. */
function withoutEchoes(texts: readonly string[]): readonly string[] {
  const failing = texts.flatMap((text) =>
    /^for which .* fails$/s.test(text) ? [text.slice(0, -" fails".length)] : [],
  );
  const echoes = new Set(failing.map((text) => `${text} is not true`));
  return [...new Set(texts)].filter((text) => !echoes.has(text));
}

/** The same words with both answers are two questions: what rules before have made of it differs, or the secret does. */
function withoutOpposites(texts: readonly string[], side: ComparedWith): readonly string[] {
  const given = new Set(texts);
  const lacked = new Set(texts.flatMap((text) => oppositeOf(text)));
  const differing = texts.flatMap((text) => {
    const [, expression] = /^(for which .*) is true$/s.exec(text) ?? [];
    return expression !== undefined && given.has(`${expression} is not true`) ? [expression] : [];
  });
  const isTold = (text: string) =>
    differing.some(
      (expression) => text === `${expression} is true` || text === `${expression} is not true`,
    ) || isOpposite(text, given);
  return [
    ...differing.map((expression) => `${expression} differs before and after the change`),
    ...texts
      .filter((text) => !isTold(text))
      .map((text) => (lacked.has(text) ? `${text}${markOf(text, side)}` : text)),
  ];
}

/** What it is the lack of, in words; empty for anything else. */
export const oppositeOf = (text: string): readonly string[] =>
  text.startsWith("not ")
    ? [text.slice("not ".length)]
    : text.startsWith("without ")
      ? [text.replace(/^without/, "with")]
      : text.startsWith("blocked by ")
        ? [text.replace(/^blocked/, "allowed")]
        : [];

/** Whether it is the lack of something else that has the same name. */
export const isOpposite = (text: string, given: ReadonlySet<string>) =>
  oppositeOf(text).some((other) => given.has(other));

/** Texts that rules have made differently, of which a test holds once: in words, in the place of both. */
function differingTexts(groups: readonly (readonly Answer[])[]): readonly (readonly Answer[] | string)[] {
  const isTwin = (one: readonly Answer[], other: readonly Answer[]) =>
    one.some(({ question: a, is }) =>
      other.some(
        ({ question: b, is: held }) =>
          a.asks === "text" &&
          b.asks === "text" &&
          is !== held &&
          a.version !== "" &&
          b.version !== "" &&
          a.version !== b.version &&
          nameOf(a.subject) === nameOf(b.subject) &&
          a.is === b.is &&
          a.value === b.value,
      ),
    );
  return groups.flatMap((group, at): (readonly Answer[] | string)[] => {
    const twin = groups.findIndex((other) => other !== group && isTwin(group, other));
    if (twin < 0) return [group];
    const [first] = group;
    return twin < at || first?.question.asks !== "text"
      ? []
      : [
          `whose ${nameOf(first.question.subject)}, as earlier rules leave it, differs before and after the change`,
        ];
  });
}

/** Without facts that others take for granted: a certificate of an authority is a certificate. */
function withoutGranted(answers: readonly Answer[]): readonly Answer[] {
  const facts = answers.flatMap(({ question, is }) => (question.asks === "fact" ? [{ question, is }] : []));
  const granted = new Set(
    facts.flatMap(({ question, is }) => (is ? (question.implies ?? []) : []).map(keyOf)),
  );
  const lacked = new Set(facts.flatMap(({ question, is }) => (is ? [] : [question.key])));
  const hasAudience = facts.some(({ question, is }) => is && isAudience(question));
  const isOfAudience = ({ question, is }: Answer) =>
    !is && question.asks === "fact" && question.id.kind === "audience";
  return answers
    .filter((answer) => !(hasAudience && isOfAudience(answer)))
    .filter(({ question, is }) =>
      question.asks !== "fact"
        ? true
        : is
          ? !granted.has(question.key)
          : !question.implies?.some((id) => lacked.has(keyOf(id))),
    );
}

/** The other side of a comparison: what was before, or what is now. */
export type ComparedWith = "before" | "now";

/** Says of what a client has in place of something of the same name that it makes the difference. */
const NOT_ACCEPTED = {
  before: " that was not accepted before",
  now: " that is not accepted any more",
} as const;
const AS_IT_IS = { before: " as it is now", now: " as it was before" } as const;
export const markOf = (text: string, side: ComparedWith) =>
  (text.startsWith("allowed ") ? AS_IT_IS : NOT_ACCEPTED)[side];

/** Whoever gives these answers, in words. */
export function clientsText(given: readonly Answer[], side: ComparedWith, ageOf: AgeOf = () => ""): string {
  const answers = withoutGranted(given).filter((answer) => !isUsual(answer));
  if (answers.length === 0) return "everybody";
  const addresses = answers.flatMap(({ question, is }) =>
    question.asks === "address" ? [{ networks: question.networks, is }] : [],
  );
  const sorted = answers
    .filter(({ question }) => question.asks !== "address")
    .sort((one, other) => weight(one) - weight(other));
  const groups = groupsBy(sorted, ({ question }) =>
    question.asks === "text" ? `${question.version} ${nameOf(question.subject)}` : question.key,
  );
  const rest = differingTexts([...groups.values()]).map((group) => {
    if (typeof group === "string") return group;
    const texts = group.filter((answer): answer is Told => answer.question.asks === "text");
    return texts.length > 0
      ? textsText(withoutImplied(texts), ageOf)
      : group.map((answer) => versionsText(answer, given) ?? answerText(answer, ageOf)).join(", ");
  });
  const texts = withoutOpposites(withoutEchoes(rest), side);
  const parts = [...(addresses.length > 0 ? [Networks.describe(addresses)] : []), ...texts];
  // At least one of them, and as many as a reader takes in.
  const isShort = (count: number) => wordsIn(parts.slice(0, count).join(" ")) <= MOST_WORDS;
  const most = [MOST_ANSWERS, 2].find(isShort) ?? 1;
  const more = parts.length - most;
  return `requests ${parts.slice(0, most).join(", ")}${more > 0 ? `, and ${counted(more, "more condition")}` : ""}`;
}

/** The versions of TLS that are newer than all that are refused, and not as new as others: `with TLS 1.1`. */
function versionsText({ question, is }: Answer, given: readonly Answer[]): string | undefined {
  if (question.asks !== "version" || is || question.isOldest) return undefined;
  const taken = given.flatMap(({ question: one, is: held }) =>
    one.asks === "version" && held && !one.isOldest ? [one.level] : [],
  );
  const from = Math.max(-1, ...taken);
  const versions = [0, 1, 2, 3].filter((level) => level >= from && level < question.level);
  return from < 0 ? undefined : `with TLS ${versions.map((level) => `1.${level}`).join(" or ")}`;
}
