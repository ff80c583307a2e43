import { type ConfiguredText, interpolationsIn, readsOf } from "../provider/traffic-policy/guards";
import { type Decisions, NO, type Node, YES } from "./diagram";
import type { Question } from "./question";

/** A variable that a rule has set. */
export interface VariableSet {
  /** Undefined where any variable may have been set to anything. */
  readonly name: string | undefined;
  /** Undefined for a value that nobody can tell. */
  readonly value: ConfiguredText | undefined;
  /** The requests that it is set for. */
  readonly when: Node;
  /** Names the value that nobody can tell. */
  readonly version: string;
}

/** Values of variables by their names; one that is not there may have any. */
export type Values = ReadonlyMap<string, ConfiguredText>;

/** Values of variables, and the requests that have them. */
export interface Way {
  readonly when: Node;
  readonly values: Values;
}

/** Ways that are told from each other. */
export const MOST_WAYS = 16;

const UNKNOWN: readonly Way[] = [{ when: YES, values: new Map() }];

/** The values that rules before have set variables to. */
export function waysOf(
  names: ReadonlySet<string>,
  sets: readonly VariableSet[],
  decisions: Decisions<Question>,
): readonly Way[] {
  let ways = UNKNOWN;
  for (const { name, value, when } of sets) {
    if (name !== undefined && !names.has(name)) continue;
    ways = ways.flatMap((way) => {
      const values = new Map(name === undefined ? [] : way.values);
      if (name !== undefined && value !== undefined) values.set(name, value);
      else if (name !== undefined) values.delete(name);
      return [
        { ...way, when: decisions.both(way.when, decisions.not(when)) },
        { when: decisions.both(way.when, when), values },
      ].filter((one) => one.when !== NO);
    });
    if (ways.length > MOST_WAYS) return UNKNOWN;
  }
  return ways;
}

const VARIABLE = /\bvars\.([A-Za-z_]\w*)/g;

/** The variables that an expression, or a text with expressions in it, names. */
export const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(VARIABLE)].map(([, name]) => name as string);

/**
 * A text with the values of variables in it.
 *
 * @param versionOf - Names what rules before have made of what expressions read: the same text then is the same.
 */
export function filledIn(
  { text, isFilledIn }: ConfiguredText,
  values: Values,
  versionOf: (roots: readonly string[]) => string,
): ConfiguredText {
  const expressions = isFilledIn ? interpolationsIn(text) : [];
  if (expressions.length === 0) return { text, isFilledIn };
  let [result, from, isOpen] = ["", 0, false];
  const roots = new Set<string>();
  for (const { expression, open } of expressions) {
    const start = text.indexOf("${", from);
    const [, name = ""] = /^\s*vars\.([A-Za-z_]\w*)\s*$/.exec(expression) ?? [];
    const value = open ? undefined : values.get(name);
    const end = start + expression.length + 3;
    result += text.slice(from, start) + (value?.text ?? text.slice(start, end));
    isOpen ||= value?.isFilledIn ?? true;
    if (value === undefined) for (const root of readsOf(expression)) roots.add(root);
    from = end;
  }
  result += text.slice(from);
  return {
    text: roots.size === 0 ? result : `${result} as of ${versionOf([...roots])}`,
    isFilledIn: isOpen,
  };
}
