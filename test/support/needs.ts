import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TestOptions } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Why the test is skipped where it is; `npm test` prints it at its end. */
    needs?: string;
  }
}

/** Options of a test or a group that is skipped on machines without what it needs. */
export const needs = (what: string, isMet: boolean): TestOptions => ({ skip: !isMet, meta: { needs: what } });

/** Tests of file modes, signals, and programs that a shell runs. */
export const posix = needs("a POSIX system", process.platform !== "win32");

/** Set-up compiles before the tests run; a single run of a file may have nothing to start. */
export const compiledCommand = join(__dirname, "../../dist/cli/main.js");
export const compiled = needs("the compiled package: npm run build", existsSync(compiledCommand));
