import { defaultOf } from "../actions/actions";
import { isList, isMap, toText, Undecided, type ValueMap } from "../language/values";
import type { Expressions } from "./expressions";
import type { Visit } from "./guards";
import type { Cause, Ending } from "./outcome";
import type { Phase } from "./policy";
import type { UrlParts } from "./question";

export interface Stage extends Visit {
  readonly phase: Phase;
  /** Of the endpoint or edge: http, https, tls or tcp. */
  readonly protocol: string;
  readonly expressions: Expressions;
  /** Sends the request to an internal endpoint; undefined if there is none. @param goesOn whether an error there is caught */
  readonly forward: (url: UrlParts, goesOn: boolean) => Ending | undefined;
}

/** Runs an action: how it ends the request, or undefined to let it go on. */
export type Run = (stage: Stage, config: ValueMap, by: Cause) => Ending | undefined;

/** A text of a configuration with its interpolations filled in; undefined if it is not there. */
export function text(stage: Stage, config: ValueMap, key: string): string | undefined {
  const value = config.get(key) ?? null;
  if (value === null) return undefined;
  if (typeof value !== "string") throw new Undecided(`${key}, which is no text`);
  return toText(stage.expressions.interpolate(value, stage.state.scope));
}

export function required(stage: Stage, config: ValueMap, key: string): string {
  const value = text(stage, config, key);
  if (value === undefined || value === "") throw new Undecided(`${key}, which is missing`);
  return value;
}

/** The texts of a list, as they stand. */
export function rawTexts(config: ValueMap, key: string): readonly string[] {
  const value = config.get(key) ?? null;
  if (value === null) return [];
  if (!isList(value) || value.some((item) => typeof item !== "string"))
    throw new Undecided(`${key}, which is no list of texts`);
  return value as readonly string[];
}

export const texts = (stage: Stage, config: ValueMap, key: string): readonly string[] =>
  rawTexts(config, key).map((item) => toText(stage.expressions.interpolate(item, stage.state.scope)));

export function flag(config: ValueMap, key: string, otherwise: boolean): boolean {
  const value = config.get(key) ?? null;
  if (value === null) return otherwise;
  if (typeof value !== "boolean") throw new Undecided(`${key}, which is no bool`);
  return value;
}

/** The status of an action of a type; nothing for one that is no number. */
export function status(config: ValueMap, type: string): { status?: number } {
  const value = config.get("status_code") ?? null;
  if (value === null) return { status: Number(defaultOf(type, "status_code")) };
  return typeof value === "bigint" ? { status: Number(value) } : {};
}

export function child(config: ValueMap, key: string): ValueMap {
  const value = config.get(key) ?? null;
  if (value === null) return new Map();
  if (!isMap(value)) throw new Undecided(`${key}, which is no object`);
  return value;
}

/** True if `on_error` of an action of a type is `continue`. */
export function continuesOnError(config: ValueMap, type: string): boolean {
  const value = config.get("on_error") ?? defaultOf(type, "on_error");
  if (value !== "halt" && value !== "continue")
    throw new Undecided("on_error, which is neither halt nor continue");
  return value === "continue";
}

export const isHttp = ({ phase }: Stage): boolean => phase !== "on_tcp_connect";

/** Something that depends on other requests or on what is behind: it may refuse, and here it does not. */
export function mayRefuse(stage: Stage, by: Cause, code?: number): undefined {
  stage.run.step(by, "assumed");
  stage.run.may.push({ outcome: "refused", by, ...(code === undefined ? {} : { status: code }) });
}
