import {
  type Expression,
  evaluateForRequest,
  FAILS,
  type Json,
  type ReadValue,
  readExpression,
  readUrl,
} from "../traffic-policy/symbolic/policy-reader";
import type { Client, VariableValue } from "./client";
import type { Answer, ExpressionTest, TextAnswer, UnknownQuestion } from "./question";
import { baseName, isSatisfiedBy, PLAIN_QUERY } from "./request-solver";
import { URL_PARTS, urlValue } from "./url-parts";

export type ExpressionAnswer = Answer<UnknownQuestion & { readonly expression: ExpressionTest }>;

const MAX_TRIED = 400;
const MAX_STRINGS = 10;
const MAX_CANDIDATES = 40;

/** A value for a variable; undefined if it is absent. Headers have a list of values. */
type Candidate = VariableValue | undefined;

/** True if comparisons of one expression with constants of one type contradict each other. */
export function areContradictory(answers: readonly ExpressionAnswer[]): boolean {
  const groups = Map.groupBy(
    answers.filter(({ question }) => question.expression.expected === "true"),
    ({ question: { expression } }) =>
      JSON.stringify([expression.comparison?.operand, expression.comparison?.type]),
  );
  return [...groups.values()].some((group) => {
    const tests = group.flatMap(({ question: { expression }, isTrue }) =>
      expression.comparison ? [{ ...expression.comparison, isMet: isTrue }] : [],
    );
    // If no comparison is met, they don't contradict each other: the operand may be absent.
    if (!tests.some(({ isMet }) => isMet)) return false;
    const constants = [...new Set(tests.map(({ value }) => value))].sort((a, b) => (a < b ? -1 : 1));
    // Try each constant and a value in each interval around them: odd positions are constants, even ones intervals.
    const satisfiesAll = (position: number) =>
      tests.every(({ operator, value, isMet }) => {
        const constant = 2 * constants.indexOf(value) + 1;
        if (operator === "==") return (position === constant) === isMet;
        return (operator === ">=" ? position >= constant : position > constant) === isMet;
      });
    return !Array.from({ length: 2 * constants.length + 1 }, (_, position) => position).some(satisfiesAll);
  });
}

/**
 * Changes a client so that it gives these answers too. Tries values that the expressions mention, and values next to them.
 * Undefined if no client is found, which doesn't prove that there is none.
 *
 * @param textAnswers - Answers that the client must keep giving.
 * @param isFree - True for a variable that no other answer depends on.
 * @param hostOf - Returns a host that starts with a label; undefined if the client can't use it.
 */
export function satisfyExpressions(
  client: Client,
  answers: readonly ExpressionAnswer[],
  textAnswers: readonly TextAnswer[],
  isFree: (variable: string) => boolean,
  hostOf: (label: string) => string | undefined,
): Client | undefined {
  const expressions = answers.flatMap(({ question }) => readExpression(question.expression.text) ?? []);
  if (expressions.length < answers.length) return undefined;
  const reads = expressions.flatMap((expression) => expression.reads);
  const variables = [...new Map(reads.map((variable) => [variable.name, variable])).values()];
  const tests = answers.map(({ question, isTrue }, index) => {
    const expression = expressions[index] as Expression;
    const expected = question.expression.expected === "true" ? true : FAILS;
    return {
      holds: (candidate: Client) => {
        const outcome = evaluate(expression, candidate);
        return outcome !== undefined && (outcome === expected) === isTrue;
      },
      /** The index of the last variable that the expression reads; -1 if it reads none. */
      lastVariableIndex: variables.findLastIndex(({ name }) =>
        expression.reads.some((variable) => variable.name === name),
      ),
    };
  });
  const candidates = candidatesFor(expressions);
  let remaining = MAX_TRIED;
  const search = (current: Client, index: number): Client | undefined => {
    const variable = variables[index];
    if (variable === undefined) return tests.every(({ holds }) => holds(current)) ? current : undefined;
    const options = [
      () => current,
      ...(isFree(variable.name) ? candidates(variable) : []).map((value) => () => {
        const changed = withVariable(current, variable, value);
        return changed && stillSatisfies(changed, variable, textAnswers) ? changed : undefined;
      }),
    ];
    for (const option of options) {
      const next = option();
      if (next === undefined) continue;
      remaining -= 1;
      const decidable = tests.filter(({ lastVariableIndex }) => lastVariableIndex === index);
      const solution = decidable.every(({ holds }) => holds(next)) ? search(next, index + 1) : undefined;
      if (solution || remaining <= 0) return solution;
    }
    return undefined;
  };
  const solution = search(client, 0);
  if (solution) return solution;
  const hosts = expressions.flatMap(({ texts }) => [...texts].flatMap((text) => hostOf(text) ?? []));
  for (const host of hosts) {
    const url = client.url.replace(/^(\w+:\/\/)[^/:?]+/, (_, scheme) => scheme + host);
    const candidate = { ...client, url };
    const isUsable = stillSatisfies(candidate, { name: "req.host" }, textAnswers);
    const solutionThere = isUsable ? search(candidate, 0) : undefined;
    if (solutionThere) return solutionThere;
  }
  return undefined;
}

/** Completes a URL without a host. Expressions that read the host are undecided then. */
const UNKNOWN_HOST = "unknown.invalid";

/** The outcome of an expression for a client; undefined if it depends on unknown values. */
function evaluate(expression: Expression, { url, method, address, headers, variables }: Client) {
  const isRelative = url === "" || url.startsWith("/");
  const parts = readUrl(isRelative ? `https://${UNKNOWN_HOST}${url || "/"}` : url);
  if (parts === undefined) return undefined;
  const unknown = parts.host === UNKNOWN_HOST ? ["req.host", "req.url.host", "req.url.authority"] : [];
  return evaluateForRequest(expression.ast, {
    url: parts,
    method: method ?? "GET",
    ip: address,
    headers: new Map(Object.entries(headers)),
    variables: variables as Record<string, Json>,
    secrets: {},
    unknownVariables: new Set(unknown),
  });
}

