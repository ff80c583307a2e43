import { randomBytes } from "node:crypto";
import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Puts a file in its place with its whole content, readable by its owner only. The file that it is written to first has
 * a name that nobody can guess and must not be there: in a folder that others may write to, a link that they put there
 * would lead the content, or the loss of what it replaces, elsewhere.
 *
 * @param place renames or links the finished file; what it throws is passed on, and nothing is left behind
 */
function putWhole(file: string, text: string, place: (temporary: string) => void): void {
  const temporary = `${file}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    place(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Replaces a file, or makes it: at any moment there is the old one or the new one. */
export function replaceFile(file: string, text: string): void {
  putWhole(file, text, (temporary) => renameSync(temporary, file));
}

/** Makes a file that is not there yet, seen by others with its content or not at all. @throws EEXIST if it is there */
export function makeFile(file: string, text: string): void {
  putWhole(file, text, (temporary) => linkSync(temporary, file));
}
