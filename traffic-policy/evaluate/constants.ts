import type { ASTNode } from "@marcbachmann/cel-js";
import type { RequestParts } from "../language/functions";
import type { Json } from "../language/json";
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
import type { ReadQuestion } from "./question";
import { RequestState } from "./request";

/** The result of an expression that fails. */
export const FAILS = Symbol("fails");

const MAX_STEPS = 20_000;

const UNKNOWN_REQUEST: RequestParts = {
  lookUp: (variable) => new Unknown(variable),
  secret: () => undefined,
};

/**
 * Evaluates an expression that reads no variables except constants. Returns undefined if it reads others or is undecided.
 *
 * @param constants - The values of known variables by name, such as `vars.team`.
 */
export function evaluateConstant(
  ast: ASTNode,
  constants: ReadonlyMap<string, unknown> = new Map(),
): Value | typeof FAILS | undefined {
  const scope = (root: string) =>
    VARIABLES.has(root)
      ? new Fields((field) => {
          const name = `${root}.${field}`;
          return constants.has(name)
            ? fromJson(constants.get(name) as Json, { wholeNumbersAs: "int" })
            : new Unknown(name);
        })
      : undefined;
  const value = evaluate(ast, scope, UNKNOWN_REQUEST);
  return value === FAILS || (value !== undefined && isKnown(value)) ? value : undefined;
}

/** Evaluates a condition; undefined if it is undecided or not a boolean. */
export function evaluateForRequest(ast: ASTNode, request: ReadQuestion): boolean | typeof FAILS | undefined {
  const state = new RequestState(request, 0, { id: undefined, url: request.url });
  if (/^http/.test(request.url.scheme)) state.phase = "on_http_request";
  const value = evaluate(ast, state.scope, state);
  return typeof value === "boolean" || value === FAILS ? value : undefined;
}

function evaluate(ast: ASTNode, scope: Scope, request: RequestParts): Value | typeof FAILS | undefined {
  const budget = new Budget(MAX_STEPS, "a long expression");
  try {
    return new Expressions(request, budget).evaluateNode(ast, scope);
  } catch (error) {
    if (error instanceof ExpressionFailure) return FAILS;
    if (error instanceof Undecided) return undefined;
    throw error;
  }
}

/** True if no part of a value depends on a request. */
function isKnown(value: Value): boolean {
  if (value instanceof Unknown || value instanceof Fields) return false;
  if (value instanceof Map) return [...value.values()].every(isKnown);
  return !Array.isArray(value) || value.every(isKnown);
}
