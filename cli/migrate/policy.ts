import type { AccountObject } from "../../provider/inspect";

/** A secret of a policy, which the program reads from its configuration. */
export class PolicySecret {
  /**
   * @param object - The object that contains the secret at `path`.
   * @param value - Undefined if the service doesn't return it.
   * @param certainty - `guessed` for header values, which might not be secret.
   */
  constructor(
    readonly object: AccountObject,
    readonly path: readonly string[],
    readonly value: string | undefined,
    readonly certainty: "known" | "guessed" = "known",
  ) {}
}

/** A value for secrets where only the rest of a policy matters. */
export const PLACEHOLDER = "placeholder";

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
  readonly expressions?: readonly (string | PolicySecret)[];
  readonly actions: readonly Action[];
}

/** Maximum number of headers in an action. */
export const MAX_HEADERS = 10;

export const PHASES = ["on_tcp_connect", "on_http_request", "on_http_response"] as const;

export type Phase = (typeof PHASES)[number];

export type Policy = { readonly [P in Phase]?: readonly Rule[] };

export function withConditions(conditions: readonly string[], rule: Rule): Rule {
  const { expressions: own = [], actions, ...name } = rule;
  const expressions = [...conditions, ...own];
  return expressions.length === 0 ? { ...name, actions } : { ...name, expressions, actions };
}

const ENDING_ACTIONS = ["deny", "close-connection", "custom-response"];

/** True if no traffic gets past a rule. */
export const endsEverything = ({ expressions = [], actions }: Rule): boolean =>
  expressions.length === 0 && actions.some(endsTraffic);

const endsTraffic = ({ type, config }: Action): boolean =>
  ENDING_ACTIONS.includes(type) ||
  (type === "forward-internal" && (config as { on_error?: unknown } | undefined)?.on_error !== "continue");

/** A CEL string literal; JSON escapes are valid in CEL. */
export const celText = (text: string): string => JSON.stringify(text);

/** Escapes text so that the service doesn't interpolate `${...}` in it. */
export const escapeText = (text: string): string =>
  // The result of an interpolation isn't interpolated again. A function, because `$'` has a meaning in replacement strings.
  text.replace(/\$(?=\{)/g, () => `\${'$'}`);

/** Copies a value with other leaves. Everything except lists and objects is a leaf, and so is a secret. */
export function mapLeaves(
  value: unknown,
  replace: (leaf: unknown, path: readonly string[]) => unknown,
  path: readonly string[] = [],
): unknown {
  if (value instanceof PolicySecret || value === null || typeof value !== "object")
    return replace(value, path);
  if (Array.isArray(value)) return value.map((item, n) => mapLeaves(item, replace, [...path, String(n)]));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapLeaves(item, replace, [...path, key])]),
  );
}

export const resolveSecrets = (value: unknown, textOf: (secret: PolicySecret) => string): unknown =>
  mapLeaves(value, (leaf) => (leaf instanceof PolicySecret ? textOf(leaf) : leaf));

export function secretsIn(value: unknown): PolicySecret[] {
  const secrets: PolicySecret[] = [];
  mapLeaves(value, (leaf) => {
    if (leaf instanceof PolicySecret) secrets.push(leaf);
  });
  return secrets;
}
