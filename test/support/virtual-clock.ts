import { subscribe } from "node:diagnostics_channel";
import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator, type Time } from "../../emulator";
import { setProcessClock } from "../../provider/account/process/waits";
import { type Clock, systemClock } from "../../provider/transport";

/** Turns of the event loop after which all that needs no waiting has happened, on loopback connections too. */
const QUIET_TURNS = 20;

interface Sent {
  readonly headers: unknown;
}

/** Requests of the provider without a response yet, as undici tells. What stands in between forwards them by `fetch`. */
const underWay = new Set<Sent>();
const requestOf = (message: unknown) => (message as { readonly request: Sent }).request;
const isForwarded = ({ headers }: Sent) => String(headers).includes("sec-fetch-mode");
subscribe("undici:request:create", (message) => {
  const request = requestOf(message);
  if (!isForwarded(request)) underWay.add(request);
});
for (const end of ["trailers", "error"])
  subscribe(`undici:request:${end}`, (message) => void underWay.delete(requestOf(message)));

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/**
 * Time that passes only while everybody waits, and then at once: no request is on its way but those that the server
 * itself holds back by this clock.
 */
export class VirtualClock implements Clock {
  private time = Date.now();
  private readonly timers = new Set<Timer>();
  private held = 0;
  private isRunning = false;
  private stops = 0;

  readonly now = (): number => this.time;
  readonly elapsed = this.now;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        this.timers.delete(timer);
        reject(signal?.reason);
      };
      const fire = () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const timer = { at: this.time + ms, fire };
      signal?.addEventListener("abort", stop, { once: true });
      this.timers.add(timer);
      void this.run();
    });

  /** The same time for a server that delays its responses. */
  readonly ofServer: Time = {
    now: this.now,
    sleep: async (ms) => {
      this.held++;
      await this.sleep(ms);
      this.held--;
    },
  };

  /** Runs a task of the test itself, during which time stands still. */
  async stoppedFor<T>(task: () => Promise<T>): Promise<T> {
    this.stops++;
    try {
      return await task();
    } finally {
      this.stops--;
    }
  }

  /** Milliseconds that a task takes. */
  async timeOf(task: Promise<unknown>): Promise<number> {
    const begun = this.time;
    await task;
    return this.time - begun;
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.timers.size > 0) {
      await this.quiet();
      const [next] = [...this.timers].sort((one, other) => one.at - other.at);
      if (!next) break;
      this.time = Math.max(this.time, next.at);
      this.timers.delete(next);
      next.fire();
    }
    this.isRunning = false;
  }

  private async quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      await new Promise(setImmediate);
      if (this.stops === 0 && underWay.size <= this.held) continue;
      await new Promise((resolve) => setTimeout(resolve, 1));
      turns = -1;
    }
  }
}

interface VirtualTime {
  readonly clock: VirtualClock;
  /** An emulator in this time, which ends with it. */
  startEmulator(options?: EmulatorOptions): Promise<Emulator>;
}

/** Gives the provider of each test a clock of its own, or that of the whole file, whose tests share an emulator. */
export function virtualTime(per: "test" | "file" = "test"): VirtualTime {
  let clock = new VirtualClock();
  const [begin, end] = per === "test" ? [beforeEach, onTestFinished] : [beforeAll, afterAll];
  begin(() => {
    clock = new VirtualClock();
    setProcessClock(clock);
  });
  afterAll(() => setProcessClock(systemClock));
  return {
    get clock() {
      return clock;
    },
    async startEmulator(options) {
      const emulator = await startEmulator({ time: clock.ofServer, ...options });
      end(() => emulator.close());
      return emulator;
    },
  };
}
