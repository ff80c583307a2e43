import { ACTIONS, type Action } from "../actions/actions";
import {
  type Field,
  type Fields,
  type ListField,
  type Need,
  secondsOf,
  type TextField,
} from "../actions/fields";
import { interpolationsIn, isInterpolated, withPlaceholders } from "../language/interpolation";
import { nearest } from "../language/nearest";
import { Patterns } from "../language/patterns";
import type { PhaseName } from "../language/phases";
import type { Leaf, Mapping, Path, Tree } from "../language/policy";
import { type CelScope, celFindings } from "./expressions";

/** How many values are looked at: aliases in YAML may have a short text stand for a great many. */
const MOST_VISITS = 1_000_000;

export interface Finding {
  readonly path: Path;
  readonly offset: number | undefined;
  readonly isError: boolean;
  readonly reason: string;
  readonly isUnknown?: true;
  readonly isIncomplete?: true;
  readonly code?: number;
}

/** A variable of the policy's own where a rule sets or names it. */
interface PlacedVariable {
  readonly name: string;
  readonly phase: PhaseName | undefined;
  readonly isSet: boolean;
  readonly tree: Tree;
  readonly path: Path;
}

/** Checks the configurations of actions against the table. */
export class ConfigurationChecker {
  readonly findings: Finding[] = [];
  /** Variables that rules set or name, in the order of the policy. */
  protected readonly variables: PlacedVariable[] = [];
  /** True if parts of the policy are unknown, which may set variables. */
  protected isPartial = false;
  private visits = 0;
  private readonly patterns = new Patterns();

  /** @param host - The host of the endpoint, if it is known. */
  constructor(private readonly host: string | undefined) {}

  protected config(
    name: string,
    action: Action,
    tree: Mapping,
    path: Path,
    phase: PhaseName | undefined,
  ): void {
    const given = tree.entries.get("config");
    if (given === undefined || isNull(given)) {
      for (const [key, field] of Object.entries(action.config ?? {}))
        if (field.required) this.error(tree, [...path, key], 2234, requiredReason(field, name));
      return;
    }
    if (action.config === null) {
      const config = this.map(given, path, "a map");
      if (config && config.entries.size > 0)
        this.warn(given, path, `is not empty, though ${name} has no configuration`);
      return;
    }
    const config = this.fields(action.config, given, path, phase, name);
    if (config === undefined) return;
    const textOf = (key: string) => {
      const value = config.entries.get(key);
      if (value === undefined || isNull(value)) return undefined;
      if (value.kind !== "leaf") return "";
      return typeof value.value === "string" ? value.value : (value.plain ?? String(value.value));
    };
    for (const [key, reason] of Object.entries(action.doubts?.(textOf, phase) ?? {}))
      if (reason !== undefined) this.warn(config.entries.get(key) ?? given, [...path, key], reason);
    this.needs(action.needs, config, path);
  }

  private needs(needs: readonly Need[] = [], config: Mapping, path: Path): void {
    const isGiven = (key: string) => !isNull(config.entries.get(key) ?? NOTHING);
    for (const { key, other, code, reason } of needs)
      if (isGiven(key) && !isGiven(other)) this.error(config, [...path, other], code, reason);
  }

  protected fields(
    fields: Fields,
    tree: Tree,
    path: Path,
    phase: PhaseName | undefined,
    owner: string,
  ): Mapping | undefined {
    const values = this.map(tree, path, "a map");
    if (values === undefined) return undefined;
    const required = Object.entries(fields).filter(([, field]) => field.required);
    const codes = Object.fromEntries(required.map(([key]) => [key, 2234]));
    const meant = this.unknownKeys(values, Object.keys(fields), path, owner, codes);
    for (const [key, field] of Object.entries(fields)) {
      const value = values.entries.get(key);
      if (value !== undefined && !isNull(value)) this.field(field, value, [...path, key], phase);
      else if (field.required && !meant.has(key))
        this.error(tree, [...path, key], 2234, requiredReason(field, owner));
    }
    return values;
  }

