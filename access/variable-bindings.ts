import { type ConfiguredText, type Constant, interpolationsIn } from "../traffic-policy/symbolic/guards";
import { type Decisions, NO, type Node, YES } from "./diagram";
import type { Question } from "./question";

/** A variable that a rule has set. */
export interface VariableSet {
  /** Undefined where any variable may have been set to anything. */
  readonly name: string | undefined;
  /** Undefined for a value that nobody can tell, or that is no text. */
  readonly value: ConfiguredText | undefined;
  /** The value of another kind. */
  readonly constant?: Constant;
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
  /** Values that are written out, texts and others. */
  readonly constants: ReadonlyMap<string, Constant>;
  /** Variables that may be there; undefined for any. */
  readonly set: ReadonlySet<string> | undefined;
}

/** Ways that are told from each other. */
const MOST_WAYS = 16;

const START: Way = { when: YES, values: new Map(), constants: new Map(), set: new Set() };
const UNKNOWN: readonly Way[] = [{ ...START, set: undefined }];

/** The values that rules before have set variables to. */
export function waysOf(
  names: ReadonlySet<string>,
  sets: readonly VariableSet[],
  decisions: Decisions<Question>,
): readonly Way[] {
  let ways: readonly Way[] = [START];
  for (const one of sets) {
    const { name, when } = one;
    if (name !== undefined && !names.has(name)) continue;
    ways = ways.flatMap((way) =>
      [
        { ...way, when: decisions.both(way.when, decisions.not(when)) },
        {
          ...(name === undefined ? UNKNOWN[0] : withSet(way, name, one)),
          when: decisions.both(way.when, when),
        },
      ].filter(({ when: held }) => held !== NO),
    ) as readonly Way[];
    if (ways.length > MOST_WAYS) return UNKNOWN;
  }
  return ways;
}

function withSet(
  { values, constants, set }: Way,
  name: string,
  { value, constant }: VariableSet,
): Omit<Way, "when"> {
  const without = <Value>(all: ReadonlyMap<string, Value>) => [...all].filter(([other]) => other !== name);
  const written = value === undefined ? constant : value.isFilledIn ? undefined : value.text;
  return {
    values: new Map([...without(values), ...(value ? [[name, value] as const] : [])]),
    constants: new Map([...without(constants), ...(written === undefined ? [] : [[name, written] as const])]),
    set: set && new Set([...set, name]),
  };
}

const VARIABLE = /\bvars\.([A-Za-z_]\w*)/g;

/** The variables that an expression, or a text with expressions in it, names. */
export const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(VARIABLE)].map(([, name]) => name as string);

/**
 * A text with the values of variables in it.
 *
 * @param versionOf - Names what rules before have made of what an expression reads: the same text then is the same.
 */
export function filledIn(
  { text, isFilledIn }: ConfiguredText,
  values: Values,
  versionOf: (expression: string) => string,
): ConfiguredText {
  const expressions = isFilledIn ? interpolationsIn(text) : [];
  if (expressions.length === 0) return { text, isFilledIn };
  let [result, from, isOpen] = ["", 0, false];
  const versions = new Set<string>();
  for (const { expression, open } of expressions) {
    const start = text.indexOf("${", from);
    const [, name = ""] = /^\s*vars\.([A-Za-z_]\w*)\s*$/.exec(expression) ?? [];
    const value = open ? undefined : values.get(name);
    const end = start + expression.length + 3;
    result += text.slice(from, start) + (value?.text ?? text.slice(start, end));
    isOpen ||= value?.isFilledIn ?? true;
    if (value === undefined) versions.add(versionOf(expression));
    from = end;
  }
  result += text.slice(from);
  return {
    text: versions.size === 0 ? result : `${result} as of ${[...versions].join(" ")}`,
    isFilledIn: isOpen,
  };
}
