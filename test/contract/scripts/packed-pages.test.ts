import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { adaptLinks, packedPagePaths } from "../../../build/packed-pages";
import { repositoryUrl } from "../../../provider/manifest/repository";

const root = resolve(__dirname, "../../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const REPOSITORY = "https://host.example/team/edge";

const files = ["docs", "CHANGELOG.md"];

const relativeLinks = (text: string) =>
  [...text.matchAll(/\]\((?![a-z]+:|#)([^)\s]*)\)|(?:src|href)="(?![a-z]+:|#)([^"]*)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? "",
  );

const packedPaths = () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const [{ files: listed }] = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8" })) as [
    { files: { path: string }[] },
  ];
  return new Set(listed.map(({ path }) => path));
};

describe("packed pages", () => {
  const packed = packedPaths();
  const pages = packedPagePaths(root, manifest);

  test("include all pages that npm packs", () => {
    expect(pages).toEqual([...packed].filter((path) => path.endsWith(".md")).sort());
    expect(pages).toEqual(expect.arrayContaining(["README.md", "CHANGELOG.md", "docs/getting-started.md"]));
  });

  test.each(pages)("have no broken links in %s, with and without a repository", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    for (const repository of [undefined, REPOSITORY]) {
      const adapted = adaptLinks(page, text, { ...manifest, repository });
      const broken = relativeLinks(adapted.replace(/^```[\s\S]*?^```/gm, "")).filter((link) => {
        const [path = ""] = link.split("#");
        return !packed.has(posix.join(posix.dirname(page), path));
      });
      expect(broken).toEqual([]);
    }
  });

  test("differ from the repository's pages only in links", () => {
    const words = (page: string) => page.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1");
    const text = readFileSync(join(root, "README.md"), "utf8");
    for (const repository of [undefined, REPOSITORY])
      expect(words(adaptLinks("README.md", text, { ...manifest, repository }))).toBe(words(text));
  });
});

test("only relative links to unpacked files and images are replaced", () => {
  const text =
    "[a](https://x.example/y) [b](#c) [d](../test/e.md#f) ![g](../h.png) [i](./j.md) [k](../docs/l.md#m)";
  const base = { version: "1.0.0", files };
  expect(adaptLinks("docs/p.md", text, { ...base, repository: { url: `git+${REPOSITORY}.git` } })).toBe(
    `[a](https://x.example/y) [b](#c) [d](${REPOSITORY}/blob/v1.0.0/test/e.md#f) ![g](${REPOSITORY}/raw/v1.0.0/h.png) [i](./j.md) [k](../docs/l.md#m)`,
  );
  expect(adaptLinks("docs/p.md", text, base)).toBe(
    "[a](https://x.example/y) [b](#c) d g [i](./j.md) [k](../docs/l.md#m)",
  );
});

test("a repository is normalized to its https address", () => {
  for (const given of [REPOSITORY, `${REPOSITORY}/`, `${REPOSITORY}.git`, { url: `git+${REPOSITORY}.git` }])
    expect(repositoryUrl(given)).toBe(REPOSITORY);
  expect(repositoryUrl(undefined)).toBeUndefined();
  for (const given of ["team/edge", "git@host.example:team/edge.git", "javascript:alert(1)"])
    expect(() => repositoryUrl(given)).toThrow(/https address/);
});

test("the staged copy has the packed pages, and the repository's pages are unchanged", () => {
  const parent = mkdtempSync(join(tmpdir(), "packed-pages-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const [folder, copy] = [join(parent, "repository"), join(parent, "copy")];
  for (const file of ["build/packed-pages.ts", "build/refuse-pack.mjs", "provider/manifest/repository.ts"])
    cpSync(join(root, file), join(folder, file));
  const { prepack } = manifest.scripts as Record<string, string>;
  const packageJson = {
    name: "packed",
    version: "1.2.3",
    files: ["CHANGELOG.md"],
    repository: REPOSITORY,
    scripts: { prepack },
  };
  const pages = { "README.md": "# Read [me](test/me.md)\n", "CHANGELOG.md": "[none](https://x.example)\n" };
  const contents = { ...pages, "package.json": JSON.stringify(packageJson), "other.js": "" };
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text);
  const env = { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, { cwd: folder, env, encoding: "utf8" });

  expect(run("tsx", ["build/packed-pages.ts", copy])).toMatchObject({ status: 0 });
  expect(readdirSync(copy).sort()).toEqual(["CHANGELOG.md", "README.md", "package.json"]);
  expect(readFileSync(join(copy, "README.md"), "utf8")).toBe(
    `# Read [me](${REPOSITORY}/blob/v1.2.3/test/me.md)\n`,
  );
  for (const [name, text] of Object.entries(pages))
    expect(readFileSync(join(folder, name), "utf8")).toBe(text);
  // The folder itself can't be packed, because its pages link to files outside the package.
  for (const args of [["pack"], ["publish", "--dry-run"]]) {
    const { status, stderr } = run("npm", args);
    expect(status).not.toBe(0);
    expect(stderr).toContain("npm run tarball");
  }
  expect(readdirSync(folder).filter((name) => name.endsWith(".tgz"))).toEqual([]);
});

test("package.json contains the registry's fields and names the repository only once", () => {
  expect(manifest).toMatchObject({
    description: expect.any(String),
    author: expect.any(String),
    license: "Apache-2.0",
    // Pulumi doesn't download a plugin for it or bundle it into programs.
    pulumi: { resource: false },
  });
  expect(manifest.keywords).toEqual(expect.arrayContaining(["pulumi", "ngrok"]));
  // npm derives both from `repository`.
  expect(manifest).not.toHaveProperty("homepage");
  expect(manifest).not.toHaveProperty("bugs");
  if (manifest.repository !== undefined) expect(repositoryUrl(manifest.repository)).toMatch(/^https:/);
});
