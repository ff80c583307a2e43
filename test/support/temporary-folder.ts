import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** Creates a folder for each test of the file. */
export function temporaryFolder() {
  let root = "";
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "tunnel-edge-")));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Returns the path of a file in the folder, or of the folder itself. */
  const at = (...names: readonly string[]) => join(root, ...names);
  /** Writes a file, creating its folder, and returns its path. */
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
    return at(name);
  };
  return { at, write };
}
