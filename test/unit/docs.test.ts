import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(__dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const found = (...patterns: string[]) => globSync(patterns, { cwd: root }).sort();

const pages = found(
  "*.md",
  "docs/**/*.md",
  "examples/*/README.md",
  "examples/templates/*/README.md",
  "{access,build,cli,emulator,policy,provider,sdk,test,traffic-policy}/README.md",
);

/** Anchors as hosts of repositories make them of headings: the second of equal ones gets a number. */
function anchorsOf(text: string): Set<string> {
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
  test.each(pages)("%s: links lead somewhere", (page) => {
    const broken = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = ""]) => link)
      // A page of the code host, which is found from wherever the repository is.
      .filter((link) => !/^[a-z]+:|^\.\.\/\.\.\/security\/advisories\/new$/.test(link))
      .filter((link) => {
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? page : relative(root, resolve(root, dirname(page), path));
        if (!existsSync(join(root, target))) return true;
        if (anchor === undefined) return false;
        return !anchorsOf(read(target)).has(anchor);
      });
    expect(broken).toEqual([]);
  });

  test("no command is one that npx fetches under a name of somebody else's package", () => {
    const texts = [...pages, ...found("examples/pipelines/**/*.yml", "examples/templates/**/*.yaml")];
    // SECURITY.md says what would happen.
    const fetched = texts.filter((file) => file !== "SECURITY.md" && /npx tunnel-edge/.test(read(file)));
    expect(fetched).toEqual([]);
  });

  // The registry shows these two alone, at addresses of its own.
  test.each(["docs/_index.md", "docs/installation-configuration.md"])("%s needs no other page", (page) => {
    const text = read(page);
    expect(text).toMatch(/^---\ntitle: .+\nmeta_desc: .+\nlayout: package\n---\n/);
    const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !/^(#|https:)/.test(link))).toEqual([]);
  });

  test("every page of docs is in the index", () => {
    const index = read("docs/README.md");
    const missing = found("docs/*.md")
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

  test("follows a create and an update", () => {
    expect(steps.length).toBeGreaterThan(12);
  });

  test.each(steps)("%s has %s", (file, name) => {
    expect(read(file)).toMatch(new RegExp(`(function|const|async|private|^)\\s*\\b${name}\\b\\s*[(<=]`, "m"));
  });
});

describe("docs/troubleshooting.md", () => {
  /** All texts of the sources, with a value that is filled in written as in the page: `…`. */
  const texts = found("provider/**/*.ts", "sdk/*.ts", "sdk/functions/lookup.ts", "policy-pack/*.js")
    .map(read)
    .join("\n")
    .replace(/["`]\s*\+\s*["`]/g, "")
    .replace(/\$\{[^}]*\}/g, "…");
  const [ours = ""] = read("docs/troubleshooting.md").split("## The engine's own");
  const rows = [...ours.matchAll(/^\| (`.+?`) \|/gm)].map(([, cell = ""]) => cell);
  const messages = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text));

  test("has rows", () => {
    expect(messages.length).toBeGreaterThan(50);
  });

  /** The share of a message's words that stand in the sources in runs of two and more: parts are put together there. */
  function covered(message: string): number {
    const words = message.split(/[\s…]+/).filter((word) => /\p{L}/u.test(word));
    let count = 0;
    for (let at = 0; at < words.length; ) {
      let length = 0;
      while (at + length < words.length && texts.includes(words.slice(at, at + length + 1).join(" ")))
        length++;
      if (length > 1) count += length;
      at += Math.max(length, 1);
    }
    return count / words.length;
  }

  test.each(messages)("%s is a message of the sources", (message) => {
    expect(covered(message)).toBeGreaterThan(0.6);
  });
});

test("a template has no page: a new program would have it as its own, with links that lead nowhere there", () => {
  const templates = resolve(__dirname, "../../examples/templates");
  expect(globSync("*/Pulumi.yaml", { cwd: templates })).not.toEqual([]);
  expect(globSync("**/*.md", { cwd: templates })).toEqual([]);
});
