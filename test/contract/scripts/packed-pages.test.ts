import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { packedPage, packedPages } from "../../../build/packed-pages";
import { repositoryUrl } from "../../../provider/manifest/repository";

const root = resolve(__dirname, "../../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const HOME = "https://host.example/team/edge";

const files = ["docs", "CHANGELOG.md"];

/** Links and images of a page that lead neither to the web nor to a place of their own. */
const relativeLinks = (text: string) =>
  [...text.matchAll(/\]\((?![a-z]+:|#)([^)\s]*)\)|(?:src|href)="(?![a-z]+:|#)([^"]*)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? "",
  );

/** What npm would pack, without packing it. */
const packedPaths = () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const [{ files: found }] = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8" })) as [
    { files: { path: string }[] },
  ];
  return new Set(found.map(({ path }) => path));
};

describe("the pages that are packed", () => {
  const packed = packedPaths();
  const pages = packedPages(root, manifest);

  test("are those of the package, its docs among them", () => {
    expect(pages).toEqual([...packed].filter((path) => path.endsWith(".md")).sort());
    expect(pages).toEqual(expect.arrayContaining(["README.md", "CHANGELOG.md", "docs/getting-started.md"]));
  });

  test.each(pages)("%s: links lead to what is packed, with and without a home", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    for (const repository of [undefined, HOME]) {
      const shown = packedPage(page, text, { ...manifest, repository });
      const broken = relativeLinks(shown.replace(/^```[\s\S]*?^```/gm, "")).filter((link) => {
        const [path = ""] = link.split("#");
        return !packed.has(posix.join(posix.dirname(page), path));
      });
      expect(broken).toEqual([]);
    }
  });

  test("say the same otherwise", () => {
    const words = (from: string) => from.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1");
    const text = readFileSync(join(root, "README.md"), "utf8");
    for (const repository of [undefined, HOME])
      expect(words(packedPage("README.md", text, { ...manifest, repository }))).toBe(words(text));
  });
});

test("links of the web, anchors and images; packed files keep their links", () => {
  const text =
    "[a](https://x.example/y) [b](#c) [d](../test/e.md#f) ![g](../h.png) [i](./j.md) [k](../docs/l.md#m)";
  const one = { version: "1.0.0", files };
  expect(packedPage("docs/p.md", text, { ...one, repository: { url: `git+${HOME}.git` } })).toBe(
    `[a](https://x.example/y) [b](#c) [d](${HOME}/blob/v1.0.0/test/e.md#f) ![g](${HOME}/raw/v1.0.0/h.png) [i](./j.md) [k](../docs/l.md#m)`,
  );
  expect(packedPage("docs/p.md", text, one)).toBe(
    "[a](https://x.example/y) [b](#c) d g [i](./j.md) [k](../docs/l.md#m)",
  );
});

test("a repository is named by its https address", () => {
  for (const given of [HOME, `${HOME}/`, `${HOME}.git`, { url: `git+${HOME}.git` }])
    expect(repositoryUrl(given)).toBe(HOME);
  expect(repositoryUrl(undefined)).toBeUndefined();
  for (const given of ["team/edge", "git@host.example:team/edge.git", "javascript:alert(1)"])
    expect(() => repositoryUrl(given)).toThrow(/https address/);
});

test("a copy of what npm packs has the packed pages, and the repository's are as they were", () => {
  const parent = mkdtempSync(join(tmpdir(), "packed-pages-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const [folder, copy] = [join(parent, "repository"), join(parent, "copy")];
  for (const file of ["build/packed-pages.ts", "build/refuse-pack.mjs", "provider/manifest/repository.ts"])
    cpSync(join(root, file), join(folder, file));
  const { prepack } = manifest.scripts as Record<string, string>;
  const own = {
    name: "packed",
    version: "1.2.3",
    files: ["CHANGELOG.md"],
    repository: HOME,
    scripts: { prepack },
  };
  const pages = { "README.md": "# Read [me](test/me.md)\n", "CHANGELOG.md": "[none](https://x.example)\n" };
  const all = { ...pages, "package.json": JSON.stringify(own), "other.js": "" };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  const env = { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, { cwd: folder, env, encoding: "utf8" });

  expect(run("tsx", ["build/packed-pages.ts", copy])).toMatchObject({ status: 0 });
  expect(readdirSync(copy).sort()).toEqual(["CHANGELOG.md", "README.md", "package.json"]);
  expect(readFileSync(join(copy, "README.md"), "utf8")).toBe(`# Read [me](${HOME}/blob/v1.2.3/test/me.md)\n`);
  for (const [name, text] of Object.entries(pages))
    expect(readFileSync(join(folder, name), "utf8")).toBe(text);
  // From the folder itself nothing is packed: its pages have links to what no package contains.
  for (const args of [["pack"], ["publish", "--dry-run"]]) {
    const { status, stderr } = run("npm", args);
    expect(status).not.toBe(0);
    expect(stderr).toContain("npm run tarball");
  }
  expect(readdirSync(folder).filter((name) => name.endsWith(".tgz"))).toEqual([]);
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
  if (manifest.repository !== undefined) expect(repositoryUrl(manifest.repository)).toMatch(/^https:/);
});
