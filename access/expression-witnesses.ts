import {
  type Expression,
  expressionIn,
  FAILS,
  isObject,
  type Json,
  outcomeOf,
  type Reads,
  readUrl,
} from "../traffic-policy/symbolic/guards";
import type { Client, FactValue } from "./client";
import type { Literal } from "./diagram";
import type { AskedExpression, UnknownQuestion } from "./question";
import { type Asked, isGivenBy, nameOf } from "./request-witnesses";
import { ANY_TEXT, type Meter, wordOf } from "./text-solver";
import { textOfUrl, URL_PARTS } from "./url-parts";

export type ExpressionAnswer = Literal<UnknownQuestion & { readonly asked: AskedExpression }>;

/** Requests that are tried. */
const MOST_TRIED = 400;
/** Values of one fact that are tried. */
const MOST_VALUES = 10;

/** A value of a fact: a header has several, undefined stands for none. */
type Given = FactValue | undefined;

/**
 * Whether comparisons of the same with values of one type contradict each other: who passes one of them has a value, and it
 * is below, at, or between those that are written out.
 */
export function areContradictory(answers: readonly ExpressionAnswer[]): boolean {
  const of = Map.groupBy(
    answers.filter(({ question }) => question.asked.is === "true"),
    ({ question: { asked } }) => JSON.stringify([asked.compares?.of, asked.compares?.type]),
  );
  return [...of.values()].some((group) => {
    const tests = group.flatMap(({ question: { asked }, is }) =>
      asked.compares ? [{ ...asked.compares, isMet: is }] : [],
    );
    if (!tests.some(({ isMet }) => isMet)) return false;
    const values = [...new Set(tests.map(({ value }) => value))].sort((a, b) => (a < b ? -1 : 1));
    // Even places stand for what is between two values, odd ones for the values.
    const fits = (place: number) =>
      tests.every(({ is, value, isMet }) => {
        const at = 2 * values.indexOf(value) + 1;
        const holds = is === "equal" ? place === at : is === "least" ? place >= at : place > at;
        return holds === isMet;
      });
    return !Array.from({ length: 2 * values.length + 1 }, (_, place) => place).some(fits);
  });
}

/**
 * A client that gives these answers as well: what the expressions read is tried with values that they are compared with.
 * Undefined where none is found, which does not mean that there is none.
 *
 * @param texts - Answers of the client about texts, which stay as they are.
 * @param isFree - Whether nothing else that is asked of the client depends on a fact.
 */
export function withExpressions(
  client: Client,
  answers: readonly ExpressionAnswer[],
  texts: readonly Asked[],
  isFree: (fact: string) => boolean,
  meter: Meter,
): Client | undefined {
  const expressions = answers.flatMap(({ question }) => expressionIn(question.asked.text) ?? []);
  if (expressions.length < answers.length) return undefined;
  const facts = [
    ...new Map(expressions.flatMap(({ reads }) => reads).map((one) => [one.name, one])).values(),
  ];
  /** Each answer with the last of the facts that it depends on. */
  const asked = answers.map(({ question: { asked: one }, is }, at) => ({
    expression: expressions[at] as Expression,
    holds: (outcome: unknown) =>
      outcome !== undefined && (outcome === (one.is === "true" ? true : FAILS)) === is,
    last: facts.findLastIndex(({ name }) => expressions[at]?.reads.some((read) => read.name === name)),
  }));
  const areGiven = (tried: Client, some: typeof asked) =>
    some.every(({ expression, holds }) => holds(outcomeFor(expression, tried)));
  const values = valuesIn(expressions, meter);
  let left = MOST_TRIED;
  const search = (tried: Client, at: number): Client | undefined => {
    const fact = facts[at];
    if (fact === undefined) return areGiven(tried, asked) ? tried : undefined;
    for (const value of [KEPT, ...(isFree(fact.name) ? values(fact) : [])]) {
      const next = value === KEPT ? tried : withFact(tried, fact, value as Given);
      if (next === undefined || (value !== KEPT && !isStill(next, fact, texts))) continue;
      left -= 1;
      const isPossible = areGiven(
        next,
        asked.filter(({ last }) => last === at),
      );
      const found = isPossible ? search(next, at + 1) : undefined;
      if (found || left <= 0) return found;
    }
    return undefined;
  };
  return search(client, 0);
}

const KEPT = Symbol("kept");

function outcomeFor(expression: Expression, { url, method, address, headers, variables }: Client) {
  const parts = readUrl(url.startsWith("/") || url === "" ? `https://unknown.invalid${url || "/"}` : url);
  if (parts === undefined) return undefined;
  const open = new Set(
    parts.host === "unknown.invalid" ? ["req.host", "req.url.host", "req.url.authority"] : [],
  );
  return outcomeOf(expression.ast, {
    url: parts,
    method: method ?? "GET",
    ip: address,
    headers: new Map(Object.entries(headers)),
    variables: variables as Record<string, Json>,
    secrets: {},
    open,
  });
}

