import { describe, expect, test } from "vitest";
import { Pacer, type PacerOptions } from "../../../provider/transport/pacing";
import { VirtualClock } from "../../support/virtual-clock";

interface Refusal {
  announcedMs?: number;
}

/** Refuses requests beyond `limit` in a rolling window; refused requests do not count. */
class RollingWindow {
  readonly accepted: number[] = [];
  refusals = 0;

  constructor(
    private readonly clock: VirtualClock,
    private readonly limit: number,
    private readonly windowMs: number,
    private readonly announce = false,
  ) {}

  tryRequest(): Refusal | undefined {
    const now = this.clock.now();
    const recent = this.accepted.filter((at) => at > now - this.windowMs);
    if (recent.length < this.limit) {
      this.accepted.push(now);
      return undefined;
    }
    this.refusals++;
    return this.announce ? { announcedMs: (recent[0] ?? now) + this.windowMs - now } : {};
  }
}

function createPacer(options: Partial<PacerOptions> = {}, clock = new VirtualClock()) {
  const lines: string[] = [];
  const pacer = new Pacer({
    maxConcurrent: 8,
    clock,
    random: () => 0.5,
    report: (line) => lines.push(line),
    ...options,
  });
  return { clock, pacer, lines };
}

/** Sends one request like the transport, which repeats it while it is refused. */
async function send(
  pacer: Pacer,
  clock: VirtualClock,
  tryRequest: () => Refusal | undefined,
  latencyMs = 20,
) {
  for (let again = false; ; again = true) {
    const permit = await pacer.enter(again);
    await clock.sleep(latencyMs / 2);
    const refusal = tryRequest();
    await clock.sleep(latencyMs / 2);
    permit.release(refusal ? "refused" : "accepted", refusal?.announcedMs);
    if (!refusal) return;
  }
}

/** Refuses only the first request. */
function refuseOnce(refusal: Refusal) {
  let answer: Refusal | undefined = refusal;
  return () => {
    const given = answer;
    answer = undefined;
    return given;
  };
}

