import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { homeOf, packedPage } from "../../../scripts/packed-pages";

const root = resolve(__dirname, "../../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const HOME = "https://host.example/team/edge";

/** Links and images of a page that lead neither to the web nor to a place of their own. */
const relativeLinks = (text: string) => [
  ...text.matchAll(/\]\((?![a-z]+:|#)[^)]*\)|(?:src|href)="(?![a-z]+:|#)[^"]*"|^\[[^\]]+\]: (?![a-z]+:)/gm),
];

describe.each(["README.md", "CHANGELOG.md"])("%s as it is packed", (page) => {
  const text = readFileSync(join(root, page), "utf8");

  test("has no relative link, with and without a home", () => {
    expect(relativeLinks(text).length).toBeGreaterThan(0);
    expect(relativeLinks(packedPage(text, { version: "1.2.3" }))).toEqual([]);
    const packed = packedPage(text, { version: "1.2.3", repository: HOME });
    expect(relativeLinks(packed)).toEqual([]);
    expect(packed).toContain(`](${HOME}/blob/v1.2.3/`);
  });

  test("says the same otherwise", () => {
    const words = (from: string) => from.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1");
    expect(words(packedPage(text, { version: "1.2.3" }))).toBe(words(text));
    expect(words(packedPage(text, { version: "1.2.3", repository: HOME }))).toBe(words(text));
  });
});

test("links of the web, anchors and images", () => {
  const text = "[a](https://x.example/y) [b](#c) [d](docs/e.md#f) ![g](docs/h.png) [i](./j.md)";
  expect(packedPage(text, { version: "1.0.0", repository: { url: `git+${HOME}.git` } })).toBe(
    `[a](https://x.example/y) [b](#c) [d](${HOME}/blob/v1.0.0/docs/e.md#f) ![g](${HOME}/raw/v1.0.0/docs/h.png) [i](${HOME}/blob/v1.0.0/j.md)`,
  );
  expect(packedPage(text, { version: "1.0.0" })).toBe("[a](https://x.example/y) [b](#c) d g i");
});

test("a repository is named by its https address", () => {
  for (const given of [HOME, `${HOME}/`, `${HOME}.git`, { url: `git+${HOME}.git` }])
    expect(homeOf(given)).toBe(HOME);
  expect(homeOf(undefined)).toBeUndefined();
  for (const given of ["team/edge", "git@host.example:team/edge.git", "javascript:alert(1)"])
    expect(() => homeOf(given)).toThrow(/https address/);
});

test("npm pack puts the packed pages into the package and leaves the repository's as they were, also after a crash", () => {
  const folder = mkdtempSync(join(tmpdir(), "packed-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { prepack, postpack } = manifest.scripts as Record<string, string>;
  expect(prepack).toBe("npm run build && tsx scripts/packed-pages.ts write");
  expect(postpack).toBe("tsx scripts/packed-pages.ts restore");
  mkdirSync(join(folder, "scripts"));
  cpSync(join(root, "scripts/packed-pages.ts"), join(folder, "scripts/packed-pages.ts"));
  const scripts = { build: "node --version", prepack, postpack };
  const own = { name: "packed", version: "1.2.3", files: ["CHANGELOG.md"], repository: HOME, scripts };
  writeFileSync(join(folder, "package.json"), JSON.stringify(own));
  const pages = { "README.md": "# Read [me](docs/me.md)\n", "CHANGELOG.md": "[none](https://x.example)\n" };
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);
  const env = { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: folder, env, encoding: "utf8" });
  // Interrupted between the two.
  run("tsx", ["scripts/packed-pages.ts", "write"]);
  expect(readFileSync(join(folder, "README.md"), "utf8")).toContain(HOME);
  run("npm", ["pack", "--silent"]);
  const packed = run("tar", ["-xzOf", "packed-1.2.3.tgz", "package/README.md"]);
  expect(packed).toBe(`# Read [me](${HOME}/blob/v1.2.3/docs/me.md)\n`);
  for (const [name, text] of Object.entries(pages))
    expect(readFileSync(join(folder, name), "utf8")).toBe(text);
  // Interrupted, put right by hand, and changed since.
  run("tsx", ["scripts/packed-pages.ts", "write"]);
  writeFileSync(join(folder, "README.md"), "# Mine\n");
  run("tsx", ["scripts/packed-pages.ts", "restore"]);
  expect(readFileSync(join(folder, "README.md"), "utf8")).toBe("# Mine\n");
});

test("package.json says what a registry shows, and names no home but in one place", () => {
  expect(manifest).toMatchObject({
    description: expect.any(String),
    author: expect.any(String),
    license: "Apache-2.0",
    // No plugin is to be downloaded for it, and no program is to take it along as code of its own.
    pulumi: { resource: false },
  });
  expect(manifest.keywords).toEqual(expect.arrayContaining(["pulumi", "ngrok"]));
  // npm works both out from `repository`.
  expect(manifest).not.toHaveProperty("homepage");
  expect(manifest).not.toHaveProperty("bugs");
  if (manifest.repository !== undefined) expect(homeOf(manifest.repository)).toMatch(/^https:/);
});
