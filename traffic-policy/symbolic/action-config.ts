import type { Field, Fields } from "../actions/fields";
import { evaluateConstant } from "../evaluate/constants";
import { interpolationsIn, isInterpolated, replaceInterpolations } from "../language/interpolation";
import { canonicalCel, parseCel } from "../language/parse";
import { isNull, type Mapping, type Tree, textOf } from "../language/policy";
import { isMaskedValue } from "./masking";
import type { ConfiguredText, HeaderChange, VariableValue } from "./policy-reading";

export const isMaskedTree = (tree: Tree): boolean =>
  tree.kind === "leaf" && typeof tree.value === "string" && isMaskedValue(tree.value);

/** The configuration of an action. The methods return undefined for a value of an unexpected type. */
export class Config {
  constructor(
    private readonly entries: Mapping["entries"],
    private readonly fields: Fields,
  ) {}

  private value(key: string): Tree | undefined {
    const tree = this.entries.get(key);
    return tree === undefined || isNull(tree) ? undefined : tree;
  }

  private scalar(key: string): unknown {
    const tree = this.value(key);
    if (tree === undefined) return this.fields[key]?.default;
    return tree.kind === "leaf" ? tree.value : undefined;
  }

  has(key: string): boolean {
    return this.value(key) !== undefined;
  }

  /** Returns the text of a setting as written; empty if it is unset and has no default. */
  rawText(key: string): string | undefined {
    const tree = this.value(key);
    if (tree?.kind === "leaf" && typeof tree.value === "number") return tree.plain ?? String(tree.value);
    return tree === undefined ? String(this.fields[key]?.default ?? "") : textOf(tree);
  }

  /** Also undefined if the setting is unset, whatever its default. */
  text(key: string): ConfiguredText | undefined {
    const tree = this.value(key);
    return tree && readText(tree);
  }

  private items(key: string): readonly Tree[] | undefined {
    const tree = this.value(key);
    if (tree === undefined) return [];
    return tree.kind === "list" ? tree.items : undefined;
  }

  texts(key: string): readonly ConfiguredText[] | undefined {
    const texts = this.items(key)?.map(readText);
    return texts && ifAllDefined(texts);
  }

  flag(key: string): boolean | undefined {
    const value = this.scalar(key);
    return typeof value === "boolean" ? value : undefined;
  }

  number(key: string): number | undefined {
    const value = this.scalar(key);
    return typeof value === "number" ? value : undefined;
  }

  child(key: string): Config | undefined {
    const tree = this.value(key) ?? { kind: "map", entries: new Map() };
    return tree.kind === "map" ? new Config(tree.entries, fieldsOf(this.fields[key])) : undefined;
  }

  headerValues(): readonly HeaderChange[] {
    return [...this.entries].map(([name, tree]) => {
      return { name: name.toLowerCase(), value: readString(tree), tree };
    });
  }

  /** Reads a list of variables, which are maps with one key each. */
  variableValues(key: string): readonly VariableValue[] | undefined {
    const maps = this.children(key)?.map(({ entries }): VariableValue | undefined => {
      const [[name, tree] = [], secondEntry] = entries;
      if (name === undefined || tree === undefined || secondEntry !== undefined) return undefined;
      return { name, tree, value: readString(tree) };
    });
    return maps && ifAllDefined(maps);
  }

  unknownSettings(): readonly string[] {
    return [...this.entries].flatMap(([key, tree]) => {
      const field = Object.hasOwn(this.fields, key) ? this.fields[key] : undefined;
      return field === undefined ? (isNull(tree) ? [] : [key]) : unknownSettingsBelow(field, tree, key);
    });
  }

  children(key: string): readonly Config[] | undefined {
    const field = this.fields[key];
    const fields = field?.kind === "list" ? fieldsOf(field.item) : {};
    const children = this.items(key)?.map((item) =>
      item.kind === "map" ? new Config(item.entries, fields) : undefined,
    );
    return children && ifAllDefined(children);
  }
}

const fieldsOf = (field: Field | undefined): Fields => (field?.kind === "object" ? field.fields : {});

function unknownSettingsBelow(field: Field, tree: Tree, path: string): readonly string[] {
  if (field.kind === "object" && tree.kind === "map")
    return new Config(tree.entries, field.fields).unknownSettings().map((setting) => `${path}.${setting}`);
  if (field.kind === "list" && tree.kind === "list")
    return tree.items.flatMap((item, index) => unknownSettingsBelow(field.item, item, `${path}[${index}]`));
  return [];
}

const readString = (tree: Tree): ConfiguredText | undefined =>
  tree.kind === "leaf" && typeof tree.value === "string" ? configuredText(tree.value) : undefined;

function readText(tree: Tree): ConfiguredText | undefined {
  const text = textOf(tree);
  return text === undefined ? undefined : configuredText(text);
}

/** Normalizes a text: fills in the interpolations of constant strings, and prints the others canonically. */
export function configuredText(source: string): ConfiguredText {
  const text = foldConstants(source);
  return { text, isTemplate: isInterpolated(text) || isMaskedValue(text) };
}

function foldConstants(text: string): string {
  if (interpolationsIn(text).some(({ isUnclosed }) => isUnclosed)) return text;
  return replaceInterpolations(text, (expression) => {
    const ast = parseCel(expression);
    if (ast === undefined) return `\${${expression}}`;
    const value = evaluateConstant(ast);
    return typeof value === "string" ? value : `\${${canonicalCel(ast)}}`;
  });
}

/** Returns the items; undefined if one of them is undefined. */
export function ifAllDefined<T>(items: readonly (T | undefined)[]): readonly T[] | undefined {
  return items.includes(undefined) ? undefined : (items as readonly T[]);
}
