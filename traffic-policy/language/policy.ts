import type { LineCounter, ParsedNode } from "yaml";

type Yaml = typeof import("yaml");

export type Path = readonly (string | number)[];

/** A path as text, such as `on_http_request[0].actions`. Unusual keys are quoted. */
export const pathText = (path: Path): string =>
  path
    .map((step) => {
      if (typeof step === "number") return `[${step}]`;
      return /^[\w-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    })
    .join("")
    .replace(/^\./, "");

interface Located {
  /** Line in the text, from 1; undefined for a policy that is an object. */
  readonly line?: number | undefined;
}

export interface Leaf extends Located {
  readonly kind: "leaf";
  readonly value: string | number | bigint | boolean | null;
  /** The source of an unquoted YAML scalar, such as `on`, which the service may read as a boolean. */
  readonly plain?: string | undefined;
  /** A custom YAML tag, such as `!secret`. */
  readonly tag?: string | undefined;
}

interface Sequence extends Located {
  readonly kind: "list";
  readonly items: readonly Tree[];
}

export interface Mapping extends Located {
  readonly kind: "map";
  readonly entries: ReadonlyMap<string, Tree>;
}

/** An unknown or unsupported value, which passes all checks. */
interface Opaque extends Located {
  readonly kind: "opaque";
}

export type Tree = Leaf | Sequence | Mapping | Opaque;

export const isNull = (tree: Tree): boolean =>
  tree.kind === "leaf" && tree.value === null && tree.tag === undefined;

/** Returns the text of a string or an unquoted YAML scalar; undefined for other values. */
export function textOf(tree: Tree): string | undefined {
  if (tree.kind !== "leaf" || tree.value === null) return undefined;
  return typeof tree.value === "string" ? tree.value : tree.plain;
}

export interface Finding extends Located {
  readonly path: Path;
  /** True if the service refuses the policy. Otherwise a warning: the service may accept it. */
  readonly isError: boolean;
  /** Never quotes values of the policy. */
  readonly reason: string;
  /** Set if this version doesn't know the key, value, action, or phase. */
  readonly isUnknown?: true;
  /** Set if part of the policy wasn't checked: it is too large, too deeply nested, or a second document. */
  readonly isIncomplete?: true;
  /** Number of the error with which the service refuses the policy, or may refuse it if `isUnknown`. */
  readonly code?: number;
}

export interface Reading {
  /** Undefined for a text that is empty, invalid, or too large. */
  readonly tree: Tree | undefined;
  readonly findings: readonly Finding[];
}

/** The engine's placeholder for a value that is unknown at preview. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Limits the length of policies, because parsing them blocks the event loop. */
const MAX_CHARACTERS = 1_048_576;

const MAX_DEPTH = 100;
const MAX_VALUES = 500_000;

/**
 * Replaces each value of a policy that isn't a list or map, for example a masked one with a placeholder. Lists and maps below
 * the maximum depth are replaced as a whole.
 */
export function replaceLeaves(
  value: unknown,
  replace: (leaf: unknown, path: readonly string[]) => unknown,
  path: readonly string[] = [],
): unknown {
  if (typeof value !== "object" || value === null || path.length >= MAX_DEPTH) return replace(value, path);
  const replaceItem = (item: unknown, key: string | number) =>
    replaceLeaves(item, replace, [...path, String(key)]);
  if (Array.isArray(value)) return value.map(replaceItem);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceItem(item, key)]));
}

const OPAQUE: Opaque = { kind: "opaque" };

export const incompleteFinding = (reason: string, path: Path = [], line?: number): Finding => ({
  path,
  line,
  isError: false,
  reason,
  isIncomplete: true,
});

const uncheckedPolicy = (reason: string): Reading => ({
  tree: undefined,
  findings: [incompleteFinding(`${reason}, and was not checked`)],
});

