import type { Condition } from "../provider/traffic-policy/guards";
import type { Client, Trait } from "./client";
import { Networks } from "./networks";
import type { Answer, TextQuestion } from "./question";

/** Values of these are often keys: they are not repeated. */
const MAY_BE_SECRET =
  /^req\.(?:headers|cookies|url\.quer|url\.uri|url\.raw|body)|^vars\.|^token |authorization/;

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

/** A test in words: `path starts with "/admin"`. */
function testText(
  { subject, is, value }: Pick<TextQuestion, "subject" | "is" | "value">,
  holds: boolean,
): string {
  const verb = VERBS[is][holds ? 0 : 1];
  if (is === "present") return `${nameOf(subject)} ${verb}`;
  if (is === "equal" && value === "true" && /^(?:conn|actions)\./.test(subject))
    return `${cut(subject)} is ${holds ? "true" : "false"}`;
  if (MAY_BE_SECRET.test(subject))
    return `${nameOf(subject)} ${verb} ${is === "equal" ? "what the policy says" : "a text"}`;
  return `${nameOf(subject)} ${verb} ${quoted(value)}`;
}

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

/** One answer in words that follow "requests". */
function answerText({ question, is }: Answer): string {
  switch (question.asks) {
    case "text": {
      const whose = question.version === "" ? "" : " (as rules before have left it)";
      const subject = question.subject.startsWith("identity ") ? "e-mail address" : question.subject;
      return `whose ${testText({ ...question, subject }, is)}${whose}`;
    }
    case "version":
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

/** What goes without saying. */
const isUsual = ({ question, is }: Answer) =>
  is
    ? question.asks === "version" ||
      question.key === "binding public" ||
      question.key.startsWith("hidden TLS")
    : question.asks === "text" && /^\/(?:ngrok\/log(?:in|out)|auth\/)$/.test(question.value);

/** Whoever gives these answers, in words. */
export function clientsText(given: readonly Answer[]): string {
  const answers = given.filter((answer) => !isUsual(answer));
  if (answers.length === 0) return "everybody";
  const addresses = answers.flatMap(({ question, is }) =>
    question.asks === "address" ? [{ networks: question.networks, is }] : [],
  );
  const rest = answers
    .filter(({ question }) => question.asks !== "address")
    .sort((one, other) => weight(one) - weight(other))
    .map(answerText);
  const parts = [...(addresses.length > 0 ? [Networks.describe(addresses)] : []), ...rest];
  const more = parts.length > MOST_ANSWERS ? [`${parts.length - MOST_ANSWERS} more conditions`] : [];
  return `requests ${[...parts.slice(0, MOST_ANSWERS), ...more].join(", ")}`;
}

/** What a client that lacks it need not be told: most clients do. */
const isUsualLack = ({ key }: Trait) => /^(?:preflight$|binding |audience |no audience )/.test(key);

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
  headers,
  emails,
  variables,
  has,
  lacks,
}: Client): string {
  const { "conn.geo.country_code": country, ...others } = variables;
  const [place = "", query] = url.split(/\?(.*)/s);
  const sent = Object.keys(headers).map((name) =>
    name === "user-agent"
      ? `with the user agent ${quoted(headers[name]?.[0] ?? "")}`
      : `with the ${name === "cookie" ? "cookie" : "header"} ${cut(name === "cookie" ? (headers[name]?.[0]?.split("=")[0] ?? "") : name)}`,
  );
  const parts = [
    ...(tls === undefined || tls === "1.3" ? [] : [`over TLS ${tls}`]),
    ...Object.values(emails).map((email) => `as ${cut(email)}`),
    ...has.filter(({ key }) => key !== "binding public").map(({ text }) => text),
    ...sent,
    ...Object.entries(others).map(([name, value]) => `with ${cut(name)} ${quoted(String(value))}`),
    ...lacks
      .filter((trait) => !isUsualLack(trait))
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
