import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a whole file, readable by its owner only. The temporary file has an unguessable name and must not exist yet:
 * in a folder that others can write to, a link placed there would send the content elsewhere, or overwrite another
 * file.
 *
 * @param place renames or links the finished file; its errors are passed on, and nothing is left behind
 */
function writeWhole(file: string, text: string, place: (temporary: string) => void): void {
  const temporary = `${file}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    place(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Replaces or creates a file atomically. */
export function replaceFile(file: string, text: string): void {
  writeWhole(file, text, (temporary) => renameSync(temporary, file));
}

/** Creates a file atomically. @throws EEXIST if it exists */
export function createFile(file: string, text: string): void {
  writeWhole(file, text, (temporary) => linkSync(temporary, file));
}

/**
 * Creates a folder and its parents, one by one: below a folder that accepts none, such as /proc, the recursive creation
 * of Node.js never returns.
 */
export function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(path)) throw error;
  }
}
