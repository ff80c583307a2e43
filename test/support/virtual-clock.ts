import { subscribe } from "node:diagnostics_channel";
import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator, type Time } from "../../emulator";
import { setProcessClock } from "../../provider/account/process/waits";
import { type Clock, systemClock } from "../../provider/transport";

/** Turns of the event loop after which everything except waits has completed, even on loopback connections. */
const QUIET_TURNS = 20;

interface Sent {
  readonly headers: unknown;
}

/** Requests in flight, from undici's diagnostics. Excludes `fetch`, which proxies of the tests use to forward requests. */
const inFlight = new Set<Sent>();
const requestOf = (message: unknown) => (message as { readonly request: Sent }).request;
const isForwarded = ({ headers }: Sent) => String(headers).includes("sec-fetch-mode");
subscribe("undici:request:create", (message) => {
  const request = requestOf(message);
  if (!isForwarded(request)) inFlight.add(request);
});
for (const end of ["trailers", "error"])
  subscribe(`undici:request:${end}`, (message) => void inFlight.delete(requestOf(message)));

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/**
 * A clock that advances at once to the next timer, but only while everything waits: no request is in flight, except
 * those that the server delays with this clock.
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

  /** The clock for a server that delays its responses. */
  readonly ofServer: Time = {
    now: this.now,
    sleep: async (ms) => {
      this.held++;
      await this.sleep(ms);
      this.held--;
    },
  };

  /** Runs a task of the test while the clock is stopped. */
  async stoppedFor<T>(task: () => Promise<T>): Promise<T> {
    this.stops++;
    try {
      return await task();
    } finally {
      this.stops--;
    }
  }

  /** Returns the milliseconds that a task takes. */
  async timeOf(task: Promise<unknown>): Promise<number> {
    const start = this.time;
    await task;
    return this.time - start;
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.timers.size > 0) {
      await this.quiet();
      const [next] = [...this.timers].sort((a, b) => a.at - b.at);
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
      if (this.stops === 0 && inFlight.size <= this.held) continue;
      await new Promise((resolve) => setTimeout(resolve, 1));
      turns = -1;
    }
  }
}

interface VirtualTime {
  readonly clock: VirtualClock;
  /** Starts an emulator with this clock, which is closed with the test or the file. */
  startEmulator(options?: EmulatorOptions): Promise<Emulator>;
}

/** Sets a virtual clock for the provider: a new one for each test, or one for the file, whose tests share an emulator. */
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
