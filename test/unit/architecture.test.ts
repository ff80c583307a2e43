import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { needs } from "../support/needs";
import { escapeRegExp } from "../support/patterns";

const root = resolve(__dirname, "../..");

interface Rules {
  readonly imports: Readonly<Record<string, readonly string[]>>;
  readonly lazyImports: Readonly<Record<string, readonly string[]>>;
  readonly doors: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly packageHomes: Readonly<Record<string, readonly string[]>>;
  readonly generic: readonly string[];
  readonly exported: Readonly<Record<string, string>>;
}

const rules: Rules = parse(readFileSync(join(__dirname, "architecture.yaml"), "utf8"));
const {
  imports: allowedImports,
  lazyImports: allowedLazyImports,
  doors,
  packageHomes,
  generic,
  exported,
} = rules;

interface Import {
  line: number;
  /** Undefined if the argument of import() or require() is computed. */
  specifier: string | undefined;
  isLazy: boolean;
}

function listImports(source: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node, argument: ts.Node | undefined, isLazy: boolean) => {
    const specifier = argument !== undefined && ts.isStringLiteralLike(argument) ? argument.text : undefined;
    found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, specifier, isLazy });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier)) {
      add(node, node.moduleSpecifier, false);
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node, node.moduleReference.expression, false);
    } else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, false);
    } else if (ts.isCallExpression(node)) {
      const isDynamic = node.expression.kind === ts.SyntaxKind.ImportKeyword;
      const isRequire = ts.isIdentifier(node.expression) && node.expression.text === "require";
      if (isDynamic || isRequire) add(node, node.arguments[0], isDynamic && insideFunction(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function insideFunction(node: ts.Node): boolean {
  for (let parent = node.parent; parent !== undefined; parent = parent.parent)
    if (ts.isFunctionLike(parent)) return true;
  return false;
}

/** Returns the innermost part that contains a path. */
function findPart(path: string): string {
  const folders = path.split("/");
  const names = folders.map((_, last) => folders.slice(0, last + 1).join("/"));
  return names.findLast((name) => name in allowedImports) ?? names[0] ?? "";
}

/** Resolves a relative import to a path from the root; undefined for packages. */
const resolveImport = (file: string, specifier: string): string | undefined =>
  specifier.startsWith(".") ? relative(root, resolve(root, dirname(file), specifier)) : undefined;

const foldersAbove = (file: string): string[] =>
  file
    .split("/")
    .slice(0, -1)
    .map((_, n, steps) => steps.slice(0, n + 1).join("/"));

/** Describes the rule that an import violates; undefined if it violates none. */
function findViolation(file: string, { specifier, isLazy }: Import): string | undefined {
  const from = findPart(file);
  if (specifier === undefined) return "imports a computed name, which no test can follow";
  const path = resolveImport(file, specifier) ?? exported[specifier];
  const to = path === undefined ? undefined : findPart(path);
  if (to === undefined) {
    const home = Object.entries(packageHomes).find(
      ([name]) => specifier === name || specifier.startsWith(`${name}/`),
    );
    return home === undefined || home[1].includes(from) ? undefined : `${from} must not import ${home[0]}`;
  }
  const entries = doors[from]?.[to] ?? [];
  if (entries.length > 0 && !entries.includes(path?.replace(/\/index(\.js)?$/, "") ?? ""))
    return `${from} may enter ${to} only by ${entries.join(" or ")}`;
  if (to === from || allowedImports[from]?.includes(to)) return undefined;
  if (allowedLazyImports[from]?.includes(to))
    return isLazy ? undefined : `${from} may reach ${to} only by import() in a call`;
  return `${from} must not import ${to}`;
}

function sourcesBelow(part: string): ts.SourceFile[] {
  const folder = join(root, part);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[cm]?tsx?$/.test(name) && !/(^|[\\/])node_modules[\\/]/.test(name))
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => parseText(join(part, name), readFileSync(join(folder, name), "utf8")));
}

const parseText = (name: string, text: string) =>
  ts.createSourceFile(name, text, ts.ScriptTarget.Latest, /* setParentNodes */ true);

const violations = (source: ts.SourceFile) =>
  listImports(source).flatMap((found) => {
    const problem = findViolation(source.fileName, found);
    return problem === undefined ? [] : [`${source.fileName}:${found.line}: ${problem}`];
  });

describe("imports", () => {
  test.each(Object.keys(allowedImports))("of %s are all allowed", (part) => {
    expect(sourcesBelow(part).flatMap(violations)).toEqual([]);
  });

  test.each([
    ["emulator/x.ts", `import { a } from "../provider/api";`],
    ["sdk/x.ts", `import { getObject } from "../provider/account/lookup";`],
    ["sdk/x.ts", `import { Agent } from "undici";`],
    ["provider/lifecycle/x.ts", `import { dynamic } from "@pulumi/pulumi/dynamic";`],
    ["cli/x.ts", `const load = (name: string) => import(name);`],
    ["cli/x.ts", `import { Guards } from "../access/module";`],
  ])("that are forbidden are reported in %s: %s", (file, text) => {
    expect(violations(parseText(file, text))).toHaveLength(1);
  });
});

/** Imports between modules, or between the children of a folder. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the import cycles, each with all its members. */
function findCycles(graph: Graph): string[][] {
  const reachable = new Map(
    [...graph.keys()].map((start) => {
      const found = new Set<string>();
      const open = [start];
      for (let node = open.pop(); node !== undefined; node = open.pop())
        for (const next of graph.get(node) ?? [])
          if (!found.has(next)) {
            found.add(next);
            open.push(next);
          }
      return [start, found] as const;
    }),
  );
  const cyclic = [...graph.keys()].filter((node) => reachable.get(node)?.has(node));
  const byMembers = Map.groupBy(cyclic, (node) =>
    cyclic.filter((other) => reachable.get(node)?.has(other) && reachable.get(other)?.has(node)).join(" "),
  );
  return [...byMembers.values()];
}

/** Returns the imports between sources by path, including type imports. */
function importGraph(sources: readonly ts.SourceFile[]): Graph {
  const files = new Set(sources.map(({ fileName }) => fileName));
  const fileOf = (path: string) => [path, `${path}.ts`, `${path}/index.ts`].find((file) => files.has(file));
  return new Map(
    sources.map((source) => {
      const targets = listImports(source).flatMap(({ specifier }) => {
        const path = specifier === undefined ? undefined : resolveImport(source.fileName, specifier);
        return (path === undefined ? undefined : fileOf(path.replace(/\.js$/, ""))) ?? [];
      });
      return [source.fileName, new Set(targets)] as const;
    }),
  );
}

/** Returns the imports between the direct children of a folder. */
function folderGraph(folder: string, graph: Graph): Graph {
  const childName = (file: string) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split("/")[0] : undefined;
  const children = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const from = childName(file);
    if (from === undefined) continue;
    const siblings = children.get(from) ?? new Set();
    children.set(from, siblings);
    for (const target of targets) {
      const to = childName(target);
      if (to !== undefined && to !== from) siblings.add(to);
    }
  }
  return children;
}

