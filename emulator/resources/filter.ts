import type { ASTNode, Environment } from "@marcbachmann/cel-js";
import {
  celEnvironment,
  childrenOf,
  fieldChain,
  parseCel,
  stringLiteral,
} from "../../traffic-policy/language/parse";
import { readInstant } from "../../traffic-policy/language/times";
import { ApiFailure, refusal } from "../failure";
import { asText, isObject, type Json, type JsonObject, textsIn } from "../json";
import { type FilterFields, type FilterType, TIMESTAMP } from "../schema/family";

/** True if a list includes an object, which is given in the form of a response. */
export type Filter = (object: JsonObject) => boolean;

const MAX_LENGTH = 4096;

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const OPERATORS = ["value", "list", "&&", "||", "!_", "==", "!=", "<", "<=", ">", ">=", "in"];
const FUNCTIONS = ["timestamp", "size"];
const METHODS = ["contains", "startsWith", "endsWith", "add", "subtract"];

/**
 * Compiles the filter of a list: an expression over one object, `obj`, in the part of CEL that the service documents.
 * Refuses everything else, so that no program relies on more than the service supports.
 *
 * @param now - The account's time in milliseconds.
 * @throws ApiFailure
 */
export function readFilter(source: string, fields: FilterFields, now: number): Filter {
  if (source.length > MAX_LENGTH) throw invalidFilter(`it is longer than ${MAX_LENGTH} characters`);
  const tree = parseCel(source);
  if (tree === undefined) throw invalidFilter("it is not a valid CEL expression");
  refuseUnsupported(tree, Object.keys(fields));
  const evaluate = filterEnvironment(fields).parse(source);
  const { type, error } = evaluate.check();
  if (error) throw invalidFilter(firstLine(error));
  if (type !== "bool") throw invalidFilter(`it must be a bool, not a ${type}`);
  const time = { now: new Date(now).toISOString() };
  return (object) => {
    try {
      return evaluate({ obj: readableFields(object, fields), time }) === true;
    } catch (cause) {
      throw cause instanceof ApiFailure ? cause : invalidFilter(firstLine(cause));
    }
  };
}

const invalidFilter = (why: string) => refusal(250, `The filter is not valid: ${why}.`, "filter");

/** The library's messages continue with an excerpt of the expression. */
const firstLine = (error: unknown) => String((error as Error).message).split("\n", 1)[0] ?? "";

function refuseUnsupported(node: ASTNode, fields: readonly string[]): void {
  const path = fieldPath(node);
  if (path !== undefined || node.op === "id" || node.op === ".") {
    if (path === "time.now" || fields.some((field) => path === `obj.${field}`)) return;
    throw invalidFilter(
      `${path ?? "an expression"} is not a field by which this list can be filtered: use ${fields.map((field) => `obj.${field}`).join(", ")}`,
    );
  }
  const isMethod = node.op === "rcall";
  const isSupported =
    node.op === "call" || isMethod
      ? (isMethod ? METHODS : FUNCTIONS).includes(node.args[0])
      : OPERATORS.includes(node.op);
  if (!isSupported) {
    const name = node.op === "call" || isMethod ? `${node.args[0]}()` : node.op;
    throw invalidFilter(`the service's filters do not support ${name}`);
  }
  refuseInvalidLiteral(node);
  // Ids are random, so the service only compares them as a whole.
  if (isMethod && /(^|\.|_)id$/.test(fieldPath(node.args[1]) ?? ""))
    throw invalidFilter(`ids are compared as a whole, not by ${node.args[0]}()`);
  for (const child of childrenOf(node)) refuseUnsupported(child, fields);
}

/** Checks literals early, because the library evaluates a call only if the result depends on it. */
function refuseInvalidLiteral(node: ASTNode): void {
  if (node.op !== "call" && node.op !== "rcall") return;
  const [name] = node.args;
  const literal = stringLiteral(node.op === "call" ? node.args[1][0] : node.args[2][0]);
  if (literal === undefined) return;
  if (name === "timestamp" && Number.isNaN(readInstant(literal)))
    throw invalidFilter("timestamp() takes a time in ISO 8601, such as 2026-01-31T12:00:00Z");
  if (name === "add" || name === "subtract") toMilliseconds(literal);
}

/** Returns a path such as `obj.principal.id`; undefined for any other expression. */
function fieldPath(node: ASTNode): string | undefined {
  const chain = fieldChain(node);
  return chain && !chain.isOptional ? [chain.root, ...chain.fields].join(".") : undefined;
}

class Ref {
  constructor(readonly id: string) {}
}

function filterEnvironment(fields: FilterFields): Environment {
  // `principal.id` is a field of the Ref `principal`.
  const schema = Object.entries(fields).map(([path, type]) => [path.replace(/\.id$/, ""), type]);
  return (
    celEnvironment()
      .clone()
      .registerType("Ref", { ctor: Ref, fields: { id: "string" } })
      .registerVariable("obj", { schema: Object.fromEntries(schema) })
      .registerVariable("time", { schema: { now: "string" } })
      .registerFunction(`timestamp(${TIMESTAMP}): ${TIMESTAMP}`, (time: Date) => time)
      .registerFunction(`${TIMESTAMP}.add(string): ${TIMESTAMP}`, (time: Date, duration: string) =>
        shifted(time, toMilliseconds(duration)),
      )
      .registerFunction(`${TIMESTAMP}.subtract(string): ${TIMESTAMP}`, (time: Date, duration: string) =>
        shifted(time, -toMilliseconds(duration)),
      )
      .registerFunction("list.contains(string): bool", (list: unknown[], item: string) => list.includes(item))
      .registerOperator("Ref == string", (ref: Ref, id: string) => ref.id === id)
      // The API returns "", null, or [] for an absent value; filters are assumed to treat them alike.
      .registerOperator("Ref == null", (ref: Ref) => ref.id === "")
      .registerOperator("string == null", (text: string) => text === "")
      .registerOperator("list == null", (list: unknown[]) => list.length === 0)
      .registerOperator("list == string", (list: unknown[], text: string) => list.length === 0 && text === "")
      .registerOperator(`${TIMESTAMP} == null`, (time: Date) => Number.isNaN(time.getTime()))
  );
}

const shifted = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds);

function toMilliseconds(duration: string): number {
  const [, count, unit = ""] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const milliseconds = UNITS[unit];
  if (milliseconds === undefined)
    throw invalidFilter('a duration is a number followed by s, m, h, or d, such as "7d"');
  return Number(count) * milliseconds;
}

function readableFields(object: JsonObject, fields: FilterFields): Record<string, unknown> {
  const names = Object.entries(fields).map(([path, type]) => [path.replace(/\.id$/, ""), type] as const);
  return Object.fromEntries(names.map(([name, type]) => [name, toCel(object[name], type)]));
}

function toCel(value: Json | undefined, type: FilterType): unknown {
  switch (type) {
    case "bool":
      return value === true;
    case "list<string>":
      return textsIn(value);
    case "Ref":
      return new Ref(isObject(value) ? asText(value.id) : "");
    case TIMESTAMP:
      // An absent time is an invalid date, which has no order.
      return new Date(readInstant(asText(value)));
    default:
      return asText(value);
  }
}
