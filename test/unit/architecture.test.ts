import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { needs } from "../support/needs";
import { literally } from "../support/patterns";

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
const { imports: arrows, lazyImports: lazyArrows, doors, packageHomes, generic, exported } = rules;

interface Import {
  line: number;
  /** Undefined when the argument of import() or require() is computed. */
  specifier: string | undefined;
  lazy: boolean;
}

function importsOf(source: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node, argument: ts.Node | undefined, lazy: boolean) => {
    const specifier = argument !== undefined && ts.isStringLiteralLike(argument) ? argument.text : undefined;
    found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, specifier, lazy });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier)) {
      add(node, node.moduleSpecifier, false);
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node, node.moduleReference.expression, false);
    } else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, false);
    } else if (ts.isCallExpression(node)) {
      const dynamic = node.expression.kind === ts.SyntaxKind.ImportKeyword;
      const required = ts.isIdentifier(node.expression) && node.expression.text === "require";
      if (dynamic || required) add(node, node.arguments[0], dynamic && insideFunction(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function insideFunction(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) if (ts.isFunctionLike(at)) return true;
  return false;
}

/** The innermost part that a path is in. */
function partOf(path: string): string {
  const folders = path.split("/");
  const names = folders.map((_, last) => folders.slice(0, last + 1).join("/"));
  return names.findLast((name) => name in arrows) ?? names[0] ?? "";
}

/** The path that a relative import names, from the root. */
const pathOf = (file: string, specifier: string): string | undefined =>
  specifier.startsWith(".") ? relative(root, resolve(root, dirname(file), specifier)) : undefined;

const foldersAbove = (file: string): string[] =>
  file
    .split("/")
    .slice(0, -1)
    .map((_, n, steps) => steps.slice(0, n + 1).join("/"));

/** The rule that an import breaks, in words; undefined when it breaks none. */
function wrong(file: string, { specifier, lazy }: Import): string | undefined {
  const from = partOf(file);
  if (specifier === undefined) return "imports a computed name, which no test can follow";
  const path = pathOf(file, specifier) ?? exported[specifier];
  const to = path === undefined ? undefined : partOf(path);
  if (to === undefined) {
    const home = Object.entries(packageHomes).find(
      ([name]) => specifier === name || specifier.startsWith(`${name}/`),
    );
    return home === undefined || home[1].includes(from) ? undefined : `${from} must not import ${home[0]}`;
  }
  const ways = doors[from]?.[to] ?? [];
  if (ways.length > 0 && !ways.includes(path?.replace(/\/index(\.js)?$/, "") ?? ""))
    return `${from} may enter ${to} only by ${ways.join(" or ")}`;
  if (to === from || arrows[from]?.includes(to)) return undefined;
  if (lazyArrows[from]?.includes(to))
    return lazy ? undefined : `${from} may reach ${to} only by import() in a call`;
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
  importsOf(source).flatMap((found) => {
    const problem = wrong(source.fileName, found);
    return problem === undefined ? [] : [`${source.fileName}:${found.line}: ${problem}`];
  });

describe("arrows", () => {
  test.each(Object.keys(arrows))("%s imports only what it may", (part) => {
    expect(sourcesBelow(part).flatMap(violations)).toEqual([]);
  });

  test.each([
    ["emulator/x.ts", `import { a } from "../provider/api";`],
    ["sdk/x.ts", `import { getObject } from "../provider/account/lookup";`],
    ["sdk/x.ts", `import { Agent } from "undici";`],
    ["provider/lifecycle/x.ts", `import { dynamic } from "@pulumi/pulumi/dynamic";`],
    ["cli/x.ts", `const load = (name: string) => import(name);`],
    ["cli/x.ts", `import { Guards } from "../access/module";`],
  ])("the test sees a wrong arrow in %s: %s", (file, text) => {
    expect(violations(parseText(file, text))).toHaveLength(1);
  });
});

/** What imports what: the modules of a folder, or the folders and modules right below it. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Things that import one another, each circle with all that are in it. */
function circles(graph: Graph): string[][] {
  const reachable = new Map(
    [...graph.keys()].map((start) => {
      const found = new Set<string>();
      const open = [start];
      for (let at = open.pop(); at !== undefined; at = open.pop())
        for (const next of graph.get(at) ?? [])
          if (!found.has(next)) {
            found.add(next);
            open.push(next);
          }
      return [start, found] as const;
    }),
  );
  const inCircle = [...graph.keys()].filter((one) => reachable.get(one)?.has(one));
  const byMembers = Map.groupBy(inCircle, (one) =>
    inCircle.filter((other) => reachable.get(one)?.has(other) && reachable.get(other)?.has(one)).join(" "),
  );
  return [...byMembers.values()];
}

/** The imports among sources, by path, those of types as well. */
function importGraph(sources: readonly ts.SourceFile[]): Graph {
  const files = new Set(sources.map(({ fileName }) => fileName));
  const fileOf = (path: string) => [path, `${path}.ts`, `${path}/index.ts`].find((file) => files.has(file));
  return new Map(
    sources.map((source) => {
      const targets = importsOf(source).flatMap(({ specifier }) => {
        const path = specifier === undefined ? undefined : pathOf(source.fileName, specifier);
        return (path === undefined ? undefined : fileOf(path.replace(/\.js$/, ""))) ?? [];
      });
      return [source.fileName, new Set(targets)] as const;
    }),
  );
}

/** The same between the rooms of a folder: what is right below it. */
function roomsIn(folder: string, graph: Graph): Graph {
  const roomOf = (file: string) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split("/")[0] : undefined;
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const from = roomOf(file);
    if (from === undefined) continue;
    const known = rooms.get(from) ?? new Set();
    rooms.set(from, known);
    for (const target of targets) {
      const to = roomOf(target);
      if (to !== undefined && to !== from) known.add(to);
    }
  }
  return rooms;
}

test("one module alone looks into resources and outputs of the engine's SDK", () => {
  const looksInside = /\b__(prov|pulumiType|parentResource|name)\b|\bas unknown as\b/;
  const found = sourcesBelow("sdk").filter(({ text }) => looksInside.test(text));
  expect(found.map(({ fileName }) => fileName)).toEqual(["sdk/engine-internals.ts"]);
});

describe("circles", () => {
  const graph = importGraph([...Object.keys(arrows), "test/bench", "build"].flatMap(sourcesBelow));
  const folders = [...new Set([...graph.keys()].flatMap(foldersAbove))];

  test("there is none among modules", () => {
    expect(graph.size).toBeGreaterThan(500);
    expect(circles(graph)).toEqual([]);
  });

  test("there is none among the rooms of a folder", () => {
    expect(folders).toContain("provider/lifecycle");
    const found = folders.flatMap((folder) =>
      circles(roomsIn(folder, graph)).map((rooms) => `${folder}: ${rooms.join(", ")}`),
    );
    expect(found).toEqual([]);
  });
});

/** Every spelling of a family's name: the class, the constant, the file and the path of the collection. */
function spellings(className: string): string[] {
  const words = className.split(/(?<=[a-z0-9])(?=[A-Z])/);
  const camel = className.charAt(0).toLowerCase() + className.slice(1);
  // A name of one word (endpoint, credential) is also plain English; only the class is unmistakable.
  if (words.length === 1) return [className];
  const plural = words.join("_").replace(/y$/, "ie").replace(/s$/, "se").concat("s");
  return [className, camel, ...[words.join("-"), words.join("_"), plural].map((text) => text.toLowerCase())];
}

/** Whether the code names a family: in identifiers and texts and, for names of several words, in comments as well. */
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

  test.each(generic)("%s names no family", (part) => {
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

  test("names no path of the machine it was written on", git, () => {
    // Paths of one folder only, such as /app, may well be paths of an API.
    const machine = [root, dirname(root), homedir()].filter((path) => path.split("/").length > 2);
    const escaped = machine.map(literally);
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
