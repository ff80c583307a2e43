import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../support/engine";

const { exports } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
};

const listed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
  cwd: repository,
  encoding: "utf8",
});
const [{ files }] = JSON.parse(listed) as [{ readonly files: readonly { readonly path: string }[] }];
const packed = new Set(files.map(({ path }) => path));

const entries = Object.values(exports).flatMap((entry) =>
  typeof entry === "string" ? [] : [normalize(entry.types)],
);

/** Declarations, and what each imports of this package: a path without an extension. */
function importsOf(declarations: string): string[] {
  const text = readFileSync(join(repository, declarations), "utf8");
  return [...text.matchAll(/(?:from |import\(|import )"(\.[^"]*)"/g)].map(([, path = ""]) =>
    join(dirname(declarations), path),
  );
}

test("the types of every export are packed, with all that they import", () => {
  const missing: string[] = [];
  const reached = new Set(entries);
  for (const declarations of reached) {
    if (!packed.has(declarations)) missing.push(declarations);
    for (const path of importsOf(declarations)) {
      const found = [`${path}.d.ts`, `${path}/index.d.ts`].find((file) => packed.has(file));
      if (found === undefined) missing.push(`${path}, for ${declarations}`);
      else reached.add(found);
    }
  }
  expect(missing).toEqual([]);
  expect(reached.size).toBeGreaterThan(100);
});

test("the declarations of the command line and of the provider, which nobody imports, are not", () => {
  const inner = [...packed].filter((file) => /^dist\/(access|cli|provider)\/.*\.d\.ts$/.test(file));
  expect(
    inner.every((file) => file.startsWith("dist/provider/engine/dynamic/")),
    inner.join("\n"),
  ).toBe(true);
});
