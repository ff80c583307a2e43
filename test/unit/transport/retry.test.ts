import { describe, expect, test } from "vitest";
import { backoff, classifyStatus, parseRetryAfter, retryLimits } from "../../../provider/transport/retry";

describe("Retry-After", () => {
  const now = Date.parse("2030-01-01T00:00:00Z");
  test.each([
    ["3", undefined, 3_000],
    ["0.5", undefined, 500],
    ["Tue, 01 Jan 2030 00:00:09 GMT", undefined, 9_000],
    // Dates are relative to the server's clock.
    ["Tue, 01 Jan 2030 01:00:09 GMT", "Tue, 01 Jan 2030 01:00:00 GMT", 9_000],
    ["Mon, 31 Dec 2029 00:00:00 GMT", undefined, undefined],
    ["0", undefined, undefined],
    ["-5", undefined, undefined],
    ["soon", undefined, undefined],
    ["", undefined, undefined],
    [undefined, undefined, undefined],
  ])("%j", (header, date, wait) => {
    expect(parseRetryAfter(header, date, now)).toBe(wait);
  });
});

test("back-off doubles up to a maximum, and half of it is random", () => {
  expect([1, 2, 3].map((attempt) => backoff(attempt, () => 1))).toEqual([250, 500, 1_000]);
  expect(backoff(1, () => 0)).toBe(125);
  expect(backoff(50, () => 1)).toBe(retryLimits.longestMs);
});

test.each([
  [[408, 425, 460, 499, 502, 504, 520, 524, 530, 599], true, true, true],
  [[500, 503, 507, 529], true, true, false],
  [[501, 505], false, true, false],
  [[400, 404, 409, 410, 418, 421, 422, 429], false, false, false],
])(
  "%j: temporary %s, ambiguous %s, may be under way %s",
  (statuses, isTemporary, isAmbiguous, mayBeUnderWay) => {
    for (const status of statuses)
      expect(classifyStatus(status)).toEqual({ isTemporary, isAmbiguous, mayBeUnderWay });
  },
);
