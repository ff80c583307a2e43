import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a temporary file that only its owner can read, which `place` renames or links. The name must be unused: in a
 * shared folder, another user could put a link there, through which the content would go elsewhere.
 */
function writeWhole(temporary: string, text: string, place: (temporary: string) => void): void {
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    place(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Replaces or creates a file atomically. Only one process at a time may call it for a file. */
export function replaceFile(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  // What a killed process left there is a copy of the account.
  rmSync(temporary, { force: true });
  writeWhole(temporary, text, () => renameSync(temporary, file));
}

/** Creates a file atomically. @throws EEXIST if it exists */
export function createFile(file: string, text: string): void {
  writeWhole(`${file}.${randomBytes(8).toString("hex")}.tmp`, text, (temporary) => linkSync(temporary, file));
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
