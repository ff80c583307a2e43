import type { AccountObject } from "../../provider/inspect";

/** A secret of a policy: the program reads it from its configuration. */
export class PolicySecret {
  /**
   * @param object - What it comes from.
   * @param path - The property that holds it there.
   * @param value - Undefined where the service does not tell it.
   */
  constructor(
    readonly object: AccountObject,
    readonly path: readonly string[],
    readonly value: string | undefined,
    /** It may be no secret: header values that only may hold one. */
    readonly isGuess = false,
  ) {}
}

/** Stands for secrets that the service doesn't return. */
export const STAND_IN = "stand-in";

/** A value of a configuration. */
export type Value =
  | string
  | number
  | boolean
  | null
  | PolicySecret
  | readonly Value[]
  | { readonly [key: string]: Value };

export interface Action {
  readonly type: string;
  readonly config?: Value;
}

export interface Rule {
  readonly name?: string;
  readonly expressions?: readonly string[];
  readonly actions: readonly Action[];
}

export const PHASES = ["on_tcp_connect", "on_http_request", "on_http_response"] as const;

export type Phase = (typeof PHASES)[number];

/** A traffic policy of the service. */
export type Policy = { readonly [P in Phase]?: readonly Rule[] };

/** A rule with further conditions before its own. */
export function under(conditions: readonly string[], rule: Rule): Rule {
  const expressions = [...conditions, ...(rule.expressions ?? [])];
  return {
    ...(rule.name === undefined ? {} : { name: rule.name }),
    ...(expressions.length === 0 ? {} : { expressions }),
    actions: rule.actions,
  };
}

const ENDS = ["deny", "close-connection", "custom-response"];

/** Whether no traffic gets past a rule, whatever it is. */
export function endsEverything({ expressions = [], actions }: Rule): boolean {
  return expressions.length === 0 && actions.some(endsTraffic);
}

const endsTraffic = ({ type, config }: Action): boolean =>
  ENDS.includes(type) ||
  (type === "forward-internal" && (config as { on_error?: unknown } | undefined)?.on_error !== "continue");

/** A text of CEL. JSON's escapes are some of CEL's. */
export const celText = (text: string): string => JSON.stringify(text);

/** A dollar sign that begins no interpolation. */
const DOLLAR = "$".concat("{'$'}");

/** A text that the service takes as it is, although it interpolates `${...}`. */
export const literal = (text: string): string => text.replace(/\$(?=\{)/g, () => DOLLAR);

/** A policy with values in place of its secrets, as it is sent. */
export function resolved(policy: Policy, textOf: (secret: PolicySecret) => string): unknown {
  const visit = (value: unknown): unknown => {
    if (value instanceof PolicySecret) return textOf(value);
    if (Array.isArray(value)) return value.map(visit);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item)]));
  };
  return visit(policy);
}

/** The secrets of a policy, in their order. */
export function secretsOf(policy: Policy): PolicySecret[] {
  const found: PolicySecret[] = [];
  const visit = (value: unknown): void => {
    if (value instanceof PolicySecret) found.push(value);
    else if (Array.isArray(value)) value.forEach(visit);
    else if (value !== null && typeof value === "object") Object.values(value).forEach(visit);
  };
  visit(policy);
  return found;
}
