import { join, relative, sep } from "node:path";
import { isExplained } from "../../lifecycle";
import { packageFolder, version } from "../../manifest";
import { Redactor } from "../../transport";
import { flag } from "../settings/settings";

const MOST_FRAMES = 20;

export interface Call {
  /** The operation and its subject, such as "create" and the class. */
  readonly what: string;
  /** Known values that must not be shown. */
  readonly secrets: readonly string[];
}

/** The bug of this package behind an error: the error itself or one of its causes. Undefined where there is none. */
export function internalErrorIn(error: unknown): unknown {
  for (let at = error; at !== undefined; at = (at as Error).cause) if (!isExplained(at)) return at;
  return undefined;
}

/**
 * The user-visible report of a bug in this package: that it is one, where it happened and what to do. Leaves out the
 * error's message, which may contain any value; with TUNNEL_EDGE_DEBUG set, adds the stack, and the message where it
 * contains no value.
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

/** An invalid setting must not hide the error being reported. */
function isDebug(env: NodeJS.ProcessEnv): boolean {
  try {
    return flag(env.TUNNEL_EDGE_DEBUG, "TUNNEL_EDGE_DEBUG");
  } catch {
    return true;
  }
}

const nameOf = (error: unknown) =>
  error instanceof Error && /^[A-Za-z]{1,60}$/.test(error.name) ? error.name : typeof error;

/** Runtime messages that quote only identifiers of the source; others quote values. */
const HARMLESS =
  /^(Cannot (read|set) properties of (undefined|null) \((reading|setting) '[\w$]{1,40}'\)|[\w$.]{1,60} is not (a function|iterable|defined|a constructor))$/;
const WITHHELD = "(its message may repeat values and is left out)";

interface Frame {
  /** The function name followed by a space; empty for an anonymous one. */
  readonly name: string;
  /** File relative to the package or its dependencies, line and column. */
  readonly place: string;
}

/** The stack without the message, which precedes the first frame and may look like frames itself. */
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
