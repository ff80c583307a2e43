/**
 * `npm run site [-- <folder>]`: the documentation as a static site with a search of its own, in `build/site/dist` by default.
 * Its pages are those that the package has. The generator is installed in `site`, apart from what the package needs.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { homeOf } from "../provider/manifest/repository";
import { packedPage, pagesIn } from "./packed-pages";
import { otherVersions } from "./site-versions";

const root = resolve(__dirname, "..");
const site = join(root, "build", "site");
const pages = join(site, "pages");
const target = resolve(process.argv[2] ?? join(site, "dist"));

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: "TypeScript",
  python: "Python",
  go: "Go",
  yaml: "YAML",
};

/** One program after the other, each in another language: the site shows them as tabs. */
function withTabs(text: string): string {
  const fence = "```(?:ts|python|go|yaml)\\n[\\s\\S]*?\\n```";
  return text.replace(new RegExp(`^${fence}(?:\\n\\n${fence})+$`, "gm"), (programs) => {
    const named = programs.replace(
      /^```(ts|python|go|yaml)$/gm,
      (line, name: string) => `${line} [${LANGUAGES[name]}]`,
    );
    return `::: code-group\n\n${named}\n\n:::`;
  });
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const shown = { ...manifest, files: ["docs", "CHANGELOG.md"] };

if (!existsSync(join(site, "node_modules", "vitepress")))
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: site, stdio: "inherit" });
rmSync(pages, { recursive: true, force: true });
cpSync(join(root, "docs"), join(pages, "docs"), { recursive: true });
for (const page of pagesIn(root, shown)) {
  mkdirSync(dirname(join(pages, page)), { recursive: true });
  // The generator shows HTML as text, and comments with it.
  const text = readFileSync(join(root, page), "utf8").replace(/^<!--.*-->\n/gm, "");
  writeFileSync(join(pages, page), withTabs(packedPage(page, text, shown)));
}
const vitepress = join(site, "node_modules", "vitepress", "bin", "vitepress.js");
const tags = existsSync(join(root, ".git"))
  ? execFileSync("git", ["tag", "--list"], { cwd: root, encoding: "utf8" }).split("\n")
  : [];
const others = otherVersions(tags, { version: manifest.version, home: homeOf(manifest.repository) });
execFileSync(process.execPath, [vitepress, "build", site, "--outDir", target], {
  cwd: site,
  stdio: "inherit",
  env: { ...process.env, SITE_VERSION: manifest.version, SITE_OTHERS: JSON.stringify(others) },
});
process.stdout.write(`${target}\n`);
