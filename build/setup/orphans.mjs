import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { filesBelow } from "./paths.mjs";

/**
 * Removes outputs without a source, and empty folders: the compiler leaves them behind, and they would be packed.
 *
 * @param folders - The folders of sources, by their names in the root
 * @param keptFolders - The folders of outputs that are not compiled
 */
export function removeOrphans(dist, root, folders, keptFolders) {
  if (!existsSync(dist)) return;
  const isKept = (path) => keptFolders.some((folder) => path.startsWith(`${folder}/`));
  for (const output of filesBelow(dist).filter((path) => !isKept(path))) {
    const source = relative(dist, output).replace(/(\.d\.ts|\.js)$/, ".ts");
    if (!folders.includes(source.split(/[/\\]/)[0]) || !existsSync(join(root, source))) rmSync(output);
  }
  const subfolders = readdirSync(dist, { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const deepestFirst = subfolders
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
    .reverse();
  for (const folder of deepestFirst) if (readdirSync(folder).length === 0) rmdirSync(folder);
}
