import type { ASTNode } from "@marcbachmann/cel-js";
import type { RequestParts } from "../language/functions";
import type { Json } from "../language/json";
import { parseCel } from "../language/parse";
import {
  Budget,
  ExpressionFailure,
  Fields,
  fromJson,
  Undecided,
  Unknown,
  type Value,
} from "../language/values";
import { VARIABLES } from "../variables/variables";
import { Expressions, type Scope } from "./expressions";
import { FunctionCalls } from "./functions";
import type { ReadQuestion } from "./question";
import { RequestState } from "./request";

/** The result of an expression that fails. */
export const FAILS = Symbol("fails");

const MOST_STEPS = 20_000;

const UNKNOWN_REQUEST: RequestParts = {
  header: (name) => new Unknown(name),
  cookie: (name) => new Unknown(name),
  queryParam: (name) => new Unknown(name),
  secret: () => undefined,
};

/**
 * The value of an expression that reads only these variables, or `FAILS`; undefined where it reads anything else, or its value
 * is undecided.
 *
 * @param constants - Values by variables: `vars.team`, `endpoint.host`.
 */
export function constantCel(
  ast: ASTNode,
  constants: ReadonlyMap<string, unknown>,
): Value | typeof FAILS | undefined {
  const scope = (root: string) =>
    VARIABLES.has(root)
      ? new Fields((field) => {
          const name = `${root}.${field}`;
          return constants.has(name) ? fromJson(constants.get(name) as Json, "int") : new Unknown(name);
        })
      : undefined;
  const value = evaluated(ast, scope, UNKNOWN_REQUEST);
  return value === FAILS || (value !== undefined && isKnown(value)) ? value : undefined;
}

/** What an expression gives for a request, and whether it fails; undefined where that is not known, or is no bool. */
export function outcomeOf(ast: ASTNode, request: ReadQuestion): boolean | typeof FAILS | undefined {
  const state = new RequestState(request, 0, { id: undefined, url: request.url });
  if (/^http/.test(request.url.scheme)) state.phase = "on_http_request";
  const value = evaluated(ast, state.scope, state);
  return typeof value === "boolean" || value === FAILS ? value : undefined;
}

function evaluated(ast: ASTNode, scope: Scope, request: RequestParts): Value | typeof FAILS | undefined {
  const budget = new Budget(MOST_STEPS, "a long expression");
  try {
    return new Expressions(new FunctionCalls(request, budget), budget).value(ast, scope);
  } catch (error) {
    if (error instanceof ExpressionFailure) return FAILS;
    if (error instanceof Undecided) return undefined;
    throw error;
  }
}

/** True if no part of a value is unknown, or read from a request. */
function isKnown(value: Value): boolean {
  if (value instanceof Unknown || value instanceof Fields) return false;
  if (value instanceof Map) return [...value.values()].every(isKnown);
  return !Array.isArray(value) || value.every(isKnown);
}

/** The text that an expression gives which reads nothing; undefined where it reads anything, or gives another value. */
export function constantText(expression: string): string | undefined {
  const ast = parseCel(expression);
  const value = ast && constantCel(ast, new Map());
  return typeof value === "string" ? value : undefined;
}
