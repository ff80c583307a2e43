import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const root = resolve(__dirname, "../..");

/** Which parts a part may import. A part that is not named here may not be imported by any of them. */
const arrows: Record<string, string[]> = {
  "provider/transport": [],
  "provider/api": ["provider/transport"],
  "provider/family": [],
  "provider/families": ["provider/family"],
  "provider/lifecycle": ["provider/api", "provider/family"],
  "provider/host": ["provider/lifecycle", "provider/families"],
  sdk: ["provider/families"],
  policy: ["sdk"],
  cli: ["sdk", "provider/host", "policy", "emulator"],
  emulator: [],
};

/** The one arrow that exists only inside a function call, so that a program's start-up stays light. */
const lazyArrows: Record<string, string[]> = { sdk: ["provider/host"] };

/** Packages that belong to one part: where they may be imported. Other packages are free. */
const packageHomes: Record<string, string[]> = {
  undici: ["provider/transport"],
  "@pulumi/pulumi": ["provider/host", "sdk", "policy", "cli"],
  "@pulumi/policy": ["policy"],
  fastify: ["emulator"],
  commander: ["cli"],
};

/** The parts that are written once for all families and so must not know any of them. */
const generic = ["provider/transport", "provider/api", "provider/lifecycle", "provider/host"];

/** The package's own name leads to these parts. */
const exported: Record<string, string> = {
  "pulumi-tunnel-edge": "sdk",
  "pulumi-tunnel-edge/host": "provider/host",
  "pulumi-tunnel-edge/emulator": "emulator",
  "pulumi-tunnel-edge/policy": "policy",
};

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

function partOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "provider" ? `${first}/${second}` : first;
}

/** The rule that an import breaks, in words; undefined when it breaks none. */
function wrong(file: string, { specifier, lazy }: Import): string | undefined {
  const from = partOf(file);
  if (specifier === undefined) return "imports a computed name, which no test can follow";
  const to = specifier.startsWith(".")
    ? partOf(relative(root, resolve(root, dirname(file), specifier)))
    : exported[specifier];
  if (to === undefined) {
    const home = Object.entries(packageHomes).find(
      ([name]) => specifier === name || specifier.startsWith(`${name}/`),
    );
    return home === undefined || home[1].includes(from) ? undefined : `${from} must not import ${home[0]}`;
  }
  if (to === from || arrows[from]?.includes(to)) return undefined;
  if (lazyArrows[from]?.includes(to))
    return lazy ? undefined : `${from} may reach ${to} only by import() in a call`;
  return `${from} must not import ${to}`;
}

function sourcesBelow(part: string): ts.SourceFile[] {
  const folder = join(root, part);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[cm]?tsx?$/.test(name) && statSync(join(folder, name)).isFile())
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
    ["provider/api/x.ts", `import type { A } from "../families/ip-policy";`],
    ["provider/lifecycle/x.ts", `export * from "../host";`],
    ["provider/family/x.ts", `const a = require("../lifecycle/check");`],
    ["provider/families/x.ts", `let a: import("../lifecycle").A;`],
    ["sdk/x.ts", `import { provider } from "../provider/host";`],
    ["sdk/x.ts", `import { provider } from "pulumi-tunnel-edge/host";`],
    ["sdk/x.ts", `const host = import("../provider/host");`],
    ["sdk/x.ts", `import { Agent } from "undici";`],
    ["provider/lifecycle/x.ts", `import { dynamic } from "@pulumi/pulumi/dynamic";`],
    ["cli/x.ts", `const load = (name: string) => import(name);`],
    ["sdk/x.ts", `import { sample } from "../test/samples";`],
  ])("the test sees a wrong arrow in %s: %s", (file, text) => {
    expect(violations(parseText(file, text))).toHaveLength(1);
  });

  test.each([
    ["sdk/x.ts", `const load = () => import("../provider/host");`],
    ["provider/lifecycle/x.ts", `import { Client } from "../api/client";\nimport { z } from "zod";`],
    ["cli/x.ts", `import { startEmulator } from "../emulator";`],
  ])("the test accepts a right arrow in %s: %s", (file, text) => {
    expect(violations(parseText(file, text))).toEqual([]);
  });
});

/** Every spelling of a family's name: the class, the constant, the file and the path of the collection. */
function spellings(stem: string): string[] {
  const pascal = stem.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const snake = stem.replaceAll("-", "_");
  const plural = snake.replace(/y$/, "ies").replace(/([^s])$/, "$1s");
  const words = stem.includes("-") ? [stem, snake, plural, stem.replaceAll("-", " ")] : [];
  // A stem of one word (endpoint, credential) is also plain English; only its class name is unmistakable.
  return [pascal, ...(stem.includes("-") ? [pascal[0]?.toLowerCase() + pascal.slice(1)] : []), ...words];
}

/** What the code itself names: identifiers, texts and, for names of several words, comments as well. */
function namesFamily(source: ts.SourceFile, stem: string): boolean {
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${spellings(stem).join("|")})(?![a-z0-9])`);
  if (stem.includes("-")) return pattern.test(source.text);
  const visit = (node: ts.Node): boolean =>
    ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && pattern.test(node.text)) ||
    (ts.forEachChild(node, visit) ?? false);
  return visit(source);
}

describe("families", () => {
  const folder = join(root, "provider/families");
  const stems = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith(".ts") && name !== "index.ts")
    .map((name) => name.replace(/\.ts$/, ""));

  test.each(generic)("%s names no family", (part) => {
    const named = sourcesBelow(part).flatMap((source) =>
      stems.filter((stem) => namesFamily(source, stem)).map((stem) => `${source.fileName} names ${stem}`),
    );
    expect(named).toEqual([]);
  });

  test.each([
    ["ip-policy", "if (family.name === 'IpPolicy') return;"],
    ["ip-policy", "const path = '/ip_policies';"],
    ["ip-policy", "// An IP policy is different: ip-policy."],
    ["endpoint", "if (family.name === 'Endpoint') return;"],
  ])("the test sees %s in: %s", (stem, text) => {
    expect(namesFamily(parseText("x.ts", text), stem)).toBe(true);
  });

  test("the test does not take plain English for a family", () => {
    expect(
      namesFamily(parseText("x.ts", "// Endpoint of the call.\nconst endpoint = '/endpoint';"), "endpoint"),
    ).toBe(false);
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

  test.runIf(existsSync(join(root, ".git")))("names no path of the machine it was written on", () => {
    // Paths of one folder only, such as /app, may well be paths of an API.
    const machine = [root, dirname(root), homedir()].filter((path) => path.split("/").length > 2);
    const escaped = machine.map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
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

  test("has a lockfile that works with any registry", () => {
    expect(readFileSync(join(root, "package-lock.json"), "utf8")).not.toMatch(/"resolved": "https?:/);
  });
});
