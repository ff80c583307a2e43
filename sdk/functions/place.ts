import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as pulumi from "@pulumi/pulumi";

/** The folder of the classes and functions: callers are outside of it. */
const OWN_FOLDER = resolve(__dirname, "..") + sep;
const FRAME = /\(?((?:file:\/\/)?[^()\s][^()]*):(\d+):(\d+)\)?$/;

/** The program's call of a function of this package, such as `index.ts:12:7`; undefined if unknown. */
export function callSite(stack = new Error().stack ?? ""): string | undefined {
  for (const line of stack.split("\n").slice(1)) {
    const [, file = "", row, column] = FRAME.exec(line.replace(/^\s*at (?:async )?/, "")) ?? [];
    const path = file.startsWith("file://") ? fileURLToPath(file) : file;
    const isPlace = path !== "" && !path.startsWith("node:") && path !== "<anonymous>";
    if (isPlace && !path.startsWith(OWN_FOLDER)) return `${relative(process.cwd(), path)}:${row}:${column}`;
  }
  return undefined;
}

/**
 * The error of a failed look-up: one line with the program's place, which the engine prints without a
 * stack. The error itself is the `cause`. A mistake of this package keeps its stack.
 */
export function errorAtCallSite(place: string | undefined, error: unknown): unknown {
  const isMistake = [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind);
  if (!(error instanceof Error) || isMistake) return error;
  const message = error.message + (place === undefined ? "" : ` (${place})`);
  // Where another part of the program needs the value, the engine prints the stack all the same.
  return Object.assign(new pulumi.RunError(message), { cause: error, stack: message });
}
