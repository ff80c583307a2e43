import { defaultOf } from "../actions/actions";
import { isList, isMap, toText, Undecided, type ValueMap } from "../language/values";
import type { Expressions } from "./expressions";
import type { EvaluationContext, Verdict } from "./guards";
import type { Cause } from "./outcome";
import type { Phase } from "./policy";
import type { UrlParts } from "./question";

export interface ActionContext extends EvaluationContext {
  readonly phase: Phase;
  /** The protocol of the endpoint or edge: http, https, tls, or tcp. */
  readonly protocol: string;
  readonly expressions: Expressions;
  /** Forwards to an internal endpoint; undefined if it doesn't exist. `catchesErrors`: `on_error` is `continue`. */
  readonly forward: (url: UrlParts, catchesErrors: boolean) => Verdict;
}

export type ActionRunner = (context: ActionContext, config: ValueMap, by: Cause) => Verdict;

/** Returns a configured text with evaluated interpolations; undefined if it is unset. */
export function text(context: ActionContext, config: ValueMap, key: string): string | undefined {
  const value = config.get(key) ?? null;
  if (value === null) return undefined;
  if (typeof value !== "string") throw new Undecided(`${key}, which is not a string`);
  return toText(context.expressions.interpolate(value, context.state.scope));
}

export function requiredText(context: ActionContext, config: ValueMap, key: string): string {
  const value = text(context, config, key);
  if (value === undefined || value === "") throw new Undecided(`${key}, which is missing`);
  return value;
}

/** Returns a configured list of strings without evaluating interpolations. */
export function rawTexts(config: ValueMap, key: string): readonly string[] {
  const value = config.get(key) ?? null;
  if (value === null) return [];
  if (!isList(value) || value.some((item) => typeof item !== "string"))
    throw new Undecided(`${key}, which is not a list of strings`);
  return value as readonly string[];
}

export const texts = (context: ActionContext, config: ValueMap, key: string): readonly string[] =>
  rawTexts(config, key).map((item) => toText(context.expressions.interpolate(item, context.state.scope)));

export function flag(config: ValueMap, key: string, fallback: boolean): boolean {
  const value = config.get(key) ?? null;
  if (value === null) return fallback;
  if (typeof value !== "boolean") throw new Undecided(`${key}, which is not a boolean`);
  return value;
}

/** Returns the status code of the response of an action; empty if it isn't an integer. */
export function status(config: ValueMap, type: string): { status?: number } {
  const value = config.get("status_code") ?? null;
  if (value === null) return { status: Number(defaultOf(type, "status_code")) };
  return typeof value === "bigint" ? { status: Number(value) } : {};
}

export function childMap(config: ValueMap, key: string): ValueMap {
  const value = config.get(key) ?? null;
  if (value === null) return new Map();
  if (!isMap(value)) throw new Undecided(`${key}, which is not an object`);
  return value;
}

export function continuesOnError(config: ValueMap, type: string): boolean {
  const value = config.get("on_error") ?? defaultOf(type, "on_error");
  if (value !== "halt" && value !== "continue")
    throw new Undecided("on_error, which is neither halt nor continue");
  return value === "continue";
}

export const isHttp = ({ phase }: ActionContext): boolean => phase !== "on_tcp_connect";

/** Records that an action may deny the request, and assumes that it doesn't. */
export function mayDeny(context: ActionContext, by: Cause, code?: number): undefined {
  context.run.step(by, "assumed");
  context.run.may.push({ outcome: "refused", by, ...(code === undefined ? {} : { status: code }) });
}
