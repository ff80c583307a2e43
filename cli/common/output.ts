import { createColors } from "picocolors";
import { jsonText, plainLines } from "./safe-text";

type Stream = Pick<NodeJS.WriteStream, "isTTY">;

/**
 * Whether colours may be written to a stream: only to terminals, never when NO_COLOR is set (no-color.org), and always
 * when FORCE_COLOR is set, as in pipelines with coloured logs.
 */
export function isColoured(stream: Stream, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return !["", "0", "false"].includes(env.FORCE_COLOR);
  return stream.isTTY === true && env.TERM !== "dumb";
}

/** Colours for a stream; they change nothing where the stream supports none. */
export const coloursFor = (stream: Stream, env?: NodeJS.ProcessEnv) => createColors(isColoured(stream, env));

export type Colours = ReturnType<typeof coloursFor>;

/** For files. */
export const NO_COLOURS: Colours = createColors(false);

/** A result for another program. */
export function printJson(value: unknown): void {
  print(jsonText(value));
}

/** A result, with a line break at the end. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Output in addition to the result; it may quote external data. */
export function note(text: string): void {
  process.stderr.write(`${plainLines(text)}\n`);
}

/** Why the command failed; it may quote external data. */
export function noteError(message: string): void {
  process.stderr.write(`${coloursFor(process.stderr).red("error:")} ${plainLines(message)}\n`);
}
