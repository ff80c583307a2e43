import { ACTIONS, type Action } from "../actions/actions";
import {
  type ChoiceField,
  type DurationField,
  type Fault,
  type Field,
  type Fields,
  type ListField,
  type MapField,
  type Need,
  type NumberField,
  secondsOf,
  type TextField,
} from "../actions/fields";
import { interpolationsIn, isInterpolated, withPlaceholders } from "../language/interpolation";
import { nearest, suggestion } from "../language/nearest";
import { PatternChecker } from "../language/patterns";
import type { PhaseName } from "../language/phases";
import {
  type Finding,
  incompleteFinding,
  isNull,
  type Leaf,
  type Mapping,
  type Path,
  type Tree,
  textOf,
} from "../language/policy";
import { type CelScope, celFindings } from "./expressions";

/** Maximum number of checked values. YAML aliases can expand a short text to a huge one. */
const MAX_VISITS = 1_000_000;

/** A part of the policy with its location. */
export interface Part {
  readonly tree: Tree;
  readonly path: Path;
  readonly phase: PhaseName | undefined;
}

export const childOf = ({ path, phase }: Part, key: string | number, tree: Tree): Part => ({
  tree,
  path: [...path, key],
  phase,
});

/** A required key, with the service's error if it is missing. */
interface Missing extends Fault {
  readonly key: string;
}

interface VariableUse {
  readonly name: string;
  /** False if the variable is read. */
  readonly isSet: boolean;
  readonly part: Part;
}

export class ConfigurationChecker {
  readonly findings: Finding[] = [];
  protected readonly variables: VariableUse[] = [];
  /** True if a part of the policy is unknown, and may set variables. */
  protected mayHideVariables = false;
  private visits = 0;
  private readonly patterns = new PatternChecker();

  constructor(private readonly host: string | undefined) {}

  protected checkConfig(name: string, definition: Action, action: Part, config: Tree = NOTHING): void {
    const isUnset = isNull(config);
    const empty: Tree = { kind: "map", entries: new Map(), line: action.tree.line };
    const part = childOf(action, "config", isUnset ? empty : config);
    if (definition.config === null) {
      const values = this.readMap(part, "a map");
      if (values && values.entries.size > 0)
        this.warn(part, `is not empty, though ${name} has no configuration`);
      return;
    }
    const entries = this.checkFields(definition.config, part, name)?.entries;
    if (entries === undefined || isUnset) return;
    for (const [key, reason] of Object.entries(definition.warnings?.(textReader(entries), part.phase) ?? {}))
      this.warn(childOf(part, key, entries.get(key) ?? config), reason);
    this.checkNeeds(definition.needs, entries, part);
  }

  private checkNeeds(needs: readonly Need[] = [], entries: Mapping["entries"], part: Part): void {
    const isSet = (key: string) => !isNull(entries.get(key) ?? NOTHING);
    for (const { key, requires, code, reason } of needs)
      if (isSet(key) && !isSet(requires)) this.error(childOf(part, requires, part.tree), code, reason);
  }

  private checkFields(fields: Fields, part: Part, owner: string): Mapping | undefined {
    const values = this.readMap(part, "a map");
    if (values === undefined) return undefined;
    const required = Object.entries(fields).flatMap(([key, field]): Missing[] =>
      field.required ? [{ key, code: 2234, reason: requiredReason(field, owner) }] : [],
    );
    this.checkKeys(values, part, Object.keys(fields), owner, required);
    for (const [key, field] of Object.entries(fields)) {
      const value = values.entries.get(key);
      if (value !== undefined && !isNull(value)) this.checkField(field, childOf(part, key, value));
    }
    return values;
  }

  private checkField(field: Field, part: Part): void {
    const { tree, path } = part;
    this.mayHideVariables ||= tree.kind === "opaque";
    if (!this.countVisit() || tree.kind === "opaque") return;
    switch (field.kind) {
      case "any":
        return void this.checkAnyValue(part);
      case "text":
        return void this.checkText(field, part);
      case "choice":
        return void this.checkChoice(field, part);
      case "switch":
        if (tree.kind === "leaf" && (typeof tree.value === "boolean" || isYaml11Boolean(tree))) return;
        return void this.reportType(part, "true or false");
      case "integer":
      case "number":
        return void this.checkNumber(field, part);
      case "duration":
        return void this.checkDuration(field, part);
      case "list": {
        const setsVariables = field.item.kind === "map" && field.item.setsVariables;
        const items = this.readItems(part, "values", setsVariables ? 2252 : 2203);
        if (tree.kind === "list")
          this.checkSize(field, items.length, "item", part, field.emptyCode ?? 2223, field.sizeCode ?? 2218);
        for (const item of items) this.checkField(field.item, item);
        if (field.unique) this.checkUnique(items, field.unique, field.uniqueCode ?? 2231);
        return;
      }
      case "map":
        return void this.checkMap(field, part);
      case "object": {
        const owner = String(path.findLast((key) => typeof key === "string"));
        const entries = this.checkFields(field.fields, part, owner)?.entries;
        if (entries === undefined) return;
        this.checkNeeds(field.needs, entries, part);
        const read = textReader(entries);
        // The value of an interpolation is unknown, so it isn't judged.
        const plainText = (key: string) => (isInterpolated(read(key) ?? "") ? "" : read(key));
        for (const [key, fault] of Object.entries(field.faults?.(plainText) ?? {}))
          this.reportFault(childOf(part, key, entries.get(key) ?? tree), fault);
      }
    }
  }