test("only one module accesses internals of the engine's SDK", () => {
  const looksInside = /\b__(prov|pulumiType|parentResource|name)\b|\bas unknown as\b/;
  const found = sourcesBelow("sdk").filter(({ text }) => looksInside.test(text));
  expect(found.map(({ fileName }) => fileName)).toEqual(["sdk/engine-internals.ts"]);
});

describe("import cycles", () => {
  const graph = importGraph([...Object.keys(allowedImports), "test/bench", "build"].flatMap(sourcesBelow));
  const folders = [...new Set([...graph.keys()].flatMap(foldersAbove))];

  test("don't exist between modules", () => {
    expect(graph.size).toBeGreaterThan(500);
    expect(findCycles(graph)).toEqual([]);
  });

  test("don't exist between the children of a folder", () => {
    expect(folders).toContain("provider/lifecycle");
    const found = folders.flatMap((folder) =>
      findCycles(folderGraph(folder, graph)).map((cycle) => `${folder}: ${cycle.join(", ")}`),
    );
    expect(found).toEqual([]);
  });
});

/** Returns the spellings of a family's name in classes, constants, files, and collection paths. */
function spellings(className: string): string[] {
  const words = className.split(/(?<=[a-z0-9])(?=[A-Z])/);
  const camel = className.charAt(0).toLowerCase() + className.slice(1);
  // A name of one word (endpoint, credential) is also plain English, so only the class name is distinctive.
  if (words.length === 1) return [className];
  const plural = words.join("_").replace(/y$/, "ie").replace(/s$/, "se").concat("s");
  return [className, camel, ...[words.join("-"), words.join("_"), plural].map((text) => text.toLowerCase())];
}

/** True if code names a family: in identifiers and strings and, for names of several words, in comments. */
function namesFamily(source: ts.SourceFile, className: string): boolean {
  const names = spellings(className);
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${names.join("|")})(?![a-z0-9])`);
  if (names.length > 1) return pattern.test(source.text);
  const visit = (node: ts.Node): boolean =>
    ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && pattern.test(node.text)) ||
    (ts.forEachChild(node, visit) ?? false);
  return visit(source);
}

describe("families", () => {
  const classNames = sourcesBelow("provider/families").flatMap(({ text }) =>
    [...text.matchAll(/\bdefine\w+\(\{\s*name: "(\w+)"/g)].map(([, name]) => name ?? ""),
  );

  test("are found in their files", () => {
    expect(classNames).toContain("IpPolicy");
    expect(new Set(classNames).size).toBe(classNames.length);
  });

  test.each(generic)("are not named in %s", (part) => {
    const named = sourcesBelow(part).flatMap((source) =>
      classNames
        .filter((name) => namesFamily(source, name))
        .map((name) => `${source.fileName} names ${name}`),
    );
    expect(named).toEqual([]);
  });
});

describe("the working tree", () => {
  const listed = () =>
    execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
    })
      .split("\0")
      .filter((name) => name !== "" && existsSync(join(root, name)) && statSync(join(root, name)).isFile());

  const git = needs("a clone with git", existsSync(join(root, ".git")));

  test("contains no absolute paths of a developer's machine", git, () => {
    // Paths of one folder only, such as /app, may well be paths of an API.
    const machine = [root, dirname(root), homedir()].filter((path) => path.split("/").length > 2);
    const escaped = machine.map(escapeRegExp);
    const people = ["/home/[a-z][\\w.-]*/", "/Users/[A-Za-z][\\w.-]*/", "/root/", "[A-Z]:\\\\Users\\\\"];
    const whole = escaped.map((path) => `${path}(?![\\w.-])`);
    const pattern = new RegExp(`(?<![\\w.-])(?:${[...whole, ...people].join("|")})`);
    const named = listed().flatMap((name) => {
      const text = readFileSync(join(root, name), "utf8");
      if (text.includes("\0") || name === relative(root, __filename)) return [];
      return text
        .split("\n")
        .flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : []));
    });
    expect(named).toEqual([]);
  });
});
