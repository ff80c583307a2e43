import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(__dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const findFiles = (...patterns: string[]) => globSync(patterns, { cwd: root }).sort();

const pages = findFiles(
  "*.md",
  "docs/**/*.md",
  "examples/*/README.md",
  "examples/templates/*/README.md",
  "{access,build,cli,emulator,policy,provider,sdk,test,traffic-policy}/README.md",
);

/** Returns the anchors that code hosts generate from headings; repeated ones get a number. */
function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of text.matchAll(/^#+ (.+)$/gm)) {
    const plain = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    let anchor = plain;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${plain}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "");

describe("pages", () => {
  test.each(pages)("%s has no broken links", (page) => {
    const broken = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = ""]) => link)
      // A page of the code host, which exists for every repository.
      .filter((link) => !/^[a-z]+:|^\.\.\/\.\.\/security\/advisories\/new$/.test(link))
      .filter((link) => {
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? page : relative(root, resolve(root, dirname(page), path));
        if (!existsSync(join(root, target))) return true;
        if (anchor === undefined) return false;
        return !listAnchors(read(target)).has(anchor);
      });
    expect(broken).toEqual([]);
  });

  test("no command makes npx download another package of the same name", () => {
    const texts = [...pages, ...findFiles("examples/pipelines/**/*.yml", "examples/templates/**/*.yaml")];
    // SECURITY.md explains the risk.
    const fetched = texts.filter((file) => file !== "SECURITY.md" && /npx tunnel-edge/.test(read(file)));
    expect(fetched).toEqual([]);
  });

  // The registry shows only these two pages, at other URLs, so links to other pages would break.
  test.each(["docs/_index.md", "docs/installation-configuration.md"])("%s links to no other page", (page) => {
    const text = read(page);
    expect(text).toMatch(/^---\ntitle: .+\nmeta_desc: .+\nlayout: package\n---\n/);
    const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !/^(#|https:)/.test(link))).toEqual([]);
  });

  test("every page of docs is in the index", () => {
    const index = read("docs/README.md");
    const missing = findFiles("docs/*.md")
      .filter((page) => page !== "docs/README.md")
      .filter((page) => !index.includes(`(${page.slice("docs/".length)})`));
    expect(missing).toEqual([]);
  });
});

describe("docs/how-it-works.md", () => {
  const steps = [
    ...read("docs/how-it-works.md").matchAll(/^\d+\. `(provider\/[\w./-]+)`, `(\w+)`(?: and `(\w+)`)?/gm),
  ].flatMap(([, file = "", ...names]) =>
    names.filter(Boolean).map((name) => [file, name as string] as const),
  );

  test("lists the steps of a create and an update", () => {
    expect(steps.length).toBeGreaterThan(12);
  });

  test.each(steps)("%s has %s", (file, name) => {
    expect(read(file)).toMatch(new RegExp(`(function|const|async|private|^)\\s*\\b${name}\\b\\s*[(<=]`, "m"));
  });
});

describe("docs/troubleshooting.md", () => {
  /** The source code, with `…` for interpolated values, as on the page. */
  const texts = findFiles(
    "provider/**/*.{ts,json}",
    "sdk/*.ts",
    "sdk/functions/lookup.ts",
    "policy-pack/*.js",
  )
    .map(read)
    .join("\n")
    .replace(/["`]\s*\+\s*["`]/g, "")
    .replace(/\$\{[^}]*\}/g, "…");
  const [section = ""] = read("docs/troubleshooting.md").split("## The engine's own");
  const rows = [...section.matchAll(/^\| (`.+?`) \|/gm)].map(([, cell = ""]) => cell);
  const messages = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text));

  test("lists messages", () => {
    expect(messages.length).toBeGreaterThan(50);
  });

  /** Returns the share of a message's words that the sources contain in sequences of at least two. */
  function coverage(message: string): number {
    const words = message.split(/[\s…]+/).filter((word) => /\p{L}/u.test(word));
    let count = 0;
    for (let from = 0; from < words.length; ) {
      let length = 0;
      while (from + length < words.length && texts.includes(words.slice(from, from + length + 1).join(" ")))
        length++;
      if (length > 1) count += length;
      from += Math.max(length, 1);
    }
    return count / words.length;
  }

  test.each(messages)("%s occurs in the sources", (message) => {
    expect(coverage(message)).toBeGreaterThan(0.6);
  });
});

test("templates contain no Markdown, because its links would break in new programs", () => {
  const templates = resolve(__dirname, "../../examples/templates");
  expect(globSync("*/Pulumi.yaml", { cwd: templates })).not.toEqual([]);
  expect(globSync("**/*.md", { cwd: templates })).toEqual([]);
});
