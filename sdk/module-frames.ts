import { fileURLToPath } from "node:url";

/** A frame whose file is a URL, as those of ES modules are: with its function, or bare at the top level of a module. */
const MODULE_FRAME = /^(\s*at )(?:(.*) \()?(?:async )?(file:\/\/\S+):(\d+:\d+)\)?$/;

/**
 * Lets the engine's SDK see where an ES module declares a resource. It reads the place of a resource out of the text of a
 * stack, of which it knows only frames of the form `at name (path:line:column)`; a bare frame or a URL leaves it without.
 *
 * @returns Ends that; must be called before anything else runs.
 */
export function readableModuleFrames(): () => void {
  const earlier = Error.prepareStackTrace;
  if (!new Error().stack?.includes("file://")) return () => undefined;
  Error.prepareStackTrace = (error, sites) => {
    const text: unknown = earlier
      ? earlier(error, sites)
      : [String(error), ...sites.map((site) => `    at ${site}`)].join("\n");
    return typeof text === "string" ? text.split("\n").map(readable).join("\n") : text;
  };
  return () => {
    if (earlier) Error.prepareStackTrace = earlier;
    else delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;
  };
}

function readable(frame: string): string {
  const [, at, name = "<module>", url = "", position] = MODULE_FRAME.exec(frame) ?? [];
  if (at === undefined) return frame;
  try {
    return `${at}${name} (${fileURLToPath(url)}:${position})`;
  } catch {
    return frame;
  }
}