  private field(field: Field, tree: Tree, path: Path, phase: PhaseName | undefined): void {
    this.isPartial ||= tree.kind === "opaque";
    if (!this.looks() || tree.kind === "opaque") return;
    switch (field.kind) {
      case "any":
        return void this.anything(tree, path, phase);
      case "text":
        return void this.textField(field, tree, path, phase);
      case "choice": {
        const text = this.text(tree, path);
        if (text === undefined || field.values.includes(text)) return;
        if (isInterpolated(text)) return void this.interpolations(text, tree, path, phase);
        const near = nearest(text, field.values);
        const hint = near === undefined ? `known are ${listed(field.values)}` : `did you mean ${near}?`;
        if (field.open)
          return void this.unknown(
            tree,
            path,
            `has a value that this version does not know; ${hint}`,
            field.code ?? 2222,
          );
        const meant = near === undefined ? "" : `; did you mean ${near}?`;
        return void this.error(
          tree,
          path,
          field.code ?? 2222,
          `must be one of ${listed(field.values)}${meant}`,
        );
      }
      case "switch":
        if (tree.kind === "leaf" && (typeof tree.value === "boolean" || isLooseSwitch(tree))) return;
        return void this.mistyped(tree, path, "true or false");
      case "integer":
      case "number":
        return void this.numberField(field, tree, path);
      case "duration":
        return void this.durationField(field, tree, path);
      case "list": {
        const items = this.items(tree, path, "values", setsVariables(field) ? 2252 : 2203);
        if (tree.kind === "list")
          this.size(field.size, items.length, "items", tree, path, [2223, field.sizeCode ?? 2218]);
        for (const [at, item] of items.entries()) this.field(field.item, item, [...path, at], phase);
        if (field.unique) this.unique(items, path);
        return;
      }
      case "map": {
        const values = this.map(tree, path, "a map", field.setsVariables ? 2252 : 2203);
        if (values === undefined) return;
        const code = field.sizeCode ?? 2252;
        this.size(field.size, values.entries.size, "keys", tree, path, [code, code]);
        for (const [key, value] of values.entries) {
          const wrong = isInterpolated(key) ? undefined : field.wrong?.(key);
          const doubt = field.doubtful?.(key);
          if (wrong !== undefined) this.error(value, [...path, key], wrong.code, wrong.reason);
          else if (doubt !== undefined) this.warn(value, [...path, key], doubt);
          this.field(field.value, value, [...path, key], phase);
          if (field.setsVariables)
            this.variables.push({ name: key, phase, isSet: true, tree: value, path: [...path, key] });
        }
        return;
      }
      case "object": {
        const owner = String(path.findLast((key) => typeof key === "string"));
        const values = this.fields(field.fields, tree, path, phase, owner);
        if (values) this.needs(field.needs, values, path);
      }
    }
  }

  private textField(field: TextField, tree: Tree, path: Path, phase: PhaseName | undefined): void {
    const text = this.text(tree, path);
    if (text === undefined) return;
    if (field.maxLength !== undefined && text.length > field.maxLength && !isInterpolated(text))
      this.error(tree, path, field.lengthCode ?? 2221, `must have at most ${field.maxLength} characters`);
    if (isInterpolated(text)) {
      if (field.interpolated) this.interpolations(text, tree, path, phase, field.names);
      const doubt = field.doubtfulFilledIn?.(withPlaceholders(text));
      if (doubt !== undefined) this.warn(tree, path, doubt);
      return;
    }
    if (field.expression) {
      const isCondition = field.expression === "condition";
      return void this.cel(text, tree, path, phase, { extra: field.names, isCondition });
    }
    const unreadable = field.pattern ? this.patterns.wrong(text) : undefined;
    if (unreadable !== undefined) this.error(tree, path, 2261, unreadable);
    const wrong = field.wrong?.(text, this.host);
    if (wrong !== undefined) this.error(tree, path, wrong.code, wrong.reason);
    const doubt = field.doubtful?.(text);
    if (doubt !== undefined) this.warn(tree, path, doubt);
  }

  private numberField(
    {
      kind,
      range: [low, high] = [-Infinity, Infinity],
      rangeCode = 2215,
    }: Extract<Field, { kind: "integer" | "number" }>,
    tree: Tree,
    path: Path,
  ): void {
    const value = numberIn(tree);
    if (value === "unsure") return;
    if (value === undefined || (kind === "integer" && !Number.isInteger(value)))
      return void this.mistyped(tree, path, kind === "integer" ? "a whole number" : "a number");
    if (value < low || value > high)
      this.error(tree, path, rangeCode, low === high ? `must be ${low}` : `must be from ${low} to ${high}`);
  }

  private durationField({ range, step }: Extract<Field, { kind: "duration" }>, tree: Tree, path: Path): void {
    const text = this.text(tree, path, "a length of time such as 90s");
    if (text === undefined || isInterpolated(text)) return;
    const seconds = secondsOf(text);
    if (seconds === undefined)
      return void this.error(tree, path, 2228, "must be a length of time such as 90s, 10m or 1h30m");
    const [low, high] = range ?? [-Infinity, Infinity];
    if (seconds < low || seconds > high)
      this.error(tree, path, seconds < low ? 2215 : 2225, `must be from ${low}s to ${high}s`);
    else if (step !== undefined && seconds % step !== 0)
      this.error(tree, path, 2222, `must be a multiple of ${step}s`);
  }