/** Sends `count` requests with at most `parallel` in flight. */
async function sendAll(count: number, parallel: number, sendOne: () => Promise<void>) {
  let remaining = count;
  const worker = async () => {
    while (remaining-- > 0) await sendOne();
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

describe("a server that refuses", () => {
  test.each<
    [
      string,
      server: [limit: number, windowMs: number, announce: boolean],
      /** `best`: shortest possible time, in seconds. `refused`: maximum number of refusals per request. */
      { count: number; best: number; refused: number },
    ]
  >([
    ["120 a minute, unannounced", [120, 60_000, false], { count: 500, best: 240, refused: 0.15 }],
    ["120 a minute, announced", [120, 60_000, true], { count: 500, best: 240, refused: 0.15 }],
    ["10 a second, unannounced", [10, 1_000, false], { count: 300, best: 29, refused: 0.25 }],
  ])("%s: all requests succeed in nearly the best time", async (_, limits, { count, best, refused }) => {
    const { clock, pacer } = createPacer();
    const server = new RollingWindow(clock, ...limits);
    const took = await clock.timeOf(sendAll(count, 8, () => send(pacer, clock, () => server.tryRequest())));
    expect(server.accepted).toHaveLength(count);
    expect(took / 1000).toBeLessThan(best * 1.5);
    expect(server.refusals / count).toBeLessThan(refused);
  });

  test("a refusal stops all requests for the announced time, and one request probes first", async () => {
    const { clock, pacer } = createPacer();
    const begun = clock.now();
    const starts: number[] = [];
    const tryRequest = refuseOnce({ announcedMs: 7_000 });
    const one = () =>
      send(pacer, clock, () => {
        starts.push(clock.now() - begun);
        return tryRequest();
      });
    await clock.timeOf(sendAll(20, 4, one));
    // The first response is a refusal with three more requests in flight; then none is sent until the announced time.
    expect(starts.filter((at) => at < 7_000)).toHaveLength(4);
    const later = starts.filter((at) => at >= 7_000);
    expect(Number(later[1]) - Number(later[0])).toBeGreaterThanOrEqual(20);
  });

  test("forgets a learned rate after five minutes without a refusal", async () => {
    const afterPause = async (seconds: number) => {
      const { clock, pacer } = createPacer();
      const server = new RollingWindow(clock, 2, 60_000);
      await clock.timeOf(sendAll(6, 2, () => send(pacer, clock, () => server.tryRequest())));
      await clock.timeOf(clock.sleep(seconds * 1000));
      return clock.timeOf(sendAll(80, 8, () => send(pacer, clock, () => undefined)));
    };
    expect(await afterPause(200)).toBeGreaterThan(4_000);
    expect(await afterPause(310)).toBeLessThan(2_000);
  });

  test("a single refusal does not slow down later requests", async () => {
    const { clock, pacer } = createPacer();
    const tryRequest = refuseOnce({});
    expect(await clock.timeOf(sendAll(100, 4, () => send(pacer, clock, tryRequest)))).toBeLessThan(2_500);
  });

  test("finds a limit on concurrent requests", async () => {
    const { clock, pacer } = createPacer({ maxConcurrent: 64 });
    let underWay = 0;
    let refusals = 0;
    const one = async () => {
      for (let again = false; ; again = true) {
        const permit = await pacer.enter(again);
        const refused = underWay >= 5;
        if (refused) refusals++;
        else underWay++;
        await clock.sleep(50);
        if (!refused) underWay--;
        permit.release(refused ? "refused" : "accepted");
        if (!refused) return;
      }
    };
    // 300 requests of 50 ms, five at a time, take 3 s at best.
    expect(await clock.timeOf(sendAll(300, 64, one))).toBeLessThan(20_000);
    expect(refusals).toBeLessThan(200);
  });

  test("reports waits at most every five seconds", async () => {
    const { clock, pacer, lines } = createPacer();
    const tryRequest = refuseOnce({ announcedMs: 20_000 });
    await clock.timeOf(sendAll(3, 3, () => send(pacer, clock, tryRequest)));
    expect(lines[0]).toBe(
      "the API limits the rate of requests (429): 1 request waits, the next goes out in 21 s",
    );
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.length).toBeLessThanOrEqual(5);
  });
});

describe("an announced wait beyond the limit", () => {
  const HOUR_MS = 3_600_000;

  test("rejects waiting and new requests until the rest of it is short enough", async () => {
    const { clock, pacer } = createPacer({ maxConcurrent: 1 });
    const permit = await pacer.enter();
    const waiting = [pacer.enter(), pacer.enter(true)].map((entry) => entry.catch((error: unknown) => error));
    permit.release("refused", HOUR_MS);
    const closed = { name: "RetryAfterTooLongError", waitMs: expect.closeTo(HOUR_MS, -4) };
    expect(await Promise.all(waiting)).toMatchObject([closed, closed]);
    await expect(pacer.enter()).rejects.toMatchObject(closed);
    await clock.timeOf(clock.sleep(HOUR_MS - 500_000));
    const begun = clock.now();
    await clock.timeOf(pacer.enter().then((late) => late.release("accepted")));
    expect(clock.now() - begun).toBeGreaterThanOrEqual(499_000);
  });

  test("is waited if it equals the limit", async () => {
    const { clock, pacer } = createPacer({ random: () => 0 });
    (await pacer.enter()).release("refused", 600_000);
    expect(await clock.timeOf(pacer.enter())).toBe(600_000);
  });
});

test("requestsPerMinute limits every rolling minute, and allows a burst", async () => {
  const { clock, pacer, lines } = createPacer({ requestsPerMinute: 30 });
  const server = new RollingWindow(clock, 30, 60_000);
  const took = await clock.timeOf(sendAll(100, 8, () => send(pacer, clock, () => server.tryRequest())));
  expect(server.refusals).toBe(0);
  expect(took).toBeLessThan(185_000);
  expect(Number(server.accepted[29]) - Number(server.accepted[0])).toBeLessThan(1_000);
  expect(lines[0]).toMatch(/^requestsPerMinute is reached: 1 request waits, the next goes out in 6\d s$/);
});

test.each([
  [2_000, 2_500],
  [8_000, 9_000],
])("adds at most a quarter and at most a second to an announced wait of %i ms", async (announcedMs, wait) => {
  const { clock, pacer } = createPacer({ random: () => 1 });
  (await pacer.enter()).release("refused", announcedMs);
  expect(await clock.timeOf(pacer.enter())).toBe(wait);
});

test("never exceeds the concurrency limit", async () => {
  const { clock, pacer } = createPacer({ maxConcurrent: 3 });
  let underWay = 0;
  let most = 0;
  const one = async () => {
    const permit = await pacer.enter();
    most = Math.max(most, ++underWay);
    await clock.sleep(10);
    underWay--;
    permit.release("failed");
  };
  expect(await clock.timeOf(sendAll(30, 30, one))).toBe(100);
  expect(most).toBe(3);
});

test("closing rejects waiting and later requests", async () => {
  const { pacer } = createPacer({ maxConcurrent: 1 });
  await pacer.enter();
  const waiting = pacer.enter();
  pacer.close();
  await expect(waiting).rejects.toMatchObject({ kind: "closed" });
  await expect(pacer.enter()).rejects.toMatchObject({ kind: "closed" });
});

describe("a wait whose limit aborts", () => {
  test("rejects immediately, and other requests keep their order", async () => {
    const { clock, pacer } = createPacer();
    (await pacer.enter()).release("refused", 60_000);
    const limit = new AbortController();
    const limited = pacer.enter(false, limit.signal);
    const other = pacer.enter();
    limit.abort(new Error("the time is over"));
    await expect(limited).rejects.toThrow("the time is over");
    await expect(pacer.enter(true, limit.signal)).rejects.toThrow("the time is over");
    const waited = await clock.timeOf(other.then((permit) => permit.release("accepted")));
    expect(waited).toBeGreaterThanOrEqual(60_000);
  });

  test("does not affect a request in flight", async () => {
    const { pacer } = createPacer();
    const limit = new AbortController();
    const permit = await pacer.enter(false, limit.signal);
    limit.abort(new Error("the time is over"));
    permit.release("accepted");
    (await pacer.enter()).release("accepted");
  });
});