  private checkChoice(field: ChoiceField, part: Part): void {
    const text = this.readText(part);
    if (text === undefined || field.values.includes(text)) return;
    if (isInterpolated(text)) return void this.checkInterpolations(text, part);
    const [known, hint] = [joinLimited(field.values), suggestion(text, field.values)];
    if (text === "") this.error(part, 2223, `must not be empty; known values: ${known}`);
    else if (field.open)
      this.warnUnknown(part, `has an unknown value${hint || `; known values: ${known}`}`, field.code ?? 2222);
    else this.error(part, field.code ?? 2222, `must be one of ${known}${hint}`);
  }

  private checkMap(field: MapField, part: Part): void {
    const values = this.readMap(part, "a map", field.setsVariables ? 2252 : 2203);
    if (values === undefined) return;
    this.checkSize(field, values.entries.size, "key", part, field.sizeCode ?? 2252);
    for (const [key, value] of values.entries) {
      const child = childOf(part, key, value);
      const fault = isInterpolated(key) ? undefined : field.validate?.(key);
      this.reportFault(child, fault);
      if (fault === undefined) this.warn(child, field.warn?.(key));
      this.checkField(field.value, child);
      if (field.setsVariables) this.variables.push({ name: key, isSet: true, part: child });
    }
  }

  private checkText(field: TextField, part: Part): void {
    const text = this.readText(part);
    if (text === undefined) return;
    if (field.maxLength !== undefined && text.length > field.maxLength && !isInterpolated(text))
      this.error(part, field.lengthCode ?? 2221, `must have at most ${field.maxLength} characters`);
    if (isInterpolated(text)) {
      if (field.interpolated) this.checkInterpolations(text, part, field.names);
      this.warn(part, field.warnIfInterpolated?.(withPlaceholders(text)));
      return;
    }
    if (field.expression)
      return void this.checkCel(text, part, {
        extra: field.names,
        isCondition: field.expression === "condition",
      });
    const patternProblem = field.pattern ? this.patterns.problem(text) : undefined;
    if (patternProblem !== undefined) this.error(part, 2261, patternProblem);
    this.reportFault(part, field.validate?.(text, this.host));
    this.warn(part, field.warn?.(text));
  }

  private checkNumber({ kind, range, rangeCode = 2215 }: NumberField, part: Part): void {
    const value = readNumber(part.tree);
    if (value === "ambiguous") return;
    const expected = kind === "integer" ? "a whole number" : "a number";
    if (value === undefined) return void this.reportType(part, expected);
    if (kind === "integer" && !Number.isInteger(value))
      return void this.error(part, 2203, `must be ${expected}, not ${value}`);
    const [low, high] = range ?? [-Infinity, Infinity];
    if (value < low || value > high)
      this.error(part, rangeCode, low === high ? `must be ${low}` : `must be from ${low} to ${high}`);
  }

  private checkDuration({ range, step }: DurationField, part: Part): void {
    const text = this.readText(part, "a duration such as 90s");
    if (text === undefined || isInterpolated(text)) return;
    const seconds = secondsOf(text);
    if (seconds === undefined)
      return void this.error(part, 2228, "must be a duration such as 90s, 10m, or 1h30m");
    const [low, high] = range ?? [-Infinity, Infinity];
    if (seconds < low || seconds > high)
      this.error(part, seconds < low ? 2215 : 2225, `must be from ${low}s to ${high}s`);
    else if (step !== undefined && seconds % step !== 0)
      this.error(part, 2222, `must be a multiple of ${step}s`);
  }

  private checkSize(
    { size: [low, high] = [0, Infinity] }: Pick<ListField, "size">,
    count: number,
    noun: string,
    part: Part,
    tooFewCode: number,
    tooManyCode = tooFewCode,
  ): void {
    if (count >= low && count <= high) return;
    const [limit, code] = count < low ? [low, tooFewCode] : [high, tooManyCode];
    const bound = low === high ? "exactly" : count < low ? "at least" : "at most";
    this.error(part, code, `must have ${bound} ${limit} ${limit === 1 ? noun : `${noun}s`}, not ${count}`);
  }

