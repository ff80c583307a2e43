import { join, relative, sep } from "node:path";
import { isExplained } from "../lifecycle";
import { packageFolder, version } from "../manifest";
import { Redactor } from "../transport";
import { flag } from "./settings";

const MOST_FRAMES = 20;

/** What is known of the call in which an error was thrown. */
export interface Call {
  /** What was done to what, such as "create" and the class. */
  readonly what: string;
  /** Values that must not be shown, as far as they are known. */
  readonly secrets: readonly string[];
}

/** The error that is a mistake of this package: the given one, or one behind it. Undefined where there is none. */
export function internalErrorIn(error: unknown): unknown {
  for (let at = error; at !== undefined; at = (at as Error).cause) if (!isExplained(at)) return at;
  return undefined;
}

/**
 * What a user is told of a mistake of this package: that it is one, where it happened and what to do. Not its message,
 * which may repeat any value; with TUNNEL_EDGE_DEBUG set, the stack as well, and the message where it holds no value.
 */
export function internalErrorReport(
  error: unknown,
  { what, secrets }: Call,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const frames = framesOf(error);
  const own = frames.find(
    (frame) => !frame.place.startsWith("node_modules") && !frame.place.startsWith("node:"),
  );
  const where = (own ?? frames[0])?.place ?? "an unknown place";
  const summary = `internal error of pulumi-tunnel-edge ${version} (${nameOf(error)} at ${where}) in ${what}: please report this line to the package's maintainers`;
  if (!isDebug(env))
    return `${summary}; with TUNNEL_EDGE_DEBUG=on in the environment it comes with a stack that holds no values`;
  const message = error instanceof Error && HARMLESS.test(error.message) ? error.message : WITHHELD;
  const stack = frames.slice(0, MOST_FRAMES).map((frame) => `    at ${frame.name}${frame.place}`);
  return new Redactor()
    .with(secrets)
    .redact([summary, `  ${nameOf(error)}: ${message}`, ...stack].join("\n"));
}

/** A mistaken setting must not hide the error that is to be told. */
function isDebug(env: NodeJS.ProcessEnv): boolean {
  try {
    return flag(env.TUNNEL_EDGE_DEBUG, "TUNNEL_EDGE_DEBUG");
  } catch {
    return true;
  }
}

const nameOf = (error: unknown) =>
  error instanceof Error && /^[A-Za-z]{1,60}$/.test(error.name) ? error.name : typeof error;

/** Messages of the runtime that quote nothing but names of the source; others repeat pieces of what was at hand. */
const HARMLESS =
  /^(Cannot (read|set) properties of (undefined|null) \((reading|setting) '[\w$]{1,40}'\)|[\w$.]{1,60} is not (a function|iterable|defined|a constructor))$/;
const WITHHELD = "(its message may repeat values and is left out)";

interface Frame {
  /** The function, with a space behind it; empty where it has none. */
  readonly name: string;
  /** File below the package or its dependencies, line and column. */
  readonly place: string;
}

/** The stack without the message, which stands before its first frame and may look like frames itself. */
function framesOf(error: unknown): Frame[] {
  if (!(error instanceof Error) || typeof error.stack !== "string") return [];
  const { stack, message } = error;
  const behind = stack.lastIndexOf(message) + (stack.includes(message) ? message.length : 0);
  return stack
    .slice(message === "" ? 0 : behind)
    .split("\n")
    .flatMap((line) => {
      const [, name = "", path, position] =
        /^\s+at (?:(.*?) \()?(?:file:\/\/)?(.*?)(:\d+:\d+)\)?$/.exec(line) ?? [];
      if (path === undefined) return [];
      return [
        { name: /^[\w$.<> ]{1,80}$/.test(name) ? `${name} ` : "", place: `${placeOf(path)}${position}` },
      ];
    });
}

function placeOf(path: string): string {
  if (path.startsWith("node:")) return path;
  const within = relative(packageFolder, path);
  const [before, ...rest] = path.split(`${sep}node_modules${sep}`);
  const inDependency = rest.length > 0 && (within.startsWith("..") || within.startsWith("node_modules"));
  if (inDependency && before !== undefined) return join("node_modules", rest.at(-1) as string);
  return within.startsWith("..") ? (path.split(sep).at(-1) as string) : within;
}
