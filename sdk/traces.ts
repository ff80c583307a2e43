import { fileURLToPath } from "node:url";

/** A frame whose file is a URL, as those of ES modules are: with its function, or bare at the top level of a module. */
const MODULE_FRAME = /^(\s*at )(?:(.*) \()?(?:async )?(file:\/\/\S+):(\d+:\d+)\)?$/;

/**
 * Reduces stack traces to what the engine's SDK needs while it registers a resource:
 *
 * - The SDK creates some forty promises per resource, and formats a stack for each, for which the program's host looks up
 *   every frame in source maps: half of the time of a large program. It prints them only for
 *   `PULUMI_DEBUG_PROMISE_LEAKS`, so they are left out otherwise. All other traces are unchanged.
 * - The SDK reads the location of a resource from the text of a stack, and only understands frames of the form
 *   `at name (path:line:column)`. The frames of ES modules, which are bare or have a URL, are rewritten to that form.
 *
 * Read in @pulumi/pulumi 3.270.0, `runtime/debuggable.ts` and `resource.ts`.
 *
 * @returns Restores stack traces; must be called before anything else runs.
 */
export function tracesOfRegistration(): () => void {
  // Where Node.js itself looks into source maps, it does so only if nothing else formats the stack.
  if (process.sourceMapsEnabled && !isBelowModule()) return () => undefined;
  const earlier = Error.prepareStackTrace;
  const areShown = Boolean(process.env.PULUMI_DEBUG_PROMISE_LEAKS);
  Error.prepareStackTrace = (error, sites) => {
    if (!areShown && sites[0]?.getFunctionName() === "debuggablePromise") return String(error);
    const text: unknown = earlier
      ? earlier(error, sites)
      : [String(error), ...sites.map((site) => `    at ${site}`)].join("\n");
    return typeof text === "string" && text.includes("file://")
      ? text.split("\n").map(readable).join("\n")
      : text;
  };
  return () => {
    if (earlier) Error.prepareStackTrace = earlier;
    else delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;
  };
}

const isBelowModule = () => new Error().stack?.includes("file://") ?? false;

function readable(frame: string): string {
  const [, at, name = "<module>", url = "", position] = MODULE_FRAME.exec(frame) ?? [];
  if (at === undefined) return frame;
  try {
    return `${at}${name} (${fileURLToPath(url)}:${position})`;
  } catch {
    return frame;
  }
}
