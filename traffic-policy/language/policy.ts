import type { LineCounter, ParsedNode } from "yaml";

type Yaml = typeof import("yaml");

/** Place in a policy: keys and indices from its root. */
export type Path = readonly (string | number)[];

interface Place {
  /** Where it begins in the text; undefined in an object. */
  readonly offset?: number | undefined;
}

/** A value that is no collection. */
export interface Leaf extends Place {
  readonly kind: "leaf";
  readonly value: string | number | bigint | boolean | null;
  /** How YAML without quotes spells it, which the service may read as another type. */
  readonly plain?: string | undefined;
  /** A tag of YAML that is none of YAML's own. */
  readonly tag?: string | undefined;
}

export interface Sequence extends Place {
  readonly kind: "list";
  readonly items: readonly Tree[];
}

export interface Mapping extends Place {
  readonly kind: "map";
  readonly entries: ReadonlyMap<string, Tree>;
}

/** A value that nobody knows yet, or that this version does not look at: it passes anywhere. */
interface Opaque extends Place {
  readonly kind: "opaque";
}

/** A policy as it was given, with the places of its values in the text. */
export type Tree = Leaf | Sequence | Mapping | Opaque;

export interface ReadFinding extends Place {
  readonly path: Path;
  readonly isError: boolean;
  readonly reason: string;
  /** Part of the policy was not read. */
  readonly isIncomplete?: true;
}

export interface Reading {
  /** Undefined for a text that cannot be read, or is empty. */
  readonly tree: Tree | undefined;
  readonly findings: readonly ReadFinding[];
  /** The line of a place in the text, counted from 1. */
  lineOf(offset: number | undefined): number | undefined;
}

/** The engine's placeholder for a value that is unknown at preview. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Longest text that is read: reading it holds up everything else. */
const MOST_CHARACTERS = 1_048_576;

/** How deep a policy may be nested, and how many values it may hold, to be read. */
export const MOST_LEVELS = 100;
const MOST_VALUES = 500_000;

const OPAQUE: Opaque = { kind: "opaque" };

const unread = (reason: string): Reading => ({
  tree: undefined,
  findings: [{ path: [], isError: false, reason: `${reason}, and was not checked`, isIncomplete: true }],
  lineOf: () => undefined,
});

/** Reads a policy that is an object, or text in JSON or YAML. */
export function readPolicy(policy: unknown): Reading {
  if (typeof policy !== "string") return readObject(policy);
  if (policy.trim() === "") return { tree: undefined, findings: [], lineOf: () => undefined };
  const mayBeJson = policy.length <= MOST_CHARACTERS && /^\s*\{/.test(policy);
  return (mayBeJson ? readJson(policy) : undefined) ?? readWithPlaces(policy);
}

/** The same with the places of all values, which takes longer for JSON. */
export function readWithPlaces(policy: string): Reading {
  return readText(policy, isJson(policy));
}

function isJson(text: string): boolean {
  try {
    return text.length <= MOST_CHARACTERS && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** Undefined for what is no JSON, or has a key twice, of which only the parser of YAML tells. */
function readJson(text: string): Reading | undefined {
  try {
    const policy: unknown = JSON.parse(text);
    return keysWritten(text) === keysHeld(policy) ? readObject(policy) : undefined;
  } catch {
    return undefined;
  }
}

function keysWritten(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon !== undefined) count += 1;
  return count;
}

function keysHeld(value: unknown): number {
  let count = 0;
  const open = [value];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === null || typeof at !== "object") continue;
    const items: readonly unknown[] = Array.isArray(at) ? at : Object.values(at);
    if (items !== at) count += items.length;
    for (const item of items) open.push(item);
  }
  return count;
}

/** Counts what has been read, so that no policy holds a preview up. */
class Limits {
  private values = 0;
  readonly findings: ReadFinding[] = [];

  /** Whether a value can still be read; says once why not. */
  allows(path: Path, offset?: number): boolean {
    this.values += 1;
    if (path.length > MOST_LEVELS)
      return this.refuse(path, offset, `is nested deeper than ${MOST_LEVELS} levels`);
    if (this.values > MOST_VALUES) return this.refuse([], offset, `holds more than ${MOST_VALUES} values`);
    return true;
  }

  private refuse(path: Path, offset: number | undefined, reason: string): false {
    if (!this.findings.some((finding) => finding.reason.startsWith(reason)))
      this.findings.push({
        path: path.slice(0, 8),
        offset,
        isError: false,
        reason: `${reason}, and was not checked there`,
        isIncomplete: true,
      });
    return false;
  }
}

function readObject(policy: unknown): Reading {
  const limits = new Limits();
  const read = (value: unknown, path: Path): Tree => {
    if (value === UNKNOWN || !limits.allows(path)) return OPAQUE;
    if (Array.isArray(value))
      return { kind: "list", items: value.map((item, at) => read(item, [...path, at])) };
    if (value !== null && typeof value === "object") {
      const entries = Object.entries(value).map(([key, item]) => [key, read(item, [...path, key])] as const);
      return { kind: "map", entries: new Map(entries) };
    }
    return { kind: "leaf", value: (value ?? null) as Leaf["value"] };
  };
  return { tree: read(policy, []), findings: limits.findings, lineOf: () => undefined };
}

