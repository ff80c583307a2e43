import { formatTimestamp } from "../schema/timestamp";

/** The account's clock: the machine's time, moved by an offset or frozen. */
export class Clock {
  #offset = 0;
  #frozenAt: number | undefined;

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#frozenAt ?? Date.now() + this.#offset;
  }

  /** RFC 3339. */
  timestamp(): string {
    return formatTimestamp(this.now());
  }

  get frozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  advance(seconds: number): void {
    this.set(this.now() + seconds * 1000);
  }

  set(milliseconds: number): void {
    if (this.#frozenAt === undefined) this.#offset = milliseconds - Date.now();
    else this.#frozenAt = milliseconds;
  }

  freeze(): void {
    this.#frozenAt = this.now();
  }

  resume(): void {
    if (this.#frozenAt !== undefined) this.#offset = this.#frozenAt - Date.now();
    this.#frozenAt = undefined;
  }

  reset(): void {
    this.#offset = 0;
    this.#frozenAt = undefined;
  }
}
