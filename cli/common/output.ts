import { createColors } from "picocolors";
import { jsonText, plainLines } from "./safe-text";

type Stream = Pick<NodeJS.WriteStream, "isTTY">;

/**
 * True if colors may be written to a stream: never if NO_COLOR is set (no-color.org), otherwise as FORCE_COLOR says.
 * Pipelines with colored logs set it. Without both variables, only a terminal gets colors.
 */
export function supportsColor(stream: Stream, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return !["", "0", "false"].includes(env.FORCE_COLOR);
  return stream.isTTY === true && env.TERM !== "dumb";
}

export const colorsFor = (stream: Stream) => createColors(supportsColor(stream));

export type Colors = ReturnType<typeof colorsFor>;

export const NO_COLORS: Colors = createColors(false);

export function printJson(value: unknown): void {
  print(jsonText(value));
}

/** Prints a result, ending with a line break. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Prints a message in addition to the result; it may quote external data. */
export function note(text: string): void {
  process.stderr.write(`${plainLines(text)}\n`);
}

/** Prints the reason the command failed; it may quote external data. */
export function noteError(message: string): void {
  process.stderr.write(`${colorsFor(process.stderr).red("error:")} ${plainLines(message)}\n`);
}