/** @param isStrict - It is JSON, where no number stands for a text. */
function readText(text: string, isStrict: boolean): Reading {
  if (text.length > MOST_CHARACTERS) return unread(`is longer than ${MOST_CHARACTERS} characters`);
  // Loaded where it is needed: most programs have no policy, and each of them would wait for it.
  const yaml = require("yaml") as Yaml;
  const lines = new yaml.LineCounter();
  const options = { schema: "core", uniqueKeys: false, prettyErrors: false, logLevel: "error" } as const;
  try {
    const document = yaml.parseDocument(text, { ...options, lineCounter: lines });
    const findings = document.errors.map(({ code, message, pos: [offset] }) => ({
      path: [],
      offset,
      isError: code !== "MULTIPLE_DOCS",
      reason:
        code === "MULTIPLE_DOCS"
          ? "holds several documents, of which only the first was checked"
          : `is neither JSON nor YAML: ${withoutQuotes(message)}`,
      ...(code === "MULTIPLE_DOCS" && { isIncomplete: true as const }),
    }));
    if (findings.some(({ isError }) => isError)) return withLines(lines, undefined, findings.slice(0, 3));
    const reader = new YamlReader(yaml, isStrict);
    const tree = document.contents === null ? undefined : reader.read(document.contents, []);
    return withLines(lines, tree, [...findings, ...reader.findings]);
  } catch (error) {
    if (error instanceof RangeError) return unread("is nested too deep");
    throw error;
  }
}

const withLines = (
  lines: LineCounter,
  tree: Tree | undefined,
  findings: readonly ReadFinding[],
): Reading => ({
  tree,
  findings,
  lineOf: (offset) => (offset === undefined ? undefined : lines.linePos(offset).line),
});

/** The parser's words without the parts of the text that it repeats. */
const withoutQuotes = (message: string) =>
  message
    .replace(/:?\s*".*$/s, "")
    .replace(/\s+/g, " ")
    .slice(0, 120);

/** Makes the tree of a document of YAML: aliases and merge keys are resolved once, whatever they refer to. */
class YamlReader {
  private readonly anchors = new Map<string, Tree>();
  private readonly limits = new Limits();

  constructor(
    private readonly yaml: Yaml,
    private readonly isStrict: boolean,
  ) {}

  get findings(): readonly ReadFinding[] {
    return this.limits.findings;
  }

  read(node: ParsedNode | null, path: Path): Tree {
    const { yaml } = this;
    if (node === null) return { kind: "leaf", value: null };
    const offset = node.range[0];
    if (!this.limits.allows(path, offset)) return OPAQUE;
    if (yaml.isAlias(node)) {
      const target = this.anchors.get(node.source);
      if (target === undefined)
        this.tell(
          path,
          offset,
          true,
          `refers to the anchor ${node.source.slice(0, 40)}, which is not defined before it`,
        );
      return target ?? OPAQUE;
    }
    const tree = this.readValue(node, path, offset);
    if (node.anchor !== undefined) this.anchors.set(node.anchor, tree);
    return tree;
  }

  private readValue(
    node: Exclude<ParsedNode, { source: string; resolve: unknown }>,
    path: Path,
    offset: number,
  ): Tree {
    const { yaml } = this;
    const tag = node.tag?.startsWith("!") ? node.tag : undefined;
    if (yaml.isSeq(node)) {
      const items = node.items.map((item, at) => this.read(item as ParsedNode | null, [...path, at]));
      return { kind: "list", items, offset };
    }
    if (yaml.isMap(node)) return { kind: "map", entries: this.entries(node.items, path, offset), offset };
    if (!yaml.isScalar(node)) return OPAQUE;
    if (node.tag !== undefined && tag === undefined) return OPAQUE;
    const value = node.value as Leaf["value"];
    const plain = node.type === "PLAIN" && !this.isStrict ? node.source : undefined;
    return { kind: "leaf", value, plain, tag, offset };
  }

  private entries(
    pairs: readonly { readonly key: unknown; readonly value: unknown }[],
    path: Path,
    offset: number,
  ): Map<string, Tree> {
    const own = new Map<string, Tree>();
    const merged: Tree[] = [];
    for (const { key, value } of pairs) {
      const name = this.nameOf(key as ParsedNode | null);
      if (name === undefined) {
        this.tell(path, offset, true, "has a key that is no text");
        continue;
      }
      const child = this.read(value as ParsedNode | null, [...path, name]);
      if (name === "<<") for (const one of child.kind === "list" ? child.items : [child]) merged.push(one);
      else {
        if (own.has(name))
          this.tell(
            [...path, name],
            child.offset,
            false,
            "is there twice: the service may refuse it, or take the last",
          );
        own.set(name, child);
      }
    }
    for (const part of merged)
      if (part.kind === "map")
        for (const [name, child] of part.entries)
          if (this.limits.allows(path, offset) && !own.has(name)) own.set(name, child);
    return own;
  }

  private nameOf(key: ParsedNode | null): string | undefined {
    if (key === null) return "";
    if (this.yaml.isAlias(key)) return nameIn(this.anchors.get(key.source));
    if (!this.yaml.isScalar(key)) return undefined;
    const plain = key.source;
    const tree: Leaf = { kind: "leaf", value: key.value as Leaf["value"], plain, offset: key.range[0] };
    if (key.anchor !== undefined) this.anchors.set(key.anchor, tree);
    return nameIn(tree);
  }

  private tell(path: Path, offset: number | undefined, isError: boolean, reason: string): void {
    this.limits.findings.push({ path, offset, isError, reason });
  }
}

/** The name that a leaf is as a key. */
function nameIn(tree: Tree | undefined): string | undefined {
  if (tree?.kind !== "leaf") return undefined;
  return typeof tree.value === "string" ? tree.value : (tree.plain ?? String(tree.value));
}
