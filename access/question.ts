import { RE2JS } from "re2js";
import type { Test } from "../provider/traffic-policy/guards";
import type { Literal } from "./diagram";
import { every, type Tri } from "./guard";
import { Networks } from "./networks";

interface Common {
  /** Equal for questions that every client answers in the same way. */
  readonly key: string;
}

/** A question about a text of the request. */
export interface TextQuestion extends Common, Omit<Test, "kind" | "needs"> {
  readonly asks: "text";
  /**
   * What has become of the text on the way, by rules that rewrite it: nothing certain is known of the text then, but that
   * it is the same for the same client. Empty for what the client has sent.
   */
  readonly version: string;
}

/** Whether the client's address is one of those that are admitted. */
export interface AddressQuestion extends Common {
  readonly asks: "address";
  readonly networks: Networks;
}

/** Whether the client speaks this version of TLS or a newer one. */
export interface VersionQuestion extends Common {
  readonly asks: "version";
  /** 0 to 3, of TLS 1.0 to 1.3. */
  readonly level: number;
}

/** Something that a client may or may not have, whatever else it has. */
export interface FactQuestion extends Common {
  readonly asks: "fact";
  /** Both answers in words that follow "requests". */
  readonly yes: string;
  readonly no: string;
  /** Facts of one kind that no client has two of, such as the password that it sends. */
  readonly oneOf?: string;
  /** Facts about the same thing, which may not be independent: another id of the same application. */
  readonly about?: string;
  /** Whether it takes this answer to be in a fact of another key. */
  readonly implies?: readonly string[];
}

/** What nobody can decide from here. */
export interface UnknownQuestion extends Common {
  readonly asks: "unknown";
  /** Some clients certainly answer with yes: whoever a guard lets in that cannot be seen. */
  readonly isSomebodys: boolean;
  readonly yes: string;
  readonly no: string;
}

export type Question = TextQuestion | AddressQuestion | VersionQuestion | FactQuestion | UnknownQuestion;
export type Answer = Literal<Question>;

/** The hosts that lead to where the policy is; undefined while they are not known, or many. */
export interface Place {
  readonly host: string | undefined;
}

/**
 * Whether there is a client that gives all these answers: yes with a client at hand, no with a contradiction at hand,
 * else undefined.
 */