function candidatesFor(expressions: readonly Expression[]): (variable: ReadValue) => readonly Candidate[] {
  const distinct = <T>(select: (expression: Expression) => Iterable<T>) => [
    ...new Set(expressions.flatMap((expression) => [...select(expression)])),
  ];
  const texts = distinct((expression) => expression.texts);
  const lists = distinct((expression) => expression.lists);
  const keys = distinct((expression) => expression.keys);
  const numbers = distinct((expression) => expression.numbers).flatMap((number) => [
    number,
    number + 1,
    number - 1,
  ]);
  const strings = [...texts, ...numbers.map(String), ...texts.map((text) => `${text}a`), "a", ""];
  const forEachString = <T>(build: (text: string) => T) => strings.slice(0, MAX_STRINGS).map(build);
  const timestamps = texts
    .map((text) => Date.parse(text))
    .filter((time) => !Number.isNaN(time))
    .flatMap((time) => [time, time + 1000, time - 1000].map((near) => new Date(near).toISOString()));
  const candidatesOf = ({ name, type }: ReadValue): readonly Candidate[] => {
    if (name === "req.url.query")
      return [...keys, ...texts].flatMap((key) => forEachString((text) => `${key}=${text}`));
    switch (type) {
      case "int":
        return [...numbers, 1];
      case "bool":
        return [true, false];
      case "timestamp":
        return timestamps;
      case "list":
        return [...lists, ...forEachString((text) => [text]), []];
      case "map":
        return [...keys.flatMap((key) => forEachString((text) => ({ [key]: text }))), {}];
      case "values":
        return [...lists, ...forEachString((text) => [text]), undefined];
      default:
        return strings;
    }
  };
  return (variable) => candidatesOf(variable).slice(0, MAX_CANDIDATES);
}

const REQUEST_MAP = /^req\.(headers|cookies|url\.query_params)\.(.+)$/s;

function withVariable(client: Client, { name }: ReadValue, candidate: Candidate): Client | undefined {
  const [, map, key = ""] = REQUEST_MAP.exec(name) ?? [];
  const single = candidate === undefined ? [] : [String(candidate)];
  const values = Array.isArray(candidate) ? (candidate as readonly string[]) : single;
  if (map === "headers") return withHeader(client, key, values);
  if (map === "cookies") return withCookie(client, key, values);
  if (name === "req.content_length" || name === "req.content_encoding")
    return withHeader(client, name.slice("req.".length).replace("_", "-"), values);
  const [start = "", query = ""] = client.url.split(/\?(.*)/s);
  if (name === "req.url.query")
    return PLAIN_QUERY.test(String(candidate)) ? { ...client, url: `${start}?${candidate}` } : undefined;
  if (map === undefined)
    return candidate === undefined
      ? undefined
      : { ...client, variables: { ...client.variables, [name]: candidate } };
  const parameters = new URLSearchParams(query);
  parameters.delete(key);
  for (const value of values) parameters.append(key, value);
  const changed = parameters.toString();
  return { ...client, url: changed === "" ? start : `${start}?${changed}` };
}

function withCookie(client: Client, key: string, values: readonly string[]): Client | undefined {
  // The characters that RFC 6265 allows in a cookie's value.
  if (!values.every((value) => /^[!#-+\--:<-[\]-~]*$/.test(value))) return undefined;
  const others = cookiePairs(client).filter((pair) => !pair.startsWith(`${key}=`));
  const pairs = [...others, ...values.map((value) => `${key}=${value}`)];
  return withHeader(client, "cookie", pairs.length > 0 ? [pairs.join("; ")] : []);
}

function withHeader(client: Client, name: string, values: readonly string[]): Client | undefined {
  const { [name]: _, ...others } = client.headers;
  const areValid = values.every((value) => /^[!-~](?:[ -~]*[!-~])?$/.test(value));
  return areValid
    ? { ...client, headers: { ...others, ...(values.length > 0 && { [name]: values }) } }
    : undefined;
}

function stillSatisfies(
  client: Client,
  { name }: Pick<ReadValue, "name">,
  textAnswers: readonly TextAnswer[],
): boolean {
  const changesUrl = name === "req.host" || name.startsWith("req.url.query");
  return textAnswers.every((answer) => {
    const subject = baseName(answer.question.subject);
    const isUrl = subject.startsWith("req.url") || URL_PARTS[subject] !== undefined;
    const isAffected = changesUrl ? isUrl : subject === name;
    return !isAffected || isSatisfiedBy(answer, currentValues(client, subject));
  });
}

const cookiePairs = ({ headers }: Client): readonly string[] =>
  (headers.cookie ?? []).flatMap((line) => line.split("; "));

function currentValues(client: Client, name: string): readonly string[] {
  const { url, headers, variables } = client;
  const [, map, key = ""] = REQUEST_MAP.exec(name) ?? [];
  if (map === "headers") return headers[key] ?? [];
  if (URL_PARTS[name] !== undefined) return [urlValue(name, url) ?? ""];
  if (map === "url.query_params") return new URLSearchParams(url.split(/\?(.*)/s)[1] ?? "").getAll(key);
  if (map === "cookies")
    return cookiePairs(client).flatMap((pair) =>
      pair.startsWith(`${key}=`) ? [pair.slice(key.length + 1)] : [],
    );
  const value = variables[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