export function readPolicy(policy: unknown): Reading {
  if (typeof policy !== "string") return readObject(policy);
  if (policy.trim() === "") return { tree: undefined, findings: [] };
  const mayBeJson = policy.length <= MAX_CHARACTERS && /^\s*\{/.test(policy);
  return (mayBeJson ? readJson(policy) : undefined) ?? readWithLines(policy);
}

/** Parses a policy with the lines of all values, which is slower for JSON. */
export const readWithLines = (policy: string): Reading => readText(policy, isJson(policy));

function isJson(text: string): boolean {
  try {
    return text.length <= MAX_CHARACTERS && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** Parses JSON; undefined if it is invalid or may have repeated keys, because only the YAML parser reports those. */
function readJson(text: string): Reading | undefined {
  try {
    const policy: unknown = JSON.parse(text);
    const hasCanonicalForm = [0, 2].some((indent) => JSON.stringify(policy, null, indent) === text.trim());
    return hasCanonicalForm ? readObject(policy) : undefined;
  } catch {
    return undefined;
  }
}

/** Limits the values that are parsed, so that no policy blocks a preview. */
class Limits {
  private values = 0;
  readonly findings: Finding[] = [];

  /** True if a value may be parsed. Reports each exceeded limit once. */
  allows(path: Path, line?: number): boolean {
    this.values += 1;
    if (path.length > MAX_DEPTH) return this.refuse(path, line, `is nested deeper than ${MAX_DEPTH} levels`);
    if (this.values > MAX_VALUES) return this.refuse([], line, `contains more than ${MAX_VALUES} values`);
    return true;
  }

  private refuse(path: Path, line: number | undefined, reason: string): false {
    if (!this.findings.some((finding) => finding.reason.startsWith(reason)))
      this.findings.push(incompleteFinding(`${reason}, and was not checked there`, path.slice(0, 8), line));
    return false;
  }
}

function readObject(policy: unknown): Reading {
  const limits = new Limits();
  const read = (value: unknown, path: Path): Tree => {
    if (value === UNKNOWN || !limits.allows(path)) return OPAQUE;
    if (Array.isArray(value))
      return { kind: "list", items: value.map((item, index) => read(item, [...path, index])) };
    if (value !== null && typeof value === "object") {
      const entries = Object.entries(value).map(([key, item]) => [key, read(item, [...path, key])] as const);
      return { kind: "map", entries: new Map(entries) };
    }
    return { kind: "leaf", value: (value ?? null) as Leaf["value"] };
  };
  return { tree: read(policy, []), findings: limits.findings };
}

/** @param isStrict - True for JSON, in which a number is never a string. */
function readText(text: string, isStrict: boolean): Reading {
  if (text.length > MAX_CHARACTERS) return uncheckedPolicy(`is longer than ${MAX_CHARACTERS} characters`);
  // Loaded on first use, since most programs have no policy.
  const yaml = require("yaml") as Yaml;
  const lines = new yaml.LineCounter();
  const options = { schema: "core", uniqueKeys: false, prettyErrors: false, logLevel: "error" } as const;
  try {
    const document = yaml.parseDocument(text, { ...options, lineCounter: lines });
    // The library reports a stack overflow as a syntax error.
    if (document.errors.some(({ message }) => /^Maximum call stack/.test(message)))
      return uncheckedPolicy("is nested too deep");
    const findings = document.errors.map(({ code, message, pos: [offset] }): Finding => {
      const { line } = lines.linePos(offset);
      if (code === "MULTIPLE_DOCS")
        return incompleteFinding("contains several documents, of which only the first was checked", [], line);
      const reason = `is neither JSON nor YAML: ${withoutQuotes(message)}`;
      return { path: [], line, isError: true, reason, code: 2236 };
    });
    if (findings.some(({ isError }) => isError)) return { tree: undefined, findings: findings.slice(0, 3) };
    const reader = new YamlReader(yaml, lines, isStrict);
    const tree = reader.read(document.contents, []);
    return { tree, findings: [...findings, ...reader.findings] };
  } catch (error) {
    if (error instanceof RangeError) return uncheckedPolicy("is nested too deep");
    throw error;
  }
}

/** Removes quoted parts of the policy from a message of the parser. */
const withoutQuotes = (message: string) =>
  message
    .replace(/:?\s*".*$/s, "")
    .replaceAll(/\s+/g, " ")
    .slice(0, 120);

/** Converts YAML to a tree in which aliases share their target. */
class YamlReader extends Limits {
  private readonly anchors = new Map<string, Tree>();

  constructor(
    private readonly yaml: Yaml,
    private readonly lines: LineCounter,
    private readonly isStrict: boolean,
  ) {
    super();
  }

  read(node: ParsedNode | null, path: Path): Tree {
    const { yaml } = this;
    if (node === null) return { kind: "leaf", value: null };
    const { line } = this.lines.linePos(node.range[0]);
    if (!this.allows(path, line)) return OPAQUE;
    if (yaml.isAlias(node)) {
      const target = this.anchors.get(node.source);
      const name = node.source.slice(0, 40);
      if (target === undefined)
        this.error(path, line, `refers to the anchor ${name}, which is not defined before it`);
      return target ?? OPAQUE;
    }
    const tree = this.readValue(node, path, line);
    if (node.anchor !== undefined) this.anchors.set(node.anchor, tree);
    return tree;
  }

  private readValue(
    node: Exclude<ParsedNode, { source: string; resolve: unknown }>,
    path: Path,
    line: number,
  ): Tree {
    const { yaml } = this;
    const tag = node.tag?.startsWith("!") ? node.tag : undefined;
    if (yaml.isSeq(node)) {
      const items = node.items.map((item, index) => this.read(item as ParsedNode | null, [...path, index]));
      return { kind: "list", items, line };
    }
    if (yaml.isMap(node)) return { kind: "map", entries: this.readEntries(node.items, path, line), line };
    if (!yaml.isScalar(node)) return OPAQUE;
    if (node.tag !== undefined && tag === undefined) return OPAQUE;
    const value = node.value as Leaf["value"];
    const plain = node.type === "PLAIN" && !this.isStrict ? node.source : undefined;
    return { kind: "leaf", value, plain, tag, line };
  }

  private readEntries(
    pairs: readonly { readonly key: unknown; readonly value: unknown }[],
    path: Path,
    line: number,
  ): Map<string, Tree> {
    const entries = new Map<string, Tree>();
    const merged: Tree[] = [];
    for (const { key, value } of pairs) {
      const name = this.readKey(key as ParsedNode | null);
      if (name === undefined) {
        this.error(path, line, "has a key that is not a string");
        continue;
      }
      const child = this.read(value as ParsedNode | null, [...path, name]);
      if (name === "<<") merged.push(...(child.kind === "list" ? child.items : [child]));
      else {
        const reason = "is repeated: the service may refuse it, or use the last one";
        if (entries.has(name))
          this.findings.push({ path: [...path, name], line: child.line, isError: false, reason });
        entries.set(name, child);
      }
    }
    for (const part of merged)
      if (part.kind === "map")
        for (const [name, child] of part.entries)
          if (this.allows(path, line) && !entries.has(name)) entries.set(name, child);
    return entries;
  }

  private readKey(key: ParsedNode | null): string | undefined {
    if (key === null) return "";
    if (this.yaml.isAlias(key)) return keyText(this.anchors.get(key.source));
    if (!this.yaml.isScalar(key)) return undefined;
    const plain = key.source;
    const tree: Leaf = { kind: "leaf", value: key.value as Leaf["value"], plain };
    if (key.anchor !== undefined) this.anchors.set(key.anchor, tree);
    return keyText(tree);
  }

  private error(path: Path, line: number, reason: string): void {
    this.findings.push({ path, line, isError: true, reason, code: 2236 });
  }
}

const keyText = (tree: Tree | undefined): string | undefined =>
  tree?.kind === "leaf" ? (textOf(tree) ?? tree.plain ?? String(tree.value)) : undefined;
