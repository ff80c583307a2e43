/**
 * `tsx scripts/packed-pages.ts write` before a package is packed, `... restore` after it. In the packed pages, links to
 * what is packed as well stay, and links to the rest of the repository become links to its web address, at the packed
 * version. The address comes only from `repository` in package.json; without one, such a link becomes its plain text.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { homeOf } from "../provider/manifest/repository";

interface Manifest {
  readonly version: string;
  readonly repository?: string | { readonly url: string };
  readonly files: readonly string[];
}

/** The pages of a package, by their paths in it. */
export function pagesIn(root: string, { files }: Pick<Manifest, "files">): string[] {
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

/** Whether a path of the repository is in the package. npm packs license and readme always. */
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
  const home = homeOf(manifest.repository);
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

function main(root: string, command: string | undefined): void {
  const saved = join(root, "node_modules", ".cache", "packed-pages");
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const pages = pagesIn(root, manifest);
  // Also pages that an interrupted run left behind, unless they have been fixed since.
  for (const page of pages.filter((path) => existsSync(join(saved, path)))) {
    const original = readFileSync(join(saved, page), "utf8");
    if (readFileSync(join(root, page), "utf8") === packedPage(page, original, manifest))
      writeFileSync(join(root, page), original);
  }
  rmSync(saved, { recursive: true, force: true });
  if (command === "restore") return;
  if (command !== "write") throw new Error("packed-pages: say write or restore");
  for (const page of pages) {
    const text = readFileSync(join(root, page), "utf8");
    const packed = packedPage(page, text, manifest);
    if (packed === text) continue;
    mkdirSync(dirname(join(saved, page)), { recursive: true });
    cpSync(join(root, page), join(saved, page));
    writeFileSync(join(root, page), packed);
  }
}

if (require.main === module) main(resolve(dirname(__filename), ".."), process.argv[2]);
