import { createColors } from "picocolors";
import { jsonText, plainLines } from "./safe-text";

type Stream = Pick<NodeJS.WriteStream, "isTTY">;

/**
 * Whether colours may be written to a stream: to terminals only, never when NO_COLOR says no (no-color.org), and always
 * when FORCE_COLOR says so, as pipelines with coloured logs do.
 */
export function isColoured(stream: Stream, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return !["", "0", "false"].includes(env.FORCE_COLOR);
  return stream.isTTY === true && env.TERM !== "dumb";
}

/** Colours for what goes to a stream; they change nothing where the stream takes none. */
export const coloursFor = (stream: Stream) => createColors(isColoured(stream));

/** A result for another program. */
export function printJson(value: unknown): void {
  print(jsonText(value));
}

/** A result, with a line end. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Something beside the result; it may quote what comes from outside. */
export function note(text: string): void {
  process.stderr.write(`${plainLines(text)}\n`);
}

/** Why the command could not do its work; it may quote what comes from outside. */
export function noteError(message: string): void {
  process.stderr.write(`${coloursFor(process.stderr).red("error:")} ${plainLines(message)}\n`);
}
