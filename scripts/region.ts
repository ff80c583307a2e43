import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const repository = resolve(__dirname, "..");

/**
 * Puts text between the marks of a region, `<!-- name: begin -->` and `<!-- name: end -->`.
 *
 * @param file - Path within the repository.
 * @throws Error when the file has no such region
 */
export function writeRegion(file: string, name: string, text: string): void {
  const path = join(repository, file);
  const before = readFileSync(path, "utf8");
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const from = before.indexOf(begin);
  const to = before.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} has no region ${name}`);
  writeFileSync(path, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`);
}
