import type { Condition } from "../provider/traffic-policy/guards";
import type { Client, Trait } from "./client";
import { counted } from "./counted";
import type { Literal } from "./diagram";
import { Networks } from "./networks";
import type { Answer, TextQuestion } from "./question";
import { groupsBy } from "./request";
import { wordOf } from "./text";

/** Values of these are often keys: they are not repeated. */
const MAY_BE_SECRET =
  /^req\.(?:headers(?!\.host(?:\[|$))|cookies|url\.quer|url\.uri|url\.raw|body)|^vars\.|^token |authorization/;

const LONGEST = 60;

const cut = (text: string, most = LONGEST) => (text.length > most ? `${text.slice(0, most)}…` : text);

const quoted = (text: string) => JSON.stringify(cut(text));

const NAMES: Readonly<Record<string, string>> = {
  "req.url.path": "path",
  "req.method": "method",
  "req.host": "host",
  "req.user_agent": "user agent",
  "conn.client_ip": "address",
  "conn.geo.country_code": "country",
};

function nameOf(subject: string): string {
  const bare = subject.replace(/\[[0*]\]$/, "");
  const claim = /^token .* (\w+)$/.exec(bare)?.[1];
  if (claim !== undefined) return `token's ${claim}`;
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

/** What is asked of a text, in words: `starts with "/admin"`. */
function verbText(
  { subject, is, value, isFolded }: Pick<TextQuestion, "subject" | "is" | "value" | "isFolded">,
  holds: boolean,
): string {
  const verb = VERBS[is][holds ? 0 : 1];
  if (is === "present") return verb;
  if (is === "equal" && value === "true" && /^(?:conn|actions)\./.test(subject))
    return `is ${holds ? "true" : "false"}`;
  if (is === "equal" && /^conn\..*\[\*\]$/.test(subject))
    return `${holds ? "contains" : "does not contain"} ${quoted(value)}`;
  const folded = isFolded && /[a-z]/i.test(value) ? " in lower case" : "";
  return `${verb} ${MAY_BE_SECRET.test(subject) ? "what the policy says" : quoted(value)}${folded}`;
}

/** A test in words: `path starts with "/admin"`. */
const testText = (
  test: Pick<TextQuestion, "subject" | "is" | "value" | "isFolded">,
  holds: boolean,
): string => `${nameOf(test.subject)} ${verbText(test, holds)}`;

/** An expression without the texts in it that may be keys. */
function expressionText(text: string): string {
  const isGuarded = /headers|cookies|query|body|vars|Header|Cookie|Query|secrets|hash|raw|uri/.test(text);
  return cut(isGuarded ? text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '"…"') : text, 120);
}

/** A condition of a rule in words. */
export function conditionText(condition: Condition, holds = true, depth = 0): string {
  switch (condition.kind) {
    case "constant":
      return condition.value === holds ? "always" : "never";
    case "test":
      return testText(condition, holds);
    case "not":
      return conditionText(condition.of, !holds, depth);
    case "undecided": {
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

/** Answers about one text in words that follow "requests": `whose path starts with "/admin" and is not "/admin/x"`. */
function textsText(answers: readonly Told[]): string {
  const [first] = answers;
  const { subject = "", version = "" } = first?.question ?? {};
  const isAsked = answers.some(({ question, is }) => is && question.is !== "present");
  // Domains and addresses of users are compared so by themselves.
  const isCaseTold =
    !subject.startsWith("identity ") ||
    answers.some(({ question }) => !question.isFolded && question.is !== "present");
  // What has a value is there.
  const told = answers.filter(({ question, is }) => !(isAsked && is && question.is === "present"));
  const verbs = told
    .sort((one, other) => Number(other.is) - Number(one.is))
    .map(({ question, is }) => verbText({ ...question, isFolded: question.isFolded && isCaseTold }, is));
  const left = version === "" ? "" : ", as rules before have left it,";
  const distinct = [...new Set(verbs)];
  const more = distinct.length - MOST_TESTS;
  const said = more > 1 ? [...distinct.slice(0, MOST_TESTS), `meets ${more} more conditions`] : distinct;
  return `whose ${nameOf(subject)}${left} ${said.join(" and ")}`;
}

/** Conditions on one text that are told. */
const MOST_TESTS = 4;

/** The newest TLS there is: 1.3. */
const NEWEST = 3;

/** One answer in words that follow "requests". */
function answerText({ question, is }: Answer): string {
  switch (question.asks) {
    case "text":
      return textsText([{ question, is }]);
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
  return question.asks === "unknown" ? 5 : 3;
}

const MOST_ANSWERS = 6;

/** What stands for requests that are not told of one by one. */
export const moreKinds = (count: number): string =>
  counted(count, "more kind of requests", "more kinds of requests");

/** Whether it is about the pages of a sign-on itself, which lead nowhere else. */
const isOfSignOn = ({ question }: Answer) =>
  question.asks === "text" && /^\/(?:ngrok\/log(?:in|out)|auth\/)$/.test(question.value);

/** Whether only the pages of a sign-on itself are asked for. */
export const areOwnPages = (answers: readonly Answer[]): boolean =>
  answers.some((answer) => answer.is && isOfSignOn(answer));

/** What goes without saying. */
const isUsual = (answer: Answer) => {
  const { question, is } = answer;
  if (question.asks === "version") return is !== (question.isOldest ?? false);
  if (is) return question.key === "binding public" || /^unknown (?:guard TLS|served) /.test(question.key);
  const isIdle = question.asks === "unknown" && /^unknown (?:guard|fails) /.test(question.key);
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
function withoutOpposites(texts: readonly string[]): readonly string[] {
  const given = new Set(texts);
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
    ...texts.filter((text) => !isTold(text)),
  ];
}

/** Whether it is the lack of something else that has the same name. */
const isOpposite = (text: string, given: ReadonlySet<string>) =>
  (text.startsWith("not ") && given.has(text.slice("not ".length))) ||
  (text.startsWith("without ") && given.has(text.replace(/^without/, "with")));

/** Without facts that others take for granted: a certificate of an authority is a certificate. */
function withoutGranted(answers: readonly Answer[]): readonly Answer[] {
  const facts = answers.flatMap(({ question, is }) => (question.asks === "fact" ? [{ question, is }] : []));
  const granted = new Set(facts.flatMap(({ question, is }) => (is ? (question.implies ?? []) : [])));
  const lacked = new Set(facts.flatMap(({ question, is }) => (is ? [] : [question.key])));
  return answers.filter(({ question, is }) =>
    question.asks !== "fact"
      ? true
      : is
        ? !granted.has(question.key)
        : !question.implies?.some((key) => lacked.has(key)),
  );
}

/** Whoever gives these answers, in words. */
export function clientsText(given: readonly Answer[]): string {
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
  const rest = [...groups.values()].map((group) => {
    const texts = group.filter((answer): answer is Told => answer.question.asks === "text");
    return texts.length > 0 ? textsText(withoutImplied(texts)) : group.map(answerText).join(", ");
  });
  const texts = withoutOpposites(withoutEchoes(rest));
  const parts = [...(addresses.length > 0 ? [Networks.describe(addresses)] : []), ...texts];
  const more = parts.length - MOST_ANSWERS;
  return `requests ${parts.slice(0, MOST_ANSWERS).join(", ")}${more > 0 ? `, and ${counted(more, "more condition")}` : ""}`;
}

/** What each client has that gets so far. */
const isUsualTrait = ({ key }: Trait) => /^(?:binding public$|unknown guard (?:TLS|application) )/.test(key);

/** What a client that lacks it need not be told: most clients do. */
const isUsualLack = ({ key }: Trait) =>
  /^(?:preflight$|upgrade$|binding |no audience |unknown fails )/.test(key);

/** Things of one kind that a client lacks, in one word for all of them. */
const LACKS: readonly (readonly [RegExp, string])[] = [
  [/^(?:oauth|saml|openid-connect) /, "without a sign-on"],
  [/^certificate/, "without a client certificate"],
  [/^password /, "without a password"],
  [/^token /, "without a valid token"],
];

/** One client in one line: `GET https://app.example.com/admin from 198.51.100.7 without a sign-on`. */
export function clientText({
  url,
  method,
  address,
  tls,
  oldestTls,
  headers,
  emails,
  variables,
  has,
  lacks,
}: Client): string {
  const texts = new Set(has.map(({ text }) => text));
  const { "conn.geo.country_code": country, ...others } = variables;
  const [place = "", query] = url.split(/\?(.*)/s);
  const sent = Object.keys(headers).map((name) =>
    name === "user-agent"
      ? `with the user agent ${quoted(headers[name]?.[0] ?? "")}`
      : name === "host"
        ? `with the header host ${quoted(headers[name]?.[0] ?? "")}`
        : `with the ${name === "cookie" ? "cookie" : "header"} ${cut(name === "cookie" ? (headers[name]?.[0]?.split("=")[0] ?? "") : name)}`,
  );
  const parts = [
    ...(oldestTls !== undefined
      ? [`over TLS ${oldestTls} only`]
      : tls === undefined || tls === "1.3"
        ? []
        : [`over TLS ${tls}`]),
    ...Object.values(emails).map((email) => `as ${cut(email)}`),
    ...has.filter((trait) => !isUsualTrait(trait)).map(({ text }) => text),
    ...sent,
    ...Object.entries(others).map(([name, value]) => `with ${cut(name)} ${quoted(String(value))}`),
    ...lacks
      .filter((trait) => !isUsualLack(trait) && !isOpposite(trait.text, texts))
      .filter(({ key }) => !key.startsWith("audience ") || has.some((one) => one.key.startsWith("token ")))
      .map(({ key, text }) => {
        const [kind, said] = LACKS.find(([pattern]) => pattern.test(key)) ?? [];
        return kind && !has.some((trait) => kind.test(trait.key)) ? said : text;
      }),
  ];
  // Values of a query may be keys.
  const asked =
    query === undefined ? cut(place, 200) : `${cut(place, 200)}?${cut(query.replace(/=[^&]*/g, "=…"))}`;
  const from = country === undefined ? address : `${address} (${cut(String(country))})`;
  return [method, asked, "from", from, [...new Set(parts)].join(", ")].filter((part) => part).join(" ");
}
