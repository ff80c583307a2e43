import { subscribe } from "node:diagnostics_channel";
import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator, type Time } from "../../emulator";
import { setProcessClock } from "../../provider/account/process/waits";
import { type Clock, systemClock } from "../../provider/transport";

/** Turns of the event loop in which all work except waits completes, even on loopback connections. */
const QUIET_TURNS = 20;

interface SentRequest {
  readonly headers: unknown;
}

/** Requests in flight, as undici reports them. Excludes `fetch`, with which the tests' proxies forward requests. */
const inFlight = new Set<SentRequest>();
const requestOf = (message: unknown) => (message as { readonly request: SentRequest }).request;
const isForwarded = ({ headers }: SentRequest) => String(headers).includes("sec-fetch-mode");
subscribe("undici:request:create", (message) => {
  const request = requestOf(message);
  if (!isForwarded(request)) inFlight.add(request);
});
for (const event of ["trailers", "error"])
  subscribe(`undici:request:${event}`, (message) => void inFlight.delete(requestOf(message)));

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/**
 * A clock that skips to the next timer as soon as all work is waiting for timers: no request is in flight, except those
 * that the server delays with this clock.
 */
export class VirtualClock implements Clock {
  private time = Date.now();
  private readonly timers = new Set<Timer>();
  /** Number of requests that the server is delaying. */
  private delayed = 0;
  private isRunning = false;
  /** Number of running tasks of the test that stop the clock. */
  private pausingTasks = 0;

  readonly now = (): number => this.time;
  readonly elapsed = this.now;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        this.timers.delete(timer);
        reject(signal?.reason);
      };
      const fire = () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      };
      const timer = { at: this.time + ms, fire };
      signal?.addEventListener("abort", abort, { once: true });
      this.timers.add(timer);
      void this.fireTimers();
    });

  /** The clock for a server that delays its responses. */
  readonly serverTime: Time = {
    now: this.now,
    sleep: async (ms) => {
      this.delayed++;
      await this.sleep(ms);
      this.delayed--;
    },
  };

  /** Stops the clock while a task of the test runs. */
  async stopDuring<T>(task: () => Promise<T>): Promise<T> {
    this.pausingTasks++;
    try {
      return await task();
    } finally {
      this.pausingTasks--;
    }
  }

  /** Returns how long a task takes, in milliseconds of this clock. */
  async timeOf(task: Promise<unknown>): Promise<number> {
    const start = this.time;
    await task;
    return this.time - start;
  }

  private async fireTimers(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.timers.size > 0) {
      await this.waitUntilQuiet();
      const [next] = [...this.timers].sort((a, b) => a.at - b.at);
      if (!next) break;
      this.time = Math.max(this.time, next.at);
      this.timers.delete(next);
      next.fire();
    }
    this.isRunning = false;
  }

  private async waitUntilQuiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      await new Promise(setImmediate);
      if (this.pausingTasks === 0 && inFlight.size <= this.delayed) continue;
      await new Promise((resolve) => setTimeout(resolve, 1));
      turns = -1;
    }
  }
}

interface VirtualTime {
  readonly clock: VirtualClock;
  /** Starts an emulator with this clock. It is closed at the end of the test or file. */
  startEmulator(options?: EmulatorOptions): Promise<Emulator>;
}

/** Sets a virtual clock for the provider: a new one for each test, or one for the file, whose tests share an emulator. */
export function virtualTime(per: "test" | "file" = "test"): VirtualTime {
  let clock = new VirtualClock();
  const [onStart, onEnd] = per === "test" ? [beforeEach, onTestFinished] : [beforeAll, afterAll];
  onStart(() => {
    if (per === "test") clock = new VirtualClock();
    setProcessClock(clock);
  });
  afterAll(() => setProcessClock(systemClock));
  return {
    get clock() {
      return clock;
    },
    async startEmulator(options) {
      const emulator = await startEmulator({ time: clock.serverTime, ...options });
      onEnd(() => emulator.close());
      return emulator;
    },
  };
}
