import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const repository = resolve(__dirname, "..");

/** What a region stands between: where it begins and where it ends. */
export type Marks = readonly [begin: string, end: string];

/**
 * The same text with the region between the marks filled anew.
 *
 * @param where - What the text is, for the error.
 * @throws Error when the text has no such region
 */
export function withRegion(text: string, [begin, end]: Marks, content: string, where = "the text"): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${where} has no region ${begin} ... ${end}`);
  return `${text.slice(0, from)}${begin}\n${content}\n${text.slice(to)}`;
}

/**
 * Puts text between the marks of a region of a file, `<!-- name: begin -->` and `<!-- name: end -->`.
 *
 * @param file - Path within the repository.
 * @throws Error when the file has no such region
 */
export function writeRegion(file: string, name: string, content: string): void {
  const path = join(repository, file);
  const marks: Marks = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  writeFileSync(path, withRegion(readFileSync(path, "utf8"), marks, content, file));
}
