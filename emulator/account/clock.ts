import { formatTimestamp } from "../timestamp";

/** The machine's time, moved by an offset or frozen. */
export class Clock {
  #offset = 0;
  #frozenAt: number | undefined;

  /** @param machine - The machine's time in milliseconds since the epoch. */
  constructor(readonly machine: () => number) {}

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#frozenAt ?? this.machine() + this.#offset;
  }

  timestamp(): string {
    return formatTimestamp(this.now());
  }

  get isFrozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  set(milliseconds: number): void {
    if (this.#frozenAt === undefined) this.#offset = milliseconds - this.machine();
    else this.#frozenAt = milliseconds;
  }

  freeze(): void {
    this.#frozenAt = this.now();
  }

  resume(): void {
    if (this.#frozenAt !== undefined) this.#offset = this.#frozenAt - this.machine();
    this.#frozenAt = undefined;
  }

  /** @returns a function that reverts the reset */
  reset(): () => void {
    const previous = [this.#offset, this.#frozenAt] as const;
    this.#offset = 0;
    this.#frozenAt = undefined;
    return () => {
      [this.#offset, this.#frozenAt] = previous;
    };
  }
}
