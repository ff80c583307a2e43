import { supportsColor } from "./output";
import { plainText, truncate } from "./safe-text";

/** Shows progress on a terminal. Prints nothing without one, so that logs only contain results. */
export class Progress implements Disposable {
  #isShown = false;

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  say(text: string): void {
    if (!this.stream.isTTY) return;
    const line = plainText(text);
    if (!supportsColor(this.stream)) {
      this.stream.write(`${line}\n`);
      return;
    }
    this.end();
    const width = Math.max(20, (this.stream.columns ?? 80) - 1);
    this.stream.write(truncate(line, width));
    this.#isShown = true;
  }

  /** Clears the line for further output. */
  end(): void {
    if (this.#isShown) this.stream.write("\r\u001b[2K");
    this.#isShown = false;
  }

  [Symbol.dispose](): void {
    this.end();
  }
}
