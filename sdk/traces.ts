import { fileURLToPath } from "node:url";

/** A stack frame of an ES module, whose file is a URL; without a function name at the top level. */
const MODULE_FRAME = /^(\s*at )(?:(.*) \()?(?:async )?(file:\/\/\S+):(\d+:\d+)\)?$/;

/**
 * Simplifies stack traces while the engine's SDK registers a resource:
 *
 * - The SDK creates about forty promises per resource and formats a stack for each, for which the language host looks up
 *   every frame in source maps. This takes half the time of a large program, and the stacks are only printed with
 *   `PULUMI_DEBUG_PROMISE_LEAKS`, so they are omitted otherwise.
 * - The SDK reads the location of a resource from the text of a stack, and only understands frames of the form
 *   `at name (path:line:column)`. Frames of ES modules are rewritten to that form.
 *
 * As in `runtime/debuggable.ts` and `resource.ts` of @pulumi/pulumi 3.270.0.
 *
 * @returns A function that restores stack traces. Call it before any other code runs.
 */
export function simplifyTraces(): () => void {
  // With enabled source maps, Node.js maps frames only if nothing else formats the stack.
  const isCalledFromModule = new Error().stack?.includes("file://") ?? false;
  if (process.sourceMapsEnabled && !isCalledFromModule) return () => undefined;
  const original = Error.prepareStackTrace;
  const showsPromiseLeaks = Boolean(process.env.PULUMI_DEBUG_PROMISE_LEAKS);
  Error.prepareStackTrace = (error, sites) => {
    if (!showsPromiseLeaks && sites[0]?.getFunctionName() === "debuggablePromise") return String(error);
    const text: unknown = original
      ? original(error, sites)
      : [String(error), ...sites.map((site) => `    at ${site}`)].join("\n");
    return typeof text === "string" && text.includes("file://")
      ? text.split("\n").map(rewriteFrame).join("\n")
      : text;
  };
  return () => {
    if (original) Error.prepareStackTrace = original;
    else delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;
  };
}

function rewriteFrame(frame: string): string {
  const [, start, name = "<module>", url = "", position] = MODULE_FRAME.exec(frame) ?? [];
  if (start === undefined) return frame;
  try {
    return `${start}${name} (${fileURLToPath(url)}:${position})`;
  } catch {
    return frame;
  }
}