/** The values that are tried of what expressions read, by those that are written out in them. */
function valuesIn(expressions: readonly Expression[], meter: Meter): (fact: Reads) => readonly Given[] {
  const all = <T>(of: (one: Expression) => readonly T[]) => [...new Set(expressions.flatMap(of))];
  const [texts, lists, keys] = [all((one) => one.texts), all((one) => one.lists), all((one) => one.keys)];
  const words = all((one) => one.patterns).flatMap(
    (value) => wordOf([{ test: { is: "match", value, isFolded: false }, is: true }], ANY_TEXT, meter) ?? [],
  );
  const around = all((one) => one.numbers).flatMap((number) => [number, number + 1, number - 1]);
  const said = [...words, ...texts, ...around.map(String), ...texts.map((text) => `${text}a`), "a", ""];
  const moments = texts.flatMap((text) => {
    const at = Date.parse(text);
    return Number.isNaN(at) ? [] : [at, at + 1000, at - 1000].map((one) => new Date(one).toISOString());
  });
  const each = <T>(of: (text: string) => T) => said.slice(0, MOST_VALUES).map(of);
  const of = ({ name, type }: Reads): readonly Given[] => {
    if (name === "req.url.query")
      return [...keys, ...texts].flatMap((key) => each((text) => `${key}=${text}`));
    switch (type) {
      case "int":
        return [...around, 1];
      case "bool":
        return [true, false];
      case "timestamp":
        return moments;
      case "list": {
        const fields = all((one) => one.fields).flatMap((field) =>
          [...texts, true].map((value) => [{ [field]: value }]),
        );
        return [...lists, ...each((text) => [text]), [], ...fields];
      }
      case "map":
        return [...texts.flatMap(mapIn), ...keys.flatMap((key) => each((text) => ({ [key]: text }))), {}];
      case "values":
        return [
          ...lists,
          ...each((text) => [text]),
          undefined,
          ...texts.map((text) => [JSON.stringify([text])]),
        ];
      default:
        return said;
    }
  };
  return (fact) => of(fact).slice(0, 4 * MOST_VALUES);
}

/** The map that a text is in JSON. */
function mapIn(text: string): readonly FactValue[] {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? [value as FactValue] : [];
  } catch {
    return [];
  }
}

const VALUES = /^req\.(headers|cookies|url\.query_params)\.(.+)$/s;

/** A query that all read alike. */
const PLAIN_QUERY = /^[\w.~&=:/-]*$/;

/** A client with another value of a fact; undefined where it cannot have that. */
function withFact(client: Client, { name }: Reads, given: Given): Client | undefined {
  const [, map, key = ""] = VALUES.exec(name) ?? [];
  const values = Array.isArray(given)
    ? (given as readonly string[])
    : given === undefined
      ? []
      : [String(given)];
  if (name === "req.content_length" || name === "req.content_encoding")
    return withHeader(client, name.slice("req.".length).replace("_", "-"), values);
  const isOfUrl = map === "url.query_params" || name === "req.url.query";
  if (!isOfUrl && map === undefined)
    return given === undefined ? undefined : { ...client, variables: { ...client.variables, [name]: given } };
  if (map === "headers") return withHeader(client, key, values);
  if (map === "cookies") {
    const kept = cookiePairs(client).filter((pair) => !pair.startsWith(`${key}=`));
    const pairs = [...kept, ...values.map((value) => `${key}=${value}`)];
    return values.every((value) => /^[!#-+\--:<-[\]-~]*$/.test(value))
      ? withHeader(client, "cookie", pairs.length > 0 ? [pairs.join("; ")] : [])
      : undefined;
  }
  const [start = "", query = ""] = client.url.split(/\?(.*)/s);
  if (name === "req.url.query")
    return PLAIN_QUERY.test(String(given)) ? { ...client, url: `${start}?${given}` } : undefined;
  const sent = new URLSearchParams(query);
  sent.delete(key);
  for (const value of values) sent.append(key, value);
  const said = sent.toString();
  return { ...client, url: said === "" ? start : `${start}?${said}` };
}

function withHeader(client: Client, name: string, values: readonly string[]): Client | undefined {
  const { [name]: _, ...others } = client.headers;
  // What no client can send in a header.
  if (!values.every((value) => /^[!-~](?:[ -~]*[!-~])?$/.test(value))) return undefined;
  return { ...client, headers: { ...others, ...(values.length > 0 && { [name]: values }) } };
}

/** Whether a client that has another value of a fact still gives the answers about texts. */
function isStill(client: Client, { name }: Reads, texts: readonly Asked[]): boolean {
  const isOfUrl = name.startsWith("req.url.query");
  return texts.every((asked) => {
    const about = nameOf(asked.question.subject);
    const isTouched = isOfUrl
      ? about.startsWith("req.url") || URL_PARTS[about] !== undefined
      : about === name;
    return !isTouched || isGivenBy(asked, valuesOf(client, about));
  });
}

const cookiePairs = ({ headers }: Client): readonly string[] =>
  (headers.cookie ?? []).flatMap((line) => line.split("; "));

function valuesOf(client: Client, name: string): readonly string[] {
  const { url, headers, variables } = client;
  const [, map, key = ""] = VALUES.exec(name) ?? [];
  if (map === "headers") return headers[key] ?? [];
  if (URL_PARTS[name] !== undefined) return [textOfUrl(name, url) ?? ""];
  if (map === "url.query_params") return new URLSearchParams(url.split(/\?(.*)/s)[1] ?? "").getAll(key);
  if (map === "cookies")
    return cookiePairs(client).flatMap((pair) =>
      pair.startsWith(`${key}=`) ? [pair.slice(key.length + 1)] : [],
    );
  const value = variables[name];
  return value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)];
}
