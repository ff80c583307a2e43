import {
  type ConfiguredText,
  type Constant,
  interpolationsIn,
} from "../traffic-policy/symbolic/policy-reader";
import { type Decisions, FALSE, type Node, TRUE } from "./diagram";
import type { Question } from "./question";

/** A rule's assignment to a variable. */
export interface VariableSet {
  /** Undefined if the rule may have set any variables. */
  readonly name: string | undefined;
  /** Undefined for an unknown value, and for one that isn't a string. */
  readonly value: ConfiguredText | undefined;
  /** The value, if it is a constant other than a string. */
  readonly constant?: Constant;
  /** The condition that it is set. */
  readonly when: Node;
  /** Identifies the value. */
  readonly version: string;
}

/** Values by variable name; the value of any other variable is unknown. */
export type VariableTexts = ReadonlyMap<string, ConfiguredText>;

/** One combination of values of variables. */
export interface Binding {
  /** The condition that the variables have these values. */
  readonly when: Node;
  readonly values: VariableTexts;
  readonly constants: ReadonlyMap<string, Constant>;
}

/** Maximum combinations that are distinguished; beyond it, all values are unknown. */
const MAX_BINDINGS = 16;

const UNKNOWN: Binding = { when: TRUE, values: new Map(), constants: new Map() };

/** The combinations of values that earlier rules may have given to some variables. */
export function findBindings(
  names: ReadonlySet<string>,
  sets: readonly VariableSet[],
  decisions: Decisions<Question>,
): readonly Binding[] {
  let bindings: readonly Binding[] = [UNKNOWN];
  for (const set of sets) {
    const { name, when } = set;
    if (name !== undefined && !names.has(name)) continue;
    bindings = bindings
      .flatMap((binding) => [
        { ...binding, when: decisions.and(binding.when, decisions.not(when)) },
        {
          ...(name === undefined ? UNKNOWN : bind(binding, name, set)),
          when: decisions.and(binding.when, when),
        },
      ])
      .filter((binding) => binding.when !== FALSE);
    if (bindings.length > MAX_BINDINGS) return [UNKNOWN];
  }
  return bindings;
}

function bind(binding: Binding, name: string, { value, constant }: VariableSet): Binding {
  const values = new Map(binding.values);
  const constants = new Map(binding.constants);
  values.delete(name);
  constants.delete(name);
  const literal = value?.isFilledIn === false ? value.text : undefined;
  const known = value === undefined ? constant : literal;
  if (value !== undefined) values.set(name, value);
  if (known !== undefined) constants.set(name, known);
  return { ...binding, values, constants };
}

const VARIABLE = /\bvars\.([A-Za-z_]\w*)/g;

/** The variables that an expression, or a text with interpolations, mentions. */
export const findVariables = (text: string): readonly string[] =>
  [...text.matchAll(VARIABLE)].map(([, name]) => name as string);

/**
 * Interpolates the known values of variables into a text. Appends the versions of the other values, so that equal results
 * mean equal texts.
 *
 * @param versionOf - The version of the values that an expression reads.
 */
export function interpolate(
  { text, isFilledIn }: ConfiguredText,
  values: VariableTexts,
  versionOf: (expression: string) => string,
): ConfiguredText {
  const expressions = isFilledIn ? interpolationsIn(text) : [];
  if (expressions.length === 0) return { text, isFilledIn };
  let [result, position, hasInterpolations] = ["", 0, false];
  const versions = new Set<string>();
  for (const { expression, isUnclosed } of expressions) {
    const start = text.indexOf("${", position);
    const [, name = ""] = /^\s*vars\.([A-Za-z_]\w*)\s*$/.exec(expression) ?? [];
    const value = isUnclosed ? undefined : values.get(name);
    // The interpolation markers, `${` and `}`, are three characters.
    const end = start + expression.length + 3;
    result += text.slice(position, start) + (value?.text ?? text.slice(start, end));
    hasInterpolations ||= value?.isFilledIn ?? true;
    if (value === undefined) versions.add(versionOf(expression));
    position = end;
  }
  result += text.slice(position);
  return {
    text: versions.size === 0 ? result : `${result} as of ${[...versions].join(" ")}`,
    isFilledIn: hasInterpolations,
  };
}
