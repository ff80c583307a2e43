import { describe, expect, test } from "vitest";
import { decodeBody, MAX_JSON_DEPTH } from "../../../provider/transport/call";

describe("response bodies", () => {
  const decode = (text: string | Buffer, type = "application/json") => decodeBody(Buffer.from(text), type);

  test("accepts a JSON object or null with any content type", () => {
    expect(decode('{"a":1}', "text/plain")).toEqual({ ok: true, value: { a: 1 } });
    expect(decode("\ufeffnull")).toEqual({ ok: true, value: null });
  });

  test.each([
    ["empty", ""],
    ["empty", " \n"],
    ["not JSON but HTML", "<!doctype html>"],
    ["truncated or damaged JSON", '{"a":'],
    ["not JSON", "hello"],
    ["JSON, but not an object", "[1]"],
    ["JSON, but not an object", "7"],
    ["not JSON", Buffer.from([0xff])],
    [
      `JSON nested more than ${MAX_JSON_DEPTH} levels deep`,
      `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
    ],
  ])("rejects a body that is %s", (why, text) => {
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