  private size(
    size: readonly [number, number] | undefined,
    count: number,
    what: string,
    tree: Tree,
    path: Path,
    codes: readonly [below: number, above: number],
  ): void {
    if (size === undefined || (count >= size[0] && count <= size[1])) return;
    const [low, high] = size;
    const wanted = low === high ? `exactly ${low}` : count < low ? `at least ${low}` : `at most ${high}`;
    this.error(tree, path, codes[count < low ? 0 : 1], `must have ${wanted} ${what}, not ${count}`);
  }

  private unique(items: readonly Tree[], path: Path): void {
    const seen = new Set<string>();
    for (const [at, item] of items.entries()) {
      const value = plainValue(item);
      if (value === undefined) continue;
      if (seen.has(value)) this.error(item, [...path, at], 2231, "is there twice");
      seen.add(value);
    }
  }

  /** A value of any shape: its texts may have interpolations. */
  private anything(tree: Tree, path: Path, phase: PhaseName | undefined): void {
    if (!this.looks()) return;
    if (tree.kind === "list")
      for (const [at, item] of tree.items.entries()) this.anything(item, [...path, at], phase);
    else if (tree.kind === "map")
      for (const [key, item] of tree.entries) this.anything(item, [...path, key], phase);
    else if (tree.kind === "leaf" && typeof tree.value === "string" && isInterpolated(tree.value))
      this.interpolations(tree.value, tree, path, phase);
  }

  protected expression(tree: Tree, path: Path, phase: PhaseName | undefined): void {
    if (!this.looks()) return;
    if (tree.kind === "leaf" && tree.tag !== undefined)
      return void this.error(
        tree,
        path,
        2200,
        "begins with !, which is a tag in YAML: put the expression in quotes",
      );
    const text = this.text(tree, path, "a CEL expression", 2236);
    if (text === undefined) return;
    if (!isInterpolated(text)) return void this.cel(text, tree, path, phase, { isCondition: true }, "", 2200);
    // What stands for a value in all other texts is none of CEL's: the service may fill it in before it compiles.
    this.interpolations(text, tree, path, phase);
    const whole = withPlaceholders(text);
    if (!isInterpolated(whole) && celFindings(whole, { phase }).some(({ isError }) => isError))
      this.warn(tree, path, "is no CEL expression, whatever the service fills in for its interpolations");
  }

  private interpolations(
    text: string,
    tree: Tree,
    path: Path,
    phase: PhaseName | undefined,
    extra?: readonly string[],
  ): void {
    for (const { expression, open } of interpolationsIn(text)) {
      if (open)
        this.warn(
          tree,
          path,
          "has an interpolation without the brace that closes it: the service may refuse it, or take it as it is",
        );
      else this.interpolation(expression, tree, path, phase, extra);
    }
  }

  private interpolation(
    expression: string,
    tree: Tree,
    path: Path,
    phase: PhaseName | undefined,
    extra: readonly string[] = [],
  ): void {
    const bare = expression.replaceAll('\\"', '"');
    const isEscaped =
      bare !== expression && celFindings(expression, { phase }).some(({ isError }) => isError);
    if (isEscaped)
      this.warn(tree, path, "has an interpolation with backslashes before its quotes: write single quotes");
    this.cel(isEscaped ? bare : expression, tree, path, phase, { extra }, "has an interpolation that ");
  }

  private cel(
    text: string,
    tree: Tree,
    path: Path,
    phase: PhaseName | undefined,
    more: Pick<CelScope, "extra" | "isCondition"> = {},
    prefix = "",
    code = 2224,
  ): void {
    const wrongPattern = (pattern: string) => this.patterns.wrong(pattern);
    const onVariable = (name: string) => this.variables.push({ name, phase, isSet: false, tree, path });
    for (const { isError, reason } of celFindings(text, { ...more, phase, wrongPattern, onVariable })) {
      if (isError) this.error(tree, path, code, `${prefix}${reason}`);
      else this.warn(tree, path, `${prefix}${reason}`);
    }
  }

  /**
   * @param required - Required keys, with the service's code for their lack.
   * @returns the required keys that are missing because they are misspelled: nothing more is reported for them
   */
  protected unknownKeys(
    map: Mapping,
    known: readonly string[],
    path: Path,
    owner: string,
    required: Readonly<Record<string, number>>,
  ): ReadonlySet<string> {
    const meant = new Set<string>();
    for (const [key, value] of map.entries) {
      if (known.includes(key)) continue;
      const near = nearest(key, known);
      const hint = near === undefined ? "" : `; did you mean ${near}?`;
      const code = near !== undefined && !map.entries.has(near) ? required[near] : undefined;
      if (near !== undefined && code !== undefined) {
        meant.add(near);
        const reason = `is not a key of ${owner}; did you mean ${near}, which is required?`;
        this.error(value, [...path, key], code, reason);
      } else if (Object.hasOwn(ACTIONS, owner) && ACTIONS[owner]?.isClosed)
        this.error(value, [...path, key], 2203, `is not a key of ${owner}${hint}`);
      else this.unknown(value, [...path, key], `is a key of ${owner} that this version does not know${hint}`);
    }
    return meant;
  }

