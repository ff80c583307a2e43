/**
 * `tsx build/packed-pages.ts <folder>` puts into a folder what npm would pack. Its package.json names only what is in
 * the package. In its pages, links to what is packed as
 * well stay, and links to the rest of the repository become links to its web address, at the packed version. The address
 * comes only from `repository` in package.json; without one, such a link becomes its plain text.
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

/** The pages of a package, by their paths in it. */
export function packedPages(root: string, { files }: Pick<Manifest, "files">): string[] {
  const named = files.filter((name) => name !== "dist" && existsSync(join(root, name)));
  const found = named.flatMap((name) =>
    name.includes(".")
      ? [name]
      : readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map((path) =>
          posix.join(name, path),
        ),
  );
  return ["README.md", ...found].filter((path) => path.endsWith(".md")).sort();
}

/** True if a path of the repository is in the package. npm packs license and readme always. */
function isPacked(path: string, { files }: Pick<Manifest, "files">): boolean {
  const packed = [...files.filter((name) => !/[!*]/.test(name)), "README.md", "LICENSE", "package.json"];
  return packed.some((name) => path === name || path.startsWith(`${name}/`));
}

/**
 * A page whose links to what is not packed are absolute, or plain text when the repository's address is unknown.
 *
 * @param page - Its path in the repository.
 */
export function packedPage(page: string, text: string, manifest: Manifest): string {
  const home = repositoryUrl(manifest.repository);
  return text.replace(
    /(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)/g,
    (link, image: string, label: string, target: string) => {
      const path = posix.join(posix.dirname(page), target);
      if (isPacked(path.replace(/#.*$/, ""), manifest)) return link;
      if (home === undefined) return label;
      return `${image}[${label}](${home}/${image === "" ? "blob" : "raw"}/v${manifest.version}/${path})`;
    },
  );
}

/** Keys of package.json that only the repository needs. */
const UNPACKED_KEYS = ["scripts", "workspaces", "devDependencies", "allowScripts"];

/** The package.json of the package: what users install and import, and nothing that only develops it. */
export function packedManifest(text: string): string {
  const entries = Object.entries(JSON.parse(text) as Manifest);
  return `${JSON.stringify(Object.fromEntries(entries.filter(([key]) => !UNPACKED_KEYS.includes(key))), null, 2)}\n`;
}

/** The paths that npm packs. */
function packedPaths(root: string): string[] {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const output = execFileSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  const [{ files }] = JSON.parse(output) as [{ readonly files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path);
}

function stage(root: string, folder: string): void {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const pages = new Set(packedPages(root, manifest));
  for (const path of packedPaths(root)) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    if (path === "package.json") writeFileSync(to, packedManifest(readFileSync(join(root, path), "utf8")));
    else if (pages.has(path))
      writeFileSync(to, packedPage(path, readFileSync(join(root, path), "utf8"), manifest));
    else cpSync(join(root, path), to);
  }
}

if (require.main === module) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("packed-pages: name the folder to put the files into");
  stage(resolve(dirname(__filename), ".."), resolve(folder));
}
