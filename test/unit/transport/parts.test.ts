import { describe, expect, test } from "vitest";
import { BaseUrl } from "../../../provider/transport/base-url";
import { decodeBody, MAX_JSON_DEPTH } from "../../../provider/transport/call";
import { checkedHeaders, secretHeaderParts } from "../../../provider/transport/headers";
import { backoff, classifyStatus, parseRetryAfter, retryLimits } from "../../../provider/transport/retry";

describe("base URL", () => {
  test.each([
    ["https://api.example.com", ""],
    ["https://api.example.com/", ""],
    ["https://api.example.com/v1", "/v1"],
    [" https://api.example.com/v1// ", "/v1"],
  ])("%s", (base, prefix) => {
    const { origin, displayed, ...parts } = new BaseUrl(base);
    expect(parts.prefix).toBe(prefix);
    expect(displayed).toBe(origin + prefix);
  });

  test.each([
    "",
    "  ",
    "ak_secret-in-the-wrong-place",
    "ftp://x.example",
    "https://user:pw@x.example",
    "https://x.example/?key=pw",
    "https://x.example/#pw",
  ])("rejects %j without quoting it", (text) => {
    const attempt = () => new BaseUrl(text);
    expect(attempt).toThrow(/tunnel-edge:/);
    expect(attempt).not.toThrow(/secret-in|pw/);
  });

  test.each([
    ["http://127.0.0.1:80", false],
    ["http://localhost", false],
    ["http://[::1]:8080", false],
    ["https://api.example.com", false],
    ["http://api.example.com", true],
    ["http://127.evil.example", true],
  ])("%s exposes the token: %s", (text, exposed) => {
    expect(new BaseUrl(text).isUnencrypted).toBe(exposed);
  });

  test("takes only path and query from links, whatever their host", () => {
    const base = new BaseUrl("https://x.example/v1");
    expect(base.localPath("https://x.example/v1/a?b=c")).toBe("/a?b=c");
    expect(base.localPath("/v1/a")).toBe("/a");
    expect(base.localPath("https://x.example/a")).toBe("/a");
    expect(base.localPath("https://y.example/v1/a")).toBe("/a");
    expect(base.localPath("//y.example/v1/a?b=c")).toBe("/a?b=c");
    expect(base.localPath("http://x.example/v1x/a")).toBe("/v1x/a");
    expect(base.localPath("http://[")).toBeUndefined();
  });
});

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

describe("response bodies", () => {
  const decode = (text: string | Buffer, type = "application/json") => decodeBody(Buffer.from(text), type);

  test("accepts a JSON object or null with any content type", () => {
    expect(decode('{"a":1}', "text/plain")).toEqual({ ok: true, value: { a: 1 } });
    expect(decode("\ufeffnull")).toEqual({ ok: true, value: null });
  });

  test.each([
    ["", "empty"],
    [" \n", "empty"],
    ["<!doctype html>", "not JSON but HTML"],
    ['{"a":', "truncated or damaged JSON"],
    ["hello", "not JSON"],
    ["[1]", "JSON, but not an object"],
    ["7", "JSON, but not an object"],
    [Buffer.from([0xff]), "not JSON"],
    [
      `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
      `JSON nested more than ${MAX_JSON_DEPTH} levels deep`,
    ],
  ])("case %#", (text, why) => {
    expect(decode(text)).toEqual({ ok: false, why });
  });

  test("ignores brackets in strings", () => {
    const value = { a: `${"[{".repeat(500)}\\"` };
    expect(decode(JSON.stringify(value))).toEqual({ ok: true, value });
  });

  test("keeps a __proto__ key as data", () => {
    const decoded = decode('{"__proto__":{"polluted":true}}');
    expect(decoded.ok && Object.getPrototypeOf(decoded.value)).toBe(Object.prototype);
  });
});

describe("extra headers", () => {
  test.each([
    ["Authorization", "Bearer x", /header "authorization" comes from the API token/],
    ["Content-Length", "5", /is set for each request/],
    ["bad name", "x", /is not a valid header name/],
    ["x-ok", "secret\r\nx-evil: 1", /line breaks/],
  ])("rejects %s without quoting its value", (name, value, message) => {
    const attempt = () => checkedHeaders({ [name]: value });
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow(/secret|Bearer/);
  });

  test("treats values as secrets, except versions", () => {
    const parts = secretHeaderParts({
      "ngrok-version": "2",
      "x-api": "2024-01-01",
      "x-auth": "Basic dXNlcjpwYXNz",
    });
    expect(parts).toEqual(["Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"]);
  });
});
