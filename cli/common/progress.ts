import { isColoured } from "./output";
import { plainText } from "./safe-text";

/** Shows progress on the terminal; prints nothing without one, so that logs hold results only. */
export class Progress implements Disposable {
  #shown = false;

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  /** What the command is doing from now on; replaces the previous message. */
  say(text: string): void {
    if (!this.stream.isTTY) return;
    const line = plainText(text);
    if (!isColoured(this.stream)) {
      this.stream.write(`${line}\n`);
      return;
    }
    this.#clear();
    const width = Math.max(20, (this.stream.columns ?? 80) - 1);
    this.stream.write(line.length > width ? `${line.slice(0, width - 1)}…` : line);
    this.#shown = true;
  }

  /** Clears the line for whatever is written next. */
  end(): void {
    this.#clear();
    this.#shown = false;
  }

  [Symbol.dispose](): void {
    this.end();
  }

  #clear(): void {
    if (this.#shown) this.stream.write("\r\u001b[2K");
  }
}
