/**
 * `tsx scripts/packed-pages.ts write` before a package is packed, `... restore` after it: in the packed pages, links
 * into the repository become links to its web address, at the packed version. The address comes only from
 * `repository` in package.json; without one, such a link becomes its plain text.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

interface Manifest {
  readonly version: string;
  readonly repository?: string | { readonly url: string };
}

const PAGES = ["README.md", "CHANGELOG.md"];

/**
 * The web address of a repository, without a trailing slash.
 *
 * @throws Error when it is not an https address
 */
export function homeOf(repository: Manifest["repository"]): string | undefined {
  if (repository === undefined) return undefined;
  const url = typeof repository === "string" ? repository : repository.url;
  const home = /^(?:git\+)?(https:\/\/[^\s?#]+?)(?:\.git)?\/?$/.exec(url)?.[1];
  if (home === undefined)
    throw new Error(
      `repository in package.json is ${url}: give its https address, such as https://host.example/owner/name`,
    );
  return home;
}

/** A page whose links into the repository are absolute, or plain text when the repository's address is unknown. */
export function packedPage(text: string, { version, repository }: Manifest): string {
  const home = homeOf(repository);
  return text.replace(
    /(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)/g,
    (_link, image: string, label: string, target: string) => {
      if (home === undefined) return label;
      const path = target.replace(/^\.\//, "");
      return `${image}[${label}](${home}/${image === "" ? "blob" : "raw"}/v${version}/${path})`;
    },
  );
}

function main(root: string, command: string | undefined): void {
  const saved = join(root, "node_modules", ".cache", "packed-pages");
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  // Also pages that an interrupted run left behind, unless they have been fixed since.
  for (const page of PAGES.filter((name) => existsSync(join(saved, name)))) {
    const original = readFileSync(join(saved, page), "utf8");
    const isPacked = readFileSync(join(root, page), "utf8") === packedPage(original, manifest);
    if (isPacked) renameSync(join(saved, page), join(root, page));
    else rmSync(join(saved, page));
  }
  if (command === "restore") return;
  if (command !== "write") throw new Error("packed-pages: say write or restore");
  mkdirSync(saved, { recursive: true });
  for (const page of PAGES) {
    const text = readFileSync(join(root, page), "utf8");
    const packed = packedPage(text, manifest);
    if (packed === text) continue;
    writeFileSync(join(saved, page), text);
    writeFileSync(join(root, page), packed);
  }
}

if (require.main === module) main(resolve(dirname(__filename), ".."), process.argv[2]);
