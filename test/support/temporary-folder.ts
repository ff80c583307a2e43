import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";

export function temporaryFolder() {
  let root = "";
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "tunnel-edge-")));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Returns the path of the folder or of a file in it. @throws Error unless a test or hook runs */
  const at = (...names: readonly string[]) => {
    if (root === "") throw new Error("the folder does not exist before the first test begins");
    return join(root, ...names);
  };
  /** Writes a file, in a folder that may be missing; returns its path. */
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
    return at(name);
  };
  return { at, write };
}
