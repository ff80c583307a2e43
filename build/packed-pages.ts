/**
 * `tsx build/packed-pages.ts <folder>` copies the files that npm would pack to a folder, with a reduced package.json. In
 * pages, links to files outside the package become links to the repository's web address, at the packed version. Without
 * `repository` in package.json, such a link becomes plain text.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { repositoryUrl } from "../provider/manifest/repository";

interface Manifest {
  readonly version: string;
  readonly repository?: string | { readonly url: string };
  readonly files: readonly string[];
}

export function packedPagePaths(root: string, { files }: Pick<Manifest, "files">): string[] {
  const included = files.filter((name) => name !== "dist" && existsSync(join(root, name)));
  const paths = included.flatMap((name) =>
    name.includes(".")
      ? [name]
      : readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map((path) =>
          posix.join(name, path),
        ),
  );
  return ["README.md", ...paths].filter((path) => path.endsWith(".md")).sort();
}

/** npm always packs the license and the readme. */
function isPacked(path: string, { files }: Pick<Manifest, "files">): boolean {
  const packed = [...files.filter((name) => !/[!*]/.test(name)), "README.md", "LICENSE", "package.json"];
  return packed.some((name) => path === name || path.startsWith(`${name}/`));
}

/**
 * Makes links to files outside the package absolute, or plain text if the repository's address is unknown.
 *
 * @param page - Path of the page in the repository.
 */
export function adaptLinks(page: string, text: string, manifest: Manifest): string {
  const url = repositoryUrl(manifest.repository);
  return text.replace(
    /(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)/g,
    (link, image: string, label: string, target: string) => {
      const path = posix.join(posix.dirname(page), target);
      if (isPacked(path.replace(/#.*$/, ""), manifest)) return link;
      if (url === undefined) return label;
      return `${image}[${label}](${url}/${image === "" ? "blob" : "raw"}/v${manifest.version}/${path})`;
    },
  );
}

const UNPACKED_KEYS = ["scripts", "workspaces", "devDependencies", "allowScripts"];

export function packedManifest(text: string): string {
  const entries = Object.entries(JSON.parse(text) as Manifest);
  return `${JSON.stringify(Object.fromEntries(entries.filter(([key]) => !UNPACKED_KEYS.includes(key))), null, 2)}\n`;
}

function packedPaths(root: string): string[] {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const output = execFileSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  const [{ files }] = JSON.parse(output) as [{ readonly files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path);
}

function stage(root: string, folder: string): void {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const pages = new Set(packedPagePaths(root, manifest));
  for (const path of packedPaths(root)) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    if (path === "package.json") writeFileSync(to, packedManifest(readFileSync(join(root, path), "utf8")));
    else if (pages.has(path))
      writeFileSync(to, adaptLinks(path, readFileSync(join(root, path), "utf8"), manifest));
    else cpSync(join(root, path), to);
  }
}

if (require.main === module) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("packed-pages: name the folder to put the files into");
  stage(resolve(dirname(__filename), ".."), resolve(folder));
}
