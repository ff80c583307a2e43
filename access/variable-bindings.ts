import { isInterpolated, splitInterpolations } from "../traffic-policy/language/interpolation";
import type { ConfiguredText, Constant } from "../traffic-policy/symbolic/policy-reader";
import { type Decisions, FALSE, type Node, TRUE } from "./diagram";
import type { Question } from "./question";

export interface VariableSet {
  /** Undefined if the rule may have set any variables. */
  readonly name: string | undefined;
  /** Undefined for an unknown value, and for one that isn't a string. */
  readonly value: ConfiguredText | undefined;
  /** The value, if it is a constant other than a string. */
  readonly constant?: Constant;
  readonly when: Node;
  /** Identifies the value. */
  readonly version: string;
}

/** Values by variable name; the value of any other variable is unknown. */
export type VariableTexts = ReadonlyMap<string, ConfiguredText>;

export interface Binding {
  /** The condition under which the variables have these values. */
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
  if (!isFilledIn || !isInterpolated(text)) return { text, isFilledIn };
  const versions = new Set<string>();
  const parts = splitInterpolations(text).map((part): ConfiguredText => {
    if (typeof part === "string") return { text: part, isFilledIn: false };
    const { expression, isUnclosed } = part;
    const [, name = ""] = /^\s*vars\.([A-Za-z_]\w*)\s*$/.exec(expression) ?? [];
    const value = isUnclosed ? undefined : values.get(name);
    if (value !== undefined) return value;
    versions.add(versionOf(expression));
    return { text: `\${${expression}${isUnclosed ? "" : "}"}`, isFilledIn: true };
  });
  const result = parts.map((part) => part.text).join("");
  return {
    text: versions.size === 0 ? result : `${result} as of ${[...versions].join(" ")}`,
    isFilledIn: parts.some((part) => part.isFilledIn),
  };
}