  private checkUnique(items: readonly Part[], keys: true | readonly string[], code: number): void {
    const values = new Set<string>();
    for (const item of items) {
      const value = comparableText(item.tree, keys);
      if (value === undefined) continue;
      if (values.has(value)) this.error(item, code, "is repeated");
      values.add(value);
    }
  }

  private checkAnyValue(part: Part): void {
    const { tree } = part;
    if (!this.countVisit()) return;
    if (tree.kind === "list" || tree.kind === "map")
      for (const [key, item] of tree.kind === "list" ? tree.items.entries() : tree.entries)
        this.checkAnyValue(childOf(part, key, item));
    else if (tree.kind === "leaf" && typeof tree.value === "string")
      this.checkInterpolations(tree.value, part);
  }

  protected checkExpression(part: Part): void {
    const { tree } = part;
    if (!this.countVisit()) return;
    const tagReason = "starts with !, which is a tag in YAML: put the expression in quotes";
    if (tree.kind === "leaf" && tree.tag !== undefined) return void this.error(part, 2200, tagReason);
    const text = this.readText(part, "a CEL expression", 2236);
    if (text === undefined) return;
    if (!isInterpolated(text)) return void this.checkCel(text, part, { isCondition: true }, "", 2200);
    // `${...}` isn't valid CEL, but the service may interpolate the expression before compiling it.
    this.checkInterpolations(text, part);
    const interpolated = withPlaceholders(text);
    if (!isInterpolated(interpolated) && hasErrors(interpolated, part.phase))
      this.warn(part, "is not a valid CEL expression, whatever its interpolations evaluate to");
  }

  private checkInterpolations(text: string, part: Part, extra: readonly string[] = []): void {
    for (const { expression, isUnclosed } of interpolationsIn(text)) {
      if (isUnclosed) {
        this.warn(
          part,
          "has an interpolation without a closing brace: the service may refuse it, or use the text unchanged",
        );
        continue;
      }
      const unescaped = expression.replaceAll('\\"', '"');
      const isEscaped = unescaped !== expression && hasErrors(expression, part.phase);
      if (isEscaped)
        this.warn(part, "has an interpolation with backslashes before its quotes: write single quotes");
      this.checkCel(isEscaped ? unescaped : expression, part, { extra }, "has an interpolation that ");
    }
  }

  private checkCel(
    text: string,
    part: Part,
    more: Pick<CelScope, "extra" | "isCondition"> = {},
    prefix = "",
    code = 2224,
  ): void {
    const scope: CelScope = {
      ...more,
      phase: part.phase,
      patternProblem: (pattern) => this.patterns.problem(pattern),
      onVariable: (name) => this.variables.push({ name, isSet: false, part }),
    };
    for (const { isError, reason } of celFindings(text, scope))
      if (isError) this.error(part, code, `${prefix}${reason}`);
      else this.warn(part, `${prefix}${reason}`);
  }

  /** @param required - Required keys, with the service's error for a missing one. */
  protected checkKeys(
    map: Mapping,
    part: Part,
    known: readonly string[],
    owner: string,
    required: readonly Missing[],
  ): void {
    const missing = required.filter(({ key }) => isNull(map.entries.get(key) ?? NOTHING));
    const misspelled = new Set<string>();
    for (const [key, value] of map.entries) {
      if (known.includes(key)) continue;
      const child = childOf(part, key, value);
      const near = nearest(key, known);
      const hint = suggestion(key, known);
      const code = missing.find((other) => other.key === near)?.code;
      if (near !== undefined && code !== undefined) {
        misspelled.add(near);
        this.error(child, code, `is not a key of ${owner}; did you mean ${near}, which is required?`);
      } else if (Object.hasOwn(ACTIONS, owner) && ACTIONS[owner]?.isClosed)
        this.error(child, 2203, `is not a key of ${owner}${hint || `; known keys: ${joinLimited(known)}`}`);
      else this.warnUnknown(child, `is an unknown key of ${owner}${hint}`);
    }
    for (const { key, code, reason } of missing)
      if (!misspelled.has(key)) this.error(childOf(part, key, map), code, reason);
  }

  /** Returns the text of a string or an unquoted YAML scalar. Reports other values. */
  protected readText(part: Part, expected = "a string", code = 2203): string | undefined {
    const text = textOf(part.tree);
    if (text === undefined && part.tree.kind !== "opaque") this.reportType(part, expected, code);
    return text;
  }

  protected readItems(part: Part, noun: string, code: number): readonly Part[] {
    const { tree } = part;
    if (tree.kind === "list") return tree.items.map((item, index) => childOf(part, index, item));
    this.mayHideVariables ||= tree.kind === "opaque";
    // In YAML, a key without a value can stand for an empty list.
    if (tree.kind !== "opaque" && !isNull(tree)) this.reportType(part, `a list of ${noun}`, code);
    return [];
  }

