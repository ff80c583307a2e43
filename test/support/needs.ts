import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TestOptions } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** The unmet requirement of a skipped test, which `npm test` prints at the end. */
    needs?: string;
  }
}

/** Options of a test or group that is skipped unless the machine meets its requirement. */
export const needs = (requirement: string, isMet: boolean): TestOptions => ({
  skip: !isMet,
  meta: { needs: requirement },
});

/** For tests of file modes, signals, and shell commands. */
export const posix = needs("a POSIX system", process.platform !== "win32");

/** The compiled command. The setup creates it before all tests; a run of a single file may lack it. */
export const compiledCommand = join(__dirname, "../../dist/cli/main.js");
export const compiled = needs("the compiled package: npm run build", existsSync(compiledCommand));
