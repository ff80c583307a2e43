import { expect, test } from "vitest";
import { ServerClock, timestampGranularity } from "../../../provider/transport";

const at = (iso: string) => Date.parse(iso);
const noon = at("2030-01-01T12:00:00Z");

test("the earliest time is undefined before the first valid Date header; invalid ones are ignored", () => {
  const clock = new ServerClock();
  clock.observe(undefined, noon, noon);
  clock.observe("yesterday", noon, noon);
  expect(clock.earliest(noon)).toBeUndefined();
});

test("a Date may be as old as the round trip", () => {
  const clock = new ServerClock();
  // The server is 5 minutes ahead; its response took 40 ms.
  clock.observe("Tue, 01 Jan 2030 12:05:00 GMT", noon + 100, noon + 140);
  expect(clock.earliest(noon)).toBe(at("2030-01-01T12:05:00Z") - 140);
});

test("more responses tighten the bound", () => {
  const clock = new ServerClock();
  for (let ms = 0; ms < 2000; ms += 100) {
    const server = new Date(noon + 60_000 + ms);
    clock.observe(`${server.toISOString().slice(0, 19)}Z`, noon + ms, noon + ms + 10);
  }
  expect(clock.earliest(noon)).toBeLessThanOrEqual(noon + 60_000);
  expect(clock.earliest(noon)).toBeGreaterThanOrEqual(noon + 60_000 - 10);
});

test("discards the old bounds after the server's clock was adjusted", () => {
  const clock = new ServerClock();
  clock.observe("2030-01-01T12:00:00.000Z", noon, noon);
  clock.observe("2030-01-01T09:00:00.000Z", noon + 10, noon + 10);
  expect(clock.earliest(noon + 10)).toBe(at("2030-01-01T09:00:00Z"));
});

test("a timestamp without fractions has a granularity of 1 s, one with milliseconds of 1 ms", () => {
  expect([
    timestampGranularity("2030-01-01T12:00:00Z"),
    timestampGranularity("2030-01-01T12:00:00.123Z"),
  ]).toEqual([1000, 1]);
});
