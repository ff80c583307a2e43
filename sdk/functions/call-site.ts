import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as pulumi from "@pulumi/pulumi";

/** The folder of this package's classes and functions; a caller is outside of it. */
const OWN_FOLDER = resolve(__dirname, "..") + sep;
const FRAME = /\(?((?:file:\/\/)?[^()\s][^()]*):(\d+):(\d+)\)?$/;

/** Returns the location of the program's call, such as `index.ts:12:7`; undefined if unknown. */
export function callSite(stack = new Error().stack ?? ""): string | undefined {
  for (const line of stack.split("\n").slice(1)) {
    const [, file = "", row, column] = FRAME.exec(line.replace(/^\s*at (?:async )?/, "")) ?? [];
    const path = file.startsWith("file://") ? fileURLToPath(file) : file;
    const isFile = path !== "" && !path.startsWith("node:") && path !== "<anonymous>";
    if (isFile && !path.startsWith(OWN_FOLDER)) return `${relative(process.cwd(), path)}:${row}:${column}`;
  }
  return undefined;
}

/**
 * Converts the error of a failed lookup to one line with the program's location, which the engine prints without a
 * stack. The original error is the `cause`. A bug of this package keeps its stack.
 */
export function errorAtCallSite(site: string | undefined, error: unknown): unknown {
  const isBug = [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind);
  if (!(error instanceof Error) || isBug) return error;
  const message = error.message + (site === undefined ? "" : ` (${site})`);
  // If another part of the program needs the value, the engine prints the stack instead of the message.
  return Object.assign(new pulumi.RunError(message), { cause: error, stack: message });
}