  /** Text of a leaf; YAML without quotes is text wherever text is wanted. */
  protected text(tree: Tree, path: Path, wanted = "a string", code = 2203): string | undefined {
    if (tree.kind === "opaque") return undefined;
    if (tree.kind === "leaf" && typeof tree.value === "string") return tree.value;
    if (tree.kind === "leaf" && tree.value !== null && tree.plain !== undefined) return tree.plain;
    this.mistyped(tree, path, wanted, code);
    return undefined;
  }

  protected items(tree: Tree, path: Path, of: string, code: number): readonly Tree[] {
    if (tree.kind === "list") return tree.items;
    this.isPartial ||= tree.kind === "opaque";
    // A key without a value, as YAML writes an empty list.
    if (tree.kind !== "opaque" && !isNull(tree)) this.mistyped(tree, path, `a list of ${of}`, code);
    return [];
  }

  protected map(tree: Tree, path: Path, wanted: string, code = 2203): Mapping | undefined {
    if (!this.looks()) return undefined;
    if (tree.kind === "map") return tree;
    this.isPartial ||= tree.kind === "opaque";
    if (tree.kind !== "opaque") this.mistyped(tree, path, wanted, code);
    return undefined;
  }

  protected mistyped(tree: Tree, path: Path, wanted: string, code = 2203): void {
    this.error(tree, path, code, `must be ${wanted}, not ${kindOf(tree)}`);
  }

  private looks(): boolean {
    this.visits += 1;
    if (this.visits === MOST_VISITS + 1)
      this.findings.push({
        path: [],
        offset: undefined,
        isError: false,
        reason: `stands for more than ${MOST_VISITS} values, and was not checked any further`,
        isIncomplete: true,
      });
    return this.visits <= MOST_VISITS;
  }

  protected error({ offset }: Tree, path: Path, code: number, reason: string): void {
    this.findings.push({ path, offset, isError: true, reason, code });
  }

  protected warn({ offset }: Tree, path: Path, reason: string): void {
    this.findings.push({ path, offset, isError: false, reason });
  }

  /** @param code - Of the service, if it knows no more than this version. */
  protected unknown({ offset }: Tree, path: Path, reason: string, code?: number): void {
    const refused = code === undefined ? {} : { code };
    this.findings.push({ path, offset, isError: false, reason, isUnknown: true, ...refused });
  }
}

const setsVariables = ({ item }: ListField): boolean => item.kind === "map" && item.setsVariables === true;

/** A leaf, or a map of leaves, as text; undefined for other values and for what is filled in later. */
function plainValue(tree: Tree): string | undefined {
  const pairs: readonly (readonly [string, Tree])[] = tree.kind === "map" ? [...tree.entries] : [["", tree]];
  const isPlain = pairs.every(([, item]) => item.kind === "leaf" && !isInterpolated(String(item.value)));
  const values = pairs.map(
    ([key, item]) => `${key} ${item.kind === "leaf" ? JSON.stringify(String(item.value)) : ""}`,
  );
  return isPlain ? values.sort().join() : undefined;
}

const NOTHING: Tree = { kind: "leaf", value: null, offset: undefined };

export const isNull = (tree: Tree) => tree.kind === "leaf" && tree.value === null && tree.tag === undefined;

/** What YAML 1.1 takes for true or false. */
const isLooseSwitch = ({ plain }: Leaf) => plain !== undefined && /^(y|yes|n|no|on|off)$/i.test(plain);

/** The number of a leaf; "unsure" for YAML that its versions read differently. */
function numberIn(tree: Tree): number | "unsure" | undefined {
  if (tree.kind !== "leaf") return undefined;
  if (typeof tree.value === "number" || typeof tree.value === "bigint") return Number(tree.value);
  if (tree.plain !== undefined && /^[-+]?\d[\d_.:xob]*$/i.test(tree.plain)) return "unsure";
  return typeof tree.value === "string" && isInterpolated(tree.value) ? "unsure" : undefined;
}

export function kindOf(tree: Tree): string {
  if (tree.kind === "list") return "a list";
  if (tree.kind === "map") return "a map";
  if (tree.kind === "opaque" || tree.value === null) return "null";
  return typeof tree.value === "string"
    ? "a string"
    : typeof tree.value === "boolean"
      ? "true or false"
      : "a number";
}

const requiredReason = ({ description }: Field, owner: string) =>
  `is required by ${owner}: ${description.split(/(?<=\.)\s/)[0]}`;

const listed = (values: readonly string[]) =>
  values.length > 12 ? `${values.slice(0, 12).join(", ")} and ${values.length - 12} more` : values.join(", ");
