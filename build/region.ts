import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const repository = resolve(__dirname, "..");

export const readPage = (file: string): string => readFileSync(join(repository, file), "utf8");

/**
 * Replaces a region of a text: the part between `<!-- name: begin -->` and `<!-- name: end -->`.
 *
 * @throws Error if the text has no such region
 */
export function withRegion(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`there is no region ${begin} ... ${end}`);
  return `${text.slice(0, from)}${begin}\n${content}\n${text.slice(to)}`;
}

export const writeRegion = (file: string, name: string, content: string): void =>
  writeFileSync(join(repository, file), withRegion(readPage(file), name, content));