export function isPossible(answers: readonly Answer[], place: Place): Tri {
  const groups = new Map<string, Answer[]>();
  for (const answer of answers) {
    const key = groupOf(answer.question);
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  const parts = [...groups.values()].map((group) => isGroupPossible(group, place));
  const whole = every(parts);
  return whole === true && (hasRelated(answers) || hasForeignFacts(answers)) ? undefined : whole;
}

/** Answers that contradict each other; empty if none do. As few as can be found. */
export function contradiction(answers: readonly Answer[], place: Place): readonly Answer[] {
  if (isPossible(answers, place) !== false) return [];
  let core = [...answers];
  for (const answer of answers) {
    const rest = core.filter((one) => one !== answer);
    if (isPossible(rest, place) === false) core = rest;
  }
  return core;
}

/** Answers about the same thing are judged together; presence goes with the values. */
function groupOf(question: Question): string {
  switch (question.asks) {
    case "text":
      return `text ${question.version} ${nameOf(question)}`;
    case "fact":
      return question.oneOf === undefined ? "facts" : `one of ${question.oneOf}`;
    default:
      return question.asks;
  }
}

/** The header, parameter or variable without the place of its value. */
const nameOf = ({ subject }: TextQuestion): string => subject.replace(/\[[0*]\]$/, "");

function isGroupPossible(answers: readonly Answer[], place: Place): Tri {
  const [first] = answers;
  switch (first?.question.asks) {
    case undefined:
      return true;
    case "text":
      return isTextPossible(answers as readonly Literal<TextQuestion>[], place);
    case "address":
      return Networks.meet(
        (answers as readonly Literal<AddressQuestion>[]).map(({ question, is }) => ({
          networks: question.networks,
          is,
        })),
      );
    case "version": {
      const asked = answers as readonly Literal<VersionQuestion>[];
      return [0, 1, 2, 3].some((version) =>
        asked.every(({ question, is }) => version >= question.level === is),
      );
    }
    case "fact":
      return areFactsPossible(answers as readonly Literal<FactQuestion>[]);
    case "unknown":
      return answers.every(({ question, is }) => is && question.asks === "unknown" && question.isSomebodys)
        ? true
        : undefined;
  }
}

function areFactsPossible(answers: readonly Literal<FactQuestion>[]): Tri {
  const held = answers.filter(({ is }) => is).map(({ question }) => question);
  const lacked = new Set(answers.filter(({ is }) => !is).map(({ question }) => question.key));
  if (held.some(({ implies }) => implies?.some((key) => lacked.has(key)))) return false;
  if (held[0]?.oneOf === undefined) return true;
  // Two spellings may stand for one value.
  const isSpelled = held.every(({ about }) => about === undefined);
  return held.length < 2 ? true : isSpelled ? false : undefined;
}

/** Facts that may be the same thing under two names. */
function hasForeignFacts(answers: readonly Answer[]): boolean {
  const subjects = answers.flatMap(({ question }) =>
    question.asks === "fact" && question.about !== undefined ? [question.about] : [],
  );
  return new Set(subjects).size < subjects.length;
}

/** Parts of a request that a variable is made of. */
function sourcesOf(subject: string): readonly string[] {
  if (subject === "req.url" || subject === "req.url.raw") return ["path", "query", "host", "scheme"];
  if (subject === "req.url.uri") return ["path", "query"];
  if (subject === "req.url.path" || subject === "req.url.raw_path") return ["path"];
  if (subject.startsWith("req.url.query")) return [subject.includes("query_params") ? subject : "query"];
  if (/^req\.(?:host|url\.(?:host|authority|port)|headers\.host)|^conn\.tls\.sni/.test(subject))
    return ["host"];
  if (subject === "req.user_agent" || subject.startsWith("req.headers.user-agent")) return ["user agent"];
  if (subject.startsWith("req.content_type") || subject.startsWith("req.headers.content-type"))
    return ["type"];
  if (subject.startsWith("req.cookies") || subject.startsWith("req.headers.cookie")) return ["cookies"];
  if (subject.startsWith("conn.client_ip") || subject.startsWith("conn.geo")) return ["address"];
  if (subject.startsWith("req.headers.authorization")) return ["authorization"];
  return [subject];
}

/** Whether different questions are about things that depend on each other in ways that nobody looks into here. */
function hasRelated(answers: readonly Answer[]): boolean {
  const names = new Map<string, Set<string>>();
  const add = (source: string, name: string) =>
    names.set(source, new Set([...(names.get(source) ?? []), name]));
  for (const { question } of answers) {
    if (question.asks === "address") add("address", "address");
    if (question.asks === "fact" && question.oneOf === "authorization") add("authorization", "password");
    if (question.asks === "text")
      for (const source of sourcesOf(nameOf(question)))
        add(source, `${question.version} ${nameOf(question)}`);
  }
  return [...names.values()].some((of) => of.size > 1);
}

/** What a client chooses freely. The host is chosen by where it asks; the rest is not for clients to say. */
const isChosen = (subject: string) =>
  /^(?:req\.(?!ts|body|host|url\.(?:host|authority|port|scheme)|url$|url\.raw$|content_length)|conn\.(?:geo|client_ip|tls\.(?!sni|server|client))|identity |token )/.test(
    subject,
  );

const isHost = (subject: string) =>
  subject === "req.host" || subject === "req.url.host" || subject === "conn.tls.sni";

type TextAnswer = Literal<TextQuestion>;

function isTextPossible(answers: readonly TextAnswer[], { host }: Place): Tri {
  const presence = answers.filter(({ question }) => question.is === "present");
  const about = answers.filter(({ question }) => question.is !== "present");
  const isMissing = presence.some(({ is }) => !is);
  if (isMissing && presence.some(({ is }) => is)) return false;
  // Without a value no test of one is passed.
  if (isMissing && about.some(({ is }) => is)) return false;
  const bySubject = new Map<string, TextAnswer[]>();
  for (const answer of about) {
    const { subject } = answer.question;
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), answer]);
  }
  const possible = every([...bySubject.values()].map((of) => (isMissing ? true : areValuesPossible(of))));
  if (possible !== true) return possible;
  const { question } = answers[0] as TextAnswer;
  if (question.version !== "") return undefined;
  if (isHost(question.subject)) {
    const isHere =
      host !== undefined && answers.every((answer) => holds(answer.question, host) === answer.is);
    return isHere ? true : undefined;
  }
  // The first value and any of the values are not independent.
  return bySubject.size > 1 || !isChosen(question.subject) ? undefined : true;
}

/** Tests of one value; or, for any of several values, each test that is passed may be by another one. */
function areValuesPossible(answers: readonly TextAnswer[]): Tri {
  if (!answers[0]?.question.subject.endsWith("[*]")) return isValuePossible(answers);
  const failed = answers.filter(({ is }) => !is);
  return every(answers.filter(({ is }) => is).map((passed) => isValuePossible([passed, ...failed])));
}

/** Characters that no constant is likely to hold, for values that fit nothing but what they have to. */
const FRESH = "zq0";

