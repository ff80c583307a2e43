import { isColoured } from "./output";

/** Tells on the terminal what is going on; says nothing where there is none, so that logs hold results only. */
export class Progress implements Disposable {
  #shown = false;

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  /** What the command is doing from now on; takes the place of what it did before. */
  say(text: string): void {
    if (!this.stream.isTTY) return;
    if (!isColoured(this.stream)) {
      this.stream.write(`${text}\n`);
      return;
    }
    this.#clear();
    const width = Math.max(20, (this.stream.columns ?? 80) - 1);
    this.stream.write(text.length > width ? `${text.slice(0, width - 1)}…` : text);
    this.#shown = true;
  }

  /** Leaves the line to whatever is written next. */
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
