import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { repository } from "./engine";

export interface Entry {
  readonly file: string;
  readonly name: string;
}

const RECORD = "__recordEntry";

/**
 * A copy of the provider that records calls of the functions that a reader looks up by name: top-level functions and class
 * members, but not nested functions.
 */
export class TracedProvider {
  private readonly root = mkdtempSync(join(tmpdir(), "tunnel-edge-walk-"));
  private readonly entries: Entry[] = [];

  constructor() {
    const record = (file: string, name: string) => void this.entries.push({ file, name });
    Object.assign(globalThis, { [RECORD]: record });
    for (const name of ["package.json", "provider", "traffic-policy"])
      cpSync(join(repository, name), join(this.root, name), { recursive: true });
    symlinkSync(join(repository, "node_modules"), join(this.root, "node_modules"));
    for (const file of ts.sys.readDirectory(join(this.root, "provider"), [".ts"]))
      writeFileSync(file, instrument(readFileSync(file, "utf8"), file.slice(this.root.length + 1)));
  }

  /** Loads a module of the copy, such as `provider/engine/dynamic/index.ts`. */
  load(file: string): Promise<unknown> {
    return import(join(this.root, file));
  }

  /** Returns the functions that a task calls, in the order of their first calls. */
  async traceCalls(task: () => Promise<unknown>): Promise<readonly Entry[]> {
    this.entries.splice(0);
    await task();
    const keys = new Set<string>();
    return this.entries.filter(({ file, name }) => {
      const key = `${file} ${name}`;
      return !keys.has(key) && keys.add(key);
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
    Reflect.deleteProperty(globalThis, RECORD);
  }
}

interface Insertion {
  readonly offset: number;
  readonly text: string;
}

function instrument(text: string, file: string): string {
  const insertions: Insertion[] = [];
  const visit = (node: ts.Node): void => {
    const name = functionName(node);
    if (name !== undefined)
      insertions.push(...instrumentFunction(node, `${RECORD}(${JSON.stringify(file)}, "${name}")`));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return insertions
    .sort((a, b) => b.offset - a.offset)
    .reduce((result, { offset, text: part }) => result.slice(0, offset) + part + result.slice(offset), text);
}

function instrumentFunction(node: ts.Node, call: string): readonly Insertion[] {
  const body = ts.isFunctionLike(node) && "body" in node ? node.body : undefined;
  if (!body) return [];
  if (ts.isBlock(body)) return [{ offset: body.getStart() + 1, text: `${call};` }];
  return [
    { offset: body.getStart(), text: `(${call}, ` },
    { offset: body.end, text: ")" },
  ];
}

/** Returns the name of a top-level function or class member; undefined for a nested function. */
function functionName(node: ts.Node): string | undefined {
  const { parent } = node;
  if (ts.isFunctionDeclaration(node)) return ts.isSourceFile(parent) ? node.name?.text : undefined;
  if (ts.isMethodDeclaration(node) || ts.isAccessor(node)) return memberName(node);
  if (ts.isConstructorDeclaration(node)) return memberName(node);
  if (!ts.isArrowFunction(node)) return undefined;
  if (ts.isPropertyDeclaration(parent)) return memberName(parent);
  const isTopLevel = ts.isVariableDeclaration(parent) && ts.isSourceFile(parent.parent.parent.parent);
  return isTopLevel ? parent.name.getText() : undefined;
}

function memberName({ name, parent }: ts.ClassElement): string | undefined {
  return ts.isClassLike(parent) ? `${parent.name?.text}.${name?.getText() ?? "constructor"}` : undefined;
}

/** Counts the stops of a reader who follows the calls, each in one file, and the stops in a file seen before. */
export function countFileSwitches(entries: readonly Entry[]): {
  readonly stops: number;
  readonly returns: number;
} {
  const files = entries.map(({ file }) => file);
  const stops = files.filter((file, i) => file !== files[i - 1]);
  return { stops: stops.length, returns: stops.length - new Set(stops).size };
}
