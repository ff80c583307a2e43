import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPage, withRegion } from "../../region";

/** The pages that say how to get the package: each in its region `install`, in the same words. */
const PAGES = ["README.md", "docs/getting-started.md", "docs/_index.md"];

const PUBLISHED = ["```sh", "npm install pulumi-tunnel-edge", "```"].join("\n");

const fromAClone = (version: string) =>
  [
    "The package is not on npm yet. In a clone of this repository, one command makes it and prints the path of the file:",
    "",
    "```sh",
    "npm run --silent tarball",
    "```",
    "",
    "Then, in the folder of your program, with that path:",
    "",
    "```sh",
    `npm install ../pulumi-tunnel-edge/pulumi-tunnel-edge-${version}.tgz`,
    "```",
  ].join("\n");

/** How to get the package: from npm once package.json names its `repository`, without which no release is made. */
export function installText({ repository, version }: { repository?: unknown; version: string }): string {
  return repository === undefined ? fromAClone(version) : PUBLISHED;
}

/** Those pages, by path, with their region filled; `texts` has those of them that are generated in part already. */
export function installPages(root: string, texts: ReadonlyMap<string, string>): [string, string][] {
  const text = installText(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  return PAGES.map((page) => [page, withRegion(texts.get(page) ?? readPage(page), "install", text)]);
}
