/**
 * `npm run site [-- --build] [<folder>]`: builds the documentation as a static site, in `build/site/dist` by default, then
 * serves it. The site contains the package's pages and the examples by task. The generator is installed in `build/site`,
 * separately from the package's dependencies. SITE_BASE is the base path of the published site.
 */
import { execFileSync, type StdioOptions } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { preview } from "vite";
import { LANGUAGES } from "./generate/docs/registry-page";
import { adaptLinks, packedPagePaths } from "./packed-pages";
import { buildSidebar } from "./site-sidebar";

const root = resolve(__dirname, "..");
const site = join(root, "build", "site");
const pages = join(site, "pages");
const { values: flags, positionals } = parseArgs({
  options: { build: { type: "boolean", default: false }, port: { type: "string", default: "0" } },
  allowPositionals: true,
});
const target = resolve(positionals[0] ?? join(site, "dist"));

const languageByFence = new Map<string, string>(LANGUAGES.map(([language, , fence]) => [fence, language]));

function withTabs(text: string): string {
  const fence = "```(?:ts|python|go|yaml)\\n[\\s\\S]*?\\n```";
  return text.replace(new RegExp(`^${fence}(?:\\n\\n${fence})+$`, "gm"), (programs) => {
    const labeled = programs.replace(
      /^```(ts|python|go|yaml)$/gm,
      (line, name: string) => `${line} [${languageByFence.get(name)}]`,
    );
    return `::: code-group\n\n${labeled}\n\n:::`;
  });
}

/** Appends the files of a task's example to its page, `index.ts` first. */
function withProgram(page: string, text: string): string {
  if (!/^examples\/task-/.test(page)) return text;
  const folder = join(root, dirname(page));
  const files = readdirSync(folder)
    .filter((name) => /\.(ts|ya?ml|json)$/.test(name) && name !== "Pulumi.yaml")
    .sort((a, b) => Number(b === "index.ts") - Number(a === "index.ts"));
  const programs = files.map(
    (name) =>
      `## ${name}\n\n\`\`\`${extname(name).slice(1)}\n${readFileSync(join(folder, name), "utf8").trimEnd()}\n\`\`\`\n`,
  );
  return [text.trimEnd(), "", ...programs].join("\n");
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const examples = globSync("examples/{README.md,task-*/README.md}", { cwd: root }).map((path) =>
  path.replaceAll(sep, "/"),
);
const siteManifest = { ...manifest, files: ["docs", "CHANGELOG.md", ...examples] };

function build(): void {
  // Standard output is reserved for the URL or the folder.
  const stdio: StdioOptions = ["ignore", process.stderr, "inherit"];
  if (!existsSync(join(site, "node_modules", "vitepress")))
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: site, stdio });
  rmSync(pages, { recursive: true, force: true });
  cpSync(join(root, "docs"), join(pages, "docs"), { recursive: true });
  const titles = new Map<string, string>();
  for (const page of packedPagePaths(root, siteManifest)) {
    mkdirSync(dirname(join(pages, page)), { recursive: true });
    // The generator would show HTML comments as text.
    const text = readFileSync(join(root, page), "utf8").replace(/^<!--.*-->\n/gm, "");
    titles.set(page, /^# (.+)$/m.exec(text)?.[1] ?? basename(page));
    writeFileSync(join(pages, page), withProgram(page, withTabs(adaptLinks(page, text, siteManifest))));
  }
  const sidebar = buildSidebar(readFileSync(join(root, "docs", "README.md"), "utf8"), titles);
  const vitepress = join(site, "node_modules", "vitepress", "bin", "vitepress.js");
  execFileSync(process.execPath, [vitepress, "build", site, "--outDir", target], {
    cwd: site,
    stdio,
    env: { ...process.env, SITE_VERSION: manifest.version, SITE_SIDEBAR: JSON.stringify(sidebar) },
  });
}

async function serve(): Promise<void> {
  const server = await preview({
    configFile: false,
    root: site,
    build: { outDir: target },
    // Unknown paths return 404 instead of the start page.
    appType: "mpa",
    preview: { host: "127.0.0.1", port: Number(flags.port) },
    logLevel: "error",
  });
  process.stdout.write(`${server.resolvedUrls?.local[0]}\n`);
  process.stderr.write("Press Ctrl-C to stop.\n");
}

build();
if (flags.build) process.stdout.write(`${target}\n`);
else void serve();
