import { basename, relative, sep } from "node:path";
import { isExplained } from "../../lifecycle";
import { packageFolder, version } from "../../manifest";
import { redact } from "./report";

const MAX_FRAMES = 10;

/** Returns the unexpected error behind an error: the error itself or one of its causes. Undefined if there is none. */
export function internalErrorIn(error: unknown): unknown {
  for (let cause = error; cause !== undefined; cause = (cause as Error).cause)
    if (!isExplained(cause)) return cause;
  return undefined;
}

/** Describes a bug in this package by its location and stack. Includes the error's message only if it cannot contain a value. */
export function internalErrorReport(error: unknown, operation: string): string {
  const frames = parseFrames(error);
  const ownFrame = frames.find(
    ({ location }) => !location.startsWith("node_modules") && !location.startsWith("node:"),
  );
  const origin = (ownFrame ?? frames[0])?.location ?? "an unknown location";
  const message = error instanceof Error && HARMLESS.test(error.message) ? [`  ${error.message}`] : [];
  const stack = frames
    .slice(0, MAX_FRAMES)
    .map(({ name, location }) => `    at ${`${name} ${location}`.trimStart()}`);
  const isNamed = error instanceof Error && /^[A-Za-z]{1,60}$/.test(error.name);
  const name = isNamed ? error.name : typeof error;
  const summary = `internal error of pulumi-tunnel-edge ${version} (${name} at ${origin}) in ${operation}: please report these lines, which contain no values, to the package's maintainers`;
  return redact([summary, ...message, ...stack].join("\n"));
}

/** Messages of the runtime that only quote identifiers of the source. Others may quote values. */
const HARMLESS =
  /^(Cannot (read|set) properties of (undefined|null) \((reading|setting) '[\w$]{1,40}'\)|[\w$.]{1,60} is not (a function|iterable|defined|a constructor))$/;

/** Parses the stack after the message, which may contain lines that look like frames. */
function parseFrames(error: unknown) {
  if (!(error instanceof Error) || typeof error.stack !== "string") return [];
  const { stack, message } = error;
  // If the message was reassigned, its position in the stack is unknown.
  if (!stack.includes(message)) return [];
  const start = message === "" ? 0 : stack.lastIndexOf(message) + message.length;
  const frames = stack.slice(start).matchAll(/^\s+at (?:(.*?) \()?(?:file:\/\/)?(.*?)(:\d+:\d+)\)?$/gm);
  return [...frames].map(([, name = "", path = "", position]) => ({
    name: /^[\w$.<> ]{1,80}$/.test(name) ? name : "",
    location: `${locationOf(path)}${position}`,
  }));
}

function locationOf(path: string): string {
  if (path.startsWith("node:")) return path;
  const within = relative(packageFolder, path);
  if (!within.startsWith("..")) return within;
  const dependency = path.lastIndexOf(`node_modules${sep}`);
  return dependency < 0 ? basename(path) : path.slice(dependency);
}
