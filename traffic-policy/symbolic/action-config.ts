import type { Field, Fields } from "../actions/fields";
import { constantText } from "../evaluate/constants";
import { fillIn, interpolationsIn, isInterpolated } from "../language/interpolation";
import { canonicalCel, parseCel } from "../language/parse";
import type { Leaf, Mapping, Tree } from "../language/policy";
import type { Constant } from "./condition";
import type { ConfiguredText, HeaderChange, Tri, VariableValue } from "./policy-reading";

/** What stands for a value that is not known yet, or that a preview masks, begins with this. */
export const UNKNOWN_TEXT = "\u0000";

export const isUnknown = (text: string) => text.startsWith(UNKNOWN_TEXT);

/** Whether nobody knows what stands here: it may be anything, and is never taken for nothing. */
export const isHidden = (tree: Tree): boolean =>
  tree.kind === "leaf" && typeof tree.value === "string" && isUnknown(tree.value);

/** Text of a leaf; YAML without quotes is text wherever text is wanted. */
export function textOf(tree: Tree): string | undefined {
  if (tree.kind !== "leaf") return undefined;
  if (typeof tree.value === "string") return tree.value;
  return tree.value === null ? undefined : (tree.plain ?? undefined);
}

/** The configuration of an action. Its readers give undefined for what cannot be understood. */
export class Config {
  constructor(private readonly entries: Mapping["entries"]) {}

  private value(key: string): Tree | undefined {
    const tree = this.entries.get(key);
    return tree === undefined || isNull(tree) ? undefined : tree;
  }

  has(key: string): boolean {
    return this.value(key) !== undefined;
  }

  /** A text; `otherwise` where it is not given. */
  plain(key: string, otherwise: string): string | undefined {
    const tree = this.value(key);
    if (tree?.kind === "leaf" && typeof tree.value === "number") return tree.plain ?? String(tree.value);
    return tree === undefined ? otherwise : textOf(tree);
  }

  text(key: string): ConfiguredText | undefined {
    const tree = this.value(key);
    return tree && configured(tree);
  }

  texts(key: string): readonly ConfiguredText[] | undefined {
    const tree = this.value(key);
    if (tree === undefined) return [];
    return tree.kind === "list" ? everyOne(tree.items.map(configured)) : undefined;
  }

  /** True or false as given, `otherwise` where nothing is; undefined for anything else. */
  flag(key: string, otherwise: boolean): Tri {
    const tree = this.value(key);
    if (tree === undefined) return otherwise;
    return tree.kind === "leaf" && typeof tree.value === "boolean" ? tree.value : undefined;
  }

  number(key: string, otherwise: number): number | undefined {
    const tree = this.value(key);
    if (tree === undefined) return otherwise;
    return tree.kind === "leaf" && typeof tree.value === "number" ? tree.value : undefined;
  }

  below(key: string): Config | undefined {
    const tree = this.value(key);
    if (tree === undefined) return new Config(new Map());
    return tree.kind === "map" ? new Config(tree.entries) : undefined;
  }

  /** Texts by names, in lower case. */
  pairs(): readonly HeaderChange[] {
    return [...this.entries].map(([name, tree]) => {
      const isText = tree.kind === "leaf" && typeof tree.value === "string";
      return { name: name.toLowerCase(), value: isText ? configured(tree) : undefined };
    });
  }

  /** A list of maps of one name each. */
  named(key: string): readonly VariableValue[] | undefined {
    const maps = this.each(key)?.map(({ entries }): VariableValue | undefined => {
      const [[name, tree] = [], more] = entries;
      if (name === undefined || tree === undefined || more !== undefined) return undefined;
      // It is unspecified whether a number in a text keeps its spelling.
      const isText = tree.kind === "leaf" && typeof tree.value === "string";
      const constant = isText ? undefined : constantOf(tree);
      return {
        name,
        value: isText ? configured(tree) : undefined,
        ...(constant !== undefined && { constant }),
      };
    });
    return maps && everyOne(maps);
  }

  /** Paths of settings that are not among the fields, at any depth. */
  unknownIn(fields: Fields): readonly string[] {
    return [...this.entries].flatMap(([key, tree]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return field === undefined ? (isNull(tree) ? [] : [key]) : unknownBelow(field, tree, key);
    });
  }

  each(key: string): readonly Config[] | undefined {
    const tree = this.value(key);
    if (tree === undefined) return [];
    if (tree.kind !== "list") return undefined;
    return everyOne(tree.items.map((item) => (item.kind === "map" ? new Config(item.entries) : undefined)));
  }
}

/** The value that is written out; undefined for one that the service fills in, or that is not understood. */
function constantOf(tree: Tree): Constant | undefined {
  if (tree.kind === "list") return everyOne(tree.items.map(constantOf));
  if (tree.kind !== "leaf" || tree.tag !== undefined) return undefined;
  const { value } = tree;
  if (typeof value === "string") return configuredText(value).isFilledIn ? undefined : value;
  return value === null || typeof value === "boolean" || Number.isSafeInteger(value)
    ? (value as Constant)
    : undefined;
}

function unknownBelow(field: Field, tree: Tree, path: string): readonly string[] {
  if (field.kind === "object" && tree.kind === "map")
    return new Config(tree.entries).unknownIn(field.fields).map((below) => `${path}.${below}`);
  if (field.kind === "list" && tree.kind === "list")
    return tree.items.flatMap((item, at) => unknownBelow(field.item, item, `${path}[${at}]`));
  return [];
}

const isNull = (tree: Tree): boolean => tree.kind === "leaf" && (tree as Leaf).value === null;

function configured(tree: Tree): ConfiguredText | undefined {
  const text = textOf(tree);
  return text === undefined ? undefined : configuredText(text);
}

export function configuredText(given: string): ConfiguredText {
  const text = withConstants(given);
  return { text, isFilledIn: isInterpolated(text) || isUnknown(text) };
}

/** A text with what its expressions give whatever the request is; the others are spelled in one way. */
function withConstants(text: string): string {
  if (interpolationsIn(text).some(({ open }) => open)) return text;
  return fillIn(text, (expression) => {
    const ast = parseCel(expression);
    return constantText(expression) ?? `\${${ast === undefined ? expression : canonicalCel(ast)}}`;
  });
}

export function everyOne<T>(items: readonly (T | undefined)[]): readonly T[] | undefined {
  return items.includes(undefined) ? undefined : (items as readonly T[]);
}
