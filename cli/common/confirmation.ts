import { createInterface } from "node:readline";

/** True if a user can be asked: both the question and the answer go through a terminal. */
export const isInteractive = (
  input: Pick<NodeJS.ReadStream, "isTTY"> = process.stdin,
  output: Pick<NodeJS.WriteStream, "isTTY"> = process.stderr,
) => input.isTTY === true && output.isTTY === true;

/**
 * Asks a question on stderr. Only `y` and `yes` confirm; the end of the input doesn't.
 *
 * @param question - One line without a line break; it must not contain external data.
 */
export async function confirm(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  output.write(`${question} [y/N] `);
  // No `output` option: the terminal itself echoes the input, and Ctrl-C ends the process.
  const lines = createInterface({ input });
  try {
    const { value } = await lines[Symbol.asyncIterator]().next();
    return /^y(es)?$/i.test(String(value ?? "").trim());
  } finally {
    lines.close();
  }
}