function isValuePossible(answers: readonly TextAnswer[]): Tri {
  const fits = (text: string) => answers.every(({ question, is }) => holds(question, text) === is);
  if (candidates(answers).some(fits)) return true;
  const passed = answers.flatMap(({ question, is }) => (is ? [question] : []));
  const exact = passed.find(({ is, isFolded }) => is === "equal" && !isFolded);
  // The only value there is does not fit; but what a regular expression says here is not asked of the service.
  if (exact)
    return answers.some(({ question, is }) => question.is !== "match" && holds(question, exact.value) !== is)
      ? false
      : undefined;
  const strict = passed.filter(({ isFolded }) => !isFolded);
  const valuesOf = (kind: Test["is"]) => strict.filter(({ is }) => is === kind).map(({ value }) => value);
  const clash = (texts: readonly string[], meets: (one: string, other: string) => boolean) =>
    texts.some((one) => texts.some((other) => !meets(one, other) && !meets(other, one)));
  if (
    clash(valuesOf("start"), (one, other) => one.startsWith(other)) ||
    clash(valuesOf("end"), (one, other) => one.endsWith(other))
  )
    return false;
  const denied = answers.flatMap(({ question, is }) => (is ? [] : [question]));
  return denied.some((refused) => passed.some((test) => implies(test, refused))) ? false : undefined;
}

/** Whether a text that passes the one test passes the other as well. */
function implies(one: TextQuestion, other: TextQuestion): boolean {
  // A text that differs in case passes a folded test, and no other.
  if (one.isFolded && !other.isFolded) return false;
  const value = other.isFolded ? lowered(one.value) : one.value;
  if (one.is === "match" || other.is === "match") return false;
  if (other.is === "part") return value.includes(other.value);
  if (one.is !== other.is) return false;
  return other.is === "start"
    ? value.startsWith(other.value)
    : other.is === "end" && value.endsWith(other.value);
}

/** Texts that are likely to pass the tests that have to be passed, and no others. */
function candidates(answers: readonly TextAnswer[]): string[] {
  const of = (...kinds: Test["is"][]) =>
    answers
      .filter(({ question, is }) => is && kinds.includes(question.is))
      .map(({ question }) => (question.is === "match" ? literalIn(question.value) : question.value));
  const longest = (texts: readonly string[]) =>
    texts.reduce((one, other) => (other.length > one.length ? other : one), "");
  const exact = of("equal");
  const [starts, ends, parts, matches] = [of("start"), of("end"), of("part"), of("match")];
  const start = longest(starts);
  const isPath = answers.some(({ question }) => /^req\.url\.(?:raw_)?path$/.test(question.subject));
  const head = isPath && start === "" ? "/" : start;
  const end = longest(ends);
  const middle = [...parts, ...matches].join("");
  return [
    ...exact,
    ...exact.map((text) => text.toUpperCase()),
    `${head}${FRESH}${middle}${FRESH}${end}`,
    `${head}${middle}${FRESH}${end}`,
    `${head}${FRESH}${middle}${end}`,
    `${head}${middle}${end}`,
    `${matches[0] ?? ""}${FRESH}${end}`,
    ...matches,
    ...(head.endsWith(end) ? [head] : []),
    ...(end.startsWith(head) ? [end] : []),
    `${head.slice(0, Math.max(0, head.length - 1))}${end}`,
    ...(answers.every(({ is }) => !is) ? ["GET", "POST"] : []),
  ].filter((text) => !isPath || text.startsWith("/"));
}

/** What a regular expression begins with. */
const literalIn = (source: string) =>
  /^\^?((?:[\w/ @:-]|\\[./-])*)(?![*?+{|])/.exec(source)?.[1]?.replaceAll("\\", "") ?? "";

const patterns = new Map<string, RE2JS | undefined>();

/** Compiled once: thousands of clients are tried. RE2 takes linear time. */
function patternOf(source: string): RE2JS | undefined {
  if (!patterns.has(source)) {
    if (patterns.size > 1000) patterns.clear();
    let found: RE2JS | undefined;
    try {
      found = source.length > 4096 ? undefined : RE2JS.compile(source);
    } catch {
      found = undefined;
    }
    patterns.set(source, found);
  }
  return patterns.get(source);
}

const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether a text passes a test; undefined for a regular expression that cannot be read. */
export function holds(
  { is, value, isFolded }: Pick<TextQuestion, "is" | "value" | "isFolded">,
  given: string,
): Tri {
  const text = isFolded ? lowered(given) : given;
  switch (is) {
    case "equal":
      return text === value;
    case "start":
      return text.startsWith(value);
    case "end":
      return text.endsWith(value);
    case "part":
      return text.includes(value);
    case "match":
      return patternOf(value)?.matcher(text).find();
    default:
      return undefined;
  }
}