  protected readMap(part: Part, expected: string, code = 2203): Mapping | undefined {
    const { tree } = part;
    if (!this.countVisit()) return undefined;
    if (tree.kind === "map") return tree;
    this.mayHideVariables ||= tree.kind === "opaque";
    if (tree.kind !== "opaque") this.reportType(part, expected, code);
    return undefined;
  }

  private reportType(part: Part, expected: string, code = 2203): void {
    this.error(part, code, `must be ${expected}, not ${kindOf(part.tree)}`);
  }

  private countVisit(): boolean {
    this.visits += 1;
    if (this.visits === MAX_VISITS + 1)
      this.findings.push(
        incompleteFinding(`expands to more than ${MAX_VISITS} values, and was not checked completely`),
      );
    return this.visits <= MAX_VISITS;
  }

  protected error({ tree: { line }, path }: Part, code: number, reason: string): void {
    this.findings.push({ path, line, isError: true, reason, code });
  }

  protected reportFault(part: Part, fault: Fault | undefined): void {
    if (fault !== undefined) this.error(part, fault.code, fault.reason);
  }

  protected warn({ tree: { line }, path }: Part, reason: string | undefined): void {
    if (reason !== undefined) this.findings.push({ path, line, isError: false, reason });
  }

  /** @param code - The service's error code, if it reports an unknown value here. */
  protected warnUnknown({ tree: { line }, path }: Part, reason: string, code?: number): void {
    this.findings.push({ path, line, isError: false, reason, isUnknown: true, code });
  }
}

const hasErrors = (expression: string, phase: PhaseName | undefined): boolean =>
  celFindings(expression, { phase }).some(({ isError }) => isError);

/** Returns the text of a scalar by its key; undefined if it is unset, and empty for a list, a map, or an unknown value. */
const textReader = (entries: Mapping["entries"]) => (key: string) => {
  const value = entries.get(key) ?? NOTHING;
  if (isNull(value)) return undefined;
  return value.kind === "leaf" ? (textOf(value) ?? String(value.value)) : "";
};

/**
 * Returns a text that identifies a scalar or a map of scalars; undefined for other and interpolated values.
 *
 * @param keys - The keys of a map that count, or true for all keys.
 */
function comparableText(tree: Tree, keys: true | readonly string[]): string | undefined {
  const pairs: readonly (readonly [string, Tree])[] = tree.kind === "map" ? [...tree.entries] : [["", tree]];
  const compared = pairs.filter(([key]) => keys === true || keys.includes(key));
  const texts = compared.flatMap(([key, item]) =>
    item.kind === "leaf" && !isInterpolated(String(item.value))
      ? `${key} ${JSON.stringify(String(item.value))}`
      : [],
  );
  return texts.length === compared.length ? texts.sort().join() : undefined;
}

const NOTHING: Tree = { kind: "leaf", value: null };

/** True for an unquoted text that is a boolean in YAML 1.1, such as `yes`. */
const isYaml11Boolean = ({ plain }: Leaf) => plain !== undefined && /^(y|yes|n|no|on|off)$/i.test(plain);

const YAML_NUMBER = /^[-+]?(\d[\d_]*(\.[\d_]*)?|0x[\da-f_]+|0o[0-7_]+|0b[01_]+|\d+(:\d+)+(\.\d*)?)$/i;

/** Returns `ambiguous` for an interpolation, and for a number such as `1_000`, which YAML 1.1 and 1.2 read differently. */
function readNumber(tree: Tree): number | "ambiguous" | undefined {
  if (tree.kind !== "leaf") return undefined;
  if (typeof tree.value === "number" || typeof tree.value === "bigint") return Number(tree.value);
  if (tree.plain !== undefined && YAML_NUMBER.test(tree.plain)) return "ambiguous";
  return typeof tree.value === "string" && isInterpolated(tree.value) ? "ambiguous" : undefined;
}

/** Describes a value that isn't opaque: no error is reported about an unknown one. */
function kindOf(tree: Tree): string {
  if (tree.kind === "list") return "a list";
  if (tree.kind === "map") return "a map";
  if (tree.kind === "opaque" || tree.value === null) return "null";
  if (typeof tree.value === "boolean") return "true or false";
  return typeof tree.value === "string" ? "a string" : "a number";
}

const requiredReason = ({ description }: Field, owner: string) =>
  `is required by ${owner}: ${description.split(/(?<=\.)\s/)[0]}`;

const joinLimited = (values: readonly string[]) =>
  values.length > 12 ? `${values.slice(0, 12).join(", ")} and ${values.length - 12} more` : values.join(", ");
